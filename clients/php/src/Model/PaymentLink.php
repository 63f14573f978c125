<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class PaymentLink extends Model
{
    public readonly string $id;

    public readonly string $object;

    public readonly int $app_id;

    public readonly bool $livemode;

    public readonly string $url;

    public readonly string $card_url;

    public readonly ?int $amount;

    public readonly string $currency;

    public readonly ?string $description;

    public readonly bool $active;

    public readonly int $checkouts_count;

    public readonly int $verified_count;

    public readonly \DateTimeImmutable $created_at;

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
                case 'object':
                    $this->object = Decode::text($value, $at);
                    break;
                case 'app_id':
                    $this->app_id = Decode::integer($value, $at);
                    break;
                case 'livemode':
                    $this->livemode = Decode::boolean($value, $at);
                    break;
                case 'url':
                    $this->url = Decode::text($value, $at);
                    break;
                case 'card_url':
                    $this->card_url = Decode::text($value, $at);
                    break;
                case 'amount':
                    $this->amount = $value === null ? null : Decode::integer($value, $at);
                    break;
                case 'currency':
                    $this->currency = Decode::text($value, $at);
                    break;
                case 'description':
                    $this->description = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'active':
                    $this->active = Decode::boolean($value, $at);
                    break;
                case 'checkouts_count':
                    $this->checkouts_count = Decode::integer($value, $at);
                    break;
                case 'verified_count':
                    $this->verified_count = Decode::integer($value, $at);
                    break;
                case 'created_at':
                    $this->created_at = Decode::time($value, $at);
                    break;
            }
        }
    }
}
