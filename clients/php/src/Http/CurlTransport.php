<?php

declare(strict_types=1);

namespace CheckoutVerification\Http;

/**
 * The curl extension. Proxies for https come from the environment.
 *
 * Each request has its own connection: on a kept one that breaks, curl would repeat a POST by itself.
 */
final class CurlTransport implements Transport
{
    /** Errors of curl that are about the server's certificate, or about the certificates that this machine trusts. */
    private const UNTRUSTED = [
        CURLE_SSL_PEER_CERTIFICATE,
        CURLE_SSL_CACERT,
        CURLE_SSL_CACERT_BADFILE,
        CURLE_SSL_PINNEDPUBKEYNOTMATCH,
    ];

    /** @param array<int, mixed> $options further options of curl, such as `CURLOPT_CAINFO` */
    public function __construct(private readonly array $options = [])
    {
    }

    public function send(#[\SensitiveParameter] Request $request): Response
    {
        $handle = curl_init();
        $headers = [];
        $body = '';
        $isTooLarge = false;
        // Through a proxy of the environment, the key would leave this machine in the clear.
        $isPlain = str_starts_with(strtolower($request->url), 'http:');
        curl_setopt_array($handle, $this->options + ($isPlain ? [CURLOPT_PROXY => ''] : []) + [
            CURLOPT_URL => $request->url,
            CURLOPT_CUSTOMREQUEST => $request->method,
            CURLOPT_HTTPHEADER => self::lines($request->headers),
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_NOSIGNAL => true,
            CURLOPT_TIMEOUT_MS => (int) ceil($request->timeoutSeconds * 1000),
            CURLOPT_HEADERFUNCTION => static function (\CurlHandle $_, string $line) use (&$headers): int {
                if (str_starts_with($line, 'HTTP/')) {
                    $headers = [];
                }
                [$name, $value] = explode(':', $line, 2) + [1 => ''];
                $headers[strtolower(trim($name))] = trim($value);
                return strlen($line);
            },
            CURLOPT_WRITEFUNCTION => static function (\CurlHandle $_, string $chunk) use (&$body, &$isTooLarge): int {
                $isTooLarge = strlen($body) + strlen($chunk) > Response::MAX_BYTES;
                if ($isTooLarge) {
                    return 0;
                }
                $body .= $chunk;
                return strlen($chunk);
            },
        ]);
        if ($request->body !== null) {
            curl_setopt($handle, CURLOPT_POSTFIELDS, $request->body);
        }
        $isDone = curl_exec($handle);
        if ($isDone === false) {
            $kind = $isTooLarge ? 'too_large' : 'unreachable';
            $number = curl_errno($handle);
            throw new TransportError(
                in_array($number, self::UNTRUSTED, true) ? 'untrusted' : $kind,
                curl_strerror($number) ?? "curl error {$number}",
                status: (int) curl_getinfo($handle, CURLINFO_RESPONSE_CODE),
            );
        }
        return new Response((int) curl_getinfo($handle, CURLINFO_RESPONSE_CODE), $headers, $body);
    }

    /** @return array<string, never> */
    public function __debugInfo(): array
    {
        return [];
    }

    /**
     * @param array<string, string> $headers
     *
     * @return list<string>
     */
    private static function lines(array $headers): array
    {
        // Without this line, curl asks before it sends a longer body.
        $lines = ['Expect:'];
        foreach ($headers as $name => $value) {
            $lines[] = "{$name}: {$value}";
        }
        return $lines;
    }
}
