<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class Bank extends Model
{
    /** @var 'telebirr'|'cbe'|'boa'|'dashen'|'awash'|'cbe_birr'|'mpesa'|'wegagen'|'amhara'|'zemen'|'ebirr'|'manual'|'sandbox'|'http'|string */
    public readonly string $provider;

    public readonly string $object;

    public readonly bool $enabled;

    public readonly ?BankSwitchedOff $switched_off;

    /** @var 'up'|'degraded'|'down'|string */
    public readonly string $status;

    public readonly ?\DateTimeImmutable $since;

    public readonly ?\DateTimeImmutable $last_checked_at;

    /** @var 'no_answer'|'bad_answer'|'unreadable'|'canary_failed'|string|null */
    public readonly ?string $cause;

    public readonly ?BankCanary $canary;

    /** @var list<BankUnreadable> */
    public readonly array $unreadable;

    /** @param array<array-key, mixed> $raw */
    public function __construct(array $raw, string $where = '')
    {
        parent::__construct($raw);
        foreach ($raw as $name => $value) {
            $at = $where === '' ? (string) $name : "{$where}.{$name}";
            switch ($name) {
                case 'provider':
                    $this->provider = Decode::text($value, $at);
                    break;
                case 'object':
                    $this->object = Decode::text($value, $at);
                    break;
                case 'enabled':
                    $this->enabled = Decode::boolean($value, $at);
                    break;
                case 'switched_off':
                    $this->switched_off = $value === null ? null : new BankSwitchedOff(Decode::record($value, $at), $at);
                    break;
                case 'status':
                    $this->status = Decode::text($value, $at);
                    break;
                case 'since':
                    $this->since = $value === null ? null : Decode::time($value, $at);
                    break;
                case 'last_checked_at':
                    $this->last_checked_at = $value === null ? null : Decode::time($value, $at);
                    break;
                case 'cause':
                    $this->cause = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'canary':
                    $this->canary = $value === null ? null : new BankCanary(Decode::record($value, $at), $at);
                    break;
                case 'unreadable':
                    $this->unreadable = Decode::items($value, $at, static fn (mixed $one, string $at): BankUnreadable => new BankUnreadable(Decode::record($one, $at), $at));
                    break;
            }
        }
    }
}
