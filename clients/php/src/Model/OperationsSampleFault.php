<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class OperationsSampleFault extends Model
{
    public readonly string $account_id;

    public readonly string $why;

    /** @param array<array-key, mixed> $raw */
    public function __construct(array $raw, string $where = '')
    {
        parent::__construct($raw);
        foreach ($raw as $name => $value) {
            $at = $where === '' ? (string) $name : "{$where}.{$name}";
            switch ($name) {
                case 'account_id':
                    $this->account_id = Decode::text($value, $at);
                    break;
                case 'why':
                    $this->why = Decode::text($value, $at);
                    break;
            }
        }
    }
}
