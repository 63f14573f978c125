<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class LoginSession extends Model
{
    public readonly string $access_token;

    public readonly string $token_type;

    public readonly int $expires_in;

    public readonly User $user;

    /** @param array<array-key, mixed> $raw */
    public function __construct(array $raw, string $where = '')
    {
        parent::__construct($raw);
        foreach ($raw as $name => $value) {
            $at = $where === '' ? (string) $name : "{$where}.{$name}";
            switch ($name) {
                case 'access_token':
                    $this->access_token = Decode::text($value, $at);
                    break;
                case 'token_type':
                    $this->token_type = Decode::text($value, $at);
                    break;
                case 'expires_in':
                    $this->expires_in = Decode::integer($value, $at);
                    break;
                case 'user':
                    $this->user = new User(Decode::record($value, $at), $at);
                    break;
            }
        }
    }
}
