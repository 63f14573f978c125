<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class OperationsRelease extends Model
{
    /** @var 'running'|'succeeded'|'withdrawing'|'withdrawn'|'failed'|'unknown'|string */
    public readonly string $state;

    public readonly int $percent;

    public readonly \DateTimeImmutable $started_at;

    public readonly ?\DateTimeImmutable $ended_at;

    /** @var list<string> */
    public readonly array $alarms;

    /** @var list<OperationsReleaseFunction> */
    public readonly array $functions;

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
                case 'percent':
                    $this->percent = Decode::integer($value, $at);
                    break;
                case 'started_at':
                    $this->started_at = Decode::time($value, $at);
                    break;
                case 'ended_at':
                    $this->ended_at = $value === null ? null : Decode::time($value, $at);
                    break;
                case 'alarms':
                    $this->alarms = Decode::items($value, $at, static fn (mixed $one, string $at): string => Decode::text($one, $at));
                    break;
                case 'functions':
                    $this->functions = Decode::items($value, $at, static fn (mixed $one, string $at): OperationsReleaseFunction => new OperationsReleaseFunction(Decode::record($one, $at), $at));
                    break;
            }
        }
    }
}
