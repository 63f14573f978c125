<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class DescribedEventTypeList extends Model
{
    /** Always `list`. */
    public readonly string $object;

    /**
     * @var list<DescribedEventType>
     * The entries, newest first.
     */
    public readonly array $data;

    /** True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter. */
    public readonly bool $has_more;

    /** Send this as `cursor` to get the next page; null on the last page. */
    public readonly ?string $next_cursor;

    /** @param array<array-key, mixed> $raw */
    public function __construct(array $raw, string $where = '')
    {
        parent::__construct($raw);
        foreach ($raw as $name => $value) {
            $at = $where === '' ? (string) $name : "{$where}.{$name}";
            switch ($name) {
                case 'object':
                    $this->object = Decode::text($value, $at);
                    break;
                case 'data':
                    $this->data = Decode::items($value, $at, static fn (mixed $one, string $at): DescribedEventType => new DescribedEventType(Decode::record($one, $at), $at));
                    break;
                case 'has_more':
                    $this->has_more = Decode::boolean($value, $at);
                    break;
                case 'next_cursor':
                    $this->next_cursor = $value === null ? null : Decode::text($value, $at);
                    break;
            }
        }
    }
}
