<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class BookAccount extends Model
{
    public readonly string $object;

    /** @var 'telebirr'|'cbe'|'boa'|'dashen'|'awash'|'cbe_birr'|'mpesa'|'wegagen'|'amhara'|'zemen'|'ebirr'|'manual'|'sandbox'|'http'|string */
    public readonly string $provider;

    public readonly string $account_number;

    public readonly string $account_name;

    /** @var list<int> */
    public readonly array $app_ids;

    public readonly ?BookAccountLastStatement $last_statement;

    /** @param array<array-key, mixed> $raw */
    public function __construct(array $raw, string $where = '')
    {
        parent::__construct($raw);
        foreach ($raw as $name => $value) {
            $at = $where === '' ? (string) $name : "{$where}.{$name}";
            switch ($name) {
                case 'object':
                    $this->object = Decode::text($value, $at);
                    break;
                case 'provider':
                    $this->provider = Decode::text($value, $at);
                    break;
                case 'account_number':
                    $this->account_number = Decode::text($value, $at);
                    break;
                case 'account_name':
                    $this->account_name = Decode::text($value, $at);
                    break;
                case 'app_ids':
                    $this->app_ids = Decode::items($value, $at, static fn (mixed $one, string $at): int => Decode::integer($one, $at));
                    break;
                case 'last_statement':
                    $this->last_statement = $value === null ? null : new BookAccountLastStatement(Decode::record($value, $at), $at);
                    break;
            }
        }
    }
}
