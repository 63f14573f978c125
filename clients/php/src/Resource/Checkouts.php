<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Resource;

use CheckoutVerification\ApiProblem;
use CheckoutVerification\Client;
use CheckoutVerification\Model;

/** Every method throws an ApiProblem if the call fails. */
final class Checkouts
{
    public function __construct(private readonly Client $client)
    {
    }

    /**
     * Create a checkout.
     *
     * @param array{amount: int, currency?: string|null, client_reference?: string|null, description?: string|null, customer?: array{name?: string|null, phone?: string|null, email?: string|null}|null, payment_methods?: list<string>|null, return_url?: string|null, cancel_url?: string|null, expires_in?: int|null, late_policy?: 'review'|'accept'|null, metadata?: array<string, string>|null, locale?: 'en'|'am'|'om'|'ti'|'so'|null, app_id?: int|null} $body
     */
    public function create(array $body, ?string $idempotencyKey = null): Model\Checkout
    {
        return $this->client->call(Operations::v1CreateCheckout(), body: $body, idempotencyKey: $idempotencyKey);
    }

    /** Read a checkout. */
    public function get(string $id): Model\Checkout
    {
        return $this->client->call(Operations::v1ReadCheckout(), params: ['id' => $id]);
    }

    /**
     * List checkouts, newest first.
     *
     * @param array{limit?: int, cursor?: string, status?: 'open'|'verifying'|'verified'|'review'|'expired'|'canceled'|'rejected', client_reference?: string, created_gte?: \DateTimeInterface|string, created_lt?: \DateTimeInterface|string, app_id?: int} $query
     */
    public function list(array $query = []): Model\CheckoutList
    {
        return $this->client->call(Operations::v1ListCheckouts(), query: $query);
    }

    /**
     * Iterates over the items of all pages. Each page is read when the loop reaches it.
     *
     * @param array{limit?: int, cursor?: string, status?: 'open'|'verifying'|'verified'|'review'|'expired'|'canceled'|'rejected', client_reference?: string, created_gte?: \DateTimeInterface|string, created_lt?: \DateTimeInterface|string, app_id?: int} $query
     *
     * @return \Generator<int, Model\Checkout>
     */
    public function all(array $query = []): \Generator
    {
        return $this->client->all(Operations::v1ListCheckouts(), query: $query);
    }

    /**
     * Change an open checkout.
     *
     * @param array{client_reference?: string|null, description?: string|null, metadata?: array<string, string>} $body
     */
    public function update(string $id, array $body = []): Model\Checkout
    {
        return $this->client->call(Operations::v1UpdateCheckout(), params: ['id' => $id], body: $body);
    }

    /** Cancel an open checkout. */
    public function cancel(string $id, ?string $idempotencyKey = null): Model\Checkout
    {
        return $this->client->call(Operations::v1CancelCheckout(), params: ['id' => $id], body: [], idempotencyKey: $idempotencyKey);
    }

    /**
     * Verify a payment by its reference, receipt link or SMS.
     *
     * @param array{input: string, provider?: 'telebirr'|'cbe'|'boa'|'dashen'|'awash'|'cbe_birr'|'mpesa'|'wegagen'|'amhara'|'zemen'|'ebirr'|'manual'|'sandbox'|'http'|null, payer_phone?: string|null, payer_account_suffix?: string|null} $body
     */
    public function verify(string $id, array $body, ?string $idempotencyKey = null): Model\Verification
    {
        return $this->client->call(Operations::v1VerifyCheckout(), params: ['id' => $id], body: $body, idempotencyKey: $idempotencyKey);
    }

    /**
     * List the attempts of a checkout.
     *
     * @param array{limit?: int, cursor?: string} $query
     */
    public function attempts(string $id, array $query = []): Model\AttemptList
    {
        return $this->client->call(Operations::v1ListAttempts(), params: ['id' => $id], query: $query);
    }

    /**
     * Reads a checkout until it is verified, in review, expired, canceled or rejected.
     *
     * For scripts: a server uses webhooks. `expired` counts as an outcome, although a payment made in time can still
     * be verified for 24 hours.
     *
     * @param float $timeoutSeconds until it throws an ApiProblem with the code `timeout`
     * @param float $intervalSeconds between two reads
     */
    public function waitForOutcome(string $id, float $timeoutSeconds = 600.0, float $intervalSeconds = 2.0): Model\Checkout
    {
        $deadline = microtime(true) + $timeoutSeconds;
        while (true) {
            $checkout = $this->get($id);
            // An unlisted status, such as one of a later API version, is not an outcome.
            if (in_array($checkout->status, ['verified', 'review', 'expired', 'canceled', 'rejected'], true)) {
                return $checkout;
            }
            if (microtime(true) + $intervalSeconds > $deadline) {
                throw new ApiProblem("{$checkout->id} is still {$checkout->status}.", 'timeout');
            }
            $this->client->pause($intervalSeconds);
        }
    }
}
