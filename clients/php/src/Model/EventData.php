<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

/** The object of the event. */
final class EventData extends Model
{
    protected const MAPS = ['object'];

    /**
     * @var array<string, mixed>
     * The object as it was right after the event, e.g. the whole checkout.
     */
    public readonly array $object;

    /** @param array<array-key, mixed> $raw */
    public function __construct(array $raw, string $where = '')
    {
        parent::__construct($raw);
        foreach ($raw as $name => $value) {
            $at = $where === '' ? (string) $name : "{$where}.{$name}";
            switch ($name) {
                case 'object':
                    $this->object = Decode::map($value, $at, static fn (mixed $one, string $at): mixed => $one);
                    break;
            }
        }
    }
}
