<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class Stats extends Model
{
    public readonly string $object;

    public readonly bool $livemode;

    public readonly string $from;

    public readonly string $to;

    public readonly ?\DateTimeImmutable $counted_until;

    /** @var list<StatsDay> */
    public readonly array $days;

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
                case 'from':
                    $this->from = Decode::text($value, $at);
                    break;
                case 'to':
                    $this->to = Decode::text($value, $at);
                    break;
                case 'counted_until':
                    $this->counted_until = $value === null ? null : Decode::time($value, $at);
                    break;
                case 'days':
                    $this->days = Decode::items($value, $at, static fn (mixed $one, string $at): StatsDay => new StatsDay(Decode::record($one, $at), $at));
                    break;
            }
        }
    }
}
