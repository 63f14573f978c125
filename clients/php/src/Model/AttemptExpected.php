<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class AttemptExpected extends Model
{
    /** In minor units. */
    public readonly int $amount;

    /** ISO 4217. */
    public readonly string $currency;

    /** @param array<array-key, mixed> $raw */
    public function __construct(array $raw, string $where = '')
    {
        parent::__construct($raw);
        foreach ($raw as $name => $value) {
            $at = $where === '' ? (string) $name : "{$where}.{$name}";
            switch ($name) {
                case 'amount':
                    $this->amount = Decode::integer($value, $at);
                    break;
                case 'currency':
                    $this->currency = Decode::text($value, $at);
                    break;
            }
        }
    }
}
