<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Resource;

use CheckoutVerification\Model;

/** The class of each event type. */
final class EventClasses
{
    /** @var array<string, class-string<\CheckoutVerification\Model>> */
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
}
