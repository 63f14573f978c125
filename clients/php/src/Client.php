<?php

declare(strict_types=1);

namespace CheckoutVerification;

use CheckoutVerification\Http\CurlTransport;
use CheckoutVerification\Http\Request;
use CheckoutVerification\Http\Response;
use CheckoutVerification\Http\Transport;
use CheckoutVerification\Http\TransportError;
use CheckoutVerification\Model\Event;
use CheckoutVerification\Resource\Checkouts;
use CheckoutVerification\Resource\Credits;
use CheckoutVerification\Resource\EventClasses;
use CheckoutVerification\Resource\Events;
use CheckoutVerification\Resource\Webhooks;

/** A client of the API. Every method throws an ApiProblem if the call fails. */
final class Client
{
    private const FIRST_PAUSE_SECONDS = 0.5;
    private const LONGEST_PAUSE_SECONDS = 8.0;
    /** After a longer `Retry-After` the call fails, and the caller decides. */
    private const LONGEST_RETRY_AFTER_SECONDS = 60;
    private const RETRIED_STATUSES = [429, 500, 502, 503, 504];

    public readonly Checkouts $checkouts;
    public readonly Events $events;
    public readonly Credits $credits;
    public readonly Webhooks $webhooks;
    private readonly string $baseUrl;
    private readonly Transport $transport;
    /**
     * What `serialize`, as queues call it, refuses, and `var_export` does not show.
     *
     * @var \Closure(): array{string|null, mixed, array<string, string>}
     */
    private readonly \Closure $secrets;

    /**
     * @param string $baseUrl the service's address, for example `https://checkout.example`; `http://` only on this machine
     * @param string|null $apiKey `pk_test_…` or `pk_live_…`: a secret of your server, for checkouts, events and credits
     * @param string|(callable(): string)|null $accessToken the access token of a login, for webhook endpoints only
     * @param int $retries how often a call is repeated at most, where repeating is safe
     * @param float $timeoutSeconds time limit of each try; 0 for no limit
     * @param array<string, string> $headers sent with every request
     *
     * @throws \InvalidArgumentException
     */
    public function __construct(
        string $baseUrl,
        #[\SensitiveParameter] ?string $apiKey = null,
        #[\SensitiveParameter] mixed $accessToken = null,
        private readonly int $retries = 3,
        private readonly float $timeoutSeconds = 30.0,
        #[\SensitiveParameter] array $headers = [],
        ?Transport $transport = null,
    ) {
        $this->baseUrl = BaseUrl::checked($baseUrl);
        if ($apiKey !== null) {
            self::checkedCredential('apiKey', $apiKey);
        }
        $this->secrets = static fn (): array => [$apiKey, $accessToken, $headers];
        $this->transport = $transport ?? new CurlTransport();
        $this->checkouts = new Checkouts($this);
        $this->events = new Events($this);
        $this->credits = new Credits($this);
        $this->webhooks = new Webhooks($this);
    }

    /** @return array<string, string> without any credential */
    public function __debugInfo(): array
    {
        return ['baseUrl' => $this->baseUrl];
    }

    /**
     * Calls any operation of `Resource\Operations`.
     *
     * @template T of Model|null
     *
     * @param Operation<T> $operation
     * @param array<string, string|int> $params
     * @param array<string, mixed> $query
     * @param array<string, mixed>|null $body
     *
     * @return T
     *
     * @throws ApiProblem
     */
    public function call(
        Operation $operation,
        array $params = [],
        array $query = [],
        ?array $body = null,
        ?string $idempotencyKey = null,
    ): ?Model {
        if (($query['format'] ?? null) === 'csv') {
            throw new \InvalidArgumentException('CSV is no object: use csv() in place of call().');
        }
        $response = $this->send($operation, $params, $query, $body, $idempotencyKey);
        $class = $operation->output;
        $prefix = "The response with status {$response->status} is not from this API: ";
        if ($class === null) {
            return $response->body === '' ? null : throw self::unexpected($prefix . 'it is not empty.', $response);
        }
        if (!str_contains($response->header('content-type'), 'json')) {
            throw self::unexpected($prefix . 'it is not JSON.', $response);
        }
        try {
            $record = Decode::body($response->body);
            /** @var T&Model $object */
            $object = $class === Event::class ? EventClasses::read($record) : new $class($record);
            return $object;
        } catch (DecodeError $error) {
            throw self::unexpected("{$prefix}{$error->getMessage()}.", $response);
        }
    }

    /**
     * Calls an operation that answers CSV text where `query` has `format` => `csv`. Joins the parts of a long file.
     *
     * @param Operation<Model> $operation
     * @param array<string, string|int> $params
     * @param array<string, mixed> $query
     *
     * @throws ApiProblem
     */
    public function csv(Operation $operation, array $params = [], array $query = []): string
    {
        $csv = '';
        while (true) {
            $response = $this->send($operation, $params, ['format' => 'csv'] + $query, null, null);
            if (!str_starts_with($response->header('content-type'), 'text/csv')) {
                throw self::unexpected('The response is not CSV.', $response);
            }
            // Each part begins with the header row.
            $csv .= $csv === '' ? $response->body : substr($response->body, (int) strpos($response->body, "\n") + 1);
            if (preg_match('/^<[^>?]+\?([^>]+)>; rel="next"$/D', $response->header('link'), $match) !== 1) {
                return $csv;
            }
            parse_str($match[1], $next);
            $cursor = $next['cursor'] ?? null;
            if (!is_string($cursor) || $cursor === ($query['cursor'] ?? null)) {
                throw self::unexpected('The next part would be the same again, so the file would never end.', $response);
            }
            $query['cursor'] = $cursor;
        }
    }

    /**
     * Iterates over the items of all pages of a list.
     *
     * @param Operation<Model> $operation
     * @param array<string, string|int> $params
     * @param array<string, mixed> $query
     *
     * @return \Generator<int, mixed>
     */
    public function all(Operation $operation, array $params = [], array $query = []): \Generator
    {
        do {
            $page = get_object_vars($this->call($operation, $params, $query));
            // Read as a list, it would be an empty one that is complete.
            if (!is_array($page['data'] ?? null) || !is_bool($page['has_more'] ?? null)) {
                $detail = 'The response with status 200 is not from this API: it is not a list.';
                throw new ApiProblem($detail, 'unexpected', 200);
            }
            // Not `yield from`: each page would begin with the key 0 again, and `iterator_to_array` lose the pages before.
            foreach ($page['data'] as $item) {
                yield $item;
            }
            $cursor = $page['has_more'] ? $page['next_cursor'] ?? null : null;
            if ($cursor !== null && $cursor === ($query['cursor'] ?? null)) {
                $detail = 'The next page would be the same again, so the list would never end.';
                throw new ApiProblem($detail, 'unexpected', 200);
            }
            if ($cursor !== null) {
                $query['cursor'] = $cursor;
            }
        } while ($cursor !== null);
    }

    /** @internal */
    public function pause(float $seconds): void
    {
        usleep((int) round($seconds * 1_000_000));
    }

    /**
     * @param Operation<Model|null> $operation
     * @param array<string, string|int> $params
     * @param array<string, mixed> $query
     * @param array<string, mixed>|null $body
     */
    private function send(
        Operation $operation,
        array $params,
        array $query,
        ?array $body,
        ?string $idempotencyKey,
    ): Response {
        $token = $this->token($operation);
        $request = $this->request($operation, $params, $query, $body, $idempotencyKey, $token);
        for ($count = 0;; $count++) {
            try {
                return $this->exchange($request, $token);
            } catch (ApiProblem $problem) {
                $wait = $count < $this->retries ? self::waitBeforeRetry($operation, $problem, $count) : null;
                if ($wait === null) {
                    throw $problem;
                }
                $this->pause($wait);
            }
        }
    }

    private function exchange(
        #[\SensitiveParameter] Request $request,
        #[\SensitiveParameter] ?string $token,
    ): Response {
        try {
            $response = $this->transport->send($request);
            if (self::isCutOff($response)) {
                throw new TransportError('unreachable', 'the response broke off');
            }
        } catch (TransportError $error) {
            [$code, $detail] = match ($error->kind) {
                'too_large' => [
                    'unexpected',
                    "The response with status {$error->status} is not from this API: it is too large.",
                ],
                'untrusted' => [
                    'untrusted',
                    "The server's certificate is not valid, so nothing was sent. Check baseUrl and this machine's "
                        . 'clock and certificates.',
                ],
                default => [
                    'unreachable',
                    "The service cannot be reached ({$error->getMessage()}). Check the connection and try again.",
                ],
            };
            $status = $error->kind === 'too_large' ? $error->status : 0;
            throw new ApiProblem($detail, $code, $status, previous: $error);
        }
        if ($response->status < 200 || $response->status >= 300) {
            throw self::problemOf($response, $token);
        }
        return $response;
    }

    /** Where no length is stated, a broken connection ends a body like any other. */
    private static function isCutOff(Response $response): bool
    {
        $isLengthStated = isset($response->headers['content-length']) || isset($response->headers['transfer-encoding']);
        if ($response->status < 200 || $response->status >= 300 || $response->status === 204 || $isLengthStated) {
            return false;
        }
        $isJson = str_contains($response->header('content-type'), 'json');
        return $response->body === ''
            || ($isJson && json_decode($response->body) === null && json_last_error() !== JSON_ERROR_NONE);
    }

    /**
     * @param Operation<Model|null> $operation
     * @param array<string, string|int> $params
     * @param array<string, mixed> $query
     * @param array<string, mixed>|null $body
     */
    private function request(
        Operation $operation,
        array $params,
        array $query,
        ?array $body,
        ?string $idempotencyKey,
        #[\SensitiveParameter] ?string $token,
    ): Request {
        $headers = ['accept' => 'application/json', 'user-agent' => 'checkout-verification-client-php'];
        $json = null;
        if ($body !== null) {
            $headers['content-type'] = 'application/json';
            $json = Encode::json($body, $operation->records);
        }
        if ($operation->idempotent) {
            $headers['idempotency-key'] = $idempotencyKey ?? self::newKey();
            // Of a header with only spaces, curl sends nothing.
            if (trim($headers['idempotency-key']) === '') {
                throw new \InvalidArgumentException('The idempotency-key is empty, so it would protect nothing.');
            }
        }
        $headers = array_merge($headers, array_change_key_case(($this->secrets)()[2]));
        if ($token !== null) {
            $headers['authorization'] = "Bearer {$token}";
        }
        foreach ($headers as $name => $value) {
            if (preg_match('/^[\x20-\x7e]*$/D', $value) !== 1) {
                throw new \InvalidArgumentException("The header {$name} contains characters that a header cannot have.");
            }
        }
        $url = $this->baseUrl . Encode::address($operation->path, $params, $query);
        return new Request($operation->method, $url, $headers, $json, $this->timeoutSeconds);
    }

    /** @param Operation<Model|null> $operation */
    private function token(Operation $operation): ?string
    {
        if ($operation->auth === 'none') {
            return null;
        }
        $name = $operation->auth === 'api-key' ? 'apiKey' : 'accessToken';
        [$apiKey, $accessToken] = ($this->secrets)();
        $token = $name === 'apiKey' ? $apiKey : $accessToken;
        if (!is_string($token) && is_callable($token)) {
            $token = $token();
        }
        if (!is_string($token) || $token === '') {
            throw new \InvalidArgumentException("This call needs {$name}.");
        }
        return self::checkedCredential($name, $token);
    }

    private static function checkedCredential(string $name, #[\SensitiveParameter] string $text): string
    {
        if (preg_match('/^[\x21-\x7e]+$/D', $text) !== 1) {
            throw new \InvalidArgumentException("{$name} is empty, or has white space or non-ASCII letters.");
        }
        return $text;
    }

    /** A random UUID. */
    private static function newKey(): string
    {
        $bytes = random_bytes(16);
        $bytes[6] = chr(ord($bytes[6]) & 0x0f | 0x40);
        $bytes[8] = chr(ord($bytes[8]) & 0x3f | 0x80);
        return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
    }

    /** Reads an error response, whatever it contains. */
    private static function problemOf(
        #[\SensitiveParameter] Response $response,
        #[\SensitiveParameter] ?string $token,
    ): ApiProblem {
        if ($response->status >= 300 && $response->status < 400) {
            // Following it would hand the request, and maybe the credential, to another server.
            $detail = "The response with status {$response->status} is a redirect, which is not followed. "
                . "Set baseUrl to the service's own address.";
            return self::unexpected($detail, $response);
        }
        try {
            $body = Decode::body($response->body);
        } catch (DecodeError) {
            $body = [];
        }
        $code = $body['code'] ?? null;
        $errors = [];
        foreach (is_array($body['errors'] ?? null) ? $body['errors'] : [] as $one) {
            if (is_array($one)) {
                $errors[] = new FieldProblem(
                    self::plain($one['path'] ?? null) ?? '',
                    self::plain($one['message'] ?? null, $token) ?? '',
                );
            }
        }
        return new ApiProblem(
            self::plain($body['detail'] ?? null, $token) ?? self::plain($body['title'] ?? null, $token)
                ?? "The service responded with status {$response->status}.",
            is_string($code) && preg_match('/^[a-z][a-z0-9_]{0,63}$/D', $code) === 1 ? $code : 'unexpected',
            $response->status,
            self::plain($body['request_id'] ?? null) ?? self::plain($response->headers['x-request-id'] ?? null),
            $errors,
            self::retryAfterSeconds($response),
            self::plain($body['type'] ?? null),
        );
    }

    private static function unexpected(string $detail, #[\SensitiveParameter] Response $response): ApiProblem
    {
        $requestId = self::plain($response->headers['x-request-id'] ?? null);
        return new ApiProblem($detail, 'unexpected', $response->status, $requestId);
    }

    /** Text of a response as one short line without the caller's own secret; null for anything else. */
    private static function plain(mixed $value, #[\SensitiveParameter] ?string $secret = null): ?string
    {
        if (!is_string($value) || $value === '') {
            return null;
        }
        $shown = $secret === null ? $value : str_replace($secret, '***', $value);
        $line = preg_replace('/[\x00-\x1f\x7f]+/', ' ', $shown) ?? '';
        return preg_match('/^.{0,1000}/us', $line, $match) === 1 ? $match[0] : null;
    }

    /** Seconds from `Retry-After`, which holds seconds or an HTTP date; null without a usable one. */
    private static function retryAfterSeconds(Response $response): ?int
    {
        $text = $response->header('retry-after');
        if (preg_match('/^\d{1,15}$/D', $text) === 1) {
            return (int) $text;
        }
        // `strtotime` alone also reads "-5" and "tomorrow".
        $until = preg_match('/^[A-Z][a-z]+,? .* GMT$/D', $text) === 1 ? strtotime($text) : false;
        // The service's own clock, because this machine's can be off.
        $now = strtotime($response->header('date'));
        $seconds = $until === false ? -1 : $until - ($now === false ? time() : $now);
        return $seconds >= 0 ? $seconds : null;
    }

    /**
     * Seconds to wait; null to fail at once.
     *
     * @param Operation<Model|null> $operation
     */
    private static function waitBeforeRetry(Operation $operation, ApiProblem $problem, int $count): ?float
    {
        $isSafe = $operation->method !== 'POST' || $operation->idempotent || $problem->status === 429;
        $isPassing = in_array($problem->code, ['unreachable', 'idempotency_in_progress'], true)
            || in_array($problem->status, self::RETRIED_STATUSES, true);
        if (!$isSafe || !$isPassing) {
            return null;
        }
        $asked = $problem->retryAfterSeconds;
        if ($asked !== null) {
            return $asked <= self::LONGEST_RETRY_AFTER_SECONDS ? (float) $asked : null;
        }
        $pause = min(self::LONGEST_PAUSE_SECONDS, self::FIRST_PAUSE_SECONDS * 2 ** $count);
        return $pause * (0.75 + mt_rand() / mt_getrandmax() / 2);
    }
}
