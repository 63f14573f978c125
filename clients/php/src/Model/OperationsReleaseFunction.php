<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class OperationsReleaseFunction extends Model
{
    public readonly string $name;

    public readonly ?string $from;

    public readonly ?string $to;

    /** @var 'running'|'succeeded'|'withdrawing'|'withdrawn'|'failed'|string */
    public readonly string $state;

    /** @param array<array-key, mixed> $raw */
    public function __construct(array $raw, string $where = '')
    {
        parent::__construct($raw);
        foreach ($raw as $name => $value) {
            $at = $where === '' ? (string) $name : "{$where}.{$name}";
            switch ($name) {
                case 'name':
                    $this->name = Decode::text($value, $at);
                    break;
                case 'from':
                    $this->from = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'to':
                    $this->to = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'state':
                    $this->state = Decode::text($value, $at);
                    break;
            }
        }
    }
}
