<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class StatsDayProvider extends Model
{
    public readonly int $verified;

    public readonly int $failed;

    /** @param array<array-key, mixed> $raw */
    public function __construct(array $raw, string $where = '')
    {
        parent::__construct($raw);
        foreach ($raw as $name => $value) {
            $at = $where === '' ? (string) $name : "{$where}.{$name}";
            switch ($name) {
                case 'verified':
                    $this->verified = Decode::integer($value, $at);
                    break;
                case 'failed':
                    $this->failed = Decode::integer($value, $at);
                    break;
            }
        }
    }
}
