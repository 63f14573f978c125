<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class OperationsSample extends Model
{
    public readonly \DateTimeImmutable $at;

    public readonly int $accounts;

    public readonly int $broken;

    /** @var list<OperationsSampleFault> */
    public readonly array $faults;

    /** @param array<array-key, mixed> $raw */
    public function __construct(array $raw, string $where = '')
    {
        parent::__construct($raw);
        foreach ($raw as $name => $value) {
            $at = $where === '' ? (string) $name : "{$where}.{$name}";
            switch ($name) {
                case 'at':
                    $this->at = Decode::time($value, $at);
                    break;
                case 'accounts':
                    $this->accounts = Decode::integer($value, $at);
                    break;
                case 'broken':
                    $this->broken = Decode::integer($value, $at);
                    break;
                case 'faults':
                    $this->faults = Decode::items($value, $at, static fn (mixed $one, string $at): OperationsSampleFault => new OperationsSampleFault(Decode::record($one, $at), $at));
                    break;
            }
        }
    }
}
