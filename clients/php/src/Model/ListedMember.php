<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class ListedMember extends Model
{
    public readonly string $id;

    public readonly string $object;

    public readonly ?string $name;

    public readonly ?string $phone;

    public readonly ?string $telegram_username;

    /** @var 'owner'|'manager'|'developer'|'cashier'|'accountant'|string */
    public readonly string $role;

    /** @var list<int>|null */
    public readonly ?array $apps;

    public readonly bool $current;

    public readonly ?\DateTimeImmutable $ownership_offered_until;

    public readonly ?\DateTimeImmutable $joined_at;

    public readonly ?\DateTimeImmutable $last_active_at;

    public readonly ?\DateTimeImmutable $last_change_at;

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
                    $this->name = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'phone':
                    $this->phone = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'telegram_username':
                    $this->telegram_username = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'role':
                    $this->role = Decode::text($value, $at);
                    break;
                case 'apps':
                    $this->apps = $value === null ? null : Decode::items($value, $at, static fn (mixed $one, string $at): int => Decode::integer($one, $at));
                    break;
                case 'current':
                    $this->current = Decode::boolean($value, $at);
                    break;
                case 'ownership_offered_until':
                    $this->ownership_offered_until = $value === null ? null : Decode::time($value, $at);
                    break;
                case 'joined_at':
                    $this->joined_at = $value === null ? null : Decode::time($value, $at);
                    break;
                case 'last_active_at':
                    $this->last_active_at = $value === null ? null : Decode::time($value, $at);
                    break;
                case 'last_change_at':
                    $this->last_change_at = $value === null ? null : Decode::time($value, $at);
                    break;
            }
        }
    }
}
