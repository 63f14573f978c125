<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class Purchase extends Model
{
    public readonly string $id;

    public readonly string $object;

    public readonly int $credits;

    public readonly int $amount;

    public readonly string $currency;

    public readonly PublicCheckout $checkout;

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
                case 'credits':
                    $this->credits = Decode::integer($value, $at);
                    break;
                case 'amount':
                    $this->amount = Decode::integer($value, $at);
                    break;
                case 'currency':
                    $this->currency = Decode::text($value, $at);
                    break;
                case 'checkout':
                    $this->checkout = new PublicCheckout(Decode::record($value, $at), $at);
                    break;
            }
        }
    }
}
