<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class Invitation extends Model
{
    public readonly string $id;

    public readonly string $object;

    /** @var 'manager'|'developer'|'cashier'|'accountant'|string */
    public readonly string $role;

    /** @var list<int>|null */
    public readonly ?array $apps;

    public readonly ?string $phone;

    public readonly ?string $telegram_username;

    public readonly string $invited_by;

    public readonly \DateTimeImmutable $created_at;

    public readonly \DateTimeImmutable $expires_at;

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
                case 'role':
                    $this->role = Decode::text($value, $at);
                    break;
                case 'apps':
                    $this->apps = $value === null ? null : Decode::items($value, $at, static fn (mixed $one, string $at): int => Decode::integer($one, $at));
                    break;
                case 'phone':
                    $this->phone = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'telegram_username':
                    $this->telegram_username = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'invited_by':
                    $this->invited_by = Decode::text($value, $at);
                    break;
                case 'created_at':
                    $this->created_at = Decode::time($value, $at);
                    break;
                case 'expires_at':
                    $this->expires_at = Decode::time($value, $at);
                    break;
            }
        }
    }
}
