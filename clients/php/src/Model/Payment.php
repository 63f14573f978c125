<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class Payment extends Model
{
    /** Always `payment`. */
    public readonly string $object;

    /**
     * @var 'telebirr'|'cbe'|'boa'|'dashen'|'awash'|'cbe_birr'|'mpesa'|'wegagen'|'amhara'|'zemen'|'ebirr'|'manual'|'sandbox'|'http'|string
     * Bank or wallet that the payment was found at.
     */
    public readonly string $provider;

    /** The bank's reference for the payment. */
    public readonly string $reference;

    /** Amount of the payment, in minor units (santim for ETB: 150000 is 1,500.00 birr); null without a receipt, and while its receiver is not confirmed. */
    public readonly ?int $amount;

    /** Currency code (ISO 4217). */
    public readonly string $currency;

    /** The payer's name, masked; null if the receipt does not show it. */
    public readonly ?string $payer_name;

    /** When the payment was made, according to the bank. */
    public readonly ?\DateTimeImmutable $paid_at;

    /**
     * @var 'counted'|'doubtful'|string
     * `counted`: part of `amount_received`. `doubtful`: a person must decide, or decided not to count it.
     */
    public readonly string $state;

    /**
     * Why a person must decide about the payment; null if it is counted.
     * - `possible_duplicate`: Another payment of the same amount to the same account arrived minutes before or after, or on the same day, if nobody could read one of the receipts: both may be the same transfer.
     * - `notice_contradicted`: The bank's message on the merchant's phone shows a different amount or receiver than the receipt, or says that the payment was reversed.
     * - `receiver_unconfirmed`: The receipt masks the receiver too much to confirm that it is you.
     * - `time_unconfirmed`: The receipt shows only a date, so the payment may be older than the checkout.
     * - `paid_late`: The customer paid after `expires_at`.
     * - `provider_unavailable`: The bank did not respond before the grace period ended.
     * - `unreadable`: We could not read the bank's receipt reliably.
     * - `insufficient_credits`: The receipt matches, but you had no credits before the grace period ended.
     * - `partially_paid`: Part of the amount has arrived, but the rest did not arrive before `expires_at`, or five payments have not reached the amount.
     * - `manual`: Only a person can check this payment method.
     */
    public readonly ?string $reason;

    /**
     * @var 'receipt'|'notice'|string|null
     * What proves the payment: `receipt` is the bank's receipt; `notice` is the bank's message on the merchant's paired phone, while the receipt is not available yet; null if only the reference is known.
     */
    public readonly ?string $evidence;

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
                case 'provider':
                    $this->provider = Decode::text($value, $at);
                    break;
                case 'reference':
                    $this->reference = Decode::text($value, $at);
                    break;
                case 'amount':
                    $this->amount = $value === null ? null : Decode::integer($value, $at);
                    break;
                case 'currency':
                    $this->currency = Decode::text($value, $at);
                    break;
                case 'payer_name':
                    $this->payer_name = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'paid_at':
                    $this->paid_at = $value === null ? null : Decode::time($value, $at);
                    break;
                case 'state':
                    $this->state = Decode::text($value, $at);
                    break;
                case 'reason':
                    $this->reason = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'evidence':
                    $this->evidence = $value === null ? null : Decode::text($value, $at);
                    break;
            }
        }
    }
}
