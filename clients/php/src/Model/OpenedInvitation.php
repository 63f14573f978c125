<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class OpenedInvitation extends Model
{
    public readonly string $object;

    public readonly ?string $invited_by;

    /** @var list<string> */
    public readonly array $app_names;

    /** @var 'manager'|'developer'|'cashier'|'accountant'|string */
    public readonly string $role;

    public readonly \DateTimeImmutable $expires_at;

    /** @param array<array-key, mixed> $raw */
    public function __construct(array $raw, string $where = '')
    {
        parent::__construct($raw);
        foreach ($raw as $name => $value) {
            $at = $where === '' ? (string) $name : "{$where}.{$name}";
            switch ($name) {
                case 'object':
                    $this->object = Decode::text($value, $at);
                    break;
                case 'invited_by':
                    $this->invited_by = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'app_names':
                    $this->app_names = Decode::items($value, $at, static fn (mixed $one, string $at): string => Decode::text($one, $at));
                    break;
                case 'role':
                    $this->role = Decode::text($value, $at);
                    break;
                case 'expires_at':
                    $this->expires_at = Decode::time($value, $at);
                    break;
            }
        }
    }
}
