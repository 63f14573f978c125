<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Resource;

use CheckoutVerification\ApiProblem;
use CheckoutVerification\Client;
use CheckoutVerification\Model;

/**
 * Every method throws an ApiProblem if the call fails.
 *
 * @phpstan-import-type WebhookEvent from EventClasses
 */
final class Events
{
    public function __construct(private readonly Client $client)
    {
    }

    /**
     * Read an event.
     *
     * @return WebhookEvent
     */
    public function get(string $id): Model
    {
        return $this->client->call(Operations::v1ReadEvent(), params: ['id' => $id]);
    }

    /**
     * List events of the last 30 days.
     *
     * @param array{limit?: int, cursor?: string, type?: 'checkout.created'|'checkout.partially_paid'|'checkout.verified'|'checkout.review'|'checkout.expired'|'checkout.canceled'|'checkout.rejected'|'checkout.attempt_failed'|'checkout.payment_released'|'credits.low'|'credits.exhausted'|'webhook.disabled'|'books.difference'|'ping'} $query
     */
    public function list(array $query = []): Model\EventList
    {
        return $this->client->call(Operations::v1ListEvents(), query: $query);
    }

    /**
     * Iterates over the items of all pages. Each page is read when the loop reaches it.
     *
     * @param array{limit?: int, cursor?: string, type?: 'checkout.created'|'checkout.partially_paid'|'checkout.verified'|'checkout.review'|'checkout.expired'|'checkout.canceled'|'checkout.rejected'|'checkout.attempt_failed'|'checkout.payment_released'|'credits.low'|'credits.exhausted'|'webhook.disabled'|'books.difference'|'ping'} $query
     *
     * @return \Generator<int, WebhookEvent>
     */
    public function all(array $query = []): \Generator
    {
        return $this->client->all(Operations::v1ListEvents(), query: $query);
    }
}
