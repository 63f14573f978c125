<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class DeadQueue extends Model
{
    /** @var 'verification-dead'|'fan-out-dead'|'delivery-dead'|'delivery-slow-dead'|'recovery-dead'|'follow-up-dead'|'notices-dead'|'notifications-dead'|'stream-dead'|'schedules-dead'|'bus-dead'|string */
    public readonly string $queue;

    public readonly string $object;

    public readonly int $letters;

    public readonly bool $replayable;

    /** @param array<array-key, mixed> $raw */
    public function __construct(array $raw, string $where = '')
    {
        parent::__construct($raw);
        foreach ($raw as $name => $value) {
            $at = $where === '' ? (string) $name : "{$where}.{$name}";
            switch ($name) {
                case 'queue':
                    $this->queue = Decode::text($value, $at);
                    break;
                case 'object':
                    $this->object = Decode::text($value, $at);
                    break;
                case 'letters':
                    $this->letters = Decode::integer($value, $at);
                    break;
                case 'replayable':
                    $this->replayable = Decode::boolean($value, $at);
                    break;
            }
        }
    }
}
