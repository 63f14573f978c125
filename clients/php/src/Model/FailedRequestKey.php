<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class FailedRequestKey extends Model
{
    public readonly string $id;

    public readonly ?int $app_id;

    public readonly ?string $name;

    public readonly ?string $last4;

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
                case 'app_id':
                    $this->app_id = $value === null ? null : Decode::integer($value, $at);
                    break;
                case 'name':
                    $this->name = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'last4':
                    $this->last4 = $value === null ? null : Decode::text($value, $at);
                    break;
            }
        }
    }
}
