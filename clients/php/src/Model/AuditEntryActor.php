<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class AuditEntryActor extends Model
{
    /** @var 'user'|'operator'|'system'|string */
    public readonly string $kind;

    public readonly ?string $id;

    public readonly ?string $name;

    public readonly ?string $phone;

    public readonly ?string $role;

    /** @param array<array-key, mixed> $raw */
    public function __construct(array $raw, string $where = '')
    {
        parent::__construct($raw);
        foreach ($raw as $name => $value) {
            $at = $where === '' ? (string) $name : "{$where}.{$name}";
            switch ($name) {
                case 'kind':
                    $this->kind = Decode::text($value, $at);
                    break;
                case 'id':
                    $this->id = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'name':
                    $this->name = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'phone':
                    $this->phone = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'role':
                    $this->role = $value === null ? null : Decode::text($value, $at);
                    break;
            }
        }
    }
}
