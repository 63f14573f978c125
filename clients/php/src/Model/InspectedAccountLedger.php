<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class InspectedAccountLedger extends Model
{
    public readonly string $id;

    /** @var 'grant'|'capture'|'adjust'|string */
    public readonly string $kind;

    public readonly int $credits;

    public readonly string $source;

    public readonly ?string $note;

    public readonly \DateTimeImmutable $created_at;

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
                case 'kind':
                    $this->kind = Decode::text($value, $at);
                    break;
                case 'credits':
                    $this->credits = Decode::integer($value, $at);
                    break;
                case 'source':
                    $this->source = Decode::text($value, $at);
                    break;
                case 'note':
                    $this->note = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'created_at':
                    $this->created_at = Decode::time($value, $at);
                    break;
            }
        }
    }
}
