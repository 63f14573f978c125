<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class WebhookEndpoint extends Model
{
    public readonly string $id;

    public readonly string $object;

    public readonly int $app_id;

    public readonly bool $livemode;

    public readonly string $url;

    /** @var list<string> */
    public readonly array $events;

    public readonly ?string $description;

    /** @var 'enabled'|'disabled'|string */
    public readonly string $status;

    /** @var 'by_owner'|'gone'|'failing'|string|null */
    public readonly ?string $disabled_reason;

    public readonly ?\DateTimeImmutable $disabled_at;

    public readonly WebhookEndpointHealth $health;

    public readonly ?\DateTimeImmutable $previous_secret_expires_at;

    public readonly ?\DateTimeImmutable $secret_rotated_at;

    public readonly \DateTimeImmutable $created_at;

    /** @param array<array-key, mixed> $raw */
    public function __construct(array $raw, string $where = '')
    {
        parent::__construct($raw);
        foreach ($raw as $name => $value) {
            $at = $where === '' ? (string) $name : "{$where}.{$name}";
            switch ($name) {
                case 'id':
                    $this->id = Decode::text($value, $at);
                    break;
                case 'object':
                    $this->object = Decode::text($value, $at);
                    break;
                case 'app_id':
                    $this->app_id = Decode::integer($value, $at);
                    break;
                case 'livemode':
                    $this->livemode = Decode::boolean($value, $at);
                    break;
                case 'url':
                    $this->url = Decode::text($value, $at);
                    break;
                case 'events':
                    $this->events = Decode::items($value, $at, static fn (mixed $one, string $at): string => Decode::text($one, $at));
                    break;
                case 'description':
                    $this->description = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'status':
                    $this->status = Decode::text($value, $at);
                    break;
                case 'disabled_reason':
                    $this->disabled_reason = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'disabled_at':
                    $this->disabled_at = $value === null ? null : Decode::time($value, $at);
                    break;
                case 'health':
                    $this->health = new WebhookEndpointHealth(Decode::record($value, $at), $at);
                    break;
                case 'previous_secret_expires_at':
                    $this->previous_secret_expires_at = $value === null ? null : Decode::time($value, $at);
                    break;
                case 'secret_rotated_at':
                    $this->secret_rotated_at = $value === null ? null : Decode::time($value, $at);
                    break;
                case 'created_at':
                    $this->created_at = Decode::time($value, $at);
                    break;
            }
        }
    }
}
