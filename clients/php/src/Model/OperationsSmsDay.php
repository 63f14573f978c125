<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class OperationsSmsDay extends Model
{
    public readonly string $day;

    public readonly int $messages;

    public readonly int $parts;

    /** @param array<array-key, mixed> $raw */
    public function __construct(array $raw, string $where = '')
    {
        parent::__construct($raw);
        foreach ($raw as $name => $value) {
            $at = $where === '' ? (string) $name : "{$where}.{$name}";
            switch ($name) {
                case 'day':
                    $this->day = Decode::text($value, $at);
                    break;
                case 'messages':
                    $this->messages = Decode::integer($value, $at);
                    break;
                case 'parts':
                    $this->parts = Decode::integer($value, $at);
                    break;
            }
        }
    }
}
