<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class NotificationSettings extends Model
{
    public readonly string $object;

    public readonly string $account_id;

    /** @var 'telegram'|'sms'|'none'|string */
    public readonly string $channel;

    /** @var list<'telegram'|'sms'|'none'|string> */
    public readonly array $available_channels;

    /** @var list<'review'|'webhook'|'credits'|'receiving_account'|'notice_source'|'sign_in'|'books'|string> */
    public readonly array $kinds;

    /** @var list<'review'|'webhook'|'credits'|'receiving_account'|'notice_source'|'sign_in'|'books'|string> */
    public readonly array $available_kinds;

    /** @var 'each'|'daily'|'none'|string */
    public readonly string $paid;

    /** @var 'en'|'am'|string|null */
    public readonly ?string $language;

    public readonly ?NotificationSettingsQuietHours $quiet_hours;

    public readonly ?string $telegram_bot_url;

    public readonly ?NotificationSettingsStopped $stopped;

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
                case 'account_id':
                    $this->account_id = Decode::text($value, $at);
                    break;
                case 'channel':
                    $this->channel = Decode::text($value, $at);
                    break;
                case 'available_channels':
                    $this->available_channels = Decode::items($value, $at, static fn (mixed $one, string $at): string => Decode::text($one, $at));
                    break;
                case 'kinds':
                    $this->kinds = Decode::items($value, $at, static fn (mixed $one, string $at): string => Decode::text($one, $at));
                    break;
                case 'available_kinds':
                    $this->available_kinds = Decode::items($value, $at, static fn (mixed $one, string $at): string => Decode::text($one, $at));
                    break;
                case 'paid':
                    $this->paid = Decode::text($value, $at);
                    break;
                case 'language':
                    $this->language = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'quiet_hours':
                    $this->quiet_hours = $value === null ? null : new NotificationSettingsQuietHours(Decode::record($value, $at), $at);
                    break;
                case 'telegram_bot_url':
                    $this->telegram_bot_url = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'stopped':
                    $this->stopped = $value === null ? null : new NotificationSettingsStopped(Decode::record($value, $at), $at);
                    break;
            }
        }
    }
}
