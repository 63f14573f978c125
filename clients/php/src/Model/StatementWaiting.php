<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class StatementWaiting extends Model
{
    public readonly int $not_covered;

    public readonly int $too_soon;

    public readonly int $account_unknown;

    public readonly int $confirmed_before;

    /** @param array<array-key, mixed> $raw */
    public function __construct(array $raw, string $where = '')
    {
        parent::__construct($raw);
        foreach ($raw as $name => $value) {
            $at = $where === '' ? (string) $name : "{$where}.{$name}";
            switch ($name) {
                case 'not_covered':
                    $this->not_covered = Decode::integer($value, $at);
                    break;
                case 'too_soon':
                    $this->too_soon = Decode::integer($value, $at);
                    break;
                case 'account_unknown':
                    $this->account_unknown = Decode::integer($value, $at);
                    break;
                case 'confirmed_before':
                    $this->confirmed_before = Decode::integer($value, $at);
                    break;
            }
        }
    }
}
