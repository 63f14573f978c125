<?php

declare(strict_types=1);

namespace CheckoutVerification\Http;

/** Sends a request and reads its whole response; never follows a redirect. */
interface Transport
{
    /** @throws TransportError for anything but a whole response of at most `Response::MAX_BYTES` */
    public function send(Request $request): Response;
}
