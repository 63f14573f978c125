<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class IssueGroupObjectCheckout extends Model
{
    public readonly int $amount;

    public readonly string $currency;

    public readonly ?string $client_reference;

    public readonly ?string $description;

    /** @param array<array-key, mixed> $raw */
    public function __construct(array $raw, string $where = '')
    {
        parent::__construct($raw);
        foreach ($raw as $name => $value) {
            $at = $where === '' ? (string) $name : "{$where}.{$name}";
            switch ($name) {
                case 'amount':
                    $this->amount = Decode::integer($value, $at);
                    break;
                case 'currency':
                    $this->currency = Decode::text($value, $at);
                    break;
                case 'client_reference':
                    $this->client_reference = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'description':
                    $this->description = $value === null ? null : Decode::text($value, $at);
                    break;
            }
        }
    }
}
