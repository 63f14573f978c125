<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class IssueGroup extends Model
{
    public readonly string $object;

    public readonly string $kind;

    public readonly string $title;

    public readonly string $advice;

    public readonly int $count;

    public readonly \DateTimeImmutable $first_at;

    public readonly \DateTimeImmutable $last_at;

    /** @var list<IssueGroupObject> */
    public readonly array $objects;

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
                case 'kind':
                    $this->kind = Decode::text($value, $at);
                    break;
                case 'title':
                    $this->title = Decode::text($value, $at);
                    break;
                case 'advice':
                    $this->advice = Decode::text($value, $at);
                    break;
                case 'count':
                    $this->count = Decode::integer($value, $at);
                    break;
                case 'first_at':
                    $this->first_at = Decode::time($value, $at);
                    break;
                case 'last_at':
                    $this->last_at = Decode::time($value, $at);
                    break;
                case 'objects':
                    $this->objects = Decode::items($value, $at, static fn (mixed $one, string $at): IssueGroupObject => new IssueGroupObject(Decode::record($one, $at), $at));
                    break;
            }
        }
    }
}
