<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class BookEntry extends Model
{
    public readonly string $object;

    /** @var 'verified'|'approved'|'rejected'|'released'|string */
    public readonly string $kind;

    public readonly string $day;

    public readonly string $ethiopian_day;

    public readonly \DateTimeImmutable $at;

    public readonly string $checkout_id;

    public readonly int $app_id;

    public readonly int $amount;

    public readonly string $currency;

    public readonly ?string $client_reference;

    public readonly ?string $member;

    public readonly ?string $member_name;

    public readonly ?string $note;

    /** @var list<BookEntryPayment> */
    public readonly array $payments;

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
                case 'kind':
                    $this->kind = Decode::text($value, $at);
                    break;
                case 'day':
                    $this->day = Decode::text($value, $at);
                    break;
                case 'ethiopian_day':
                    $this->ethiopian_day = Decode::text($value, $at);
                    break;
                case 'at':
                    $this->at = Decode::time($value, $at);
                    break;
                case 'checkout_id':
                    $this->checkout_id = Decode::text($value, $at);
                    break;
                case 'app_id':
                    $this->app_id = Decode::integer($value, $at);
                    break;
                case 'amount':
                    $this->amount = Decode::integer($value, $at);
                    break;
                case 'currency':
                    $this->currency = Decode::text($value, $at);
                    break;
                case 'client_reference':
                    $this->client_reference = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'member':
                    $this->member = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'member_name':
                    $this->member_name = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'note':
                    $this->note = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'payments':
                    $this->payments = Decode::items($value, $at, static fn (mixed $one, string $at): BookEntryPayment => new BookEntryPayment(Decode::record($one, $at), $at));
                    break;
            }
        }
    }
}
