<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class SmsCounts extends Model
{
    public readonly int $login;

    public readonly int $invitation;

    public readonly int $notice;

    public readonly int $messages;

    public readonly int $parts;

    public readonly ?int $cost;

    /** @param array<array-key, mixed> $raw */
    public function __construct(array $raw, string $where = '')
    {
        parent::__construct($raw);
        foreach ($raw as $name => $value) {
            $at = $where === '' ? (string) $name : "{$where}.{$name}";
            switch ($name) {
                case 'login':
                    $this->login = Decode::integer($value, $at);
                    break;
                case 'invitation':
                    $this->invitation = Decode::integer($value, $at);
                    break;
                case 'notice':
                    $this->notice = Decode::integer($value, $at);
                    break;
                case 'messages':
                    $this->messages = Decode::integer($value, $at);
                    break;
                case 'parts':
                    $this->parts = Decode::integer($value, $at);
                    break;
                case 'cost':
                    $this->cost = $value === null ? null : Decode::integer($value, $at);
                    break;
            }
        }
    }
}
