<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class LoggedWebhookDelivery extends Model
{
    public readonly string $id;

    public readonly string $object;

    public readonly bool $livemode;

    public readonly string $endpoint_id;

    public readonly string $event_id;

    public readonly string $event_type;

    /** @var 'pending'|'delivering'|'retrying'|'succeeded'|'failed'|'canceled'|'skipped'|string */
    public readonly string $status;

    public readonly int $attempts_count;

    public readonly ?\DateTimeImmutable $next_attempt_at;

    public readonly ?int $last_status_code;

    /** @var 'http_status'|'dns_error'|'connection_refused'|'connection_reset'|'timeout'|'tls_error'|'redirect'|'ssrf_blocked'|string|null */
    public readonly ?string $last_error_code;

    public readonly \DateTimeImmutable $created_at;

    public readonly ?\DateTimeImmutable $completed_at;

    /** @var 'automatic'|'manual'|string */
    public readonly string $trigger;

    public readonly ?LoggedWebhookDeliveryCheckout $checkout;

    public readonly ?int $last_duration_ms;

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
                case 'livemode':
                    $this->livemode = Decode::boolean($value, $at);
                    break;
                case 'endpoint_id':
                    $this->endpoint_id = Decode::text($value, $at);
                    break;
                case 'event_id':
                    $this->event_id = Decode::text($value, $at);
                    break;
                case 'event_type':
                    $this->event_type = Decode::text($value, $at);
                    break;
                case 'status':
                    $this->status = Decode::text($value, $at);
                    break;
                case 'attempts_count':
                    $this->attempts_count = Decode::integer($value, $at);
                    break;
                case 'next_attempt_at':
                    $this->next_attempt_at = $value === null ? null : Decode::time($value, $at);
                    break;
                case 'last_status_code':
                    $this->last_status_code = $value === null ? null : Decode::integer($value, $at);
                    break;
                case 'last_error_code':
                    $this->last_error_code = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'created_at':
                    $this->created_at = Decode::time($value, $at);
                    break;
                case 'completed_at':
                    $this->completed_at = $value === null ? null : Decode::time($value, $at);
                    break;
                case 'trigger':
                    $this->trigger = Decode::text($value, $at);
                    break;
                case 'checkout':
                    $this->checkout = $value === null ? null : new LoggedWebhookDeliveryCheckout(Decode::record($value, $at), $at);
                    break;
                case 'last_duration_ms':
                    $this->last_duration_ms = $value === null ? null : Decode::integer($value, $at);
                    break;
            }
        }
    }
}
