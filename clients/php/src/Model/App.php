<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class App extends Model
{
    public readonly int $app_id;

    public readonly string $object;

    public readonly string $name;

    public readonly ?string $color;

    public readonly ?string $logo_url;

    public readonly int $notice_limit;

    public readonly bool $distinct_amounts;

    public readonly \DateTimeImmutable $created_at;

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
                case 'object':
                    $this->object = Decode::text($value, $at);
                    break;
                case 'name':
                    $this->name = Decode::text($value, $at);
                    break;
                case 'color':
                    $this->color = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'logo_url':
                    $this->logo_url = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'notice_limit':
                    $this->notice_limit = Decode::integer($value, $at);
                    break;
                case 'distinct_amounts':
                    $this->distinct_amounts = Decode::boolean($value, $at);
                    break;
                case 'created_at':
                    $this->created_at = Decode::time($value, $at);
                    break;
            }
        }
    }
}
