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

    /**
     * For queues: PHP's own way loses `code`, which it takes for a number.
     *
     * @return array{string, string}
     */
    public function __serialize(): array
    {
        return [$this->code, $this->getMessage()];
    }

    /** @param array{string, string} $values */
    public function __unserialize(array $values): void
    {
        self::__construct(...$values);
    }
}
