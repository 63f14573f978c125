<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class BankCanary extends Model
{
    /** @var 'passed'|'no_answer'|'bad_answer'|'unreadable'|'contradicted'|string */
    public readonly string $result;

    public readonly \DateTimeImmutable $at;

    /** @param array<array-key, mixed> $raw */
    public function __construct(array $raw, string $where = '')
    {
        parent::__construct($raw);
        foreach ($raw as $name => $value) {
            $at = $where === '' ? (string) $name : "{$where}.{$name}";
            switch ($name) {
                case 'result':
                    $this->result = Decode::text($value, $at);
                    break;
                case 'at':
                    $this->at = Decode::time($value, $at);
                    break;
            }
        }
    }
}
