<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class NoticeSourceHealth extends Model
{
    /** @var 'waiting'|'healthy'|'silent'|string */
    public readonly string $state;

    public readonly ?\DateTimeImmutable $last_heard_at;

    public readonly ?NoticeSourceHealthLastMessage $last_message;

    /** @param array<array-key, mixed> $raw */
    public function __construct(array $raw, string $where = '')
    {
        parent::__construct($raw);
        foreach ($raw as $name => $value) {
            $at = $where === '' ? (string) $name : "{$where}.{$name}";
            switch ($name) {
                case 'state':
                    $this->state = Decode::text($value, $at);
                    break;
                case 'last_heard_at':
                    $this->last_heard_at = $value === null ? null : Decode::time($value, $at);
                    break;
                case 'last_message':
                    $this->last_message = $value === null ? null : new NoticeSourceHealthLastMessage(Decode::record($value, $at), $at);
                    break;
            }
        }
    }
}
