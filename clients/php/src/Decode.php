<?php

declare(strict_types=1);

namespace CheckoutVerification;

/** Reads values of a response. Every method throws a DecodeError for anything else. */
final class Decode
{
    /** Every JSON parser reads whole numbers up to this one exactly. */
    private const LARGEST_INTEGER = 2 ** 53 - 1;

    public static function text(mixed $value, string $at): string
    {
        return is_string($value) ? $value : throw new DecodeError("{$at} is not a text");
    }

    public static function integer(mixed $value, string $at): int
    {
        return is_int($value) ? $value : throw new DecodeError("{$at} is not a whole number");
    }

    public static function number(mixed $value, string $at): float
    {
        return is_int($value) || is_float($value) ? (float) $value : throw new DecodeError("{$at} is not a number");
    }

    public static function boolean(mixed $value, string $at): bool
    {
        return is_bool($value) ? $value : throw new DecodeError("{$at} is not true or false");
    }

    public static function time(mixed $value, string $at): \DateTimeImmutable
    {
        $text = self::text($value, $at);
        if (preg_match('/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/D', $text) !== 1) {
            throw new DecodeError("{$at} is not a time");
        }
        try {
            // PHP reads at most microseconds.
            $time = new \DateTimeImmutable(preg_replace('/(\.\d{6})\d+/', '$1', $text) ?? '');
        } catch (\Exception) {
            throw new DecodeError("{$at} is not a time");
        }
        // PHP makes March 2 of February 30.
        if ($time->format('Y-m-d\TH:i:s') !== substr($text, 0, 19)) {
            throw new DecodeError("{$at} is not a time");
        }
        return $time->setTimezone(new \DateTimeZone('UTC'));
    }

    /**
     * @template T
     *
     * @param callable(mixed, string): T $read
     *
     * @return list<T>
     */
    public static function items(mixed $value, string $at, callable $read): array
    {
        if (!is_array($value) || !array_is_list($value)) {
            throw new DecodeError("{$at} is not a list");
        }
        $items = [];
        foreach ($value as $index => $one) {
            $items[] = $read($one, "{$at}.{$index}");
        }
        return $items;
    }

    /**
     * @template T
     *
     * @param callable(mixed, string): T $read
     *
     * @return array<string, T>
     */
    public static function map(mixed $value, string $at, callable $read): array
    {
        if (!is_array($value)) {
            throw new DecodeError("{$at} is not an object");
        }
        $items = [];
        // The object `{"0": "blue"}` and the list `["blue"]` are the same to json_decode.
        foreach ($value as $name => $one) {
            $items[(string) $name] = $read($one, "{$at}.{$name}");
        }
        return $items;
    }

    /** @return array<array-key, mixed> */
    public static function record(mixed $value, string $at): array
    {
        // `{}` and `[]` are the same to json_decode.
        if (!is_array($value) || ($value !== [] && array_is_list($value))) {
            throw new DecodeError("{$at} is not an object");
        }
        return $value;
    }

    /**
     * Parses a whole body.
     *
     * @return array<array-key, mixed>
     */
    public static function body(string $text): array
    {
        $record = self::record(self::json($text), 'the body');
        return ltrim($text)[0] === '{' ? $record : throw new DecodeError('the body is not an object');
    }

    private static function json(string $text): mixed
    {
        try {
            $value = json_decode($text, true, 128, JSON_THROW_ON_ERROR);
        } catch (\JsonException) {
            throw new DecodeError('the body is not JSON');
        }
        self::checkNumbers($value);
        return $value;
    }

    /** @throws DecodeError for a number that not every client reads exactly */
    private static function checkNumbers(mixed $value): void
    {
        if (is_array($value)) {
            foreach ($value as $one) {
                self::checkNumbers($one);
            }
        } elseif ((is_int($value) || is_float($value)) && abs($value) > self::LARGEST_INTEGER) {
            throw new DecodeError('a number is too large to be exact');
        }
    }
}
