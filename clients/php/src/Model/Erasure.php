<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class Erasure extends Model
{
    public readonly string $object;

    public readonly int $erased;

    public readonly int $undecided;

    public readonly ?string $next_cursor;

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
                case 'erased':
                    $this->erased = Decode::integer($value, $at);
                    break;
                case 'undecided':
                    $this->undecided = Decode::integer($value, $at);
                    break;
                case 'next_cursor':
                    $this->next_cursor = $value === null ? null : Decode::text($value, $at);
                    break;
            }
        }
    }
}
