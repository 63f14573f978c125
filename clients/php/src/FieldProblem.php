<?php

declare(strict_types=1);

namespace CheckoutVerification;

/** One invalid field of a request. */
final class FieldProblem
{
    /** @param string $path the field, for example `customer.email`; empty for the body itself */
    public function __construct(public readonly string $path, public readonly string $message)
    {
    }
}
