<?php

declare(strict_types=1);

namespace CheckoutVerification;

/** Writes the values of a request. Every method throws an InvalidArgumentException for what cannot be sent. */
final class Encode
{
    /**
     * The path and the query of an operation.
     *
     * @param array<string, string|int> $params
     * @param array<string, mixed> $query
     */
    public static function address(string $path, array $params, array $query): string
    {
        $filled = preg_replace_callback('/\{(\w+)\}/', static function (array $match) use ($params): string {
            $value = (string) ($params[$match[1]] ?? '');
            // An empty or dotted segment would turn the URL into another operation's.
            if (in_array($value, ['', '.', '..'], true)) {
                throw new \InvalidArgumentException("The parameter {$match[1]} is missing.");
            }
            return rawurlencode($value);
        }, $path);
        $parts = [];
        foreach ($query as $name => $value) {
            // A filter that is left out would widen the list.
            if ($value === null) {
                throw new \InvalidArgumentException("The parameter {$name} is null.");
            }
            $written = self::written($value);
            $text = is_bool($written) ? ($written ? 'true' : 'false') : $written;
            $parts[$name] = is_scalar($text) ? (string) $text : '';
        }
        // Without `&`, the separator is a setting of php.ini.
        return $parts === [] ? (string) $filled : "{$filled}?" . http_build_query($parts, '', '&');
    }

    /**
     * @param array<string, mixed> $body
     * @param list<string> $records fields that are objects, also where PHP takes their keys for those of a list
     */
    public static function json(array $body, array $records): string
    {
        foreach ($records as $name) {
            if (is_array($body[$name] ?? null)) {
                $body[$name] = (object) self::written($body[$name]);
            }
        }
        $flags = JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_PRESERVE_ZERO_FRACTION;
        try {
            $json = json_encode($body === [] ? new \stdClass() : self::written($body), $flags);
            // Unescaped, the service takes it for a byte that is not UTF-8.
            return str_replace("\u{fffd}", '\ufffd', $json);
        } catch (\JsonException $error) {
            throw new \InvalidArgumentException("The body cannot be written as JSON: {$error->getMessage()}.");
        }
    }

    /** Times in UTC, as JSON holds them. */
    private static function written(mixed $value): mixed
    {
        if ($value instanceof \DateTimeInterface) {
            $utc = \DateTimeImmutable::createFromInterface($value)->setTimezone(new \DateTimeZone('UTC'));
            return $utc->format('Y-m-d\TH:i:s.v\Z');
        }
        return is_array($value) ? array_map(self::written(...), $value) : $value;
    }
}
