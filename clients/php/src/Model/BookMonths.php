<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class BookMonths extends Model
{
    public readonly string $object;

    public readonly bool $livemode;

    /** @var 'gregorian'|'ethiopian'|string */
    public readonly string $calendar;

    /** @var list<BookMonth> */
    public readonly array $months;

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
                case 'livemode':
                    $this->livemode = Decode::boolean($value, $at);
                    break;
                case 'calendar':
                    $this->calendar = Decode::text($value, $at);
                    break;
                case 'months':
                    $this->months = Decode::items($value, $at, static fn (mixed $one, string $at): BookMonth => new BookMonth(Decode::record($one, $at), $at));
                    break;
            }
        }
    }
}
