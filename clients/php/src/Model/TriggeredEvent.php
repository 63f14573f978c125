<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;
use CheckoutVerification\Resource\EventClasses;

/** @phpstan-import-type WebhookEvent from EventClasses */
final class TriggeredEvent extends Model
{
    public readonly string $object;

    /** @var WebhookEvent */
    public readonly Model $event;

    public readonly ?WebhookDelivery $delivery;

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
                case 'event':
                    $this->event = EventClasses::read(Decode::record($value, $at), $at);
                    break;
                case 'delivery':
                    $this->delivery = $value === null ? null : new WebhookDelivery(Decode::record($value, $at), $at);
                    break;
            }
        }
    }
}
