<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class BookMonth extends Model
{
    public readonly string $object;

    public readonly string $month;

    public readonly string $from;

    public readonly string $to;

    public readonly bool $complete;

    /** @var list<BookSheet> */
    public readonly array $sheets;

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
                case 'month':
                    $this->month = Decode::text($value, $at);
                    break;
                case 'from':
                    $this->from = Decode::text($value, $at);
                    break;
                case 'to':
                    $this->to = Decode::text($value, $at);
                    break;
                case 'complete':
                    $this->complete = Decode::boolean($value, $at);
                    break;
                case 'sheets':
                    $this->sheets = Decode::items($value, $at, static fn (mixed $one, string $at): BookSheet => new BookSheet(Decode::record($one, $at), $at));
                    break;
            }
        }
    }
}
