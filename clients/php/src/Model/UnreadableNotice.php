<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class UnreadableNotice extends Model
{
    public readonly string $id;

    public readonly string $object;

    /** @var 'telebirr'|'cbe'|'boa'|'dashen'|'awash'|'cbe_birr'|'mpesa'|'wegagen'|'amhara'|'zemen'|'ebirr'|'manual'|'sandbox'|'http'|string */
    public readonly string $provider;

    public readonly string $text;

    public readonly \DateTimeImmutable $received_at;

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
                case 'object':
                    $this->object = Decode::text($value, $at);
                    break;
                case 'provider':
                    $this->provider = Decode::text($value, $at);
                    break;
                case 'text':
                    $this->text = Decode::text($value, $at);
                    break;
                case 'received_at':
                    $this->received_at = Decode::time($value, $at);
                    break;
            }
        }
    }
}
