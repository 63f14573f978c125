<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class Operations extends Model
{
    public readonly string $object;

    public readonly string $version;

    public readonly string $stage;

    public readonly string $function_version;

    /** @var list<OperationsRelease> */
    public readonly array $releases;

    /** @var list<OperationsSample> */
    public readonly array $samples;

    public readonly OperationsSms $sms;

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
                case 'version':
                    $this->version = Decode::text($value, $at);
                    break;
                case 'stage':
                    $this->stage = Decode::text($value, $at);
                    break;
                case 'function_version':
                    $this->function_version = Decode::text($value, $at);
                    break;
                case 'releases':
                    $this->releases = Decode::items($value, $at, static fn (mixed $one, string $at): OperationsRelease => new OperationsRelease(Decode::record($one, $at), $at));
                    break;
                case 'samples':
                    $this->samples = Decode::items($value, $at, static fn (mixed $one, string $at): OperationsSample => new OperationsSample(Decode::record($one, $at), $at));
                    break;
                case 'sms':
                    $this->sms = new OperationsSms(Decode::record($value, $at), $at);
                    break;
            }
        }
    }
}
