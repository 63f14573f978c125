<?php

declare(strict_types=1);

namespace CheckoutVerification;

/**
 * How one operation of the API is called.
 *
 * @template-covariant T of Model|null
 */
final class Operation
{
    /**
     * @param string $path with `{name}` for parameters
     * @param 'none'|'api-key'|'jwt' $auth
     * @param bool $idempotent the service honors `Idempotency-Key`, so that a repeated request has no second effect
     * @param class-string<T>|null $output class of the answer; null for no answer
     * @param list<string> $records fields of the body that are objects, so that `[]` is sent as `{}`
     */
    public function __construct(
        public readonly string $method,
        public readonly string $path,
        public readonly string $auth,
        public readonly bool $idempotent,
        public readonly ?string $output,
        public readonly array $records = [],
    ) {
    }
}
