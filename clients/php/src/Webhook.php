<?php

declare(strict_types=1);

namespace CheckoutVerification;

use CheckoutVerification\Resource\EventClasses;

/**
 * Verification of webhooks (Standard Webhooks).
 *
 * @phpstan-import-type WebhookEvent from EventClasses
 */
final class Webhook
{
    /** The minimum of Standard Webhooks. Anyone could sign with an empty key. */
    private const MIN_KEY_BYTES = 24;

    /**
     * Verifies a webhook and returns its event: the class of its type, such as `Model\CheckoutVerifiedEvent`, or
     * `Model\Event` for a type that a later version added.
     *
     * @param string $rawBody the body as received, before any JSON parser: `file_get_contents('php://input')`
     * @param array<array-key, mixed> $headers `getallheaders()`, `$_SERVER`, or lists of values as PSR-7 has them
     * @param string|list<string>|false|null $secrets `whsec_…`; several while you rotate the secret
     * @param float $toleranceSeconds maximum difference between `webhook-timestamp` and the clock
     * @param float|null $now seconds since 1970, by default the clock
     *
     * @return WebhookEvent
     *
     * @throws WebhookSignatureError
     */
    public static function verify(
        string $rawBody,
        array $headers,
        #[\SensitiveParameter] string|array|false|null $secrets,
        float $toleranceSeconds = 300.0,
        ?float $now = null,
    ): Model {
        $id = self::header($headers, 'webhook-id');
        $timestamp = self::header($headers, 'webhook-timestamp');
        $signatures = self::header($headers, 'webhook-signature');
        self::checkTime($timestamp, $now ?? microtime(true), $toleranceSeconds);
        foreach ((array) $secrets ?: [null] as $secret) {
            $expected = hash_hmac('sha256', "{$id}.{$timestamp}.{$rawBody}", self::key($secret), true);
            foreach (explode(' ', $signatures) as $signature) {
                $given = str_starts_with($signature, 'v1,') ? self::fromBase64(substr($signature, 3)) : null;
                if ($given !== null && hash_equals($expected, $given)) {
                    return self::event($rawBody);
                }
            }
        }
        throw new WebhookSignatureError(
            'signature',
            'No signature matches. Check the secret, and that you pass the raw body.',
        );
    }

    private static function checkTime(string $timestamp, float $now, float $tolerance): void
    {
        if (preg_match('/^\d{1,12}$/D', $timestamp) !== 1) {
            throw new WebhookSignatureError('timestamp', 'webhook-timestamp is not a time in Unix seconds.');
        }
        $age = $now - (int) $timestamp;
        if (!(abs($age) <= $tolerance)) {
            $message = sprintf(
                "webhook-timestamp is %.0f s %s this machine's clock; %g s are allowed. Check the clock.",
                abs($age),
                $age > 0 ? 'behind' : 'ahead of',
                $tolerance,
            );
            throw new WebhookSignatureError('timestamp', $message);
        }
    }

    /** @param array<array-key, mixed> $headers */
    private static function header(array $headers, string $name): string
    {
        $found = [];
        foreach ($headers as $key => $value) {
            $found[str_replace('_', '-', strtolower((string) $key))] = $value;
        }
        // In $_SERVER, WEBHOOK_ID is a variable of the environment, and HTTP_WEBHOOK_ID the header.
        $value = $found["http-{$name}"] ?? $found[$name] ?? null;
        $text = is_array($value) ? implode(' ', array_filter($value, 'is_string')) : $value;
        if (is_string($text) && $text !== '') {
            return $text;
        }
        throw new WebhookSignatureError('missing_header', "The header {$name} is missing.");
    }

    private static function key(#[\SensitiveParameter] mixed $secret): string
    {
        $key = is_string($secret) && str_starts_with($secret, 'whsec_') ? self::fromBase64(substr($secret, 6)) : null;
        if ($key === null || strlen($key) < self::MIN_KEY_BYTES) {
            throw new WebhookSignatureError(
                'secret',
                sprintf(
                    'The secret must be whsec_ and base64 of at least %d bytes, without a space or line break.',
                    self::MIN_KEY_BYTES,
                ),
            );
        }
        return $key;
    }

    private static function fromBase64(#[\SensitiveParameter] string $text): ?string
    {
        // `base64_decode` also accepts white space and missing padding, which the clients in other languages refuse.
        if (strlen($text) % 4 !== 0 || preg_match('/^[A-Za-z0-9+\/]*={0,2}$/D', $text) !== 1) {
            return null;
        }
        $bytes = base64_decode($text, true);
        return $bytes === false ? null : $bytes;
    }

    /** @return WebhookEvent */
    private static function event(string $body): Model
    {
        try {
            return EventClasses::read(Decode::body($body));
        } catch (DecodeError $error) {
            throw new WebhookSignatureError(
                'body',
                "The body is signed, but it is not an event: {$error->getMessage()}.",
            );
        }
    }
}
