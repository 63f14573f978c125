<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class CheckoutHistoryDelivery extends Model
{
    public readonly string $id;

    public readonly string $event_id;

    /** @var 'checkout.created'|'checkout.partially_paid'|'checkout.verified'|'checkout.review'|'checkout.expired'|'checkout.canceled'|'checkout.rejected'|'checkout.attempt_failed'|'checkout.payment_released'|'credits.low'|'credits.exhausted'|'webhook.disabled'|'books.difference'|'ping'|string */
    public readonly string $event_type;

    public readonly string $endpoint_id;

    public readonly string $status;

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
                case 'event_id':
                    $this->event_id = Decode::text($value, $at);
                    break;
                case 'event_type':
                    $this->event_type = Decode::text($value, $at);
                    break;
                case 'endpoint_id':
                    $this->endpoint_id = Decode::text($value, $at);
                    break;
                case 'status':
                    $this->status = Decode::text($value, $at);
                    break;
                case 'created_at':
                    $this->created_at = Decode::time($value, $at);
                    break;
            }
        }
    }
}
