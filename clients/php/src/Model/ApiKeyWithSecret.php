<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class ApiKeyWithSecret extends Model
{
    public readonly string $id;

    public readonly string $object;

    public readonly string $name;

    /** @var 'live'|'test'|string */
    public readonly string $mode;

    public readonly ?int $app_id;

    /** @var list<'checkouts:read'|'checkouts:write'|'credits:read'|'events:read'|string> */
    public readonly array $scopes;

    public readonly string $prefix;

    public readonly string $last4;

    /** @var 'active'|'expiring'|'expired'|'revoked'|string */
    public readonly string $status;

    public readonly \DateTimeImmutable $created_at;

    public readonly ?\DateTimeImmutable $expires_at;

    public readonly ?\DateTimeImmutable $revoked_at;

    public readonly ?\DateTimeImmutable $last_used_at;

    public readonly ?string $rotated_to;

    public readonly ?string $created_by;

    public readonly ?string $secret;

    public readonly ?string $warning;

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
                case 'name':
                    $this->name = Decode::text($value, $at);
                    break;
                case 'mode':
                    $this->mode = Decode::text($value, $at);
                    break;
                case 'app_id':
                    $this->app_id = $value === null ? null : Decode::integer($value, $at);
                    break;
                case 'scopes':
                    $this->scopes = Decode::items($value, $at, static fn (mixed $one, string $at): string => Decode::text($one, $at));
                    break;
                case 'prefix':
                    $this->prefix = Decode::text($value, $at);
                    break;
                case 'last4':
                    $this->last4 = Decode::text($value, $at);
                    break;
                case 'status':
                    $this->status = Decode::text($value, $at);
                    break;
                case 'created_at':
                    $this->created_at = Decode::time($value, $at);
                    break;
                case 'expires_at':
                    $this->expires_at = $value === null ? null : Decode::time($value, $at);
                    break;
                case 'revoked_at':
                    $this->revoked_at = $value === null ? null : Decode::time($value, $at);
                    break;
                case 'last_used_at':
                    $this->last_used_at = $value === null ? null : Decode::time($value, $at);
                    break;
                case 'rotated_to':
                    $this->rotated_to = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'created_by':
                    $this->created_by = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'secret':
                    $this->secret = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'warning':
                    $this->warning = $value === null ? null : Decode::text($value, $at);
                    break;
            }
        }
    }
}
