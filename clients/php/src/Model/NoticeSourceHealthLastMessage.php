<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class NoticeSourceHealthLastMessage extends Model
{
    /** @var 'payment'|'other_money'|'unreadable'|'ping'|'test'|string */
    public readonly string $kind;

    /** @var 'telebirr'|'cbe'|'boa'|'dashen'|'awash'|'cbe_birr'|'mpesa'|'wegagen'|'amhara'|'zemen'|'ebirr'|'manual'|'sandbox'|'http'|string|null */
    public readonly ?string $provider;

    /** @param array<array-key, mixed> $raw */
    public function __construct(array $raw, string $where = '')
    {
        parent::__construct($raw);
        foreach ($raw as $name => $value) {
            $at = $where === '' ? (string) $name : "{$where}.{$name}";
            switch ($name) {
                case 'kind':
                    $this->kind = Decode::text($value, $at);
                    break;
                case 'provider':
                    $this->provider = $value === null ? null : Decode::text($value, $at);
                    break;
            }
        }
    }
}
