<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Resource;

use CheckoutVerification\ApiProblem;
use CheckoutVerification\Client;
use CheckoutVerification\Model;

/** Every method throws an ApiProblem if the call fails. */
final class Webhooks
{
    public function __construct(private readonly Client $client)
    {
    }

    /**
     * Register a webhook endpoint for an app.
     *
     * @param array{app_id: int, url: string, events: list<'*'|'checkout.created'|'checkout.partially_paid'|'checkout.verified'|'checkout.review'|'checkout.expired'|'checkout.canceled'|'checkout.rejected'|'checkout.attempt_failed'|'checkout.payment_released'|'credits.low'|'credits.exhausted'|'webhook.disabled'|'books.difference'|'ping'>, livemode?: bool|null, description?: string|null} $body
     */
    public function create(array $body, ?string $idempotencyKey = null): Model\WebhookEndpointWithSecret
    {
        return $this->client->call(Operations::platformCreateWebhook(), body: $body, idempotencyKey: $idempotencyKey);
    }

    /** Read a webhook endpoint. */
    public function get(string $id): Model\WebhookEndpoint
    {
        return $this->client->call(Operations::platformReadWebhook(), params: ['id' => $id]);
    }

    /**
     * List webhook endpoints, newest first.
     *
     * @param array{limit?: int, cursor?: string, app_id?: int} $query
     */
    public function list(array $query = []): Model\WebhookEndpointList
    {
        return $this->client->call(Operations::platformListWebhooks(), query: $query);
    }

    /**
     * Change a webhook endpoint, disable it, or enable it again.
     *
     * @param array{url?: string, events?: list<'*'|'checkout.created'|'checkout.partially_paid'|'checkout.verified'|'checkout.review'|'checkout.expired'|'checkout.canceled'|'checkout.rejected'|'checkout.attempt_failed'|'checkout.payment_released'|'credits.low'|'credits.exhausted'|'webhook.disabled'|'books.difference'|'ping'>, description?: string|null, status?: 'enabled'|'disabled'} $body
     */
    public function update(string $id, array $body = []): Model\WebhookEndpoint
    {
        return $this->client->call(Operations::platformUpdateWebhook(), params: ['id' => $id], body: $body);
    }

    /** Delete a webhook endpoint and cancel its waiting deliveries. */
    public function delete(string $id): void
    {
        $this->client->call(Operations::platformDeleteWebhook(), params: ['id' => $id]);
    }

    /** Reveal the signing secret; the audit log records it. */
    public function secret(string $id): Model\WebhookSecret
    {
        return $this->client->call(Operations::platformRevealWebhookSecret(), params: ['id' => $id]);
    }

    /**
     * Rotate the signing secret; the old one also signs for a while.
     *
     * @param array{overlap_seconds?: int|null} $body
     */
    public function rotateSecret(string $id, array $body = [], ?string $idempotencyKey = null): Model\WebhookSecret
    {
        return $this->client->call(Operations::platformRotateWebhookSecret(), params: ['id' => $id], body: $body, idempotencyKey: $idempotencyKey);
    }

    /** Send a `ping` to the endpoint, whatever it is subscribed to. */
    public function test(string $id, ?string $idempotencyKey = null): Model\WebhookDelivery
    {
        return $this->client->call(Operations::platformTestWebhook(), params: ['id' => $id], body: [], idempotencyKey: $idempotencyKey);
    }

    /**
     * List the deliveries to an endpoint of the last 90 days, newest first.
     *
     * @param array{limit?: int, cursor?: string, status?: 'pending'|'delivering'|'retrying'|'succeeded'|'failed'|'canceled'|'skipped', event_type?: 'checkout.created'|'checkout.partially_paid'|'checkout.verified'|'checkout.review'|'checkout.expired'|'checkout.canceled'|'checkout.rejected'|'checkout.attempt_failed'|'checkout.payment_released'|'credits.low'|'credits.exhausted'|'webhook.disabled'|'books.difference'|'ping'} $query
     */
    public function deliveries(string $id, array $query = []): Model\LoggedWebhookDeliveryList
    {
        return $this->client->call(Operations::platformListDeliveries(), params: ['id' => $id], query: $query);
    }

    /**
     * Iterates over the items of all pages. Each page is read when the loop reaches it.
     *
     * @param array{limit?: int, cursor?: string, status?: 'pending'|'delivering'|'retrying'|'succeeded'|'failed'|'canceled'|'skipped', event_type?: 'checkout.created'|'checkout.partially_paid'|'checkout.verified'|'checkout.review'|'checkout.expired'|'checkout.canceled'|'checkout.rejected'|'checkout.attempt_failed'|'checkout.payment_released'|'credits.low'|'credits.exhausted'|'webhook.disabled'|'books.difference'|'ping'} $query
     *
     * @return \Generator<int, Model\LoggedWebhookDelivery>
     */
    public function allDeliveries(string $id, array $query = []): \Generator
    {
        return $this->client->all(Operations::platformListDeliveries(), params: ['id' => $id], query: $query);
    }

    /** Retry a delivery now. */
    public function retryDelivery(string $id, string $deliveryId, ?string $idempotencyKey = null): Model\WebhookDelivery
    {
        return $this->client->call(Operations::platformRetryDelivery(), params: ['id' => $id, 'delivery_id' => $deliveryId], body: [], idempotencyKey: $idempotencyKey);
    }
}
