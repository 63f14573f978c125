<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class CheckoutInput extends Model
{
    /**
     * @var 'input'|'payer_phone'|'payer_account_suffix'|string
     * Field of the verify call that this input fills.
     */
    public readonly string $id;

    /** Label to show. */
    public readonly string $label;

    /** Example value. */
    public readonly string $example;

    /** Regular expression that the value must match; null for any value. */
    public readonly ?string $pattern;

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
                case 'label':
                    $this->label = Decode::text($value, $at);
                    break;
                case 'example':
                    $this->example = Decode::text($value, $at);
                    break;
                case 'pattern':
                    $this->pattern = $value === null ? null : Decode::text($value, $at);
                    break;
            }
        }
    }
}
