<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class CheckoutReview extends Model
{
    /**
     * Why a person must decide.
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
    public readonly string $reason;

    /** Who decided; null before the decision. */
    public readonly ?string $decided_by;

    /** When they decided; null before the decision. */
    public readonly ?\DateTimeImmutable $decided_at;

    /** The reason they gave. */
    public readonly ?string $note;

    /** @param array<array-key, mixed> $raw */
    public function __construct(array $raw, string $where = '')
    {
        parent::__construct($raw);
        foreach ($raw as $name => $value) {
            $at = $where === '' ? (string) $name : "{$where}.{$name}";
            switch ($name) {
                case 'reason':
                    $this->reason = Decode::text($value, $at);
                    break;
                case 'decided_by':
                    $this->decided_by = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'decided_at':
                    $this->decided_at = $value === null ? null : Decode::time($value, $at);
                    break;
                case 'note':
                    $this->note = $value === null ? null : Decode::text($value, $at);
                    break;
            }
        }
    }
}
