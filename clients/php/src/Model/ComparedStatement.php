<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class ComparedStatement extends Model
{
    public readonly string $object;

    public readonly string $id;

    /** @var 'telebirr'|'cbe'|'boa'|'dashen'|'awash'|'cbe_birr'|'mpesa'|'wegagen'|'amhara'|'zemen'|'ebirr'|'manual'|'sandbox'|'http'|string */
    public readonly string $provider;

    public readonly string $account_number;

    public readonly string $currency;

    public readonly string $from;

    public readonly string $to;

    /** @var list<StatementPeriod> */
    public readonly array $complete;

    public readonly int $rows;

    public readonly Total $money_in;

    public readonly Total $money_out;

    public readonly Total $agreed;

    public readonly Total $amounts_differ;

    public readonly int $difference;

    public readonly Total $reversed;

    public readonly Total $unknown;

    public readonly Total $other;

    public readonly Total $missing;

    public readonly StatementWaiting $waiting;

    public readonly int $open_points;

    public readonly int $points_left_out;

    public readonly string $member;

    public readonly \DateTimeImmutable $compared_at;

    public readonly bool $repeated;

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
                case 'id':
                    $this->id = Decode::text($value, $at);
                    break;
                case 'provider':
                    $this->provider = Decode::text($value, $at);
                    break;
                case 'account_number':
                    $this->account_number = Decode::text($value, $at);
                    break;
                case 'currency':
                    $this->currency = Decode::text($value, $at);
                    break;
                case 'from':
                    $this->from = Decode::text($value, $at);
                    break;
                case 'to':
                    $this->to = Decode::text($value, $at);
                    break;
                case 'complete':
                    $this->complete = Decode::items($value, $at, static fn (mixed $one, string $at): StatementPeriod => new StatementPeriod(Decode::record($one, $at), $at));
                    break;
                case 'rows':
                    $this->rows = Decode::integer($value, $at);
                    break;
                case 'money_in':
                    $this->money_in = new Total(Decode::record($value, $at), $at);
                    break;
                case 'money_out':
                    $this->money_out = new Total(Decode::record($value, $at), $at);
                    break;
                case 'agreed':
                    $this->agreed = new Total(Decode::record($value, $at), $at);
                    break;
                case 'amounts_differ':
                    $this->amounts_differ = new Total(Decode::record($value, $at), $at);
                    break;
                case 'difference':
                    $this->difference = Decode::integer($value, $at);
                    break;
                case 'reversed':
                    $this->reversed = new Total(Decode::record($value, $at), $at);
                    break;
                case 'unknown':
                    $this->unknown = new Total(Decode::record($value, $at), $at);
                    break;
                case 'other':
                    $this->other = new Total(Decode::record($value, $at), $at);
                    break;
                case 'missing':
                    $this->missing = new Total(Decode::record($value, $at), $at);
                    break;
                case 'waiting':
                    $this->waiting = new StatementWaiting(Decode::record($value, $at), $at);
                    break;
                case 'open_points':
                    $this->open_points = Decode::integer($value, $at);
                    break;
                case 'points_left_out':
                    $this->points_left_out = Decode::integer($value, $at);
                    break;
                case 'member':
                    $this->member = Decode::text($value, $at);
                    break;
                case 'compared_at':
                    $this->compared_at = Decode::time($value, $at);
                    break;
                case 'repeated':
                    $this->repeated = Decode::boolean($value, $at);
                    break;
            }
        }
    }
}
