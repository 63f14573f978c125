<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class Notice extends Model
{
    public readonly string $object;

    /** @var 'payment'|'reversal'|'other_money'|'ignored'|'unreadable'|string */
    public readonly string $result;

    /** @var 'telebirr'|'cbe'|'boa'|'dashen'|'awash'|'cbe_birr'|'mpesa'|'wegagen'|'amhara'|'zemen'|'ebirr'|'manual'|'sandbox'|'http'|string|null */
    public readonly ?string $provider;

    public readonly ?int $amount;

    public readonly ?string $currency;

    public readonly ?string $payer_name;

    public readonly ?string $reference;

    public readonly ?\DateTimeImmutable $paid_at;

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
                case 'result':
                    $this->result = Decode::text($value, $at);
                    break;
                case 'provider':
                    $this->provider = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'amount':
                    $this->amount = $value === null ? null : Decode::integer($value, $at);
                    break;
                case 'currency':
                    $this->currency = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'payer_name':
                    $this->payer_name = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'reference':
                    $this->reference = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'paid_at':
                    $this->paid_at = $value === null ? null : Decode::time($value, $at);
                    break;
            }
        }
    }
}
