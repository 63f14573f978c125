<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

/** The object of the event. */
final class CheckoutPaymentReleasedEventData extends Model
{
    public readonly ReleasedPayment $object;

    /** @param array<array-key, mixed> $raw */
    public function __construct(array $raw, string $where = '')
    {
        parent::__construct($raw);
        foreach ($raw as $name => $value) {
            $at = $where === '' ? (string) $name : "{$where}.{$name}";
            switch ($name) {
                case 'object':
                    $this->object = new ReleasedPayment(Decode::record($value, $at), $at);
                    break;
            }
        }
    }
}
