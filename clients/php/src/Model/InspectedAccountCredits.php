<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class InspectedAccountCredits extends Model
{
    public readonly int $available;

    public readonly int $granted;

    public readonly int $captured;

    /** @param array<array-key, mixed> $raw */
    public function __construct(array $raw, string $where = '')
    {
        parent::__construct($raw);
        foreach ($raw as $name => $value) {
            $at = $where === '' ? (string) $name : "{$where}.{$name}";
            switch ($name) {
                case 'available':
                    $this->available = Decode::integer($value, $at);
                    break;
                case 'granted':
                    $this->granted = Decode::integer($value, $at);
                    break;
                case 'captured':
                    $this->captured = Decode::integer($value, $at);
                    break;
            }
        }
    }
}
