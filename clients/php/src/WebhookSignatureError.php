<?php

declare(strict_types=1);

namespace CheckoutVerification;

/**
 * The webhook is not trustworthy. Respond with 400, or 500 for `secret`, and do nothing else.
 *
 * `code` is `missing_header`, `timestamp`, `signature`, `body` (not an event) or `secret` (none, or not the `whsec_…` of
 * an endpoint: your settings are wrong).
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
