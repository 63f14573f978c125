<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class BookSheet extends Model
{
    public readonly string $object;

    public readonly int $app_id;

    /** @var 'telebirr'|'cbe'|'boa'|'dashen'|'awash'|'cbe_birr'|'mpesa'|'wegagen'|'amhara'|'zemen'|'ebirr'|'manual'|'sandbox'|'http'|string|null */
    public readonly ?string $provider;

    public readonly ?string $account_number;

    public readonly string $currency;

    public readonly Total $payments;

    public readonly Total $overpaid;

    public readonly Total $underpaid;

    public readonly Total $approved;

    public readonly Total $rejected;

    public readonly Total $released;

    public readonly int $credits_spent;

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
                case 'app_id':
                    $this->app_id = Decode::integer($value, $at);
                    break;
                case 'provider':
                    $this->provider = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'account_number':
                    $this->account_number = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'currency':
                    $this->currency = Decode::text($value, $at);
                    break;
                case 'payments':
                    $this->payments = new Total(Decode::record($value, $at), $at);
                    break;
                case 'overpaid':
                    $this->overpaid = new Total(Decode::record($value, $at), $at);
                    break;
                case 'underpaid':
                    $this->underpaid = new Total(Decode::record($value, $at), $at);
                    break;
                case 'approved':
                    $this->approved = new Total(Decode::record($value, $at), $at);
                    break;
                case 'rejected':
                    $this->rejected = new Total(Decode::record($value, $at), $at);
                    break;
                case 'released':
                    $this->released = new Total(Decode::record($value, $at), $at);
                    break;
                case 'credits_spent':
                    $this->credits_spent = Decode::integer($value, $at);
                    break;
            }
        }
    }
}
