<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class WebhookEndpointHealth extends Model
{
    /** @var 'healthy'|'failing'|'slow'|string */
    public readonly string $state;

    public readonly int $failures_in_a_row;

    public readonly ?\DateTimeImmutable $failing_since;

    public readonly ?\DateTimeImmutable $last_success_at;

    /** @param array<array-key, mixed> $raw */
    public function __construct(array $raw, string $where = '')
    {
        parent::__construct($raw);
        foreach ($raw as $name => $value) {
            $at = $where === '' ? (string) $name : "{$where}.{$name}";
            switch ($name) {
                case 'state':
                    $this->state = Decode::text($value, $at);
                    break;
                case 'failures_in_a_row':
                    $this->failures_in_a_row = Decode::integer($value, $at);
                    break;
                case 'failing_since':
                    $this->failing_since = $value === null ? null : Decode::time($value, $at);
                    break;
                case 'last_success_at':
                    $this->last_success_at = $value === null ? null : Decode::time($value, $at);
                    break;
            }
        }
    }
}
