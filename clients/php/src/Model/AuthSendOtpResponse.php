<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class AuthSendOtpResponse extends Model
{
    public readonly int $expires_in;

    public readonly int $resend_in;

    /** @param array<array-key, mixed> $raw */
    public function __construct(array $raw, string $where = '')
    {
        parent::__construct($raw);
        foreach ($raw as $name => $value) {
            $at = $where === '' ? (string) $name : "{$where}.{$name}";
            switch ($name) {
                case 'expires_in':
                    $this->expires_in = Decode::integer($value, $at);
                    break;
                case 'resend_in':
                    $this->resend_in = Decode::integer($value, $at);
                    break;
            }
        }
    }
}
