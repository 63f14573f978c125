<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class WebhookSecret extends Model
{
    public readonly string $id;

    public readonly string $object;

    public readonly ?string $secret;

    public readonly ?\DateTimeImmutable $previous_secret_expires_at;

    public readonly ?\DateTimeImmutable $secret_rotated_at;

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
                case 'secret':
                    $this->secret = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'previous_secret_expires_at':
                    $this->previous_secret_expires_at = $value === null ? null : Decode::time($value, $at);
                    break;
                case 'secret_rotated_at':
                    $this->secret_rotated_at = $value === null ? null : Decode::time($value, $at);
                    break;
            }
        }
    }
}
