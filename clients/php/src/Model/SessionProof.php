<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class SessionProof extends Model
{
    public readonly string $object;

    public readonly \DateTimeImmutable $proven_at;

    public readonly \DateTimeImmutable $expires_at;

    /** @param array<array-key, mixed> $raw */
    public function __construct(array $raw, string $where = '')
    {
        parent::__construct($raw);
        foreach ($raw as $name => $value) {
            $at = $where === '' ? (string) $name : "{$where}.{$name}";
            switch ($name) {
                case 'object':
                    $this->object = Decode::text($value, $at);
                    break;
                case 'proven_at':
                    $this->proven_at = Decode::time($value, $at);
                    break;
                case 'expires_at':
                    $this->expires_at = Decode::time($value, $at);
                    break;
            }
        }
    }
}
