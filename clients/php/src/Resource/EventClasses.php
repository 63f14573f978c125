<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Resource;

use CheckoutVerification\DecodeError;
use CheckoutVerification\Model;

/**
 * The class of each event type; any other type is an `Event`.
 *
 * @phpstan-type WebhookEvent Model\CheckoutCreatedEvent|Model\CheckoutPartiallyPaidEvent|Model\CheckoutVerifiedEvent|Model\CheckoutReviewEvent|Model\CheckoutExpiredEvent|Model\CheckoutCanceledEvent|Model\CheckoutRejectedEvent|Model\CheckoutAttemptFailedEvent|Model\CheckoutPaymentReleasedEvent|Model\CreditsLowEvent|Model\CreditsExhaustedEvent|Model\WebhookDisabledEvent|Model\BooksDifferenceEvent|Model\PingEvent|Model\Event
 */
final class EventClasses
{
    public const BY_TYPE = [
        'checkout.created' => Model\CheckoutCreatedEvent::class,
        'checkout.partially_paid' => Model\CheckoutPartiallyPaidEvent::class,
        'checkout.verified' => Model\CheckoutVerifiedEvent::class,
        'checkout.review' => Model\CheckoutReviewEvent::class,
        'checkout.expired' => Model\CheckoutExpiredEvent::class,
        'checkout.canceled' => Model\CheckoutCanceledEvent::class,
        'checkout.rejected' => Model\CheckoutRejectedEvent::class,
        'checkout.attempt_failed' => Model\CheckoutAttemptFailedEvent::class,
        'checkout.payment_released' => Model\CheckoutPaymentReleasedEvent::class,
        'credits.low' => Model\CreditsLowEvent::class,
        'credits.exhausted' => Model\CreditsExhaustedEvent::class,
        'webhook.disabled' => Model\WebhookDisabledEvent::class,
        'books.difference' => Model\BooksDifferenceEvent::class,
        'ping' => Model\PingEvent::class,
    ];

    /**
     * Reads an event as the class of its type.
     *
     * @param array<array-key, mixed> $raw
     *
     * @return WebhookEvent
     *
     * @throws DecodeError
     */
    public static function read(array $raw, string $where = ''): Model
    {
        $type = $raw['type'] ?? null;
        $class = is_string($type) ? self::BY_TYPE[$type] ?? Model\Event::class : Model\Event::class;
        return new $class($raw, $where);
    }
}
