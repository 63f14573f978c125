<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class Account extends Model
{
    public readonly string $id;

    public readonly string $object;

    public readonly ?int $approval_limit;

    public readonly string $currency;

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
                case 'approval_limit':
                    $this->approval_limit = $value === null ? null : Decode::integer($value, $at);
                    break;
                case 'currency':
                    $this->currency = Decode::text($value, $at);
                    break;
                case 'created_at':
                    $this->created_at = Decode::time($value, $at);
                    break;
            }
        }
    }
}
