<?php

declare(strict_types=1);

namespace CheckoutVerification;

/**
 * The webhook is not trustworthy. Respond with 400 and do nothing else.
 *
 * `code` is `missing_header`, `timestamp`, `signature`, `body` (not an event) or `secret` (not the `whsec_…` of
 * an endpoint).
 */
final class WebhookSignatureError extends \RuntimeException
{
    /** @var string */
    public $code;

    public function __construct(string $code, string $message)
    {
        parent::__construct($message);
        $this->code = $code;
    }
}
