<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class CheckoutPaymentMethod extends Model
{
    /** Identifier of the payment method. */
    public readonly string $id;

    /**
     * @var 'telebirr'|'cbe'|'boa'|'dashen'|'awash'|'cbe_birr'|'mpesa'|'wegagen'|'amhara'|'zemen'|'ebirr'|'manual'|'sandbox'|'http'|string
     * Bank or wallet.
     */
    public readonly string $provider;

    /** Account holder. */
    public readonly string $account_name;

    /** Account or phone number to pay into. */
    public readonly string $account_number;

    /** The app's own name for the account. */
    public readonly ?string $label;

    /** Instructions for the customer. */
    public readonly ?string $instructions;

    /**
     * @var list<CheckoutInput>
     * What the customer enters after paying.
     */
    public readonly array $inputs;

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
                case 'provider':
                    $this->provider = Decode::text($value, $at);
                    break;
                case 'account_name':
                    $this->account_name = Decode::text($value, $at);
                    break;
                case 'account_number':
                    $this->account_number = Decode::text($value, $at);
                    break;
                case 'label':
                    $this->label = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'instructions':
                    $this->instructions = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'inputs':
                    $this->inputs = Decode::items($value, $at, static fn (mixed $one, string $at): CheckoutInput => new CheckoutInput(Decode::record($one, $at), $at));
                    break;
            }
        }
    }
}
