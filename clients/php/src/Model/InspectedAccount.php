<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class InspectedAccount extends Model
{
    public readonly string $id;

    public readonly string $object;

    /** @var list<string> */
    public readonly array $app_names;

    public readonly ?AccountOwner $owner;

    public readonly \DateTimeImmutable $created_at;

    public readonly ?\DateTimeImmutable $closed_at;

    public readonly ?Suspension $suspended;

    /** @var list<InspectedAccountApp> */
    public readonly array $apps;

    public readonly ?\DateTimeImmutable $pages_behind_since;

    public readonly int $members;

    public readonly InspectedAccountCredits $credits;

    public readonly InspectedAccountLimits $limits;

    /** @var list<InspectedAccountLedger> */
    public readonly array $ledger;

    /** @var list<AuditEntry> */
    public readonly array $audit;

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
                case 'apps':
                    $this->apps = Decode::items($value, $at, static fn (mixed $one, string $at): InspectedAccountApp => new InspectedAccountApp(Decode::record($one, $at), $at));
                    break;
                case 'pages_behind_since':
                    $this->pages_behind_since = $value === null ? null : Decode::time($value, $at);
                    break;
                case 'members':
                    $this->members = Decode::integer($value, $at);
                    break;
                case 'credits':
                    $this->credits = new InspectedAccountCredits(Decode::record($value, $at), $at);
                    break;
                case 'limits':
                    $this->limits = new InspectedAccountLimits(Decode::record($value, $at), $at);
                    break;
                case 'ledger':
                    $this->ledger = Decode::items($value, $at, static fn (mixed $one, string $at): InspectedAccountLedger => new InspectedAccountLedger(Decode::record($one, $at), $at));
                    break;
                case 'audit':
                    $this->audit = Decode::items($value, $at, static fn (mixed $one, string $at): AuditEntry => new AuditEntry(Decode::record($one, $at), $at));
                    break;
            }
        }
    }
}
