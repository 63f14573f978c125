<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class FoundAccount extends Model
{
    public readonly string $id;

    public readonly string $object;

    /** @var list<string> */
    public readonly array $app_names;

    public readonly ?AccountOwner $owner;

    public readonly \DateTimeImmutable $created_at;

    public readonly ?\DateTimeImmutable $closed_at;

    public readonly ?Suspension $suspended;

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
                case 'app_names':
                    $this->app_names = Decode::items($value, $at, static fn (mixed $one, string $at): string => Decode::text($one, $at));
                    break;
                case 'owner':
                    $this->owner = $value === null ? null : new AccountOwner(Decode::record($value, $at), $at);
                    break;
                case 'created_at':
                    $this->created_at = Decode::time($value, $at);
                    break;
                case 'closed_at':
                    $this->closed_at = $value === null ? null : Decode::time($value, $at);
                    break;
                case 'suspended':
                    $this->suspended = $value === null ? null : new Suspension(Decode::record($value, $at), $at);
                    break;
            }
        }
    }
}
