<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Resource;

use CheckoutVerification\ApiProblem;
use CheckoutVerification\Client;
use CheckoutVerification\Model;

/** Every method throws an ApiProblem if the call fails. */
final class Credits
{
    public function __construct(private readonly Client $client)
    {
    }

    /** Read the account's credits. */
    public function get(): Model\Credits
    {
        return $this->client->call(Operations::v1GetCredits());
    }
}
