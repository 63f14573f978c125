<?php

declare(strict_types=1);

namespace CheckoutVerification;

/** The address of the service. */
final class BaseUrl
{
    /** Hosts of this machine: over plain http to any other, the credential could be read on the way. */
    private const LOOPBACK = '/^(localhost|127(\.\d{1,3}){3}|\[::1\])$/D';

    /**
     * Returns the address without a slash at its end.
     *
     * @throws \InvalidArgumentException
     */
    public static function checked(string $text): string
    {
        $parts = parse_url($text);
        $scheme = is_array($parts) ? strtolower($parts['scheme'] ?? '') : '';
        if (
            !is_array($parts) || !in_array($scheme, ['http', 'https'], true)
            || ($parts['host'] ?? '') === '' || preg_match('/\s/', $text) === 1
            || isset($parts['query']) || isset($parts['fragment'])
        ) {
            throw new \InvalidArgumentException('baseUrl must be an address such as https://checkout.example.');
        }
        if (isset($parts['user']) || isset($parts['pass'])) {
            throw new \InvalidArgumentException('baseUrl must not contain a user name or password.');
        }
        if ($scheme === 'http' && preg_match(self::LOOPBACK, strtolower($parts['host'])) !== 1) {
            throw new \InvalidArgumentException(
                'baseUrl must begin with https://. Only a service on this machine can use http://.',
            );
        }
        return rtrim($text, '/');
    }
}
