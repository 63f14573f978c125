<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class CreditsBalance extends Model
{
    /** Always `credits`. */
    public readonly string $object;

    /** Credits left: `granted` minus `captured`. Each verified checkout spends one. */
    public readonly int $available;

    /** All credits ever granted or bought, minus those that the operator deducted. */
    public readonly int $granted;

    /** All credits ever spent. */
    public readonly int $captured;

    /** False in test mode, where no credits are spent and all counts are 0. */
    public readonly bool $livemode;

    public readonly ?CreditsBalancePrice $price;

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
                case 'available':
                    $this->available = Decode::integer($value, $at);
                    break;
                case 'granted':
                    $this->granted = Decode::integer($value, $at);
                    break;
                case 'captured':
                    $this->captured = Decode::integer($value, $at);
                    break;
                case 'livemode':
                    $this->livemode = Decode::boolean($value, $at);
                    break;
                case 'price':
                    $this->price = $value === null ? null : new CreditsBalancePrice(Decode::record($value, $at), $at);
                    break;
            }
        }
    }
}
