<?php

declare(strict_types=1);

namespace CheckoutVerification;

/** A response is not what the API promises. The message names the place, but not the value. */
final class DecodeError extends \UnexpectedValueException
{
}
