<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class CheckoutNotice extends Model
{
    /** @var 'telebirr'|'cbe'|'boa'|'dashen'|'awash'|'cbe_birr'|'mpesa'|'wegagen'|'amhara'|'zemen'|'ebirr'|'manual'|'sandbox'|'http'|string */
    public readonly string $provider;

    public readonly int $amount;

    public readonly string $currency;

    public readonly ?string $payer_name;

    public readonly ?string $reference;

    public readonly \DateTimeImmutable $at;

    public readonly bool $typed;

    /** @param array<array-key, mixed> $raw */
    public function __construct(array $raw, string $where = '')
    {
        parent::__construct($raw);
        foreach ($raw as $name => $value) {
            $at = $where === '' ? (string) $name : "{$where}.{$name}";
            switch ($name) {
                case 'provider':
                    $this->provider = Decode::text($value, $at);
                    break;
                case 'amount':
                    $this->amount = Decode::integer($value, $at);
                    break;
                case 'currency':
                    $this->currency = Decode::text($value, $at);
                    break;
                case 'payer_name':
                    $this->payer_name = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'reference':
                    $this->reference = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'at':
                    $this->at = Decode::time($value, $at);
                    break;
                case 'typed':
                    $this->typed = Decode::boolean($value, $at);
                    break;
            }
        }
    }
}
