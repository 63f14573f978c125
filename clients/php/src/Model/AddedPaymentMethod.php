<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class AddedPaymentMethod extends Model
{
    public readonly string $id;

    /** @var 'telebirr'|'cbe'|'boa'|'dashen'|'awash'|'cbe_birr'|'mpesa'|'wegagen'|'amhara'|'zemen'|'ebirr'|'manual'|'sandbox'|'http'|string */
    public readonly string $provider;

    public readonly string $account_name;

    public readonly string $account_number;

    public readonly ?string $label;

    public readonly ?string $instructions;

    /** @var list<CheckoutInput> */
    public readonly array $inputs;

    public readonly string $object;

    public readonly int $app_id;

    public readonly bool $enabled;

    public readonly int $position;

    public readonly \DateTimeImmutable $created_at;

    public readonly ?string $warning;

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
                case 'object':
                    $this->object = Decode::text($value, $at);
                    break;
                case 'app_id':
                    $this->app_id = Decode::integer($value, $at);
                    break;
                case 'enabled':
                    $this->enabled = Decode::boolean($value, $at);
                    break;
                case 'position':
                    $this->position = Decode::integer($value, $at);
                    break;
                case 'created_at':
                    $this->created_at = Decode::time($value, $at);
                    break;
                case 'warning':
                    $this->warning = $value === null ? null : Decode::text($value, $at);
                    break;
            }
        }
    }
}
