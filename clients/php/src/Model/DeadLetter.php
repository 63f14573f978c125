<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class DeadLetter extends Model
{
    public readonly string $id;

    public readonly string $object;

    public readonly \DateTimeImmutable $sent_at;

    public readonly string $body;

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
                case 'sent_at':
                    $this->sent_at = Decode::time($value, $at);
                    break;
                case 'body':
                    $this->body = Decode::text($value, $at);
                    break;
            }
        }
    }
}
