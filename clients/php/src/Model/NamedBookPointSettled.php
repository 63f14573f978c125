<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class NamedBookPointSettled extends Model
{
    public readonly ?string $member;

    public readonly \DateTimeImmutable $at;

    public readonly string $note;

    public readonly ?string $member_name;

    /** @param array<array-key, mixed> $raw */
    public function __construct(array $raw, string $where = '')
    {
        parent::__construct($raw);
        foreach ($raw as $name => $value) {
            $at = $where === '' ? (string) $name : "{$where}.{$name}";
            switch ($name) {
                case 'member':
                    $this->member = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'at':
                    $this->at = Decode::time($value, $at);
                    break;
                case 'note':
                    $this->note = Decode::text($value, $at);
                    break;
                case 'member_name':
                    $this->member_name = $value === null ? null : Decode::text($value, $at);
                    break;
            }
        }
    }
}
