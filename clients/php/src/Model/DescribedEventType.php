<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;
use CheckoutVerification\Resource\EventClasses;

/** @phpstan-import-type WebhookEvent from EventClasses */
final class DescribedEventType extends Model
{
    public readonly string $object;

    /** @var 'checkout.created'|'checkout.partially_paid'|'checkout.verified'|'checkout.review'|'checkout.expired'|'checkout.canceled'|'checkout.rejected'|'checkout.attempt_failed'|'checkout.payment_released'|'credits.low'|'credits.exhausted'|'webhook.disabled'|'books.difference'|'ping'|string */
    public readonly string $type;

    public readonly string $description;

    /** @var WebhookEvent */
    public readonly Model $example;

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
                case 'type':
                    $this->type = Decode::text($value, $at);
                    break;
                case 'description':
                    $this->description = Decode::text($value, $at);
                    break;
                case 'example':
                    $this->example = EventClasses::read(Decode::record($value, $at), $at);
                    break;
            }
        }
    }
}
