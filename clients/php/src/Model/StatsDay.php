<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class StatsDay extends Model
{
    protected const MAPS = ['amounts', 'providers'];

    public readonly string $day;

    public readonly int $created;

    public readonly int $verified;

    public readonly int $review;

    public readonly int $expired;

    public readonly int $canceled;

    public readonly int $rejected;

    public readonly int $failed_attempts;

    public readonly int $verify_seconds_total;

    /** @var array<string, int> */
    public readonly array $amounts;

    /** @var array<string, StatsDayProvider> */
    public readonly array $providers;

    /** @param array<array-key, mixed> $raw */
    public function __construct(array $raw, string $where = '')
    {
        parent::__construct($raw);
        foreach ($raw as $name => $value) {
            $at = $where === '' ? (string) $name : "{$where}.{$name}";
            switch ($name) {
                case 'day':
                    $this->day = Decode::text($value, $at);
                    break;
                case 'created':
                    $this->created = Decode::integer($value, $at);
                    break;
                case 'verified':
                    $this->verified = Decode::integer($value, $at);
                    break;
                case 'review':
                    $this->review = Decode::integer($value, $at);
                    break;
                case 'expired':
                    $this->expired = Decode::integer($value, $at);
                    break;
                case 'canceled':
                    $this->canceled = Decode::integer($value, $at);
                    break;
                case 'rejected':
                    $this->rejected = Decode::integer($value, $at);
                    break;
                case 'failed_attempts':
                    $this->failed_attempts = Decode::integer($value, $at);
                    break;
                case 'verify_seconds_total':
                    $this->verify_seconds_total = Decode::integer($value, $at);
                    break;
                case 'amounts':
                    $this->amounts = Decode::map($value, $at, static fn (mixed $one, string $at): int => Decode::integer($one, $at));
                    break;
                case 'providers':
                    $this->providers = Decode::map($value, $at, static fn (mixed $one, string $at): StatsDayProvider => new StatsDayProvider(Decode::record($one, $at), $at));
                    break;
            }
        }
    }
}
