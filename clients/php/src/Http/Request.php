<?php

declare(strict_types=1);

namespace CheckoutVerification\Http;

/** One request. Its headers contain the credential, so a dump shows none. */
final class Request
{
    /**
     * @param array<string, string> $headers
     * @param float $timeoutSeconds until the whole response must be here; 0 for no limit
     */
    public function __construct(
        public readonly string $method,
        public readonly string $url,
        #[\SensitiveParameter] public readonly array $headers,
        #[\SensitiveParameter] public readonly ?string $body,
        public readonly float $timeoutSeconds,
    ) {
    }

    /** @return array<string, string> */
    public function __debugInfo(): array
    {
        return ['method' => $this->method, 'url' => $this->url];
    }
}
