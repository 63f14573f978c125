<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class InspectedAccountApp extends Model
{
    public readonly int $app_id;

    public readonly string $name;

    /** @param array<array-key, mixed> $raw */
    public function __construct(array $raw, string $where = '')
    {
        parent::__construct($raw);
        foreach ($raw as $name => $value) {
            $at = $where === '' ? (string) $name : "{$where}.{$name}";
            switch ($name) {
                case 'app_id':
                    $this->app_id = Decode::integer($value, $at);
                    break;
                case 'name':
                    $this->name = Decode::text($value, $at);
                    break;
            }
        }
    }
}
