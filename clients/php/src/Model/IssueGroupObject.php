<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class IssueGroupObject extends Model
{
    public readonly string $id;

    public readonly ?int $app_id;

    public readonly ?string $detail;

    public readonly \DateTimeImmutable $at;

    public readonly ?IssueGroupObjectCheckout $checkout;

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
                case 'app_id':
                    $this->app_id = $value === null ? null : Decode::integer($value, $at);
                    break;
                case 'detail':
                    $this->detail = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'at':
                    $this->at = Decode::time($value, $at);
                    break;
                case 'checkout':
                    $this->checkout = $value === null ? null : new IssueGroupObjectCheckout(Decode::record($value, $at), $at);
                    break;
            }
        }
    }
}
