<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class AuditEntry extends Model
{
    public readonly string $id;

    public readonly string $object;

    public readonly string $action;

    public readonly AuditEntryActor $actor;

    public readonly ?string $object_id;

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
                case 'object':
                    $this->object = Decode::text($value, $at);
                    break;
                case 'action':
                    $this->action = Decode::text($value, $at);
                    break;
                case 'actor':
                    $this->actor = new AuditEntryActor(Decode::record($value, $at), $at);
                    break;
                case 'object_id':
                    $this->object_id = $value === null ? null : Decode::text($value, $at);
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
