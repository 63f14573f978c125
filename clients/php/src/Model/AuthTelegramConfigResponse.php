<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class AuthTelegramConfigResponse extends Model
{
    public readonly string $client_id;

    public readonly string $issuer;

    public readonly string $nonce;

    /** @param array<array-key, mixed> $raw */
    public function __construct(array $raw, string $where = '')
    {
        parent::__construct($raw);
        foreach ($raw as $name => $value) {
            $at = $where === '' ? (string) $name : "{$where}.{$name}";
            switch ($name) {
                case 'client_id':
                    $this->client_id = Decode::text($value, $at);
                    break;
                case 'issuer':
                    $this->issuer = Decode::text($value, $at);
                    break;
                case 'nonce':
                    $this->nonce = Decode::text($value, $at);
                    break;
            }
        }
    }
}
