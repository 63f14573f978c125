<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class User extends Model
{
    public readonly string $id;

    public readonly string $object;

    public readonly string $account_id;

    /** @var 'owner'|'manager'|'developer'|'cashier'|'accountant'|string */
    public readonly string $role;

    /** @var list<int>|null */
    public readonly ?array $apps;

    public readonly ?string $name;

    public readonly ?string $phone;

    public readonly ?UserTelegram $telegram;

    public readonly bool $operator;

    /** @var 'en'|'am'|string|null */
    public readonly ?string $language;

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
                case 'account_id':
                    $this->account_id = Decode::text($value, $at);
                    break;
                case 'role':
                    $this->role = Decode::text($value, $at);
                    break;
                case 'apps':
                    $this->apps = $value === null ? null : Decode::items($value, $at, static fn (mixed $one, string $at): int => Decode::integer($one, $at));
                    break;
                case 'name':
                    $this->name = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'phone':
                    $this->phone = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'telegram':
                    $this->telegram = $value === null ? null : new UserTelegram(Decode::record($value, $at), $at);
                    break;
                case 'operator':
                    $this->operator = Decode::boolean($value, $at);
                    break;
                case 'language':
                    $this->language = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'created_at':
                    $this->created_at = Decode::time($value, $at);
                    break;
            }
        }
    }
}
