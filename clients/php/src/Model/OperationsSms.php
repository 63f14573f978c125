<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class OperationsSms extends Model
{
    public readonly string $currency;

    public readonly SmsCounts $today;

    public readonly SmsCounts $month;

    /** @var list<OperationsSmsDay> */
    public readonly array $days;

    /** @param array<array-key, mixed> $raw */
    public function __construct(array $raw, string $where = '')
    {
        parent::__construct($raw);
        foreach ($raw as $name => $value) {
            $at = $where === '' ? (string) $name : "{$where}.{$name}";
            switch ($name) {
                case 'currency':
                    $this->currency = Decode::text($value, $at);
                    break;
                case 'today':
                    $this->today = new SmsCounts(Decode::record($value, $at), $at);
                    break;
                case 'month':
                    $this->month = new SmsCounts(Decode::record($value, $at), $at);
                    break;
                case 'days':
                    $this->days = Decode::items($value, $at, static fn (mixed $one, string $at): OperationsSmsDay => new OperationsSmsDay(Decode::record($one, $at), $at));
                    break;
            }
        }
    }
}
