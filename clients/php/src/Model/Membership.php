<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class Membership extends Model
{
    public readonly string $account_id;

    public readonly string $object;

    /** @var 'owner'|'manager'|'developer'|'cashier'|'accountant'|string */
    public readonly string $role;

    /** @var list<string> */
    public readonly array $app_names;

    public readonly bool $current;

    public readonly ?Suspension $suspended;

    public readonly ?\DateTimeImmutable $ownership_offered_until;

    /** @param array<array-key, mixed> $raw */
    public function __construct(array $raw, string $where = '')
    {
        parent::__construct($raw);
        foreach ($raw as $name => $value) {
            $at = $where === '' ? (string) $name : "{$where}.{$name}";
            switch ($name) {
                case 'account_id':
                    $this->account_id = Decode::text($value, $at);
                    break;
                case 'object':
                    $this->object = Decode::text($value, $at);
                    break;
                case 'role':
                    $this->role = Decode::text($value, $at);
                    break;
                case 'app_names':
                    $this->app_names = Decode::items($value, $at, static fn (mixed $one, string $at): string => Decode::text($one, $at));
                    break;
                case 'current':
                    $this->current = Decode::boolean($value, $at);
                    break;
                case 'suspended':
                    $this->suspended = $value === null ? null : new Suspension(Decode::record($value, $at), $at);
                    break;
                case 'ownership_offered_until':
                    $this->ownership_offered_until = $value === null ? null : Decode::time($value, $at);
                    break;
            }
        }
    }
}
