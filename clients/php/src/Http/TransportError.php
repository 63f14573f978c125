<?php

declare(strict_types=1);

namespace CheckoutVerification\Http;

/** No response, only a part of it, or too much. */
final class TransportError extends \RuntimeException
{
    /**
     * @param 'unreachable'|'untrusted'|'too_large' $kind `untrusted`: the server's certificate is not valid
     * @param int $status HTTP status of a response that is too large
     */
    public function __construct(
        public readonly string $kind,
        string $reason,
        ?\Throwable $previous = null,
        public readonly int $status = 0,
    ) {
        parent::__construct($reason, 0, $previous);
    }
}
