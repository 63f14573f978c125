<?php

declare(strict_types=1);

namespace CheckoutVerification\Http;

use Psr\Http\Client\ClientExceptionInterface;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestFactoryInterface;
use Psr\Http\Message\StreamFactoryInterface;

/** A PSR-18 client of your own. Set its time limit yourself: PSR-18 has none. */
final class Psr18Transport implements Transport
{
    private const CHUNK = 65_536;

    public function __construct(
        private readonly ClientInterface $client,
        private readonly RequestFactoryInterface $requests,
        private readonly StreamFactoryInterface $streams,
    ) {
    }

    public function send(#[\SensitiveParameter] Request $request): Response
    {
        $message = $this->requests->createRequest($request->method, $request->url);
        foreach ($request->headers as $name => $value) {
            $message = $message->withHeader($name, $value);
        }
        if ($request->body !== null) {
            $message = $message->withBody($this->streams->createStream($request->body));
        }
        try {
            $response = $this->client->sendRequest($message);
            $stream = $response->getBody();
            // A middleware that logs responses has read it.
            if ($stream->isSeekable()) {
                $stream->rewind();
            }
            $body = '';
            while (!$stream->eof()) {
                $chunk = $stream->read(self::CHUNK);
                // A connection that timed out ends neither in an error nor in the end of the stream.
                if ($chunk === '' && !$stream->eof()) {
                    throw new TransportError('unreachable', 'the response broke off');
                }
                $body .= $chunk;
                if (strlen($body) > Response::MAX_BYTES) {
                    $status = $response->getStatusCode();
                    throw new TransportError('too_large', 'the response is too large', status: $status);
                }
            }
        } catch (TransportError $error) {
            throw $error;
        } catch (ClientExceptionInterface | \RuntimeException $error) {
            // The message of another library can contain anything, so it is only looked at.
            $isUntrusted = preg_match('/certificate|self.signed/i', $error->getMessage()) === 1;
            throw new TransportError($isUntrusted ? 'untrusted' : 'unreachable', $error::class, $error);
        }
        $headers = [];
        foreach ($response->getHeaders() as $name => $values) {
            $headers[strtolower((string) $name)] = implode(', ', $values);
        }
        return new Response($response->getStatusCode(), $headers, $body);
    }
}
