<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class ExplainedAttempt extends Model
{
    protected const MAPS = ['evidence'];

    /** Identifier of the attempt. */
    public readonly string $id;

    /** Always `attempt`. */
    public readonly string $object;

    /**
     * @var 'pending'|'matched'|'counted'|'not_found'|'not_completed'|'receiver_mismatch'|'currency_mismatch'|'already_used'|'too_old'|'unreadable'|'provider_unavailable'|'insufficient_credits'|'superseded'|string
     * Outcome; `pending` until it is final.
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

    /**
     * @var 'provider'|'credits'|'receipt'|string|null
     * Why the attempt is pending; null while we check, while a person decides, and once the outcome is final.
     * - `provider`: The bank does not respond, or we cannot read its receipt yet.
     * - `credits`: The receipt matches, but you have no credits left.
     * - `receipt`: The bank does not know the reference yet.
     */
    public readonly ?string $waiting_for;

    /**
     * @var 'telebirr'|'cbe'|'boa'|'dashen'|'awash'|'cbe_birr'|'mpesa'|'wegagen'|'amhara'|'zemen'|'ebirr'|'manual'|'sandbox'|'http'|string
     * Bank or wallet that we asked.
     */
    public readonly string $provider;

    /** The reference that the customer entered. */
    public readonly string $reference;

    /** Amount and currency that the checkout asks for. */
    public readonly AttemptExpected $expected;

    /** Payment on the receipt; null until we know that the money went to you. */
    public readonly ?AttemptFound $found;

    /** When the customer entered the reference. */
    public readonly \DateTimeImmutable $created_at;

    /** When the outcome became final; null before. */
    public readonly ?\DateTimeImmutable $settled_at;

    /** @var array<string, mixed>|null */
    public readonly ?array $evidence;

    public readonly int $tries;

    public readonly ?\DateTimeImmutable $next_at;

    /** @param array<array-key, mixed> $raw */
    public function __construct(array $raw, string $where = '')
    {
        parent::__construct($raw);
        foreach ($raw as $name => $value) {
            $at = $where === '' ? (string) $name : "{$where}.{$name}";
            switch ($name) {
                case 'id':
                    $this->id = Decode::text($value, $at);
                    break;
                case 'object':
                    $this->object = Decode::text($value, $at);
                    break;
                case 'outcome':
                    $this->outcome = Decode::text($value, $at);
                    break;
                case 'waiting_for':
                    $this->waiting_for = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'provider':
                    $this->provider = Decode::text($value, $at);
                    break;
                case 'reference':
                    $this->reference = Decode::text($value, $at);
                    break;
                case 'expected':
                    $this->expected = new AttemptExpected(Decode::record($value, $at), $at);
                    break;
                case 'found':
                    $this->found = $value === null ? null : new AttemptFound(Decode::record($value, $at), $at);
                    break;
                case 'created_at':
                    $this->created_at = Decode::time($value, $at);
                    break;
                case 'settled_at':
                    $this->settled_at = $value === null ? null : Decode::time($value, $at);
                    break;
                case 'evidence':
                    $this->evidence = $value === null ? null : Decode::map($value, $at, static fn (mixed $one, string $at): mixed => $one);
                    break;
                case 'tries':
                    $this->tries = Decode::integer($value, $at);
                    break;
                case 'next_at':
                    $this->next_at = $value === null ? null : Decode::time($value, $at);
                    break;
            }
        }
    }
}
