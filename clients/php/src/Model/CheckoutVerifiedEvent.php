<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class CheckoutVerifiedEvent extends Model
{
    /** Identifier of the event, also in the header `webhook-id`. Two deliveries with the same id carry the same event. */
    public readonly string $id;

    /** Always `event`. */
    public readonly string $object;

    /** What happened, e.g. `checkout.verified`. */
    public readonly string $type;

    /** When the event happened. */
    public readonly \DateTimeImmutable $created_at;

    /** False in test mode. */
    public readonly bool $livemode;

    /** The app of the event; null for events about the account's credits. */
    public readonly ?int $app_id;

    /** The checkout's `sequence` after the event: ignore an event with a lower value than you have seen for that checkout. 0 for events without a checkout. */
    public readonly int $sequence;

    /** The object of the event. */
    public readonly CheckoutEventData $data;

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
                case 'type':
                    $this->type = Decode::text($value, $at);
                    break;
                case 'created_at':
                    $this->created_at = Decode::time($value, $at);
                    break;
                case 'livemode':
                    $this->livemode = Decode::boolean($value, $at);
                    break;
                case 'app_id':
                    $this->app_id = $value === null ? null : Decode::integer($value, $at);
                    break;
                case 'sequence':
                    $this->sequence = Decode::integer($value, $at);
                    break;
                case 'data':
                    $this->data = new CheckoutEventData(Decode::record($value, $at), $at);
                    break;
            }
        }
    }
}
