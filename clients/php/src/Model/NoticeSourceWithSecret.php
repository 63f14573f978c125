<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class NoticeSourceWithSecret extends Model
{
    public readonly string $id;

    public readonly string $object;

    public readonly int $app_id;

    public readonly string $name;

    /** @var 'sms_gateway'|'sms_forwarder'|'paste'|string */
    public readonly string $kind;

    /** @var 'active'|'paused'|string */
    public readonly string $status;

    public readonly ?string $url;

    public readonly NoticeSourceHealth $health;

    public readonly ?\DateTimeImmutable $previous_secret_expires_at;

    public readonly \DateTimeImmutable $created_at;

    public readonly ?string $secret;

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
                case 'name':
                    $this->name = Decode::text($value, $at);
                    break;
                case 'kind':
                    $this->kind = Decode::text($value, $at);
                    break;
                case 'status':
                    $this->status = Decode::text($value, $at);
                    break;
                case 'url':
                    $this->url = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'health':
                    $this->health = new NoticeSourceHealth(Decode::record($value, $at), $at);
                    break;
                case 'previous_secret_expires_at':
                    $this->previous_secret_expires_at = $value === null ? null : Decode::time($value, $at);
                    break;
                case 'created_at':
                    $this->created_at = Decode::time($value, $at);
                    break;
                case 'secret':
                    $this->secret = $value === null ? null : Decode::text($value, $at);
                    break;
            }
        }
    }
}
