<?php

declare(strict_types=1);

namespace CheckoutVerification;

/**
 * A failed call: problem details (RFC 9457) from the API, or no usable response.
 *
 * `code` is a code of the API, or one of the client: `unreachable` (no response, or only a part of it),
 * `untrusted` (the server's certificate is not valid), `unexpected` (the response is not from this API, for example a
 * proxy's error page) or `timeout` (`waitForOutcome` gave up).
 */
final class ApiProblem extends \RuntimeException
{
    /** @var string */
    public $code;

    /**
     * @param int $status HTTP status; 0 without a response
     * @param string|null $requestId quote it to support
     * @param list<FieldProblem> $errors the invalid fields; empty for most codes
     * @param int|null $retryAfterSeconds from `Retry-After`
     * @param string|null $type where the code is documented
     */
    public function __construct(
        string $detail,
        string $code,
        public readonly int $status = 0,
        public readonly ?string $requestId = null,
        public readonly array $errors = [],
        public readonly ?int $retryAfterSeconds = null,
        public readonly ?string $type = null,
        ?\Throwable $previous = null,
    ) {
        parent::__construct($detail, 0, $previous);
        $this->code = $code;
    }

    /**
     * For queues. PHP's own way loses `code`, which it takes for a number, and keeps the trace, which can hold secrets.
     *
     * @return array{string, string, int, string|null, list<FieldProblem>, int|null, string|null}
     */
    public function __serialize(): array
    {
        return [
            $this->getMessage(),
            $this->code,
            $this->status,
            $this->requestId,
            $this->errors,
            $this->retryAfterSeconds,
            $this->type,
        ];
    }

    /** @param array{string, string, int, string|null, list<FieldProblem>, int|null, string|null} $values */
    public function __unserialize(array $values): void
    {
        self::__construct(...$values);
    }
}
