<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class Suspension extends Model
{
    public readonly \DateTimeImmutable $at;

    public readonly string $reason;

    /** @param array<array-key, mixed> $raw */
    public function __construct(array $raw, string $where = '')
    {
        parent::__construct($raw);
        foreach ($raw as $name => $value) {
            $at = $where === '' ? (string) $name : "{$where}.{$name}";
            switch ($name) {
                case 'at':
                    $this->at = Decode::time($value, $at);
                    break;
                case 'reason':
                    $this->reason = Decode::text($value, $at);
                    break;
            }
        }
    }
}
