<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class CheckoutCustomer extends Model
{
    /** The customer's name. */
    public readonly ?string $name;

    /** The customer's phone number. */
    public readonly ?string $phone;

    /** The customer's email address. */
    public readonly ?string $email;

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
                case 'phone':
                    $this->phone = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'email':
                    $this->email = $value === null ? null : Decode::text($value, $at);
                    break;
            }
        }
    }
}
