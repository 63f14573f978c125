<?php

declare(strict_types=1);

namespace CheckoutVerification\Http;

/** One response of any status. */
final class Response
{
    /** No response of the API is larger (the limit of AWS Lambda). More is refused unread. */
    public const MAX_BYTES = 6_291_456;

    /** @param array<string, string> $headers by name in lower case */
    public function __construct(
        public readonly int $status,
        public readonly array $headers,
        public readonly string $body,
    ) {
    }

    public function header(string $name): string
    {
        return $this->headers[$name] ?? '';
    }
}
