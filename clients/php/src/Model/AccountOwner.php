<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class AccountOwner extends Model
{
    public readonly string $id;

    public readonly ?string $name;

    public readonly ?string $phone;

    public readonly ?string $telegram_username;

    /** @param array<array-key, mixed> $raw */
    public function __construct(array $raw, string $where = '')
    {
        parent::__construct($raw);
        foreach ($raw as $name => $value) {
            $at = $where === '' ? (string) $name : "{$where}.{$name}";
            switch ($name) {
                case 'id':
                    $this->id = Decode::text($value, $at);
                    break;
                case 'name':
                    $this->name = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'phone':
                    $this->phone = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'telegram_username':
                    $this->telegram_username = $value === null ? null : Decode::text($value, $at);
                    break;
            }
        }
    }
}
