<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Model;

use CheckoutVerification\Decode;
use CheckoutVerification\Model;

final class Checkout extends Model
{
    protected const MAPS = ['metadata'];

    /** Permanent identifier of the checkout. */
    public readonly string $id;

    /** Always `checkout`. */
    public readonly string $object;

    /** False in test mode. */
    public readonly bool $livemode;

    /** The app that receives the payment. */
    public readonly int $app_id;

    /** The app's name, shown to the customer. */
    public readonly string $merchant_name;

    /**
     * @var 'open'|'verifying'|'verified'|'review'|'expired'|'canceled'|'rejected'|string
     * Status of the checkout.
     * - `open`: The amount, or part of it, has not arrived yet: `amount_due` says how much is missing.
     * - `verifying`: We are looking up a reference at the bank, or will do so again. This can take until 24 hours after `expires_at`.
     * - `verified`: The payment is verified: by the bank's receipt, by a person (`approved_by_hand`) or, up to the app's `notice_limit`, by the bank's message (`evidence` is `notice`). Final.
     * - `review`: A person must decide on the payment; `review.reason` says why.
     * - `expired`: The checkout was not paid in time.
     * - `canceled`: You canceled the checkout. Final.
     * - `rejected`: A person rejected the payments, which were in review or below the amount. Final.
     */
    public readonly string $status;

    /**
     * @var list<'overpaid'|'paid_late'|'notice_contradicted'|'possible_duplicate'|'receiver_unconfirmed'|'time_unconfirmed'|'approved_by_hand'|string>
     * Unusual facts about the payment; usually empty.
     * - `overpaid`: The customer paid more than `amount`; `amount_received` says how much.
     * - `paid_late`: The customer paid after `expires_at`.
     * - `possible_duplicate`: Another payment of the same amount to the same account arrived minutes before or after, or on the same day, if nobody could read one of the receipts: both may be the same transfer.
     * - `receiver_unconfirmed`: The receipt masks the receiver too much to confirm that it is you.
     * - `notice_contradicted`: The bank's message on the merchant's phone shows a different amount or receiver than the receipt, or says that the payment was reversed.
     * - `time_unconfirmed`: The receipt shows only a date, so the payment may be older than the checkout.
     * - `approved_by_hand`: A person approved the payment.
     */
    public readonly array $exceptions;

    /** Why a person must decide, and the decision; null if no review was needed. */
    public readonly ?CheckoutReview $review;

    /** Amount to pay, in minor units (santim for ETB: 150000 is 1,500.00 birr). */
    public readonly int $amount;

    /** Currency code (ISO 4217). */
    public readonly string $currency;

    /** Sum of the counted payments, in minor units (santim for ETB: 150000 is 1,500.00 birr). */
    public readonly int $amount_received;

    /** What the customer still has to pay, in minor units (santim for ETB: 150000 is 1,500.00 birr); 0 once the checkout is verified. */
    public readonly int $amount_due;

    /** What the customer pays for, shown to the customer. */
    public readonly ?string $description;

    /**
     * @var list<CheckoutPaymentMethod>
     * Accounts that the customer can pay into. The public checkout has none while the shop's account is suspended: then ask nobody to pay.
     */
    public readonly array $payment_methods;

    /** The hosted page. It needs no login, so send it only to the customer. */
    public readonly string $pay_url;

    /** Where the hosted page links to after payment. */
    public readonly ?string $return_url;

    /** Where the hosted page links to for a customer who cancels. */
    public readonly ?string $cancel_url;

    /** When the checkout expires. */
    public readonly \DateTimeImmutable $expires_at;

    /** When the checkout was created. */
    public readonly \DateTimeImmutable $created_at;

    /** When the payment was verified; null before. */
    public readonly ?\DateTimeImmutable $verified_at;

    /**
     * @var list<MerchantPayment>
     * The payments that belong to the checkout, in order of arrival. Only `status` tells whether the checkout is verified.
     */
    public readonly array $payments;

    /** A public page that confirms the verified payment; null before. */
    public readonly ?string $receipt_url;

    /**
     * @var 'en'|'am'|'om'|'ti'|'so'|string|null
     * Language of the hosted page.
     */
    public readonly ?string $locale;

    /** Increases by one or more with every event and every update of the checkout: the highest value is the newest state. The status `verifying` does not change it. */
    public readonly int $sequence;

    /** Your own identifier. */
    public readonly ?string $client_reference;

    /** The customer, as you described them. */
    public readonly ?CheckoutCustomer $customer;

    /**
     * @var 'review'|'accept'|string
     * How a late payment is treated: `review` or `accept`.
     */
    public readonly string $late_policy;

    /** Number of references tried. */
    public readonly int $attempts_count;

    /**
     * @var array<string, string>
     * Your own key-value pairs.
     */
    public readonly array $metadata;

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
                case 'livemode':
                    $this->livemode = Decode::boolean($value, $at);
                    break;
                case 'app_id':
                    $this->app_id = Decode::integer($value, $at);
                    break;
                case 'merchant_name':
                    $this->merchant_name = Decode::text($value, $at);
                    break;
                case 'status':
                    $this->status = Decode::text($value, $at);
                    break;
                case 'exceptions':
                    $this->exceptions = Decode::items($value, $at, static fn (mixed $one, string $at): string => Decode::text($one, $at));
                    break;
                case 'review':
                    $this->review = $value === null ? null : new CheckoutReview(Decode::record($value, $at), $at);
                    break;
                case 'amount':
                    $this->amount = Decode::integer($value, $at);
                    break;
                case 'currency':
                    $this->currency = Decode::text($value, $at);
                    break;
                case 'amount_received':
                    $this->amount_received = Decode::integer($value, $at);
                    break;
                case 'amount_due':
                    $this->amount_due = Decode::integer($value, $at);
                    break;
                case 'description':
                    $this->description = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'payment_methods':
                    $this->payment_methods = Decode::items($value, $at, static fn (mixed $one, string $at): CheckoutPaymentMethod => new CheckoutPaymentMethod(Decode::record($one, $at), $at));
                    break;
                case 'pay_url':
                    $this->pay_url = Decode::text($value, $at);
                    break;
                case 'return_url':
                    $this->return_url = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'cancel_url':
                    $this->cancel_url = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'expires_at':
                    $this->expires_at = Decode::time($value, $at);
                    break;
                case 'created_at':
                    $this->created_at = Decode::time($value, $at);
                    break;
                case 'verified_at':
                    $this->verified_at = $value === null ? null : Decode::time($value, $at);
                    break;
                case 'payments':
                    $this->payments = Decode::items($value, $at, static fn (mixed $one, string $at): MerchantPayment => new MerchantPayment(Decode::record($one, $at), $at));
                    break;
                case 'receipt_url':
                    $this->receipt_url = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'locale':
                    $this->locale = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'sequence':
                    $this->sequence = Decode::integer($value, $at);
                    break;
                case 'client_reference':
                    $this->client_reference = $value === null ? null : Decode::text($value, $at);
                    break;
                case 'customer':
                    $this->customer = $value === null ? null : new CheckoutCustomer(Decode::record($value, $at), $at);
                    break;
                case 'late_policy':
                    $this->late_policy = Decode::text($value, $at);
                    break;
                case 'attempts_count':
                    $this->attempts_count = Decode::integer($value, $at);
                    break;
                case 'metadata':
                    $this->metadata = Decode::map($value, $at, static fn (mixed $one, string $at): string => Decode::text($one, $at));
                    break;
            }
        }
    }
}
