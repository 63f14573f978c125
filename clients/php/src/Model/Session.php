<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class Session extends Model
{
    public readonly string $id;

    public readonly string $object;

    public readonly bool $current;

    /** @var 'phone'|'telegram'|string */
    public readonly string $login;

    public readonly ?string $user_agent;

    public readonly \DateTimeImmutable $created_at;

    public readonly \DateTimeImmutable $last_used_at;

    public readonly \DateTimeImmutable $expires_at;

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
                case 'current':
                    $this->current = Decode::boolean($value, $at);
                    break;
                case 'login':
                    $this->login = Decode::text($value, $at);
                    break;
                case 'user_agent':
                    $this->user_agent = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'created_at':
                    $this->created_at = Decode::time($value, $at);
                    break;
                case 'last_used_at':
                    $this->last_used_at = Decode::time($value, $at);
                    break;
                case 'expires_at':
                    $this->expires_at = Decode::time($value, $at);
                    break;
            }
        }
    }
}
