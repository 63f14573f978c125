<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class WebhookDeliveryWithAttemptsAttempt extends Model
{
    protected const MAPS = ['response_headers'];

    public readonly int $number;

    /** @var 'automatic'|'manual'|string */
    public readonly string $trigger;

    /** @var 'succeeded'|'failed'|string */
    public readonly string $status;

    /** @var 'http_status'|'dns_error'|'connection_refused'|'connection_reset'|'timeout'|'tls_error'|'redirect'|'ssrf_blocked'|string|null */
    public readonly ?string $error_code;

    public readonly ?int $response_status;

    /** @var array<string, string> */
    public readonly array $response_headers;

    public readonly ?string $response_body;

    public readonly bool $truncated;

    public readonly int $duration_ms;

    public readonly ?string $remote_ip;

    public readonly \DateTimeImmutable $started_at;

    /** @param array<array-key, mixed> $raw */
    public function __construct(array $raw, string $where = '')
    {
        parent::__construct($raw);
        foreach ($raw as $name => $value) {
            $at = $where === '' ? (string) $name : "{$where}.{$name}";
            switch ($name) {
                case 'number':
                    $this->number = Decode::integer($value, $at);
                    break;
                case 'trigger':
                    $this->trigger = Decode::text($value, $at);
                    break;
                case 'status':
                    $this->status = Decode::text($value, $at);
                    break;
                case 'error_code':
                    $this->error_code = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'response_status':
                    $this->response_status = $value === null ? null : Decode::integer($value, $at);
                    break;
                case 'response_headers':
                    $this->response_headers = Decode::map($value, $at, static fn (mixed $one, string $at): string => Decode::text($one, $at));
                    break;
                case 'response_body':
                    $this->response_body = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'truncated':
                    $this->truncated = Decode::boolean($value, $at);
                    break;
                case 'duration_ms':
                    $this->duration_ms = Decode::integer($value, $at);
                    break;
                case 'remote_ip':
                    $this->remote_ip = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'started_at':
                    $this->started_at = Decode::time($value, $at);
                    break;
            }
        }
    }
}
