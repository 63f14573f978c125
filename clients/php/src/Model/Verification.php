<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class Verification extends Model
{
    /** Always `verification`. */
    public readonly string $object;

    /**
     * @var 'open'|'verifying'|'verified'|'review'|'expired'|'canceled'|'rejected'|string
     * Current status of the checkout.
     * - `open`: The amount, or part of it, has not arrived yet: `amount_due` says how much is missing.
     * - `verifying`: We are looking up a reference at the bank, or will do so again. This can take until 24 hours after `expires_at`.
     * - `verified`: The payment is verified: by the bank's receipt, by a person (`approved_by_hand`) or, up to the app's `notice_limit`, by the bank's message (`evidence` is `notice`). Final.
     * - `review`: A person must decide on the payment; `review.reason` says why.
     * - `expired`: The checkout was not paid in time.
     * - `canceled`: You canceled the checkout. Final.
     * - `rejected`: A person rejected the payments, which were in review or below the amount. Final.
     */
    public readonly string $status;

    /**
     * @var 'pending'|'matched'|'counted'|'not_found'|'not_completed'|'receiver_mismatch'|'currency_mismatch'|'already_used'|'too_old'|'unreadable'|'provider_unavailable'|'insufficient_credits'|'superseded'|string
     * Outcome of the attempt, or `pending`.
     * - `pending`: We are still checking.
     * - `matched`: The receipt matches.
     * - `counted`: The receipt matches and counts toward the amount, but the rest is still due. Sending the same reference again returns the same attempt and counts once.
     * - `not_found`: The bank does not know the reference.
     * - `not_completed`: The payment is incomplete or was reversed.
     * - `receiver_mismatch`: The payment went to another account.
     * - `currency_mismatch`: The payment is in another currency.
     * - `already_used`: The payment belongs to another checkout.
     * - `too_old`: The payment was made before the checkout was created.
     * - `unreadable`: We could not read the bank's receipt.
     * - `provider_unavailable`: The bank did not respond in time.
     * - `insufficient_credits`: The receipt matches, but you had no credits before the grace period ended.
     * - `superseded`: The checkout was verified by another reference, canceled or decided first, or already has its maximum number of payments.
     */
    public readonly string $outcome;

    /** The attempt that this call created or found. */
    public readonly Attempt $attempt;

    /** The checkout in its current state. */
    public readonly Checkout $checkout;

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
                case 'status':
                    $this->status = Decode::text($value, $at);
                    break;
                case 'outcome':
                    $this->outcome = Decode::text($value, $at);
                    break;
                case 'attempt':
                    $this->attempt = new Attempt(Decode::record($value, $at), $at);
                    break;
                case 'checkout':
                    $this->checkout = new Checkout(Decode::record($value, $at), $at);
                    break;
            }
        }
    }
}
