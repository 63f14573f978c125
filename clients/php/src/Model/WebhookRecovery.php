<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class WebhookRecovery extends Model
{
    public readonly string $id;

    public readonly string $object;

    public readonly string $endpoint_id;

    /** @var 'running'|'completed'|'stopped'|string */
    public readonly string $status;

    public readonly \DateTimeImmutable $since;

    public readonly int $recovered;

    public readonly \DateTimeImmutable $created_at;

    public readonly ?\DateTimeImmutable $completed_at;

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
                case 'endpoint_id':
                    $this->endpoint_id = Decode::text($value, $at);
                    break;
                case 'status':
                    $this->status = Decode::text($value, $at);
                    break;
                case 'since':
                    $this->since = Decode::time($value, $at);
                    break;
                case 'recovered':
                    $this->recovered = Decode::integer($value, $at);
                    break;
                case 'created_at':
                    $this->created_at = Decode::time($value, $at);
                    break;
                case 'completed_at':
                    $this->completed_at = $value === null ? null : Decode::time($value, $at);
                    break;
            }
        }
    }
}
