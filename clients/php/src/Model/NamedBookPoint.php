<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class NamedBookPoint extends Model
{
    public readonly string $object;

    public readonly string $id;

    /** @var 'missing'|'reversed'|'amounts_differ'|'unknown'|string */
    public readonly string $kind;

    public readonly ?string $checkout_id;

    public readonly ?string $reference;

    public readonly ?int $paid_amount;

    public readonly ?string $paid_on;

    public readonly ?int $booked_amount;

    public readonly ?string $booked_on;

    public readonly ?int $line;

    public readonly int $among;

    public readonly ?NamedBookPointSettled $settled;

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
                case 'id':
                    $this->id = Decode::text($value, $at);
                    break;
                case 'kind':
                    $this->kind = Decode::text($value, $at);
                    break;
                case 'checkout_id':
                    $this->checkout_id = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'reference':
                    $this->reference = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'paid_amount':
                    $this->paid_amount = $value === null ? null : Decode::integer($value, $at);
                    break;
                case 'paid_on':
                    $this->paid_on = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'booked_amount':
                    $this->booked_amount = $value === null ? null : Decode::integer($value, $at);
                    break;
                case 'booked_on':
                    $this->booked_on = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'line':
                    $this->line = $value === null ? null : Decode::integer($value, $at);
                    break;
                case 'among':
                    $this->among = Decode::integer($value, $at);
                    break;
                case 'settled':
                    $this->settled = $value === null ? null : new NamedBookPointSettled(Decode::record($value, $at), $at);
                    break;
            }
        }
    }
}
