<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class UserTelegram extends Model
{
    public readonly ?string $name;

    public readonly ?string $username;

    /** @param array<array-key, mixed> $raw */
    public function __construct(array $raw, string $where = '')
    {
        parent::__construct($raw);
        foreach ($raw as $name => $value) {
            $at = $where === '' ? (string) $name : "{$where}.{$name}";
            switch ($name) {
                case 'name':
                    $this->name = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'username':
                    $this->username = $value === null ? null : Decode::text($value, $at);
                    break;
            }
        }
    }
}
