<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class FailedRequest extends Model
{
    public readonly string $object;

    public readonly string $request_id;

    public readonly bool $livemode;

    public readonly string $method;

    public readonly string $path;

    public readonly int $status;

    public readonly string $code;

    public readonly ?string $detail;

    public readonly FailedRequestKey $key;

    public readonly \DateTimeImmutable $created_at;

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
                case 'request_id':
                    $this->request_id = Decode::text($value, $at);
                    break;
                case 'livemode':
                    $this->livemode = Decode::boolean($value, $at);
                    break;
                case 'method':
                    $this->method = Decode::text($value, $at);
                    break;
                case 'path':
                    $this->path = Decode::text($value, $at);
                    break;
                case 'status':
                    $this->status = Decode::integer($value, $at);
                    break;
                case 'code':
                    $this->code = Decode::text($value, $at);
                    break;
                case 'detail':
                    $this->detail = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'key':
                    $this->key = new FailedRequestKey(Decode::record($value, $at), $at);
                    break;
                case 'created_at':
                    $this->created_at = Decode::time($value, $at);
                    break;
            }
        }
    }
}
