// Generated from the route table by `npm run generate`. Do not edit.

import type { Operation } from "../operation.ts";

export const API_VERSION = "0.1.0";

export const EVENT_TYPES = ["checkout.created","checkout.partially_paid","checkout.verified","checkout.review","checkout.expired","checkout.canceled","checkout.rejected","checkout.attempt_failed","checkout.payment_released","credits.low","credits.exhausted","webhook.disabled","books.difference","ping"] as const;

export type KnownEventType = (typeof EVENT_TYPES)[number];

export type ErrorCode = "invalid_request" | "unauthenticated" | "token_expired" | "insufficient_credits" | "forbidden" | "account_suspended" | "second_factor_required" | "not_found" | "method_not_allowed" | "checkout_not_open" | "checkout_blocked" | "idempotency_in_progress" | "delivery_in_progress" | "endpoint_disabled" | "conflict" | "payload_too_large" | "unsupported_media_type" | "idempotency_mismatch" | "rate_limited" | "internal" | "service_unavailable" | (string & {});

/** The body of a webhook. Later versions add types: keep a `default` branch. */
export type WebhookEvent = CheckoutCreatedEvent | CheckoutPartiallyPaidEvent | CheckoutVerifiedEvent | CheckoutReviewEvent | CheckoutExpiredEvent | CheckoutCanceledEvent | CheckoutRejectedEvent | CheckoutAttemptFailedEvent | CheckoutPaymentReleasedEvent | CreditsLowEvent | CreditsExhaustedEvent | WebhookDisabledEvent | BooksDifferenceEvent | PingEvent;

export type Account = {
readonly id: string;
readonly object: "account";
readonly approval_limit: number | null;
readonly currency: string;
readonly created_at: string;
};

export type AccountOwner = {
readonly id: string;
readonly name: string | null;
readonly phone: string | null;
readonly telegram_username: string | null;
};

export type AddedPaymentMethod = {
readonly id: string;
readonly provider: Provider;
readonly account_name: string;
readonly account_number: string;
readonly label: string | null;
readonly instructions: string | null;
readonly inputs: readonly (CheckoutInput)[];
readonly object: "payment_method";
readonly app_id: number;
readonly enabled: boolean;
readonly position: number;
readonly created_at: string;
readonly warning: string | null;
};

export type ApiKey = {
readonly id: string;
readonly object: "api_key";
readonly name: string;
readonly mode: "live" | "test" | (string & {});
readonly app_id: number | null;
readonly scopes: readonly ("checkouts:read" | "checkouts:write" | "credits:read" | "events:read" | (string & {}))[];
readonly prefix: string;
readonly last4: string;
readonly status: "active" | "expiring" | "expired" | "revoked" | (string & {});
readonly created_at: string;
readonly expires_at: string | null;
readonly revoked_at: string | null;
readonly last_used_at: string | null;
readonly rotated_to: string | null;
readonly created_by: string | null;
};

export type ApiKeyList = {
/** Always `list`. */
readonly object: "list";
/** The entries, newest first. */
readonly data: readonly (ApiKey)[];
/** True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter. */
readonly has_more: boolean;
/** Send this as `cursor` to get the next page; null on the last page. */
readonly next_cursor: string | null;
};

export type ApiKeyWithSecret = {
readonly id: string;
readonly object: "api_key";
readonly name: string;
readonly mode: "live" | "test" | (string & {});
readonly app_id: number | null;
readonly scopes: readonly ("checkouts:read" | "checkouts:write" | "credits:read" | "events:read" | (string & {}))[];
readonly prefix: string;
readonly last4: string;
readonly status: "active" | "expiring" | "expired" | "revoked" | (string & {});
readonly created_at: string;
readonly expires_at: string | null;
readonly revoked_at: string | null;
readonly last_used_at: string | null;
readonly rotated_to: string | null;
readonly created_by: string | null;
readonly secret: string | null;
readonly warning: string | null;
};

export type App = {
readonly app_id: number;
readonly object: "app";
readonly name: string;
readonly color: string | null;
readonly logo_url: string | null;
readonly notice_limit: number;
readonly distinct_amounts: boolean;
readonly created_at: string;
};

export type AppList = {
/** Always `list`. */
readonly object: "list";
/** The entries, newest first. */
readonly data: readonly (App)[];
/** True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter. */
readonly has_more: boolean;
/** Send this as `cursor` to get the next page; null on the last page. */
readonly next_cursor: string | null;
};

export type Attempt = {
/** Identifier of the attempt. */
readonly id: string;
/** Always `attempt`. */
readonly object: "attempt";
/** Outcome; `pending` until it is final.
 * - `pending`: We are still checking.
 * - `matched`: The receipt matches.
 * - `counted`: The receipt matches and counts toward the amount, but the rest is still due. Sending the same reference again returns the same attempt and counts once.
 * - `not_found`: The bank does not know the reference.
 * - `not_completed`: The payment is incomplete or was reversed.
 * - `receiver_mismatch`: The payment went to another account.
 * - `currency_mismatch`: The payment is in another currency.
 * - `already_used`: The payment belongs to another checkout.
 * - `too_old`: The payment was made before the checkout was created.
 * - `unreadable`: We could not read the bank's receipt.
 * - `provider_unavailable`: The bank did not respond in time.
 * - `insufficient_credits`: The receipt matches, but you had no credits before the grace period ended.
 * - `superseded`: The checkout was verified by another reference, canceled or decided first, or already has its maximum number of payments. */
readonly outcome: "pending" | "matched" | "counted" | "not_found" | "not_completed" | "receiver_mismatch" | "currency_mismatch" | "already_used" | "too_old" | "unreadable" | "provider_unavailable" | "insufficient_credits" | "superseded" | (string & {});
/** Why the attempt is pending; null while we check, while a person decides, and once the outcome is final.
 * - `provider`: The bank does not respond, or we cannot read its receipt yet.
 * - `credits`: The receipt matches, but you have no credits left.
 * - `receipt`: The bank does not know the reference yet. */
readonly waiting_for: "provider" | "credits" | "receipt" | (string & {}) | null;
/** Bank or wallet that we asked. */
readonly provider: Provider;
/** The reference that the customer entered. */
readonly reference: string;
/** Amount and currency that the checkout asks for. */
readonly expected: AttemptExpected;
/** Payment on the receipt; null until we know that the money went to you. */
readonly found: AttemptFound | null;
/** When the customer entered the reference. */
readonly created_at: string;
/** When the outcome became final; null before. */
readonly settled_at: string | null;
};

export type AttemptExpected = {
/** In minor units. */
readonly amount: number;
/** ISO 4217. */
readonly currency: string;
};

export type AttemptFound = {
/** In minor units. */
readonly amount: number;
/** ISO 4217. */
readonly currency: string;
/** When the payment was made; null if the receipt does not show it. */
readonly paid_at: string | null;
};

export type AttemptList = {
/** Always `list`. */
readonly object: "list";
/** The entries, newest first. */
readonly data: readonly (Attempt)[];
/** True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter. */
readonly has_more: boolean;
/** Send this as `cursor` to get the next page; null on the last page. */
readonly next_cursor: string | null;
};

export type AuditEntry = {
readonly id: string;
readonly object: "audit_entry";
readonly action: string;
readonly actor: {
readonly kind: "user" | "operator" | "system" | (string & {});
readonly id: string | null;
readonly name: string | null;
readonly phone: string | null;
readonly role: string | null;
};
readonly object_id: string | null;
readonly note: string | null;
readonly created_at: string;
};

export type AuditEntryList = {
/** Always `list`. */
readonly object: "list";
/** The entries, newest first. */
readonly data: readonly (AuditEntry)[];
/** True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter. */
readonly has_more: boolean;
/** Send this as `cursor` to get the next page; null on the last page. */
readonly next_cursor: string | null;
};

export type AuthLogoutRequest = {
readonly everywhere?: boolean | null;
readonly user_id?: string;
} | null;

export type AuthSendOtpRequest = {
readonly phone: string;
};

export type AuthSendOtpResponse = {
readonly expires_in: number;
readonly resend_in: number;
};

export type AuthTelegramConfigResponse = {
readonly client_id: string;
readonly issuer: string;
readonly nonce: string;
};

export type AuthTelegramLoginRequest = {
readonly id_token: string;
};

export type AuthVerifyOtpRequest = {
readonly phone: string;
readonly code: string;
};

export type Bank = {
readonly provider: Provider;
readonly object: "bank";
readonly enabled: boolean;
readonly switched_off: {
readonly at: string;
readonly reason: string;
} | null;
readonly status: "up" | "degraded" | "down" | (string & {});
readonly since: string | null;
readonly last_checked_at: string | null;
readonly cause: "no_answer" | "bad_answer" | "unreadable" | "canary_failed" | (string & {}) | null;
readonly canary: {
readonly result: "passed" | "no_answer" | "bad_answer" | "unreadable" | "contradicted" | (string & {});
readonly at: string;
} | null;
readonly unreadable: readonly ({
readonly at: string;
readonly why: string;
readonly text: string | null;
})[];
};

export type BankList = {
/** Always `list`. */
readonly object: "list";
/** The entries, newest first. */
readonly data: readonly (Bank)[];
/** True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter. */
readonly has_more: boolean;
/** Send this as `cursor` to get the next page; null on the last page. */
readonly next_cursor: string | null;
};

export type BookAccount = {
readonly object: "book_account";
readonly provider: Provider;
readonly account_number: string;
readonly account_name: string;
readonly app_ids: readonly (number)[];
readonly last_statement: {
readonly id: string;
readonly to: string;
readonly open_points: number;
} | null;
};

export type BookAccountList = {
/** Always `list`. */
readonly object: "list";
/** The entries, newest first. */
readonly data: readonly (BookAccount)[];
/** True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter. */
readonly has_more: boolean;
/** Send this as `cursor` to get the next page; null on the last page. */
readonly next_cursor: string | null;
};

export type BookDay = {
readonly object: "book_day";
readonly day: string;
readonly ethiopian_day: string;
readonly sheets: readonly (BookSheet)[];
};

export type BookDays = {
readonly object: "book_days";
readonly livemode: boolean;
readonly from: string;
readonly to: string;
readonly days: readonly (BookDay)[];
};

export type BookEntry = {
readonly object: "book_entry";
readonly kind: "verified" | "approved" | "rejected" | "released" | (string & {});
readonly day: string;
readonly ethiopian_day: string;
readonly at: string;
readonly checkout_id: string;
readonly app_id: number;
readonly amount: number;
readonly currency: string;
readonly client_reference: string | null;
readonly member: string | null;
readonly member_name: string | null;
readonly note: string | null;
readonly payments: readonly ({
readonly provider: Provider;
readonly reference: string;
readonly account_number: string | null;
readonly payer_name: string | null;
readonly amount: number;
readonly paid_at: string | null;
})[];
};

export type BookEntryList = {
/** Always `list`. */
readonly object: "list";
/** The entries, newest first. */
readonly data: readonly (BookEntry)[];
/** True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter. */
readonly has_more: boolean;
/** Send this as `cursor` to get the next page; null on the last page. */
readonly next_cursor: string | null;
};

export type BookMonth = {
readonly object: "book_month";
readonly month: string;
readonly from: string;
readonly to: string;
readonly complete: boolean;
readonly sheets: readonly (BookSheet)[];
};

export type BookMonths = {
readonly object: "book_months";
readonly livemode: boolean;
readonly calendar: "gregorian" | "ethiopian" | (string & {});
readonly months: readonly (BookMonth)[];
};

export type BookPoint = {
readonly object: "book_point";
readonly id: string;
readonly kind: "missing" | "reversed" | "amounts_differ" | "unknown" | (string & {});
readonly checkout_id: string | null;
readonly reference: string | null;
readonly paid_amount: number | null;
readonly paid_on: string | null;
readonly booked_amount: number | null;
readonly booked_on: string | null;
readonly line: number | null;
readonly among: number;
readonly settled: {
readonly member: string | null;
readonly at: string;
readonly note: string;
} | null;
};

export type BookSheet = {
readonly object: "book_sheet";
readonly app_id: number;
readonly provider: Provider | null;
readonly account_number: string | null;
readonly currency: string;
readonly payments: Total;
readonly overpaid: Total;
readonly underpaid: Total;
readonly approved: Total;
readonly rejected: Total;
readonly released: Total;
readonly credits_spent: number;
};

export type BookStatement = {
readonly object: "book_statement";
readonly id: string;
readonly provider: Provider;
readonly account_number: string;
readonly currency: string;
readonly from: string;
readonly to: string;
readonly complete: readonly (StatementPeriod)[];
readonly rows: number;
readonly money_in: Total;
readonly money_out: Total;
readonly agreed: Total;
readonly amounts_differ: Total;
readonly difference: number;
readonly reversed: Total;
readonly unknown: Total;
readonly other: Total;
readonly missing: Total;
readonly waiting: StatementWaiting;
readonly open_points: number;
readonly points_left_out: number;
readonly member: string;
readonly compared_at: string;
};

export type BookStatementList = {
/** Always `list`. */
readonly object: "list";
/** The entries, newest first. */
readonly data: readonly (BookStatement)[];
/** True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter. */
readonly has_more: boolean;
/** Send this as `cursor` to get the next page; null on the last page. */
readonly next_cursor: string | null;
};

export type BookStatementWithPoints = {
readonly object: "book_statement";
readonly id: string;
readonly provider: Provider;
readonly account_number: string;
readonly currency: string;
readonly from: string;
readonly to: string;
readonly complete: readonly (StatementPeriod)[];
readonly rows: number;
readonly money_in: Total;
readonly money_out: Total;
readonly agreed: Total;
readonly amounts_differ: Total;
readonly difference: number;
readonly reversed: Total;
readonly unknown: Total;
readonly other: Total;
readonly missing: Total;
readonly waiting: StatementWaiting;
readonly open_points: number;
readonly points_left_out: number;
readonly member: string;
readonly compared_at: string;
readonly points: readonly (NamedBookPoint)[];
};

export type BooksDifferenceEvent = {
/** Identifier of the event, also in the header `webhook-id`. Two deliveries with the same id carry the same event. */
readonly id: string;
/** Always `event`. */
readonly object: "event";
/** What happened, e.g. `checkout.verified`. */
readonly type: "books.difference";
/** When the event happened. */
readonly created_at: string;
/** False in test mode. */
readonly livemode: boolean;
/** The app of the event; null for events about the account's credits. */
readonly app_id: number | null;
/** The checkout's `sequence` after the event: ignore an event with a lower value than you have seen for that checkout. 0 for events without a checkout. */
readonly sequence: number;
/** The object of the event. */
readonly data: {
readonly object: StatementDifference;
};
};

export type ChangedCredits = {
/** Always `credits`. */
readonly object: "credits";
/** Credits left: `granted` minus `captured`. Each verified checkout spends one. */
readonly available: number;
/** All credits ever granted or bought, minus those that the operator deducted. */
readonly granted: number;
/** All credits ever spent. */
readonly captured: number;
};

export type Checkout = {
/** Permanent identifier of the checkout. */
readonly id: string;
/** Always `checkout`. */
readonly object: "checkout";
/** False in test mode. */
readonly livemode: boolean;
/** The app that receives the payment. */
readonly app_id: number;
/** The app's name, shown to the customer. */
readonly merchant_name: string;
/** Status of the checkout.
 * - `open`: The amount, or part of it, has not arrived yet: `amount_due` says how much is missing.
 * - `verifying`: We are looking up a reference at the bank, or will do so again. This can take until 24 hours after `expires_at`.
 * - `verified`: The payment is verified: by the bank's receipt, by a person (`approved_by_hand`) or, up to the app's `notice_limit`, by the bank's message (`evidence` is `notice`). Final.
 * - `review`: A person must decide on the payment; `review.reason` says why.
 * - `expired`: The checkout was not paid in time.
 * - `canceled`: You canceled the checkout. Final.
 * - `rejected`: A person rejected the payments, which were in review or below the amount. Final. */
readonly status: CheckoutStatus;
/** Unusual facts about the payment; usually empty.
 * - `overpaid`: The customer paid more than `amount`; `amount_received` says how much.
 * - `paid_late`: The customer paid after `expires_at`.
 * - `possible_duplicate`: Another payment of the same amount to the same account arrived minutes before or after, or on the same day, if nobody could read one of the receipts: both may be the same transfer.
 * - `receiver_unconfirmed`: The receipt masks the receiver too much to confirm that it is you.
 * - `notice_contradicted`: The bank's message on the merchant's phone shows a different amount or receiver than the receipt, or says that the payment was reversed.
 * - `time_unconfirmed`: The receipt shows only a date, so the payment may be older than the checkout.
 * - `approved_by_hand`: A person approved the payment. */
readonly exceptions: readonly (CheckoutException)[];
/** Why a person must decide, and the decision; null if no review was needed. */
readonly review: CheckoutReview | null;
/** Amount to pay, in minor units (santim for ETB: 150000 is 1,500.00 birr). */
readonly amount: number;
/** Currency code (ISO 4217). */
readonly currency: string;
/** Sum of the counted payments, in minor units (santim for ETB: 150000 is 1,500.00 birr). */
readonly amount_received: number;
/** What the customer still has to pay, in minor units (santim for ETB: 150000 is 1,500.00 birr); 0 once the checkout is verified. */
readonly amount_due: number;
/** What the customer pays for, shown to the customer. */
readonly description: string | null;
/** Accounts that the customer can pay into. The public checkout has none while the shop's account is suspended: then ask nobody to pay. */
readonly payment_methods: readonly (CheckoutPaymentMethod)[];
/** The hosted page. It needs no login, so send it only to the customer. */
readonly pay_url: string;
/** Where the hosted page links to after payment. */
readonly return_url: string | null;
/** Where the hosted page links to for a customer who cancels. */
readonly cancel_url: string | null;
/** When the checkout expires. */
readonly expires_at: string;
/** When the checkout was created. */
readonly created_at: string;
/** When the payment was verified; null before. */
readonly verified_at: string | null;
/** The payments that belong to the checkout, in order of arrival. Only `status` tells whether the checkout is verified. */
readonly payments: readonly (MerchantPayment)[];
/** A public page that confirms the verified payment; null before. */
readonly receipt_url: string | null;
/** Language of the hosted page. */
readonly locale: "en" | "am" | "om" | "ti" | "so" | (string & {}) | null;
/** Increases by one or more with every event and every update of the checkout: the highest value is the newest state. The status `verifying` does not change it. */
readonly sequence: number;
/** Your own identifier. */
readonly client_reference: string | null;
/** The customer, as you described them. */
readonly customer: CheckoutCustomer | null;
/** How a late payment is treated: `review` or `accept`. */
readonly late_policy: "review" | "accept" | (string & {});
/** Number of references tried. */
readonly attempts_count: number;
/** Your own key-value pairs. */
readonly metadata: Readonly<Record<string, string>>;
};

export type CheckoutAttemptFailedEvent = {
/** Identifier of the event, also in the header `webhook-id`. Two deliveries with the same id carry the same event. */
readonly id: string;
/** Always `event`. */
readonly object: "event";
/** What happened, e.g. `checkout.verified`. */
readonly type: "checkout.attempt_failed";
/** When the event happened. */
readonly created_at: string;
/** False in test mode. */
readonly livemode: boolean;
/** The app of the event; null for events about the account's credits. */
readonly app_id: number | null;
/** The checkout's `sequence` after the event: ignore an event with a lower value than you have seen for that checkout. 0 for events without a checkout. */
readonly sequence: number;
/** The object of the event. */
readonly data: {
readonly object: FailedAttempt;
};
};

export type CheckoutCanceledEvent = {
/** Identifier of the event, also in the header `webhook-id`. Two deliveries with the same id carry the same event. */
readonly id: string;
/** Always `event`. */
readonly object: "event";
/** What happened, e.g. `checkout.verified`. */
readonly type: "checkout.canceled";
/** When the event happened. */
readonly created_at: string;
/** False in test mode. */
readonly livemode: boolean;
/** The app of the event; null for events about the account's credits. */
readonly app_id: number | null;
/** The checkout's `sequence` after the event: ignore an event with a lower value than you have seen for that checkout. 0 for events without a checkout. */
readonly sequence: number;
/** The object of the event. */
readonly data: CheckoutEventData;
};

export type CheckoutCreatedEvent = {
/** Identifier of the event, also in the header `webhook-id`. Two deliveries with the same id carry the same event. */
readonly id: string;
/** Always `event`. */
readonly object: "event";
/** What happened, e.g. `checkout.verified`. */
readonly type: "checkout.created";
/** When the event happened. */
readonly created_at: string;
/** False in test mode. */
readonly livemode: boolean;
/** The app of the event; null for events about the account's credits. */
readonly app_id: number | null;
/** The checkout's `sequence` after the event: ignore an event with a lower value than you have seen for that checkout. 0 for events without a checkout. */
readonly sequence: number;
/** The object of the event. */
readonly data: CheckoutEventData;
};

export type CheckoutCustomer = {
/** The customer's name. */
readonly name: string | null;
/** The customer's phone number. */
readonly phone: string | null;
/** The customer's email address. */
readonly email: string | null;
};

export type CheckoutEventData = {
readonly object: Checkout;
};

export type CheckoutException = "overpaid" | "paid_late" | "notice_contradicted" | "possible_duplicate" | "receiver_unconfirmed" | "time_unconfirmed" | "approved_by_hand" | (string & {});

export type CheckoutExpiredEvent = {
/** Identifier of the event, also in the header `webhook-id`. Two deliveries with the same id carry the same event. */
readonly id: string;
/** Always `event`. */
readonly object: "event";
/** What happened, e.g. `checkout.verified`. */
readonly type: "checkout.expired";
/** When the event happened. */
readonly created_at: string;
/** False in test mode. */
readonly livemode: boolean;
/** The app of the event; null for events about the account's credits. */
readonly app_id: number | null;
/** The checkout's `sequence` after the event: ignore an event with a lower value than you have seen for that checkout. 0 for events without a checkout. */
readonly sequence: number;
/** The object of the event. */
readonly data: CheckoutEventData;
};

export type CheckoutHistory = {
/** Permanent identifier of the checkout. */
readonly id: string;
/** Always `checkout`. */
readonly object: "checkout";
/** False in test mode. */
readonly livemode: boolean;
/** The app that receives the payment. */
readonly app_id: number;
/** The app's name, shown to the customer. */
readonly merchant_name: string;
/** Status of the checkout.
 * - `open`: The amount, or part of it, has not arrived yet: `amount_due` says how much is missing.
 * - `verifying`: We are looking up a reference at the bank, or will do so again. This can take until 24 hours after `expires_at`.
 * - `verified`: The payment is verified: by the bank's receipt, by a person (`approved_by_hand`) or, up to the app's `notice_limit`, by the bank's message (`evidence` is `notice`). Final.
 * - `review`: A person must decide on the payment; `review.reason` says why.
 * - `expired`: The checkout was not paid in time.
 * - `canceled`: You canceled the checkout. Final.
 * - `rejected`: A person rejected the payments, which were in review or below the amount. Final. */
readonly status: CheckoutStatus;
/** Unusual facts about the payment; usually empty.
 * - `overpaid`: The customer paid more than `amount`; `amount_received` says how much.
 * - `paid_late`: The customer paid after `expires_at`.
 * - `possible_duplicate`: Another payment of the same amount to the same account arrived minutes before or after, or on the same day, if nobody could read one of the receipts: both may be the same transfer.
 * - `receiver_unconfirmed`: The receipt masks the receiver too much to confirm that it is you.
 * - `notice_contradicted`: The bank's message on the merchant's phone shows a different amount or receiver than the receipt, or says that the payment was reversed.
 * - `time_unconfirmed`: The receipt shows only a date, so the payment may be older than the checkout.
 * - `approved_by_hand`: A person approved the payment. */
readonly exceptions: readonly (CheckoutException)[];
/** Why a person must decide, and the decision; null if no review was needed. */
readonly review: CheckoutReview | null;
/** Amount to pay, in minor units (santim for ETB: 150000 is 1,500.00 birr). */
readonly amount: number;
/** Currency code (ISO 4217). */
readonly currency: string;
/** Sum of the counted payments, in minor units (santim for ETB: 150000 is 1,500.00 birr). */
readonly amount_received: number;
/** What the customer still has to pay, in minor units (santim for ETB: 150000 is 1,500.00 birr); 0 once the checkout is verified. */
readonly amount_due: number;
/** What the customer pays for, shown to the customer. */
readonly description: string | null;
/** Accounts that the customer can pay into. The public checkout has none while the shop's account is suspended: then ask nobody to pay. */
readonly payment_methods: readonly (CheckoutPaymentMethod)[];
/** The hosted page. It needs no login, so send it only to the customer. */
readonly pay_url: string;
/** Where the hosted page links to after payment. */
readonly return_url: string | null;
/** Where the hosted page links to for a customer who cancels. */
readonly cancel_url: string | null;
/** When the checkout expires. */
readonly expires_at: string;
/** When the checkout was created. */
readonly created_at: string;
/** When the payment was verified; null before. */
readonly verified_at: string | null;
/** The payments that belong to the checkout, in order of arrival. Only `status` tells whether the checkout is verified. */
readonly payments: readonly (CheckoutHistoryPayment)[];
/** A public page that confirms the verified payment; null before. */
readonly receipt_url: string | null;
/** Language of the hosted page. */
readonly locale: "en" | "am" | "om" | "ti" | "so" | (string & {}) | null;
/** Increases by one or more with every event and every update of the checkout: the highest value is the newest state. The status `verifying` does not change it. */
readonly sequence: number;
readonly client_reference: string | null;
readonly customer: CheckoutCustomer | null;
readonly late_policy: "review" | "accept" | (string & {});
readonly attempts_count: number;
readonly metadata: Readonly<Record<string, string>>;
readonly attempts: readonly (ExplainedAttempt)[];
readonly events: readonly ({
readonly id: string;
readonly type: "checkout.created" | "checkout.partially_paid" | "checkout.verified" | "checkout.review" | "checkout.expired" | "checkout.canceled" | "checkout.rejected" | "checkout.attempt_failed" | "checkout.payment_released" | "credits.low" | "credits.exhausted" | "webhook.disabled" | "books.difference" | "ping" | (string & {});
readonly sequence: number;
readonly created_at: string;
})[];
readonly deliveries: readonly ({
readonly id: string;
readonly event_id: string;
readonly event_type: "checkout.created" | "checkout.partially_paid" | "checkout.verified" | "checkout.review" | "checkout.expired" | "checkout.canceled" | "checkout.rejected" | "checkout.attempt_failed" | "checkout.payment_released" | "credits.low" | "credits.exhausted" | "webhook.disabled" | "books.difference" | "ping" | (string & {});
readonly endpoint_id: string;
readonly status: string;
readonly created_at: string;
})[];
readonly notices: readonly (CheckoutNotice)[];
};

export type CheckoutHistoryPayment = {
/** Always `payment`. */
readonly object: "payment";
/** Bank or wallet that the payment was found at. */
readonly provider: Provider;
/** The bank's reference for the payment. */
readonly reference: string;
/** Amount of the payment, in minor units (santim for ETB: 150000 is 1,500.00 birr); null without a receipt, and while its receiver is not confirmed. */
readonly amount: number | null;
/** Currency code (ISO 4217). */
readonly currency: string;
/** The payer's name, masked; null if the receipt does not show it. */
readonly payer_name: string | null;
/** When the payment was made, according to the bank. */
readonly paid_at: string | null;
/** `counted`: part of `amount_received`. `doubtful`: a person must decide, or decided not to count it. */
readonly state: "counted" | "doubtful" | (string & {});
/** Why a person must decide about the payment; null if it is counted.
 * - `possible_duplicate`: Another payment of the same amount to the same account arrived minutes before or after, or on the same day, if nobody could read one of the receipts: both may be the same transfer.
 * - `notice_contradicted`: The bank's message on the merchant's phone shows a different amount or receiver than the receipt, or says that the payment was reversed.
 * - `receiver_unconfirmed`: The receipt masks the receiver too much to confirm that it is you.
 * - `time_unconfirmed`: The receipt shows only a date, so the payment may be older than the checkout.
 * - `paid_late`: The customer paid after `expires_at`.
 * - `provider_unavailable`: The bank did not respond before the grace period ended.
 * - `unreadable`: We could not read the bank's receipt reliably.
 * - `insufficient_credits`: The receipt matches, but you had no credits before the grace period ended.
 * - `partially_paid`: Part of the amount has arrived, but the rest did not arrive before `expires_at`, or five payments have not reached the amount.
 * - `manual`: Only a person can check this payment method. */
readonly reason: string | null;
/** What proves the payment: `receipt` is the bank's receipt; `notice` is the bank's message on the merchant's paired phone, while the receipt is not available yet; null if only the reference is known. */
readonly evidence: "receipt" | "notice" | (string & {}) | null;
readonly payment_method: string | null;
readonly unconfirmed_by_statement: boolean;
readonly attempt_id: string;
readonly reversal_reported_at: string | null;
};

export type CheckoutInput = {
/** Field of the verify call that this input fills. */
readonly id: "input" | "payer_phone" | "payer_account_suffix" | (string & {});
/** Label to show. */
readonly label: string;
/** Example value. */
readonly example: string;
/** Regular expression that the value must match; null for any value. */
readonly pattern: string | null;
};

export type CheckoutList = {
/** Always `list`. */
readonly object: "list";
/** The entries, newest first. */
readonly data: readonly (Checkout)[];
/** True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter. */
readonly has_more: boolean;
/** Send this as `cursor` to get the next page; null on the last page. */
readonly next_cursor: string | null;
};

export type CheckoutNotice = {
readonly provider: Provider;
readonly amount: number;
readonly currency: string;
readonly payer_name: string | null;
readonly reference: string | null;
readonly at: string;
readonly typed: boolean;
};

export type CheckoutPartiallyPaidEvent = {
/** Identifier of the event, also in the header `webhook-id`. Two deliveries with the same id carry the same event. */
readonly id: string;
/** Always `event`. */
readonly object: "event";
/** What happened, e.g. `checkout.verified`. */
readonly type: "checkout.partially_paid";
/** When the event happened. */
readonly created_at: string;
/** False in test mode. */
readonly livemode: boolean;
/** The app of the event; null for events about the account's credits. */
readonly app_id: number | null;
/** The checkout's `sequence` after the event: ignore an event with a lower value than you have seen for that checkout. 0 for events without a checkout. */
readonly sequence: number;
/** The object of the event. */
readonly data: CheckoutEventData;
};

export type CheckoutPaymentMethod = {
/** Identifier of the payment method. */
readonly id: string;
/** Bank or wallet. */
readonly provider: Provider;
/** Account holder. */
readonly account_name: string;
/** Account or phone number to pay into. */
readonly account_number: string;
/** The app's own name for the account. */
readonly label: string | null;
/** Instructions for the customer. */
readonly instructions: string | null;
/** What the customer enters after paying. */
readonly inputs: readonly (CheckoutInput)[];
};

export type CheckoutPaymentReleasedEvent = {
/** Identifier of the event, also in the header `webhook-id`. Two deliveries with the same id carry the same event. */
readonly id: string;
/** Always `event`. */
readonly object: "event";
/** What happened, e.g. `checkout.verified`. */
readonly type: "checkout.payment_released";
/** When the event happened. */
readonly created_at: string;
/** False in test mode. */
readonly livemode: boolean;
/** The app of the event; null for events about the account's credits. */
readonly app_id: number | null;
/** The checkout's `sequence` after the event: ignore an event with a lower value than you have seen for that checkout. 0 for events without a checkout. */
readonly sequence: number;
/** The object of the event. */
readonly data: {
readonly object: ReleasedPayment;
};
};

export type CheckoutRejectedEvent = {
/** Identifier of the event, also in the header `webhook-id`. Two deliveries with the same id carry the same event. */
readonly id: string;
/** Always `event`. */
readonly object: "event";
/** What happened, e.g. `checkout.verified`. */
readonly type: "checkout.rejected";
/** When the event happened. */
readonly created_at: string;
/** False in test mode. */
readonly livemode: boolean;
/** The app of the event; null for events about the account's credits. */
readonly app_id: number | null;
/** The checkout's `sequence` after the event: ignore an event with a lower value than you have seen for that checkout. 0 for events without a checkout. */
readonly sequence: number;
/** The object of the event. */
readonly data: CheckoutEventData;
};

export type CheckoutReview = {
/** Why a person must decide.
 * - `possible_duplicate`: Another payment of the same amount to the same account arrived minutes before or after, or on the same day, if nobody could read one of the receipts: both may be the same transfer.
 * - `notice_contradicted`: The bank's message on the merchant's phone shows a different amount or receiver than the receipt, or says that the payment was reversed.
 * - `receiver_unconfirmed`: The receipt masks the receiver too much to confirm that it is you.
 * - `time_unconfirmed`: The receipt shows only a date, so the payment may be older than the checkout.
 * - `paid_late`: The customer paid after `expires_at`.
 * - `provider_unavailable`: The bank did not respond before the grace period ended.
 * - `unreadable`: We could not read the bank's receipt reliably.
 * - `insufficient_credits`: The receipt matches, but you had no credits before the grace period ended.
 * - `partially_paid`: Part of the amount has arrived, but the rest did not arrive before `expires_at`, or five payments have not reached the amount.
 * - `manual`: Only a person can check this payment method. */
readonly reason: string;
/** Who decided; null before the decision. */
readonly decided_by: string | null;
/** When they decided; null before the decision. */
readonly decided_at: string | null;
/** The reason they gave. */
readonly note: string | null;
};

export type CheckoutReviewEvent = {
/** Identifier of the event, also in the header `webhook-id`. Two deliveries with the same id carry the same event. */
readonly id: string;
/** Always `event`. */
readonly object: "event";
/** What happened, e.g. `checkout.verified`. */
readonly type: "checkout.review";
/** When the event happened. */
readonly created_at: string;
/** False in test mode. */
readonly livemode: boolean;
/** The app of the event; null for events about the account's credits. */
readonly app_id: number | null;
/** The checkout's `sequence` after the event: ignore an event with a lower value than you have seen for that checkout. 0 for events without a checkout. */
readonly sequence: number;
/** The object of the event. */
readonly data: CheckoutEventData;
};

export type CheckoutStatus = "open" | "verifying" | "verified" | "review" | "expired" | "canceled" | "rejected" | (string & {});

export type CheckoutVerifiedEvent = {
/** Identifier of the event, also in the header `webhook-id`. Two deliveries with the same id carry the same event. */
readonly id: string;
/** Always `event`. */
readonly object: "event";
/** What happened, e.g. `checkout.verified`. */
readonly type: "checkout.verified";
/** When the event happened. */
readonly created_at: string;
/** False in test mode. */
readonly livemode: boolean;
/** The app of the event; null for events about the account's credits. */
readonly app_id: number | null;
/** The checkout's `sequence` after the event: ignore an event with a lower value than you have seen for that checkout. 0 for events without a checkout. */
readonly sequence: number;
/** The object of the event. */
readonly data: CheckoutEventData;
};

export type ComparedStatement = {
readonly object: "book_statement";
readonly id: string;
readonly provider: Provider;
readonly account_number: string;
readonly currency: string;
readonly from: string;
readonly to: string;
readonly complete: readonly (StatementPeriod)[];
readonly rows: number;
readonly money_in: Total;
readonly money_out: Total;
readonly agreed: Total;
readonly amounts_differ: Total;
readonly difference: number;
readonly reversed: Total;
readonly unknown: Total;
readonly other: Total;
readonly missing: Total;
readonly waiting: StatementWaiting;
readonly open_points: number;
readonly points_left_out: number;
readonly member: string;
readonly compared_at: string;
readonly repeated: boolean;
};

export type Credits = {
/** Always `credits`. */
readonly object: "credits";
/** Credits left: `granted` minus `captured`. Each verified checkout spends one. */
readonly available: number;
/** All credits ever granted or bought, minus those that the operator deducted. */
readonly granted: number;
/** All credits ever spent. */
readonly captured: number;
/** False in test mode, where no credits are spent and all counts are 0. */
readonly livemode: boolean;
};

export type CreditsBalance = {
/** Always `credits`. */
readonly object: "credits";
/** Credits left: `granted` minus `captured`. Each verified checkout spends one. */
readonly available: number;
/** All credits ever granted or bought, minus those that the operator deducted. */
readonly granted: number;
/** All credits ever spent. */
readonly captured: number;
/** False in test mode, where no credits are spent and all counts are 0. */
readonly livemode: boolean;
readonly price: {
readonly amount: number;
readonly currency: string;
} | null;
};

export type CreditsEventData = {
readonly object: ChangedCredits;
};

export type CreditsExhaustedEvent = {
/** Identifier of the event, also in the header `webhook-id`. Two deliveries with the same id carry the same event. */
readonly id: string;
/** Always `event`. */
readonly object: "event";
/** What happened, e.g. `checkout.verified`. */
readonly type: "credits.exhausted";
/** When the event happened. */
readonly created_at: string;
/** False in test mode. */
readonly livemode: boolean;
/** The app of the event; null for events about the account's credits. */
readonly app_id: number | null;
/** The checkout's `sequence` after the event: ignore an event with a lower value than you have seen for that checkout. 0 for events without a checkout. */
readonly sequence: number;
/** The object of the event. */
readonly data: CreditsEventData;
};

export type CreditsLowEvent = {
/** Identifier of the event, also in the header `webhook-id`. Two deliveries with the same id carry the same event. */
readonly id: string;
/** Always `event`. */
readonly object: "event";
/** What happened, e.g. `checkout.verified`. */
readonly type: "credits.low";
/** When the event happened. */
readonly created_at: string;
/** False in test mode. */
readonly livemode: boolean;
/** The app of the event; null for events about the account's credits. */
readonly app_id: number | null;
/** The checkout's `sequence` after the event: ignore an event with a lower value than you have seen for that checkout. 0 for events without a checkout. */
readonly sequence: number;
/** The object of the event. */
readonly data: CreditsEventData;
};

export type CustomerCheckout = {
/** Permanent identifier of the checkout. */
readonly id: string;
/** Always `checkout`. */
readonly object: "checkout";
/** False in test mode. */
readonly livemode: boolean;
/** The app that receives the payment. */
readonly app_id: number;
/** The app's name, shown to the customer. */
readonly merchant_name: string;
/** Status of the checkout.
 * - `open`: The amount, or part of it, has not arrived yet: `amount_due` says how much is missing.
 * - `verifying`: We are looking up a reference at the bank, or will do so again. This can take until 24 hours after `expires_at`.
 * - `verified`: The payment is verified: by the bank's receipt, by a person (`approved_by_hand`) or, up to the app's `notice_limit`, by the bank's message (`evidence` is `notice`). Final.
 * - `review`: A person must decide on the payment; `review.reason` says why.
 * - `expired`: The checkout was not paid in time.
 * - `canceled`: You canceled the checkout. Final.
 * - `rejected`: A person rejected the payments, which were in review or below the amount. Final. */
readonly status: CheckoutStatus;
/** Unusual facts about the payment; usually empty.
 * - `overpaid`: The customer paid more than `amount`; `amount_received` says how much.
 * - `paid_late`: The customer paid after `expires_at`.
 * - `possible_duplicate`: Another payment of the same amount to the same account arrived minutes before or after, or on the same day, if nobody could read one of the receipts: both may be the same transfer.
 * - `receiver_unconfirmed`: The receipt masks the receiver too much to confirm that it is you.
 * - `notice_contradicted`: The bank's message on the merchant's phone shows a different amount or receiver than the receipt, or says that the payment was reversed.
 * - `time_unconfirmed`: The receipt shows only a date, so the payment may be older than the checkout.
 * - `approved_by_hand`: A person approved the payment. */
readonly exceptions: readonly (CheckoutException)[];
/** Why a person must decide, and the decision; null if no review was needed. */
readonly review: CheckoutReview | null;
/** Amount to pay, in minor units (santim for ETB: 150000 is 1,500.00 birr). */
readonly amount: number;
/** Currency code (ISO 4217). */
readonly currency: string;
/** Sum of the counted payments, in minor units (santim for ETB: 150000 is 1,500.00 birr). */
readonly amount_received: number;
/** What the customer still has to pay, in minor units (santim for ETB: 150000 is 1,500.00 birr); 0 once the checkout is verified. */
readonly amount_due: number;
/** What the customer pays for, shown to the customer. */
readonly description: string | null;
/** Accounts that the customer can pay into. The public checkout has none while the shop's account is suspended: then ask nobody to pay. */
readonly payment_methods: readonly (CheckoutPaymentMethod)[];
/** The hosted page. It needs no login, so send it only to the customer. */
readonly pay_url: string;
/** Where the hosted page links to after payment. */
readonly return_url: string | null;
/** Where the hosted page links to for a customer who cancels. */
readonly cancel_url: string | null;
/** When the checkout expires. */
readonly expires_at: string;
/** When the checkout was created. */
readonly created_at: string;
/** When the payment was verified; null before. */
readonly verified_at: string | null;
/** The payments that belong to the checkout, in order of arrival. Only `status` tells whether the checkout is verified. */
readonly payments: readonly (MerchantPayment)[];
/** A public page that confirms the verified payment; null before. */
readonly receipt_url: string | null;
/** Language of the hosted page. */
readonly locale: "en" | "am" | "om" | "ti" | "so" | (string & {}) | null;
/** Increases by one or more with every event and every update of the checkout: the highest value is the newest state. The status `verifying` does not change it. */
readonly sequence: number;
readonly client_reference: string | null;
readonly customer: CheckoutCustomer | null;
readonly late_policy: "review" | "accept" | (string & {});
readonly attempts_count: number;
readonly metadata: Readonly<Record<string, string>>;
readonly attempts: readonly (Attempt)[];
readonly notices: readonly (CheckoutNotice)[];
};

export type CustomerCheckoutList = {
/** Always `list`. */
readonly object: "list";
/** The entries, newest first. */
readonly data: readonly (CustomerCheckout)[];
/** True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter. */
readonly has_more: boolean;
/** Send this as `cursor` to get the next page; null on the last page. */
readonly next_cursor: string | null;
};

export type CustomerInput = {
/** The customer's name. */
readonly name?: string | null;
/** The customer's phone number. */
readonly phone?: string | null;
/** The customer's email address. */
readonly email?: string | null;
};

export type DeadLetter = {
readonly id: string;
readonly object: "dead_letter";
readonly sent_at: string;
readonly body: string;
};

export type DeadLetterList = {
/** Always `list`. */
readonly object: "list";
/** The entries, newest first. */
readonly data: readonly (DeadLetter)[];
/** True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter. */
readonly has_more: boolean;
/** Send this as `cursor` to get the next page; null on the last page. */
readonly next_cursor: string | null;
};

export type DeadQueue = {
readonly queue: "verification-dead" | "fan-out-dead" | "delivery-dead" | "delivery-slow-dead" | "recovery-dead" | "follow-up-dead" | "notices-dead" | "notifications-dead" | "stream-dead" | "schedules-dead" | "bus-dead" | (string & {});
readonly object: "dead_queue";
readonly letters: number;
readonly replayable: boolean;
};

export type DeadQueueList = {
/** Always `list`. */
readonly object: "list";
/** The entries, newest first. */
readonly data: readonly (DeadQueue)[];
/** True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter. */
readonly has_more: boolean;
/** Send this as `cursor` to get the next page; null on the last page. */
readonly next_cursor: string | null;
};

export type DescribedEventType = {
readonly object: "event_type";
readonly type: "checkout.created" | "checkout.partially_paid" | "checkout.verified" | "checkout.review" | "checkout.expired" | "checkout.canceled" | "checkout.rejected" | "checkout.attempt_failed" | "checkout.payment_released" | "credits.low" | "credits.exhausted" | "webhook.disabled" | "books.difference" | "ping" | (string & {});
readonly description: string;
readonly example: WebhookEvent;
};

export type DescribedEventTypeList = {
/** Always `list`. */
readonly object: "list";
/** The entries, newest first. */
readonly data: readonly (DescribedEventType)[];
/** True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter. */
readonly has_more: boolean;
/** Send this as `cursor` to get the next page; null on the last page. */
readonly next_cursor: string | null;
};

export type Erasure = {
readonly object: "erasure";
readonly erased: number;
readonly undecided: number;
readonly next_cursor: string | null;
};

export type Event = {
/** Identifier of the event, also in the header `webhook-id`. Two deliveries with the same id carry the same event. */
readonly id: string;
/** Always `event`. */
readonly object: "event";
/** What happened, e.g. `checkout.verified`. */
readonly type: "checkout.created" | "checkout.partially_paid" | "checkout.verified" | "checkout.review" | "checkout.expired" | "checkout.canceled" | "checkout.rejected" | "checkout.attempt_failed" | "checkout.payment_released" | "credits.low" | "credits.exhausted" | "webhook.disabled" | "books.difference" | "ping" | (string & {});
/** When the event happened. */
readonly created_at: string;
/** False in test mode. */
readonly livemode: boolean;
/** The app of the event; null for events about the account's credits. */
readonly app_id: number | null;
/** The checkout's `sequence` after the event: ignore an event with a lower value than you have seen for that checkout. 0 for events without a checkout. */
readonly sequence: number;
/** The object of the event. */
readonly data: {
/** The object as it was right after the event, e.g. the whole checkout. */
readonly object: Readonly<Record<string, unknown>>;
};
};

export type EventList = {
/** Always `list`. */
readonly object: "list";
/** The entries, newest first. */
readonly data: readonly (WebhookEvent)[];
/** True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter. */
readonly has_more: boolean;
/** Send this as `cursor` to get the next page; null on the last page. */
readonly next_cursor: string | null;
};

export type ExplainedAttempt = {
/** Identifier of the attempt. */
readonly id: string;
/** Always `attempt`. */
readonly object: "attempt";
/** Outcome; `pending` until it is final.
 * - `pending`: We are still checking.
 * - `matched`: The receipt matches.
 * - `counted`: The receipt matches and counts toward the amount, but the rest is still due. Sending the same reference again returns the same attempt and counts once.
 * - `not_found`: The bank does not know the reference.
 * - `not_completed`: The payment is incomplete or was reversed.
 * - `receiver_mismatch`: The payment went to another account.
 * - `currency_mismatch`: The payment is in another currency.
 * - `already_used`: The payment belongs to another checkout.
 * - `too_old`: The payment was made before the checkout was created.
 * - `unreadable`: We could not read the bank's receipt.
 * - `provider_unavailable`: The bank did not respond in time.
 * - `insufficient_credits`: The receipt matches, but you had no credits before the grace period ended.
 * - `superseded`: The checkout was verified by another reference, canceled or decided first, or already has its maximum number of payments. */
readonly outcome: "pending" | "matched" | "counted" | "not_found" | "not_completed" | "receiver_mismatch" | "currency_mismatch" | "already_used" | "too_old" | "unreadable" | "provider_unavailable" | "insufficient_credits" | "superseded" | (string & {});
/** Why the attempt is pending; null while we check, while a person decides, and once the outcome is final.
 * - `provider`: The bank does not respond, or we cannot read its receipt yet.
 * - `credits`: The receipt matches, but you have no credits left.
 * - `receipt`: The bank does not know the reference yet. */
readonly waiting_for: "provider" | "credits" | "receipt" | (string & {}) | null;
/** Bank or wallet that we asked. */
readonly provider: Provider;
/** The reference that the customer entered. */
readonly reference: string;
/** Amount and currency that the checkout asks for. */
readonly expected: AttemptExpected;
/** Payment on the receipt; null until we know that the money went to you. */
readonly found: AttemptFound | null;
/** When the customer entered the reference. */
readonly created_at: string;
/** When the outcome became final; null before. */
readonly settled_at: string | null;
readonly evidence: Readonly<Record<string, unknown>> | null;
readonly tries: number;
readonly next_at: string | null;
};

export type FailedAttempt = {
/** Identifier of the attempt. */
readonly id: string;
/** Always `attempt`. */
readonly object: "attempt";
/** Outcome; `pending` until it is final.
 * - `pending`: We are still checking.
 * - `matched`: The receipt matches.
 * - `counted`: The receipt matches and counts toward the amount, but the rest is still due. Sending the same reference again returns the same attempt and counts once.
 * - `not_found`: The bank does not know the reference.
 * - `not_completed`: The payment is incomplete or was reversed.
 * - `receiver_mismatch`: The payment went to another account.
 * - `currency_mismatch`: The payment is in another currency.
 * - `already_used`: The payment belongs to another checkout.
 * - `too_old`: The payment was made before the checkout was created.
 * - `unreadable`: We could not read the bank's receipt.
 * - `provider_unavailable`: The bank did not respond in time.
 * - `insufficient_credits`: The receipt matches, but you had no credits before the grace period ended.
 * - `superseded`: The checkout was verified by another reference, canceled or decided first, or already has its maximum number of payments. */
readonly outcome: "pending" | "matched" | "counted" | "not_found" | "not_completed" | "receiver_mismatch" | "currency_mismatch" | "already_used" | "too_old" | "unreadable" | "provider_unavailable" | "insufficient_credits" | "superseded" | (string & {});
/** Why the attempt is pending; null while we check, while a person decides, and once the outcome is final.
 * - `provider`: The bank does not respond, or we cannot read its receipt yet.
 * - `credits`: The receipt matches, but you have no credits left.
 * - `receipt`: The bank does not know the reference yet. */
readonly waiting_for: "provider" | "credits" | "receipt" | (string & {}) | null;
/** Bank or wallet that we asked. */
readonly provider: Provider;
/** The reference that the customer entered. */
readonly reference: string;
/** Amount and currency that the checkout asks for. */
readonly expected: AttemptExpected;
/** Payment on the receipt; null until we know that the money went to you. */
readonly found: AttemptFound | null;
/** When the customer entered the reference. */
readonly created_at: string;
/** When the outcome became final; null before. */
readonly settled_at: string | null;
readonly checkout: Checkout;
};

export type FailedRequest = {
readonly object: "failed_request";
readonly request_id: string;
readonly livemode: boolean;
readonly method: string;
readonly path: string;
readonly status: number;
readonly code: string;
readonly detail: string | null;
readonly key: {
readonly id: string;
readonly app_id: number | null;
readonly name: string | null;
readonly last4: string | null;
};
readonly created_at: string;
};

export type FailedRequestList = {
/** Always `list`. */
readonly object: "list";
/** The entries, newest first. */
readonly data: readonly (FailedRequest)[];
/** True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter. */
readonly has_more: boolean;
/** Send this as `cursor` to get the next page; null on the last page. */
readonly next_cursor: string | null;
};

export type FoundAccount = {
readonly id: string;
readonly object: "found_account";
readonly app_names: readonly (string)[];
readonly owner: AccountOwner | null;
readonly created_at: string;
readonly closed_at: string | null;
readonly suspended: Suspension | null;
};

export type FoundAccountList = {
/** Always `list`. */
readonly object: "list";
/** The entries, newest first. */
readonly data: readonly (FoundAccount)[];
/** True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter. */
readonly has_more: boolean;
/** Send this as `cursor` to get the next page; null on the last page. */
readonly next_cursor: string | null;
};

export type InspectedAccount = {
readonly id: string;
readonly object: "inspected_account";
readonly app_names: readonly (string)[];
readonly owner: AccountOwner | null;
readonly created_at: string;
readonly closed_at: string | null;
readonly suspended: Suspension | null;
readonly apps: readonly ({
readonly app_id: number;
readonly name: string;
})[];
readonly pages_behind_since: string | null;
readonly members: number;
readonly credits: {
readonly available: number;
readonly granted: number;
readonly captured: number;
};
readonly limits: {
readonly balance_shards: number;
readonly approval_limit: number | null;
readonly currency: string;
};
readonly ledger: readonly ({
readonly id: string;
readonly kind: "grant" | "capture" | "adjust" | (string & {});
readonly credits: number;
readonly source: string;
readonly note: string | null;
readonly created_at: string;
})[];
readonly audit: readonly (AuditEntry)[];
};

export type Invitation = {
readonly id: string;
readonly object: "invitation";
readonly role: "manager" | "developer" | "cashier" | "accountant" | (string & {});
readonly apps: readonly (number)[] | null;
readonly phone: string | null;
readonly telegram_username: string | null;
readonly invited_by: string;
readonly created_at: string;
readonly expires_at: string;
};

export type InvitationList = {
/** Always `list`. */
readonly object: "list";
/** The entries, newest first. */
readonly data: readonly (Invitation)[];
/** True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter. */
readonly has_more: boolean;
/** Send this as `cursor` to get the next page; null on the last page. */
readonly next_cursor: string | null;
};

export type InvitationWithUrl = {
readonly id: string;
readonly object: "invitation";
readonly role: "manager" | "developer" | "cashier" | "accountant" | (string & {});
readonly apps: readonly (number)[] | null;
readonly phone: string | null;
readonly telegram_username: string | null;
readonly invited_by: string;
readonly created_at: string;
readonly expires_at: string;
readonly url: string | null;
readonly sent: boolean;
};

export type IssueGroup = {
readonly object: "issue_group";
readonly kind: string;
readonly title: string;
readonly advice: string;
readonly count: number;
readonly first_at: string;
readonly last_at: string;
readonly objects: readonly ({
readonly id: string;
readonly app_id: number | null;
readonly detail: string | null;
readonly at: string;
readonly checkout: {
readonly amount: number;
readonly currency: string;
readonly client_reference: string | null;
readonly description: string | null;
} | null;
})[];
};

export type IssueGroupList = {
/** Always `list`. */
readonly object: "list";
/** The entries, newest first. */
readonly data: readonly (IssueGroup)[];
/** True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter. */
readonly has_more: boolean;
/** Send this as `cursor` to get the next page; null on the last page. */
readonly next_cursor: string | null;
};

export type LedgerEntry = {
readonly id: string;
readonly object: "ledger_entry";
readonly kind: "grant" | "capture" | "adjust" | (string & {});
readonly credits: number;
readonly source: string;
readonly note: string | null;
readonly created_at: string;
};

export type LedgerEntryList = {
/** Always `list`. */
readonly object: "list";
/** The entries, newest first. */
readonly data: readonly (LedgerEntry)[];
/** True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter. */
readonly has_more: boolean;
/** Send this as `cursor` to get the next page; null on the last page. */
readonly next_cursor: string | null;
};

export type ListedMember = {
readonly id: string;
readonly object: "member";
readonly name: string | null;
readonly phone: string | null;
readonly telegram_username: string | null;
readonly role: "owner" | "manager" | "developer" | "cashier" | "accountant" | (string & {});
readonly apps: readonly (number)[] | null;
readonly current: boolean;
readonly ownership_offered_until: string | null;
readonly joined_at: string | null;
readonly last_active_at: string | null;
readonly last_change_at: string | null;
};

export type ListedMemberList = {
/** Always `list`. */
readonly object: "list";
/** The entries, newest first. */
readonly data: readonly (ListedMember)[];
/** True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter. */
readonly has_more: boolean;
/** Send this as `cursor` to get the next page; null on the last page. */
readonly next_cursor: string | null;
};

export type LoggedWebhookDelivery = {
readonly id: string;
readonly object: "webhook_delivery";
readonly livemode: boolean;
readonly endpoint_id: string;
readonly event_id: string;
readonly event_type: string;
readonly status: "pending" | "delivering" | "retrying" | "succeeded" | "failed" | "canceled" | "skipped" | (string & {});
readonly attempts_count: number;
readonly next_attempt_at: string | null;
readonly last_status_code: number | null;
readonly last_error_code: "http_status" | "dns_error" | "connection_refused" | "connection_reset" | "timeout" | "tls_error" | "redirect" | "ssrf_blocked" | (string & {}) | null;
readonly created_at: string;
readonly completed_at: string | null;
readonly trigger: "automatic" | "manual" | (string & {});
readonly checkout: {
readonly id: string;
readonly amount: number | null;
readonly currency: string | null;
readonly client_reference: string | null;
} | null;
readonly last_duration_ms: number | null;
};

export type LoggedWebhookDeliveryList = {
/** Always `list`. */
readonly object: "list";
/** The entries, newest first. */
readonly data: readonly (LoggedWebhookDelivery)[];
/** True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter. */
readonly has_more: boolean;
/** Send this as `cursor` to get the next page; null on the last page. */
readonly next_cursor: string | null;
};

export type LoginSession = {
readonly access_token: string;
readonly token_type: "Bearer";
readonly expires_in: number;
readonly user: User;
};

export type Member = {
readonly id: string;
readonly object: "member";
readonly name: string | null;
readonly phone: string | null;
readonly telegram_username: string | null;
readonly role: "owner" | "manager" | "developer" | "cashier" | "accountant" | (string & {});
readonly apps: readonly (number)[] | null;
readonly current: boolean;
readonly ownership_offered_until: string | null;
readonly joined_at: string | null;
};

export type Membership = {
readonly account_id: string;
readonly object: "membership";
readonly role: "owner" | "manager" | "developer" | "cashier" | "accountant" | (string & {});
readonly app_names: readonly (string)[];
readonly current: boolean;
readonly suspended: Suspension | null;
readonly ownership_offered_until: string | null;
};

export type MembershipList = {
/** Always `list`. */
readonly object: "list";
/** The entries, newest first. */
readonly data: readonly (Membership)[];
/** True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter. */
readonly has_more: boolean;
/** Send this as `cursor` to get the next page; null on the last page. */
readonly next_cursor: string | null;
};

export type MerchantPayment = {
/** Always `payment`. */
readonly object: "payment";
/** Bank or wallet that the payment was found at. */
readonly provider: Provider;
/** The bank's reference for the payment. */
readonly reference: string;
/** Amount of the payment, in minor units (santim for ETB: 150000 is 1,500.00 birr); null without a receipt, and while its receiver is not confirmed. */
readonly amount: number | null;
/** Currency code (ISO 4217). */
readonly currency: string;
/** The payer's name, masked; null if the receipt does not show it. */
readonly payer_name: string | null;
/** When the payment was made, according to the bank. */
readonly paid_at: string | null;
/** `counted`: part of `amount_received`. `doubtful`: a person must decide, or decided not to count it. */
readonly state: "counted" | "doubtful" | (string & {});
/** Why a person must decide about the payment; null if it is counted.
 * - `possible_duplicate`: Another payment of the same amount to the same account arrived minutes before or after, or on the same day, if nobody could read one of the receipts: both may be the same transfer.
 * - `notice_contradicted`: The bank's message on the merchant's phone shows a different amount or receiver than the receipt, or says that the payment was reversed.
 * - `receiver_unconfirmed`: The receipt masks the receiver too much to confirm that it is you.
 * - `time_unconfirmed`: The receipt shows only a date, so the payment may be older than the checkout.
 * - `paid_late`: The customer paid after `expires_at`.
 * - `provider_unavailable`: The bank did not respond before the grace period ended.
 * - `unreadable`: We could not read the bank's receipt reliably.
 * - `insufficient_credits`: The receipt matches, but you had no credits before the grace period ended.
 * - `partially_paid`: Part of the amount has arrived, but the rest did not arrive before `expires_at`, or five payments have not reached the amount.
 * - `manual`: Only a person can check this payment method. */
readonly reason: string | null;
/** What proves the payment: `receipt` is the bank's receipt; `notice` is the bank's message on the merchant's paired phone, while the receipt is not available yet; null if only the reference is known. */
readonly evidence: "receipt" | "notice" | (string & {}) | null;
/** Id of the payment method whose account received it, one of `payment_methods`; null if no receipt showed which. */
readonly payment_method: string | null;
/** Whether a bank statement that should show the payment does not, or shows its reversal (see Books). */
readonly unconfirmed_by_statement: boolean;
};

export type NamedBookPoint = {
readonly object: "book_point";
readonly id: string;
readonly kind: "missing" | "reversed" | "amounts_differ" | "unknown" | (string & {});
readonly checkout_id: string | null;
readonly reference: string | null;
readonly paid_amount: number | null;
readonly paid_on: string | null;
readonly booked_amount: number | null;
readonly booked_on: string | null;
readonly line: number | null;
readonly among: number;
readonly settled: {
readonly member: string | null;
readonly at: string;
readonly note: string;
readonly member_name: string | null;
} | null;
};

export type Notice = {
readonly object: "notice";
readonly result: "payment" | "reversal" | "other_money" | "ignored" | "unreadable" | (string & {});
readonly provider: Provider | null;
readonly amount: number | null;
readonly currency: string | null;
readonly payer_name: string | null;
readonly reference: string | null;
readonly paid_at: string | null;
};

export type NoticeSource = {
readonly id: string;
readonly object: "notice_source";
readonly app_id: number;
readonly name: string;
readonly kind: "sms_gateway" | "sms_forwarder" | "paste" | (string & {});
readonly status: "active" | "paused" | (string & {});
readonly url: string | null;
readonly health: NoticeSourceHealth;
readonly previous_secret_expires_at: string | null;
readonly created_at: string;
};

export type NoticeSourceHealth = {
readonly state: "waiting" | "healthy" | "silent" | (string & {});
readonly last_heard_at: string | null;
readonly last_message: {
readonly kind: "payment" | "other_money" | "unreadable" | "ping" | "test" | (string & {});
readonly provider: Provider | null;
} | null;
};

export type NoticeSourceList = {
/** Always `list`. */
readonly object: "list";
/** The entries, newest first. */
readonly data: readonly (NoticeSource)[];
/** True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter. */
readonly has_more: boolean;
/** Send this as `cursor` to get the next page; null on the last page. */
readonly next_cursor: string | null;
};

export type NoticeSourceWithSecret = {
readonly id: string;
readonly object: "notice_source";
readonly app_id: number;
readonly name: string;
readonly kind: "sms_gateway" | "sms_forwarder" | "paste" | (string & {});
readonly status: "active" | "paused" | (string & {});
readonly url: string | null;
readonly health: NoticeSourceHealth;
readonly previous_secret_expires_at: string | null;
readonly created_at: string;
readonly secret: string | null;
};

export type NotificationSettings = {
readonly object: "notification_settings";
readonly account_id: string;
readonly channel: "telegram" | "sms" | "none" | (string & {});
readonly available_channels: readonly ("telegram" | "sms" | "none" | (string & {}))[];
readonly kinds: readonly ("review" | "webhook" | "credits" | "receiving_account" | "notice_source" | "sign_in" | "books" | (string & {}))[];
readonly available_kinds: readonly ("review" | "webhook" | "credits" | "receiving_account" | "notice_source" | "sign_in" | "books" | (string & {}))[];
readonly paid: "each" | "daily" | "none" | (string & {});
readonly language: "en" | "am" | (string & {}) | null;
readonly quiet_hours: {
readonly from: string;
readonly until: string;
} | null;
readonly telegram_bot_url: string | null;
readonly stopped: {
readonly reason: "blocked" | "not_started" | (string & {});
readonly at: string;
} | null;
};

export type OpenedInvitation = {
readonly object: "opened_invitation";
readonly invited_by: string | null;
readonly app_names: readonly (string)[];
readonly role: "manager" | "developer" | "cashier" | "accountant" | (string & {});
readonly expires_at: string;
};

export type Operations = {
readonly object: "operations";
readonly version: string;
readonly stage: string;
readonly function_version: string;
readonly releases: readonly ({
readonly state: "running" | "succeeded" | "withdrawing" | "withdrawn" | "failed" | "unknown" | (string & {});
readonly percent: number;
readonly started_at: string;
readonly ended_at: string | null;
readonly alarms: readonly (string)[];
readonly functions: readonly ({
readonly name: string;
readonly from: string | null;
readonly to: string | null;
readonly state: "running" | "succeeded" | "withdrawing" | "withdrawn" | "failed" | (string & {});
})[];
})[];
readonly samples: readonly ({
readonly at: string;
readonly accounts: number;
readonly broken: number;
readonly faults: readonly ({
readonly account_id: string;
readonly why: string;
})[];
})[];
readonly sms: {
readonly currency: string;
readonly today: SmsCounts;
readonly month: SmsCounts;
readonly days: readonly ({
readonly day: string;
readonly messages: number;
readonly parts: number;
})[];
};
};

export type Payment = {
/** Always `payment`. */
readonly object: "payment";
/** Bank or wallet that the payment was found at. */
readonly provider: Provider;
/** The bank's reference for the payment. */
readonly reference: string;
/** Amount of the payment, in minor units (santim for ETB: 150000 is 1,500.00 birr); null without a receipt, and while its receiver is not confirmed. */
readonly amount: number | null;
/** Currency code (ISO 4217). */
readonly currency: string;
/** The payer's name, masked; null if the receipt does not show it. */
readonly payer_name: string | null;
/** When the payment was made, according to the bank. */
readonly paid_at: string | null;
/** `counted`: part of `amount_received`. `doubtful`: a person must decide, or decided not to count it. */
readonly state: "counted" | "doubtful" | (string & {});
/** Why a person must decide about the payment; null if it is counted.
 * - `possible_duplicate`: Another payment of the same amount to the same account arrived minutes before or after, or on the same day, if nobody could read one of the receipts: both may be the same transfer.
 * - `notice_contradicted`: The bank's message on the merchant's phone shows a different amount or receiver than the receipt, or says that the payment was reversed.
 * - `receiver_unconfirmed`: The receipt masks the receiver too much to confirm that it is you.
 * - `time_unconfirmed`: The receipt shows only a date, so the payment may be older than the checkout.
 * - `paid_late`: The customer paid after `expires_at`.
 * - `provider_unavailable`: The bank did not respond before the grace period ended.
 * - `unreadable`: We could not read the bank's receipt reliably.
 * - `insufficient_credits`: The receipt matches, but you had no credits before the grace period ended.
 * - `partially_paid`: Part of the amount has arrived, but the rest did not arrive before `expires_at`, or five payments have not reached the amount.
 * - `manual`: Only a person can check this payment method. */
readonly reason: string | null;
/** What proves the payment: `receipt` is the bank's receipt; `notice` is the bank's message on the merchant's paired phone, while the receipt is not available yet; null if only the reference is known. */
readonly evidence: "receipt" | "notice" | (string & {}) | null;
};

export type PaymentLink = {
readonly id: string;
readonly object: "payment_link";
readonly app_id: number;
readonly livemode: boolean;
readonly url: string;
readonly card_url: string;
readonly amount: number | null;
readonly currency: string;
readonly description: string | null;
readonly active: boolean;
readonly checkouts_count: number;
readonly verified_count: number;
readonly created_at: string;
};

export type PaymentLinkList = {
/** Always `list`. */
readonly object: "list";
/** The entries, newest first. */
readonly data: readonly (PaymentLink)[];
/** True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter. */
readonly has_more: boolean;
/** Send this as `cursor` to get the next page; null on the last page. */
readonly next_cursor: string | null;
};

export type PaymentMethod = {
readonly id: string;
readonly provider: Provider;
readonly account_name: string;
readonly account_number: string;
readonly label: string | null;
readonly instructions: string | null;
readonly inputs: readonly (CheckoutInput)[];
readonly object: "payment_method";
readonly app_id: number;
readonly enabled: boolean;
readonly position: number;
readonly created_at: string;
};

export type PaymentMethodList = {
/** Always `list`. */
readonly object: "list";
/** The entries, newest first. */
readonly data: readonly (PaymentMethod)[];
/** True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter. */
readonly has_more: boolean;
/** Send this as `cursor` to get the next page; null on the last page. */
readonly next_cursor: string | null;
};

export type PingEvent = {
/** Identifier of the event, also in the header `webhook-id`. Two deliveries with the same id carry the same event. */
readonly id: string;
/** Always `event`. */
readonly object: "event";
/** What happened, e.g. `checkout.verified`. */
readonly type: "ping";
/** When the event happened. */
readonly created_at: string;
/** False in test mode. */
readonly livemode: boolean;
/** The app of the event; null for events about the account's credits. */
readonly app_id: number | null;
/** The checkout's `sequence` after the event: ignore an event with a lower value than you have seen for that checkout. 0 for events without a checkout. */
readonly sequence: number;
/** The object of the event. */
readonly data: {
readonly object: PingedEndpoint;
};
};

export type PingedEndpoint = {
readonly object: "webhook_endpoint";
readonly id: string;
};

export type PlatformAcceptInvitationRequest = {
readonly token: string;
};

export type PlatformApproveCheckoutRequest = {
readonly reason: string;
readonly sequence: number;
};

export type PlatformChangeCreditsRequest = {
readonly credits: number;
readonly reference?: string | null;
readonly reason: string;
};

export type PlatformChangeLimitsRequest = {
readonly balance_shards: number;
readonly reason: string;
};

export type PlatformCompareStatementRequest = {
readonly provider: Provider;
readonly account_number: string;
readonly currency?: string | null;
readonly rows: readonly ({
readonly line: number;
readonly date: string;
readonly amount: number;
readonly direction: "in" | "out";
readonly text: string;
readonly reference?: string | null;
})[];
readonly complete?: readonly ({
readonly from: string;
readonly to: string;
})[] | null;
};

export type PlatformCreateApiKeyRequest = {
readonly name: string;
readonly mode: "live" | "test";
readonly app_id: number | null;
readonly scopes?: readonly ("checkouts:read" | "checkouts:write" | "credits:read" | "events:read")[] | null;
readonly expires_at?: string | null;
};

export type PlatformCreateAppRequest = {
readonly name: string;
};

export type PlatformCreateCheckoutRequest = {
readonly amount: number;
readonly currency?: string | null;
readonly client_reference?: string | null;
readonly description?: string | null;
readonly customer?: CustomerInput | null;
readonly payment_methods?: readonly (string)[] | null;
readonly return_url?: string | null;
readonly cancel_url?: string | null;
readonly expires_in?: number | null;
readonly late_policy?: "review" | "accept" | null;
readonly metadata?: Readonly<Record<string, string>> | null;
readonly locale?: "en" | "am" | "om" | "ti" | "so" | null;
readonly app_id: number;
readonly livemode?: boolean | null;
};

export type PlatformCreateNoticeSourceRequest = {
readonly app_id: number;
readonly name: string;
readonly kind: "sms_gateway" | "sms_forwarder" | "paste";
readonly signing_key?: string | null;
};

export type PlatformCreatePaymentLinkRequest = {
readonly app_id: number;
readonly livemode?: boolean | null;
readonly amount?: number | null;
readonly currency?: string | null;
readonly description?: string | null;
readonly active?: boolean | null;
};

export type PlatformCreatePaymentMethodRequest = {
readonly provider: Provider;
readonly account_name: string;
readonly account_number: string;
readonly label?: string | null;
readonly instructions?: string | null;
readonly enabled?: boolean | null;
readonly position?: number | null;
};

export type PlatformCreateWebhookRequest = {
readonly app_id: number;
readonly url: string;
readonly events: readonly ("*" | "checkout.created" | "checkout.partially_paid" | "checkout.verified" | "checkout.review" | "checkout.expired" | "checkout.canceled" | "checkout.rejected" | "checkout.attempt_failed" | "checkout.payment_released" | "credits.low" | "credits.exhausted" | "webhook.disabled" | "books.difference" | "ping")[];
readonly livemode?: boolean | null;
readonly description?: string | null;
};

export type PlatformEndAccountRequest = {
readonly reason: string;
};

export type PlatformEraseCustomerRequest = {
readonly phone: string;
readonly livemode?: boolean | null;
readonly cursor?: string;
};

export type PlatformInviteMemberRequest = {
readonly role: "manager" | "developer" | "cashier" | "accountant";
readonly apps?: readonly (number)[] | null;
readonly phone?: string | null;
readonly telegram_username?: string | null;
};

export type PlatformLinkLoginRequest = {
readonly phone: string;
readonly code: string;
} | {
readonly id_token: string;
};

export type PlatformOfferOwnershipRequest = {
readonly stay_owner?: boolean | null;
};

export type PlatformPasteNoticeRequest = {
readonly sender: string;
readonly text: string;
};

export type PlatformPurchaseCreditsRequest = {
readonly credits: number;
};

export type PlatformRecoverWebhookRequest = {
readonly since: string;
};

export type PlatformReleasePaymentRequest = {
readonly reason: string;
readonly sequence: number;
readonly provider: Provider;
readonly reference: string;
};

export type PlatformReplayDeadLettersRequest = {
readonly id?: string | null;
readonly reason: string;
};

export type PlatformRotateApiKeyRequest = {
readonly overlap_seconds?: number | null;
} | null;

export type PlatformRotateNoticeSourceRequest = {
readonly signing_key?: string | null;
readonly overlap_seconds?: number | null;
} | null;

export type PlatformRotateWebhookSecretRequest = {
readonly overlap_seconds?: number | null;
} | null;

export type PlatformSellNoticeRequest = {
readonly app_id: number;
readonly provider: Provider;
readonly reference: string;
};

export type PlatformSellPointRequest = {
readonly point: string;
readonly app_id: number;
readonly note: string;
};

export type PlatformSetAppLogoRequest = {
readonly content_type: "image/png" | "image/svg+xml";
readonly data: string;
};

export type PlatformSettlePointRequest = {
readonly point: string;
readonly note: string;
};

export type PlatformSuspendAccountRequest = {
readonly suspended: boolean;
readonly reason: string;
};

export type PlatformSwitchAccountRequest = {
readonly account_id: string;
};

export type PlatformSwitchBankRequest = {
readonly enabled: boolean;
readonly reason: string;
};

export type PlatformTriggerEventRequest = {
readonly type: "checkout.created" | "checkout.partially_paid" | "checkout.verified" | "checkout.review" | "checkout.expired" | "checkout.canceled" | "checkout.rejected" | "checkout.attempt_failed" | "checkout.payment_released" | "credits.low" | "credits.exhausted" | "webhook.disabled" | "books.difference" | "ping";
readonly endpoint_id?: string;
readonly app_id?: number;
};

export type PlatformUpdateAccountRequest = {
readonly approval_limit: number | null;
};

export type PlatformUpdateAppRequest = {
readonly name?: string;
readonly color?: string | null;
readonly notice_limit?: number;
readonly distinct_amounts?: boolean;
};

export type PlatformUpdateMeRequest = {
readonly name?: string | null;
readonly language?: "en" | "am";
};

export type PlatformUpdateMemberRequest = {
readonly role?: "manager" | "developer" | "cashier" | "accountant";
readonly apps?: readonly (number)[] | null;
};

export type PlatformUpdateNoticeSourceRequest = {
readonly name?: string;
readonly status?: "active" | "paused";
};

export type PlatformUpdateNotificationsRequest = {
readonly channel?: "telegram" | "sms" | "none";
readonly kinds?: readonly ("review" | "webhook" | "credits" | "receiving_account" | "notice_source" | "sign_in" | "books")[];
readonly paid?: "each" | "daily" | "none";
readonly language?: "en" | "am" | null;
readonly quiet_hours?: {
readonly from: string;
readonly until: string;
} | null;
};

export type PlatformUpdatePaymentLinkRequest = {
readonly amount?: number | null;
readonly description?: string | null;
readonly active?: boolean;
};

export type PlatformUpdatePaymentMethodRequest = {
readonly account_name?: string;
readonly account_number?: string;
readonly label?: string | null;
readonly instructions?: string | null;
readonly enabled?: boolean;
readonly position?: number;
};

export type PlatformUpdateWebhookRequest = {
readonly url?: string;
readonly events?: readonly ("*" | "checkout.created" | "checkout.partially_paid" | "checkout.verified" | "checkout.review" | "checkout.expired" | "checkout.canceled" | "checkout.rejected" | "checkout.attempt_failed" | "checkout.payment_released" | "credits.low" | "credits.exhausted" | "webhook.disabled" | "books.difference" | "ping")[];
readonly description?: string | null;
readonly status?: "enabled" | "disabled";
};

export type Problem = {
/** The URL of the code's documentation. */
readonly type: string;
/** The same for every problem of this code. */
readonly title: string;
/** The HTTP status. */
readonly status: number;
/** Explains what is wrong with this request, for people to read. */
readonly detail: string;
/** The error code, for programs. Branch on this field. */
readonly code: "invalid_request" | "unauthenticated" | "token_expired" | "insufficient_credits" | "forbidden" | "account_suspended" | "second_factor_required" | "not_found" | "method_not_allowed" | "checkout_not_open" | "checkout_blocked" | "idempotency_in_progress" | "delivery_in_progress" | "endpoint_disabled" | "conflict" | "payload_too_large" | "unsupported_media_type" | "idempotency_mismatch" | "rate_limited" | "internal" | "service_unavailable";
/** Quote it when you contact us. Also in the header `x-request-id`. */
readonly request_id: string;
/** With `invalid_request`: each field that is wrong. */
readonly errors?: readonly ({
/** The field, e.g. `customer.email`; empty for the body itself. */
readonly path: string;
/** What is wrong with it. */
readonly message: string;
})[];
};

export type Provider = "telebirr" | "cbe" | "boa" | "dashen" | "awash" | "cbe_birr" | "mpesa" | "wegagen" | "amhara" | "zemen" | "ebirr" | "manual" | "sandbox" | "http" | (string & {});

export type PublicCheckout = {
/** Permanent identifier of the checkout. */
readonly id: string;
/** Always `checkout`. */
readonly object: "checkout";
/** False in test mode. */
readonly livemode: boolean;
/** The app that receives the payment. */
readonly app_id: number;
/** The app's name, shown to the customer. */
readonly merchant_name: string;
/** Status of the checkout.
 * - `open`: The amount, or part of it, has not arrived yet: `amount_due` says how much is missing.
 * - `verifying`: We are looking up a reference at the bank, or will do so again. This can take until 24 hours after `expires_at`.
 * - `verified`: The payment is verified: by the bank's receipt, by a person (`approved_by_hand`) or, up to the app's `notice_limit`, by the bank's message (`evidence` is `notice`). Final.
 * - `review`: A person must decide on the payment; `review.reason` says why.
 * - `expired`: The checkout was not paid in time.
 * - `canceled`: You canceled the checkout. Final.
 * - `rejected`: A person rejected the payments, which were in review or below the amount. Final. */
readonly status: CheckoutStatus;
/** Unusual facts about the payment; usually empty.
 * - `overpaid`: The customer paid more than `amount`; `amount_received` says how much.
 * - `paid_late`: The customer paid after `expires_at`.
 * - `possible_duplicate`: Another payment of the same amount to the same account arrived minutes before or after, or on the same day, if nobody could read one of the receipts: both may be the same transfer.
 * - `receiver_unconfirmed`: The receipt masks the receiver too much to confirm that it is you.
 * - `notice_contradicted`: The bank's message on the merchant's phone shows a different amount or receiver than the receipt, or says that the payment was reversed.
 * - `time_unconfirmed`: The receipt shows only a date, so the payment may be older than the checkout.
 * - `approved_by_hand`: A person approved the payment. */
readonly exceptions: readonly (CheckoutException)[];
/** Why a person must decide, and the decision; null if no review was needed. */
readonly review: CheckoutReview | null;
/** Amount to pay, in minor units (santim for ETB: 150000 is 1,500.00 birr). */
readonly amount: number;
/** Currency code (ISO 4217). */
readonly currency: string;
/** Sum of the counted payments, in minor units (santim for ETB: 150000 is 1,500.00 birr). */
readonly amount_received: number;
/** What the customer still has to pay, in minor units (santim for ETB: 150000 is 1,500.00 birr); 0 once the checkout is verified. */
readonly amount_due: number;
/** What the customer pays for, shown to the customer. */
readonly description: string | null;
/** Accounts that the customer can pay into. The public checkout has none while the shop's account is suspended: then ask nobody to pay. */
readonly payment_methods: readonly (CheckoutPaymentMethod)[];
/** The hosted page. It needs no login, so send it only to the customer. */
readonly pay_url: string;
/** Where the hosted page links to after payment. */
readonly return_url: string | null;
/** Where the hosted page links to for a customer who cancels. */
readonly cancel_url: string | null;
/** When the checkout expires. */
readonly expires_at: string;
/** When the checkout was created. */
readonly created_at: string;
/** When the payment was verified; null before. */
readonly verified_at: string | null;
/** The payments that belong to the checkout, in order of arrival. Only `status` tells whether the checkout is verified. */
readonly payments: readonly (Payment)[];
/** A public page that confirms the verified payment; null before. */
readonly receipt_url: string | null;
/** Language of the hosted page. */
readonly locale: "en" | "am" | "om" | "ti" | "so" | (string & {}) | null;
/** Increases by one or more with every event and every update of the checkout: the highest value is the newest state. The status `verifying` does not change it. */
readonly sequence: number;
};

export type Purchase = {
readonly id: string;
readonly object: "purchase";
readonly credits: number;
readonly amount: number;
readonly currency: string;
readonly checkout: PublicCheckout;
};

export type ReleasedPayment = {
/** Always `payment`. */
readonly object: "payment";
/** Bank or wallet that the payment was found at. */
readonly provider: Provider;
/** The bank's reference for the payment. */
readonly reference: string;
/** Amount of the payment, in minor units (santim for ETB: 150000 is 1,500.00 birr); null without a receipt, and while its receiver is not confirmed. */
readonly amount: number | null;
/** Currency code (ISO 4217). */
readonly currency: string;
/** The payer's name, masked; null if the receipt does not show it. */
readonly payer_name: string | null;
/** When the payment was made, according to the bank. */
readonly paid_at: string | null;
/** `counted`: part of `amount_received`. `doubtful`: a person must decide, or decided not to count it. */
readonly state: "counted" | "doubtful" | (string & {});
/** Why a person must decide about the payment; null if it is counted.
 * - `possible_duplicate`: Another payment of the same amount to the same account arrived minutes before or after, or on the same day, if nobody could read one of the receipts: both may be the same transfer.
 * - `notice_contradicted`: The bank's message on the merchant's phone shows a different amount or receiver than the receipt, or says that the payment was reversed.
 * - `receiver_unconfirmed`: The receipt masks the receiver too much to confirm that it is you.
 * - `time_unconfirmed`: The receipt shows only a date, so the payment may be older than the checkout.
 * - `paid_late`: The customer paid after `expires_at`.
 * - `provider_unavailable`: The bank did not respond before the grace period ended.
 * - `unreadable`: We could not read the bank's receipt reliably.
 * - `insufficient_credits`: The receipt matches, but you had no credits before the grace period ended.
 * - `partially_paid`: Part of the amount has arrived, but the rest did not arrive before `expires_at`, or five payments have not reached the amount.
 * - `manual`: Only a person can check this payment method. */
readonly reason: string | null;
/** What proves the payment: `receipt` is the bank's receipt; `notice` is the bank's message on the merchant's paired phone, while the receipt is not available yet; null if only the reference is known. */
readonly evidence: "receipt" | "notice" | (string & {}) | null;
readonly payment_method: string | null;
readonly unconfirmed_by_statement: boolean;
readonly checkout: Checkout;
};

export type Replay = {
readonly object: "replay";
readonly letters: number;
};

export type Session = {
readonly id: string;
readonly object: "session";
readonly current: boolean;
readonly login: "phone" | "telegram" | (string & {});
readonly user_agent: string | null;
readonly created_at: string;
readonly last_used_at: string;
readonly expires_at: string;
};

export type SessionList = {
/** Always `list`. */
readonly object: "list";
/** The entries, newest first. */
readonly data: readonly (Session)[];
/** True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter. */
readonly has_more: boolean;
/** Send this as `cursor` to get the next page; null on the last page. */
readonly next_cursor: string | null;
};

export type SessionProof = {
readonly object: "session_proof";
readonly proven_at: string;
readonly expires_at: string;
};

export type ShortLink = {
readonly object: "short_link";
readonly checkout_id: string;
readonly url: string;
};

export type SmsCounts = {
readonly login: number;
readonly invitation: number;
readonly notice: number;
readonly messages: number;
readonly parts: number;
readonly cost: number | null;
};

export type StatementDifference = {
readonly object: "book_statement";
readonly id: string;
readonly provider: Provider;
readonly account_number: string;
readonly currency: string;
readonly from: string;
readonly to: string;
readonly complete: readonly (StatementPeriod)[];
readonly rows: number;
readonly money_in: Total;
readonly money_out: Total;
readonly agreed: Total;
readonly amounts_differ: Total;
readonly difference: number;
readonly reversed: Total;
readonly unknown: Total;
readonly other: Total;
readonly missing: Total;
readonly waiting: StatementWaiting;
readonly open_points: number;
readonly points_left_out: number;
readonly member: string;
readonly compared_at: string;
readonly new_points: readonly (BookPoint)[];
};

export type StatementPeriod = {
readonly from: string;
readonly to: string;
};

export type StatementWaiting = {
readonly not_covered: number;
readonly too_soon: number;
readonly account_unknown: number;
readonly confirmed_before: number;
};

export type Stats = {
readonly object: "stats";
readonly livemode: boolean;
readonly from: string;
readonly to: string;
readonly counted_until: string | null;
readonly days: readonly ({
readonly day: string;
readonly created: number;
readonly verified: number;
readonly review: number;
readonly expired: number;
readonly canceled: number;
readonly rejected: number;
readonly failed_attempts: number;
readonly verify_seconds_total: number;
readonly amounts: Readonly<Record<string, number>>;
readonly providers: Readonly<Record<string, {
readonly verified: number;
readonly failed: number;
}>>;
})[];
};

export type Suspension = {
readonly at: string;
readonly reason: string;
};

export type TestNotification = {
readonly object: "test_notification";
readonly id: string;
};

export type Total = {
readonly count: number;
readonly amount: number;
};

export type TriggeredEvent = {
readonly object: "triggered_event";
readonly event: WebhookEvent;
readonly delivery: WebhookDelivery | null;
};

export type UnmatchedNotice = {
readonly object: "unmatched_notice";
readonly provider: Provider;
readonly reference: string;
readonly amount: number;
readonly currency: string;
readonly payer_name: string | null;
readonly paid_at: string;
};

export type UnmatchedNoticeList = {
/** Always `list`. */
readonly object: "list";
/** The entries, newest first. */
readonly data: readonly (UnmatchedNotice)[];
/** True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter. */
readonly has_more: boolean;
/** Send this as `cursor` to get the next page; null on the last page. */
readonly next_cursor: string | null;
};

export type UnreadableNotice = {
readonly id: string;
readonly object: "unreadable_notice";
readonly provider: Provider;
readonly text: string;
readonly received_at: string;
};

export type UnreadableNoticeList = {
/** Always `list`. */
readonly object: "list";
/** The entries, newest first. */
readonly data: readonly (UnreadableNotice)[];
/** True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter. */
readonly has_more: boolean;
/** Send this as `cursor` to get the next page; null on the last page. */
readonly next_cursor: string | null;
};

export type User = {
readonly id: string;
readonly object: "user";
readonly account_id: string;
readonly role: "owner" | "manager" | "developer" | "cashier" | "accountant" | (string & {});
readonly apps: readonly (number)[] | null;
readonly name: string | null;
readonly phone: string | null;
readonly telegram: {
readonly name: string | null;
readonly username: string | null;
} | null;
readonly operator: boolean;
readonly language: "en" | "am" | (string & {}) | null;
readonly created_at: string;
};

export type V1CancelCheckoutRequest = Record<string, never> | null;

export type V1CreateCheckoutRequest = {
/** Amount to pay: a whole number in minor units (santim for ETB: 150000 is 1,500.00 birr). If the app asks for distinct amounts (see Bank notices), a live checkout can ask for 1 to 99 minor units more: store the `amount` of the response. */
readonly amount: number;
/** Currency code (ISO 4217), upper case. Default: the service's currency, normally ETB. A payment counts only if its receipt shows this currency, so ask for one that your receiving accounts receive. */
readonly currency?: string | null;
/** Your own identifier, such as an order number. You can filter lists by it. */
readonly client_reference?: string | null;
/** What the customer pays for. Shown to the customer. */
readonly description?: string | null;
/** The customer. Visible only to you, and deleted after 400 days by default. */
readonly customer?: CustomerInput | null;
/** Ids of the app's payment methods to offer. Default: all enabled ones. */
readonly payment_methods?: readonly (string)[] | null;
/** https URL that the hosted page links to after payment, with `checkout_id` and `status` added. In test mode also `http://localhost:…`. Informational only, never proof of payment. */
readonly return_url?: string | null;
/** https URL for a customer who cancels. In test mode also `http://localhost:…`. */
readonly cancel_url?: string | null;
/** Seconds until the checkout expires. Default 1800 (30 minutes). */
readonly expires_in?: number | null;
/** How to treat a payment made within 24 hours after `expires_at`: `review` asks you, `accept` verifies it with the exception `paid_late`. Default `review`. */
readonly late_policy?: "review" | "accept" | null;
/** Up to 20 key-value pairs of your own (keys up to 40 characters, values up to 500). */
readonly metadata?: Readonly<Record<string, string>> | null;
/** Language of the hosted page: `en`, `am` (Amharic), `om` (Afaan Oromo), `ti` (Tigrinya) or `so` (Somali); null follows the customer's browser. */
readonly locale?: "en" | "am" | "om" | "ti" | "so" | null;
/** The app that receives the payment: required with an account-wide key, otherwise omit it. */
readonly app_id?: number | null;
};

export type V1UpdateCheckoutRequest = {
/** Your own identifier; null removes it. */
readonly client_reference?: string | null;
/** What the customer pays for; null removes it. */
readonly description?: string | null;
/** Up to 20 key-value pairs of your own. Replaces the existing ones. */
readonly metadata?: Readonly<Record<string, string>>;
};

export type V1VerifyCheckoutRequest = {
/** Bank or wallet of the receipt. Needed only if the reference alone is ambiguous. */
readonly provider?: Provider | null;
/** A reference, the receipt's link, or the bank's whole text message. */
readonly input: string;
/** The payer's phone number, if the payment method asks for it in `inputs`. */
readonly payer_phone?: string | null;
/** The last five digits of the payer's account, if the payment method asks for them in `inputs`. */
readonly payer_account_suffix?: string | null;
};

export type Verification = {
/** Always `verification`. */
readonly object: "verification";
/** Current status of the checkout.
 * - `open`: The amount, or part of it, has not arrived yet: `amount_due` says how much is missing.
 * - `verifying`: We are looking up a reference at the bank, or will do so again. This can take until 24 hours after `expires_at`.
 * - `verified`: The payment is verified: by the bank's receipt, by a person (`approved_by_hand`) or, up to the app's `notice_limit`, by the bank's message (`evidence` is `notice`). Final.
 * - `review`: A person must decide on the payment; `review.reason` says why.
 * - `expired`: The checkout was not paid in time.
 * - `canceled`: You canceled the checkout. Final.
 * - `rejected`: A person rejected the payments, which were in review or below the amount. Final. */
readonly status: CheckoutStatus;
/** Outcome of the attempt, or `pending`.
 * - `pending`: We are still checking.
 * - `matched`: The receipt matches.
 * - `counted`: The receipt matches and counts toward the amount, but the rest is still due. Sending the same reference again returns the same attempt and counts once.
 * - `not_found`: The bank does not know the reference.
 * - `not_completed`: The payment is incomplete or was reversed.
 * - `receiver_mismatch`: The payment went to another account.
 * - `currency_mismatch`: The payment is in another currency.
 * - `already_used`: The payment belongs to another checkout.
 * - `too_old`: The payment was made before the checkout was created.
 * - `unreadable`: We could not read the bank's receipt.
 * - `provider_unavailable`: The bank did not respond in time.
 * - `insufficient_credits`: The receipt matches, but you had no credits before the grace period ended.
 * - `superseded`: The checkout was verified by another reference, canceled or decided first, or already has its maximum number of payments. */
readonly outcome: "pending" | "matched" | "counted" | "not_found" | "not_completed" | "receiver_mismatch" | "currency_mismatch" | "already_used" | "too_old" | "unreadable" | "provider_unavailable" | "insufficient_credits" | "superseded" | (string & {});
/** The attempt that this call created or found. */
readonly attempt: Attempt;
/** The checkout in its current state. */
readonly checkout: Checkout;
};

export type WebhookDelivery = {
readonly id: string;
readonly object: "webhook_delivery";
readonly livemode: boolean;
readonly endpoint_id: string;
readonly event_id: string;
readonly event_type: string;
readonly status: "pending" | "delivering" | "retrying" | "succeeded" | "failed" | "canceled" | "skipped" | (string & {});
readonly attempts_count: number;
readonly next_attempt_at: string | null;
readonly last_status_code: number | null;
readonly last_error_code: "http_status" | "dns_error" | "connection_refused" | "connection_reset" | "timeout" | "tls_error" | "redirect" | "ssrf_blocked" | (string & {}) | null;
readonly created_at: string;
readonly completed_at: string | null;
readonly trigger: "automatic" | "manual" | (string & {});
};

export type WebhookDeliveryWithAttempts = {
readonly id: string;
readonly object: "webhook_delivery";
readonly livemode: boolean;
readonly endpoint_id: string;
readonly event_id: string;
readonly event_type: string;
readonly status: "pending" | "delivering" | "retrying" | "succeeded" | "failed" | "canceled" | "skipped" | (string & {});
readonly attempts_count: number;
readonly next_attempt_at: string | null;
readonly last_status_code: number | null;
readonly last_error_code: "http_status" | "dns_error" | "connection_refused" | "connection_reset" | "timeout" | "tls_error" | "redirect" | "ssrf_blocked" | (string & {}) | null;
readonly created_at: string;
readonly completed_at: string | null;
readonly trigger: "automatic" | "manual" | (string & {});
readonly attempts: readonly ({
readonly number: number;
readonly trigger: "automatic" | "manual" | (string & {});
readonly status: "succeeded" | "failed" | (string & {});
readonly error_code: "http_status" | "dns_error" | "connection_refused" | "connection_reset" | "timeout" | "tls_error" | "redirect" | "ssrf_blocked" | (string & {}) | null;
readonly response_status: number | null;
readonly response_headers: Readonly<Record<string, string>>;
readonly response_body: string | null;
readonly truncated: boolean;
readonly duration_ms: number;
readonly remote_ip: string | null;
readonly started_at: string;
})[];
readonly payload: string | null;
};

export type WebhookDisabledEvent = {
/** Identifier of the event, also in the header `webhook-id`. Two deliveries with the same id carry the same event. */
readonly id: string;
/** Always `event`. */
readonly object: "event";
/** What happened, e.g. `checkout.verified`. */
readonly type: "webhook.disabled";
/** When the event happened. */
readonly created_at: string;
/** False in test mode. */
readonly livemode: boolean;
/** The app of the event; null for events about the account's credits. */
readonly app_id: number | null;
/** The checkout's `sequence` after the event: ignore an event with a lower value than you have seen for that checkout. 0 for events without a checkout. */
readonly sequence: number;
/** The object of the event. */
readonly data: {
readonly object: WebhookEndpoint;
};
};

export type WebhookEndpoint = {
readonly id: string;
readonly object: "webhook_endpoint";
readonly app_id: number;
readonly livemode: boolean;
readonly url: string;
readonly events: readonly (string)[];
readonly description: string | null;
readonly status: "enabled" | "disabled" | (string & {});
readonly disabled_reason: "by_owner" | "gone" | "failing" | (string & {}) | null;
readonly disabled_at: string | null;
readonly health: WebhookEndpointHealth;
readonly previous_secret_expires_at: string | null;
readonly secret_rotated_at: string | null;
readonly created_at: string;
};

export type WebhookEndpointHealth = {
readonly state: "healthy" | "failing" | "slow" | (string & {});
readonly failures_in_a_row: number;
readonly failing_since: string | null;
readonly last_success_at: string | null;
};

export type WebhookEndpointList = {
/** Always `list`. */
readonly object: "list";
/** The entries, newest first. */
readonly data: readonly (WebhookEndpoint)[];
/** True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter. */
readonly has_more: boolean;
/** Send this as `cursor` to get the next page; null on the last page. */
readonly next_cursor: string | null;
};

export type WebhookEndpointWithSecret = {
readonly id: string;
readonly object: "webhook_endpoint";
readonly app_id: number;
readonly livemode: boolean;
readonly url: string;
readonly events: readonly (string)[];
readonly description: string | null;
readonly status: "enabled" | "disabled" | (string & {});
readonly disabled_reason: "by_owner" | "gone" | "failing" | (string & {}) | null;
readonly disabled_at: string | null;
readonly health: WebhookEndpointHealth;
readonly previous_secret_expires_at: string | null;
readonly secret_rotated_at: string | null;
readonly created_at: string;
readonly secret: string | null;
};

export type WebhookRecovery = {
readonly id: string;
readonly object: "webhook_recovery";
readonly endpoint_id: string;
readonly status: "running" | "completed" | "stopped" | (string & {});
readonly since: string;
readonly recovered: number;
readonly created_at: string;
readonly completed_at: string | null;
};

export type WebhookSecret = {
readonly id: string;
readonly object: "webhook_secret";
readonly secret: string | null;
readonly previous_secret_expires_at: string | null;
readonly secret_rotated_at: string | null;
};

/** List checkouts, newest first */
export const v1ListCheckouts: Operation<{ readonly query?: { readonly limit?: number; readonly cursor?: string | number | boolean; readonly status?: "open" | "verifying" | "verified" | "review" | "expired" | "canceled" | "rejected"; readonly client_reference?: string | number | boolean; readonly created_gte?: string | Date; readonly created_lt?: string | Date; readonly app_id?: number; }; }, CheckoutList> = {"method":"GET","path":"/api/v1/checkouts/","auth":"api-key"};

/** Create a checkout */
export const v1CreateCheckout: Operation<{ readonly body: V1CreateCheckoutRequest; }, Checkout> = {"method":"POST","path":"/api/v1/checkouts/","auth":"api-key","idempotent":true};

/** Read a checkout */
export const v1ReadCheckout: Operation<{ readonly params: { readonly id: string | number | boolean; }; }, Checkout> = {"method":"GET","path":"/api/v1/checkouts/{id}/","auth":"api-key"};

/** Change an open checkout */
export const v1UpdateCheckout: Operation<{ readonly params: { readonly id: string | number | boolean; }; readonly body: V1UpdateCheckoutRequest; }, Checkout> = {"method":"PATCH","path":"/api/v1/checkouts/{id}/","auth":"api-key"};

/** List the attempts of a checkout */
export const v1ListAttempts: Operation<{ readonly params: { readonly id: string | number | boolean; }; readonly query?: { readonly limit?: number; readonly cursor?: string | number | boolean; }; }, AttemptList> = {"method":"GET","path":"/api/v1/checkouts/{id}/attempts/","auth":"api-key"};

/** Cancel an open checkout */
export const v1CancelCheckout: Operation<{ readonly params: { readonly id: string | number | boolean; }; readonly body?: V1CancelCheckoutRequest; }, Checkout> = {"method":"POST","path":"/api/v1/checkouts/{id}/cancel/","auth":"api-key","idempotent":true};

/** Verify a payment by its reference, receipt link or SMS */
export const v1VerifyCheckout: Operation<{ readonly params: { readonly id: string | number | boolean; }; readonly body: V1VerifyCheckoutRequest; }, Verification> = {"method":"POST","path":"/api/v1/checkouts/{id}/verify/","auth":"api-key","idempotent":true};

/** Read the account's credits */
export const v1GetCredits: Operation<Record<never, never>, Credits> = {"method":"GET","path":"/api/v1/credits/","auth":"api-key"};

/** List events of the last 30 days */
export const v1ListEvents: Operation<{ readonly query?: { readonly limit?: number; readonly cursor?: string | number | boolean; readonly type?: "checkout.created" | "checkout.partially_paid" | "checkout.verified" | "checkout.review" | "checkout.expired" | "checkout.canceled" | "checkout.rejected" | "checkout.attempt_failed" | "checkout.payment_released" | "credits.low" | "credits.exhausted" | "webhook.disabled" | "books.difference" | "ping"; }; }, EventList> = {"method":"GET","path":"/api/v1/events/","auth":"api-key"};

/** Read an event */
export const v1ReadEvent: Operation<{ readonly params: { readonly id: string | number | boolean; }; }, WebhookEvent> = {"method":"GET","path":"/api/v1/events/{id}/","auth":"api-key"};

/** End this session, or all of them */
export const authLogout: Operation<{ readonly body?: AuthLogoutRequest; }, undefined> = {"method":"POST","path":"/api/auth/logout/","auth":"none","empty":true};

/** Exchange the refresh cookie for an access token and the next cookie */
export const authRefresh: Operation<Record<never, never>, LoginSession> = {"method":"POST","path":"/api/auth/refresh/","auth":"none"};

/** Send a login code by SMS */
export const authSendOtp: Operation<{ readonly body: AuthSendOtpRequest; }, AuthSendOtpResponse> = {"method":"POST","path":"/api/auth/send-otp/","auth":"none"};

/** Get the Telegram login settings, with a fresh nonce */
export const authTelegramConfig: Operation<Record<never, never>, AuthTelegramConfigResponse> = {"method":"GET","path":"/api/auth/telegram-config/","auth":"none"};

/** Log in with a Telegram id_token */
export const authTelegramLogin: Operation<{ readonly body: AuthTelegramLoginRequest; }, LoginSession> = {"method":"POST","path":"/api/auth/telegram-login/","auth":"none"};

/** Log in with the code from the SMS */
export const authVerifyOtp: Operation<{ readonly body: AuthVerifyOtpRequest; }, LoginSession> = {"method":"POST","path":"/api/auth/verify-otp/","auth":"none"};

/** List the audit log, newest first */
export const platformListAudit: Operation<{ readonly query?: { readonly limit?: number; readonly cursor?: string | number | boolean; }; }, AuditEntryList> = {"method":"GET","path":"/api/platform/audit/","auth":"jwt"};

/** Read the current user */
export const platformReadMe: Operation<Record<never, never>, User> = {"method":"GET","path":"/api/platform/me/","auth":"jwt"};

/** Change the name or the language of the dashboard */
export const platformUpdateMe: Operation<{ readonly body: PlatformUpdateMeRequest; }, User> = {"method":"PATCH","path":"/api/platform/me/","auth":"jwt"};

/** Close the account */
export const platformCloseAccount: Operation<Record<never, never>, undefined> = {"method":"DELETE","path":"/api/platform/me/","auth":"jwt","empty":true};

/** Add a second way to log in */
export const platformLinkLogin: Operation<{ readonly body: PlatformLinkLoginRequest; }, User> = {"method":"POST","path":"/api/platform/me/logins/","auth":"jwt","idempotent":true};

/** Remove a way to log in */
export const platformUnlinkLogin: Operation<{ readonly params: { readonly kind: "phone" | "telegram"; }; }, undefined> = {"method":"DELETE","path":"/api/platform/me/logins/{kind}/","auth":"jwt","empty":true};

/** Give a second factor */
export const platformProveSession: Operation<{ readonly body: PlatformLinkLoginRequest; }, SessionProof> = {"method":"PUT","path":"/api/platform/session/proof/","auth":"jwt"};

/** List sessions */
export const platformListSessions: Operation<{ readonly query?: { readonly limit?: number; readonly cursor?: string | number | boolean; }; }, SessionList> = {"method":"GET","path":"/api/platform/sessions/","auth":"jwt"};

/** End a session */
export const platformEndSession: Operation<{ readonly params: { readonly id: string | number | boolean; }; }, undefined> = {"method":"DELETE","path":"/api/platform/sessions/{id}/","auth":"jwt","empty":true};

/** Read the settings of the account */
export const platformReadAccount: Operation<Record<never, never>, Account> = {"method":"GET","path":"/api/platform/account/","auth":"jwt"};

/** Set the amount above which approvals and rejections need an owner */
export const platformUpdateAccount: Operation<{ readonly body: PlatformUpdateAccountRequest; }, Account> = {"method":"PATCH","path":"/api/platform/account/","auth":"jwt"};

/** List the accounts in which the user has a role */
export const platformListMemberships: Operation<Record<never, never>, MembershipList> = {"method":"GET","path":"/api/platform/me/memberships/","auth":"jwt"};

/** Accept an invitation and work in its account */
export const platformAcceptInvitation: Operation<{ readonly body: PlatformAcceptInvitationRequest; }, LoginSession> = {"method":"POST","path":"/api/platform/me/memberships/","auth":"jwt"};

/** See what an invitation offers */
export const platformOpenInvitation: Operation<{ readonly body: PlatformAcceptInvitationRequest; }, OpenedInvitation> = {"method":"POST","path":"/api/platform/me/memberships/preview/","auth":"jwt"};

/** Leave an account */
export const platformLeaveAccount: Operation<{ readonly params: { readonly account_id: string | number | boolean; }; }, undefined> = {"method":"DELETE","path":"/api/platform/me/memberships/{account_id}/","auth":"jwt","empty":true};

/** Accept ownership of the account in use */
export const platformAcceptOwnership: Operation<{ readonly body: PlatformLinkLoginRequest; }, LoginSession> = {"method":"POST","path":"/api/platform/me/ownership/","auth":"jwt"};

/** Decline an ownership offer */
export const platformDeclineOwnership: Operation<Record<never, never>, undefined> = {"method":"DELETE","path":"/api/platform/me/ownership/","auth":"jwt","empty":true};

/** List the members of the account, at most 50 */
export const platformListMembers: Operation<Record<never, never>, ListedMemberList> = {"method":"GET","path":"/api/platform/members/","auth":"jwt"};

/** Invite someone by a link */
export const platformInviteMember: Operation<{ readonly body: PlatformInviteMemberRequest; }, InvitationWithUrl> = {"method":"POST","path":"/api/platform/members/","auth":"jwt","idempotent":true};

/** List open invitations, at most 20 */
export const platformListInvitations: Operation<Record<never, never>, InvitationList> = {"method":"GET","path":"/api/platform/members/invitations/","auth":"jwt"};

/** Withdraw an invitation */
export const platformWithdrawInvitation: Operation<{ readonly params: { readonly id: string | number | boolean; }; }, undefined> = {"method":"DELETE","path":"/api/platform/members/invitations/{id}/","auth":"jwt","empty":true};

/** Change a member's role or apps */
export const platformUpdateMember: Operation<{ readonly params: { readonly id: string | number | boolean; }; readonly body: PlatformUpdateMemberRequest; }, Member> = {"method":"PATCH","path":"/api/platform/members/{id}/","auth":"jwt"};

/** Remove a member */
export const platformRemoveMember: Operation<{ readonly params: { readonly id: string | number | boolean; }; readonly query?: { readonly revoke_api_keys?: boolean; }; }, undefined> = {"method":"DELETE","path":"/api/platform/members/{id}/","auth":"jwt","empty":true};

/** Offer ownership of the account to a member */
export const platformOfferOwnership: Operation<{ readonly params: { readonly id: string | number | boolean; }; readonly body: PlatformOfferOwnershipRequest; }, Member> = {"method":"POST","path":"/api/platform/ownership/{id}/","auth":"jwt"};

/** Withdraw an ownership offer */
export const platformWithdrawOwnership: Operation<{ readonly params: { readonly id: string | number | boolean; }; }, undefined> = {"method":"DELETE","path":"/api/platform/ownership/{id}/","auth":"jwt","empty":true};

/** Work in another account of the user */
export const platformSwitchAccount: Operation<{ readonly body: PlatformSwitchAccountRequest; }, LoginSession> = {"method":"POST","path":"/api/platform/session/account/","auth":"jwt"};

/** Read your notification settings in this account */
export const platformReadNotifications: Operation<Record<never, never>, NotificationSettings> = {"method":"GET","path":"/api/platform/me/notifications/","auth":"jwt"};

/** Change your notification settings in this account */
export const platformUpdateNotifications: Operation<{ readonly body: PlatformUpdateNotificationsRequest; }, NotificationSettings> = {"method":"PATCH","path":"/api/platform/me/notifications/","auth":"jwt"};

/** Send yourself a test message */
export const platformTestNotifications: Operation<{ readonly body?: V1CancelCheckoutRequest; }, TestNotification> = {"method":"POST","path":"/api/platform/me/notifications/test/","auth":"jwt","idempotent":true};

/** List apps, newest first */
export const platformListApps: Operation<{ readonly query?: { readonly limit?: number; readonly cursor?: string | number | boolean; }; }, AppList> = {"method":"GET","path":"/api/platform/apps/","auth":"jwt"};

/** Create an app */
export const platformCreateApp: Operation<{ readonly body: PlatformCreateAppRequest; }, App> = {"method":"POST","path":"/api/platform/apps/","auth":"jwt","idempotent":true};

/** Read an app */
export const platformReadApp: Operation<{ readonly params: { readonly app_id: number; }; }, App> = {"method":"GET","path":"/api/platform/apps/{app_id}/","auth":"jwt"};

/** Change an app's name, color, or how its payments are matched */
export const platformUpdateApp: Operation<{ readonly params: { readonly app_id: number; }; readonly body: PlatformUpdateAppRequest; }, App> = {"method":"PATCH","path":"/api/platform/apps/{app_id}/","auth":"jwt"};

/** Delete an app with its keys and endpoints */
export const platformDeleteApp: Operation<{ readonly params: { readonly app_id: number; }; }, undefined> = {"method":"DELETE","path":"/api/platform/apps/{app_id}/","auth":"jwt","empty":true};

/** Set the logo that customers see on an app's pay pages */
export const platformSetAppLogo: Operation<{ readonly params: { readonly app_id: number; }; readonly body: PlatformSetAppLogoRequest; }, App> = {"method":"PUT","path":"/api/platform/apps/{app_id}/logo/","auth":"jwt"};

/** Remove an app's logo */
export const platformRemoveAppLogo: Operation<{ readonly params: { readonly app_id: number; }; }, undefined> = {"method":"DELETE","path":"/api/platform/apps/{app_id}/logo/","auth":"jwt","empty":true};

/** List an app's payment methods, in the order of the pay page */
export const platformListPaymentMethods: Operation<{ readonly params: { readonly app_id: number; }; readonly query?: { readonly limit?: number; readonly cursor?: string | number | boolean; }; }, PaymentMethodList> = {"method":"GET","path":"/api/platform/apps/{app_id}/payment-methods/","auth":"jwt"};

/** Add a payment method to an app */
export const platformCreatePaymentMethod: Operation<{ readonly params: { readonly app_id: number; }; readonly body: PlatformCreatePaymentMethodRequest; }, AddedPaymentMethod> = {"method":"POST","path":"/api/platform/apps/{app_id}/payment-methods/","auth":"jwt","idempotent":true};

/** Change, enable, disable or move a payment method */
export const platformUpdatePaymentMethod: Operation<{ readonly params: { readonly app_id: number; readonly id: string | number | boolean; }; readonly body: PlatformUpdatePaymentMethodRequest; }, PaymentMethod> = {"method":"PATCH","path":"/api/platform/apps/{app_id}/payment-methods/{id}/","auth":"jwt"};

/** Remove a payment method */
export const platformDeletePaymentMethod: Operation<{ readonly params: { readonly app_id: number; readonly id: string | number | boolean; }; }, undefined> = {"method":"DELETE","path":"/api/platform/apps/{app_id}/payment-methods/{id}/","auth":"jwt","empty":true};

/** List API keys, newest first, including revoked keys */
export const platformListApiKeys: Operation<{ readonly query?: { readonly limit?: number; readonly cursor?: string | number | boolean; readonly app_id?: number; readonly mode?: "live" | "test"; }; }, ApiKeyList> = {"method":"GET","path":"/api/platform/api-keys/","auth":"jwt"};

/** Create an API key */
export const platformCreateApiKey: Operation<{ readonly body: PlatformCreateApiKeyRequest; }, ApiKeyWithSecret> = {"method":"POST","path":"/api/platform/api-keys/","auth":"jwt","idempotent":true};

/** Revoke an API key */
export const platformRevokeApiKey: Operation<{ readonly params: { readonly id: string | number | boolean; }; }, undefined> = {"method":"DELETE","path":"/api/platform/api-keys/{id}/","auth":"jwt","empty":true};

/** Rotate an API key; the old key keeps working for a while */
export const platformRotateApiKey: Operation<{ readonly params: { readonly id: string | number | boolean; }; readonly body?: PlatformRotateApiKeyRequest; }, ApiKeyWithSecret> = {"method":"POST","path":"/api/platform/api-keys/{id}/rotate/","auth":"jwt","idempotent":true};

/** List, search or export checkouts, newest first */
export const platformListCheckouts: Operation<{ readonly query?: { readonly limit?: number; readonly cursor?: string | number | boolean; readonly status?: "open" | "verifying" | "verified" | "review" | "expired" | "canceled" | "rejected"; readonly client_reference?: string | number | boolean; readonly created_gte?: string | Date; readonly created_lt?: string | Date; readonly app_id?: number; readonly livemode?: boolean; readonly partially_paid?: boolean; readonly search?: string | number | boolean; readonly mine?: boolean; readonly format?: "json" | "csv"; }; }, CheckoutList | string> = {"method":"GET","path":"/api/platform/checkouts/","auth":"jwt"};

/** Create a checkout from the dashboard */
export const platformCreateCheckout: Operation<{ readonly body: PlatformCreateCheckoutRequest; }, Checkout> = {"method":"POST","path":"/api/platform/checkouts/","auth":"jwt","idempotent":true};

/** Read a checkout with its attempts, events and deliveries */
export const platformReadCheckout: Operation<{ readonly params: { readonly id: string | number | boolean; }; }, CheckoutHistory> = {"method":"GET","path":"/api/platform/checkouts/{id}/","auth":"jwt"};

/** Approve a checkout */
export const platformApproveCheckout: Operation<{ readonly params: { readonly id: string | number | boolean; }; readonly body: PlatformApproveCheckoutRequest; }, Checkout> = {"method":"POST","path":"/api/platform/checkouts/{id}/approve/","auth":"jwt","idempotent":true};

/** Cancel an open checkout */
export const platformCancelCheckout: Operation<{ readonly params: { readonly id: string | number | boolean; }; readonly body?: V1CancelCheckoutRequest; }, Checkout> = {"method":"POST","path":"/api/platform/checkouts/{id}/cancel/","auth":"jwt","idempotent":true};

/** Reject a checkout */
export const platformRejectCheckout: Operation<{ readonly params: { readonly id: string | number | boolean; }; readonly body: PlatformApproveCheckoutRequest; }, Checkout> = {"method":"POST","path":"/api/platform/checkouts/{id}/reject/","auth":"jwt","idempotent":true};

/** Release a payment of a checkout */
export const platformReleasePayment: Operation<{ readonly params: { readonly id: string | number | boolean; }; readonly body: PlatformReleasePaymentRequest; }, Checkout> = {"method":"POST","path":"/api/platform/checkouts/{id}/release/","auth":"jwt","idempotent":true};

/** Export a customer's data */
export const platformExportCustomer: Operation<{ readonly query: { readonly limit?: number; readonly cursor?: string | number | boolean; readonly phone: string | number | boolean; readonly livemode?: boolean; }; }, CustomerCheckoutList> = {"method":"GET","path":"/api/platform/customers/","auth":"jwt"};

/** Erase a customer's data */
export const platformEraseCustomer: Operation<{ readonly body: PlatformEraseCustomerRequest; }, Erasure> = {"method":"POST","path":"/api/platform/customers/erase/","auth":"jwt","idempotent":true};

/** Get the short URL of a checkout's pay page */
export const platformShareCheckout: Operation<{ readonly params: { readonly id: string | number | boolean; }; readonly body?: V1CancelCheckoutRequest; }, ShortLink> = {"method":"POST","path":"/api/platform/checkouts/{id}/share/","auth":"jwt","idempotent":true};

/** List reusable payment links, newest first */
export const platformListPaymentLinks: Operation<{ readonly query?: { readonly limit?: number; readonly cursor?: string | number | boolean; readonly app_id?: number; }; }, PaymentLinkList> = {"method":"GET","path":"/api/platform/payment-links/","auth":"jwt"};

/** Create a reusable payment link */
export const platformCreatePaymentLink: Operation<{ readonly body: PlatformCreatePaymentLinkRequest; }, PaymentLink> = {"method":"POST","path":"/api/platform/payment-links/","auth":"jwt","idempotent":true};

/** Read a reusable payment link */
export const platformReadPaymentLink: Operation<{ readonly params: { readonly id: string | number | boolean; }; }, PaymentLink> = {"method":"GET","path":"/api/platform/payment-links/{id}/","auth":"jwt"};

/** Change a reusable payment link, or switch it on or off */
export const platformUpdatePaymentLink: Operation<{ readonly params: { readonly id: string | number | boolean; }; readonly body: PlatformUpdatePaymentLinkRequest; }, PaymentLink> = {"method":"PATCH","path":"/api/platform/payment-links/{id}/","auth":"jwt"};

/** Delete a reusable payment link */
export const platformDeletePaymentLink: Operation<{ readonly params: { readonly id: string | number | boolean; }; }, undefined> = {"method":"DELETE","path":"/api/platform/payment-links/{id}/","auth":"jwt","empty":true};

/** List the receiving accounts of all apps, with their last statement */
export const platformListBookAccounts: Operation<Record<never, never>, BookAccountList> = {"method":"GET","path":"/api/platform/books/accounts/","auth":"jwt"};

/** Read the daily sheets: sums by app and receiving account */
export const platformListBookDays: Operation<{ readonly query?: { readonly from?: string | number | boolean; readonly to?: string | number | boolean; readonly app_id?: number; readonly livemode?: boolean; }; }, BookDays> = {"method":"GET","path":"/api/platform/books/days/","auth":"jwt"};

/** List or export the entries behind the sheets, oldest first */
export const platformListBookEntries: Operation<{ readonly query?: { readonly limit?: number; readonly cursor?: string | number | boolean; readonly from?: string | number | boolean; readonly to?: string | number | boolean; readonly app_id?: number; readonly livemode?: boolean; readonly kind?: "income" | "verified" | "approved" | "rejected" | "released"; readonly provider?: "telebirr" | "cbe" | "boa" | "dashen" | "awash" | "cbe_birr" | "mpesa" | "wegagen" | "amhara" | "zemen" | "ebirr" | "manual" | "sandbox" | "http"; readonly account_number?: string | number | boolean; readonly format?: "json" | "csv"; }; }, BookEntryList | string> = {"method":"GET","path":"/api/platform/books/entries/","auth":"jwt"};

/** Read the monthly sheets, by the Gregorian or the Ethiopian calendar */
export const platformListBookMonths: Operation<{ readonly query?: { readonly from?: string | number | boolean; readonly to?: string | number | boolean; readonly app_id?: number; readonly livemode?: boolean; readonly calendar?: "gregorian" | "ethiopian"; }; }, BookMonths> = {"method":"GET","path":"/api/platform/books/months/","auth":"jwt"};

/** List compared statements of the last 400 days, the latest days first */
export const platformListStatements: Operation<{ readonly query?: { readonly limit?: number; readonly cursor?: string | number | boolean; }; }, BookStatementList> = {"method":"GET","path":"/api/platform/books/statements/","auth":"jwt"};

/** Compare a bank statement with the verified payments of its account */
export const platformCompareStatement: Operation<{ readonly body: PlatformCompareStatementRequest; }, ComparedStatement> = {"method":"POST","path":"/api/platform/books/statements/","auth":"jwt","idempotent":true};

/** Read a compared statement with its points, or export them */
export const platformReadStatement: Operation<{ readonly params: { readonly id: string | number | boolean; }; readonly query?: { readonly format?: "json" | "csv"; }; }, BookStatementWithPoints | string> = {"method":"GET","path":"/api/platform/books/statements/{id}/","auth":"jwt"};

/** Record unknown money on a statement as a verified sale */
export const platformSellPoint: Operation<{ readonly params: { readonly id: string | number | boolean; }; readonly body: PlatformSellPointRequest; }, Checkout> = {"method":"POST","path":"/api/platform/books/statements/{id}/sell/","auth":"jwt","idempotent":true};

/** Settle a point of a statement with a note */
export const platformSettlePoint: Operation<{ readonly params: { readonly id: string | number | boolean; }; readonly body: PlatformSettlePointRequest; }, BookStatement> = {"method":"POST","path":"/api/platform/books/statements/{id}/settle/","auth":"jwt","idempotent":true};

/** Read the account's credits */
export const platformReadCredits: Operation<Record<never, never>, CreditsBalance> = {"method":"GET","path":"/api/platform/credits/","auth":"jwt"};

/** List balance changes, newest first */
export const platformListLedger: Operation<{ readonly query?: { readonly limit?: number; readonly cursor?: string | number | boolean; }; }, LedgerEntryList> = {"method":"GET","path":"/api/platform/credits/ledger/","auth":"jwt"};

/** Buy credits by paying a checkout of the operator */
export const platformPurchaseCredits: Operation<{ readonly body: PlatformPurchaseCreditsRequest; }, Purchase> = {"method":"POST","path":"/api/platform/credits/purchases/","auth":"jwt","idempotent":true};

/** List the event types, with an example of each */
export const platformListEventTypes: Operation<Record<never, never>, DescribedEventTypeList> = {"method":"GET","path":"/api/platform/event-types/","auth":"jwt"};

/** List or search the deliveries of an app across all its endpoints, newest first */
export const platformListWebhookLogs: Operation<{ readonly query?: { readonly limit?: number; readonly cursor?: string | number | boolean; readonly status?: "pending" | "delivering" | "retrying" | "succeeded" | "failed" | "canceled" | "skipped"; readonly event_type?: "checkout.created" | "checkout.partially_paid" | "checkout.verified" | "checkout.review" | "checkout.expired" | "checkout.canceled" | "checkout.rejected" | "checkout.attempt_failed" | "checkout.payment_released" | "credits.low" | "credits.exhausted" | "webhook.disabled" | "books.difference" | "ping"; readonly app_id?: number; readonly livemode?: boolean; readonly search?: string | number | boolean; }; }, LoggedWebhookDeliveryList> = {"method":"GET","path":"/api/platform/webhook-logs/","auth":"jwt"};

/** List webhook endpoints, newest first */
export const platformListWebhooks: Operation<{ readonly query?: { readonly limit?: number; readonly cursor?: string | number | boolean; readonly app_id?: number; }; }, WebhookEndpointList> = {"method":"GET","path":"/api/platform/webhooks/","auth":"jwt"};

/** Register a webhook endpoint for an app */
export const platformCreateWebhook: Operation<{ readonly body: PlatformCreateWebhookRequest; }, WebhookEndpointWithSecret> = {"method":"POST","path":"/api/platform/webhooks/","auth":"jwt","idempotent":true};

/** Read a webhook endpoint */
export const platformReadWebhook: Operation<{ readonly params: { readonly id: string | number | boolean; }; }, WebhookEndpoint> = {"method":"GET","path":"/api/platform/webhooks/{id}/","auth":"jwt"};

/** Change a webhook endpoint, disable it, or enable it again */
export const platformUpdateWebhook: Operation<{ readonly params: { readonly id: string | number | boolean; }; readonly body: PlatformUpdateWebhookRequest; }, WebhookEndpoint> = {"method":"PATCH","path":"/api/platform/webhooks/{id}/","auth":"jwt"};

/** Delete a webhook endpoint and cancel its waiting deliveries */
export const platformDeleteWebhook: Operation<{ readonly params: { readonly id: string | number | boolean; }; }, undefined> = {"method":"DELETE","path":"/api/platform/webhooks/{id}/","auth":"jwt","empty":true};

/** List the deliveries to an endpoint of the last 90 days, newest first */
export const platformListDeliveries: Operation<{ readonly params: { readonly id: string | number | boolean; }; readonly query?: { readonly limit?: number; readonly cursor?: string | number | boolean; readonly status?: "pending" | "delivering" | "retrying" | "succeeded" | "failed" | "canceled" | "skipped"; readonly event_type?: "checkout.created" | "checkout.partially_paid" | "checkout.verified" | "checkout.review" | "checkout.expired" | "checkout.canceled" | "checkout.rejected" | "checkout.attempt_failed" | "checkout.payment_released" | "credits.low" | "credits.exhausted" | "webhook.disabled" | "books.difference" | "ping"; }; }, LoggedWebhookDeliveryList> = {"method":"GET","path":"/api/platform/webhooks/{id}/deliveries/","auth":"jwt"};

/** Read a delivery with its payload and its attempts of the last 30 days */
export const platformReadDelivery: Operation<{ readonly params: { readonly id: string | number | boolean; readonly delivery_id: string | number | boolean; }; }, WebhookDeliveryWithAttempts> = {"method":"GET","path":"/api/platform/webhooks/{id}/deliveries/{delivery_id}/","auth":"jwt"};

/** Retry a delivery now */
export const platformRetryDelivery: Operation<{ readonly params: { readonly id: string | number | boolean; readonly delivery_id: string | number | boolean; }; readonly body?: V1CancelCheckoutRequest; }, WebhookDelivery> = {"method":"POST","path":"/api/platform/webhooks/{id}/deliveries/{delivery_id}/retry/","auth":"jwt","idempotent":true};

/** Resend all failed or skipped deliveries since a time, in the background */
export const platformRecoverWebhook: Operation<{ readonly params: { readonly id: string | number | boolean; }; readonly body: PlatformRecoverWebhookRequest; }, WebhookRecovery> = {"method":"POST","path":"/api/platform/webhooks/{id}/recover/","auth":"jwt","idempotent":true};

/** Read the progress of a recovery */
export const platformReadRecovery: Operation<{ readonly params: { readonly id: string | number | boolean; readonly recovery_id: string | number | boolean; }; }, WebhookRecovery> = {"method":"GET","path":"/api/platform/webhooks/{id}/recoveries/{recovery_id}/","auth":"jwt"};

/** Rotate the signing secret; the old one also signs for a while */
export const platformRotateWebhookSecret: Operation<{ readonly params: { readonly id: string | number | boolean; }; readonly body?: PlatformRotateWebhookSecretRequest; }, WebhookSecret> = {"method":"POST","path":"/api/platform/webhooks/{id}/rotate-secret/","auth":"jwt","idempotent":true};

/** Reveal the signing secret; the audit log records it */
export const platformRevealWebhookSecret: Operation<{ readonly params: { readonly id: string | number | boolean; }; }, WebhookSecret> = {"method":"GET","path":"/api/platform/webhooks/{id}/secret/","auth":"jwt"};

/** Send a `ping` to the endpoint, whatever it is subscribed to */
export const platformTestWebhook: Operation<{ readonly params: { readonly id: string | number | boolean; }; readonly body?: V1CancelCheckoutRequest; }, WebhookDelivery> = {"method":"POST","path":"/api/platform/webhooks/{id}/test/","auth":"jwt","idempotent":true};

/** List notice sources, newest first */
export const platformListNoticeSources: Operation<{ readonly query?: { readonly limit?: number; readonly cursor?: string | number | boolean; readonly app_id?: number; }; }, NoticeSourceList> = {"method":"GET","path":"/api/platform/notice-sources/","auth":"jwt"};

/** Pair a phone that forwards the bank's messages */
export const platformCreateNoticeSource: Operation<{ readonly body: PlatformCreateNoticeSourceRequest; }, NoticeSourceWithSecret> = {"method":"POST","path":"/api/platform/notice-sources/","auth":"jwt","idempotent":true};

/** Read a notice source and its health */
export const platformReadNoticeSource: Operation<{ readonly params: { readonly id: string | number | boolean; }; }, NoticeSource> = {"method":"GET","path":"/api/platform/notice-sources/{id}/","auth":"jwt"};

/** Rename, pause or resume a notice source */
export const platformUpdateNoticeSource: Operation<{ readonly params: { readonly id: string | number | boolean; }; readonly body: PlatformUpdateNoticeSourceRequest; }, NoticeSource> = {"method":"PATCH","path":"/api/platform/notice-sources/{id}/","auth":"jwt"};

/** Delete a notice source; its address then rejects messages */
export const platformDeleteNoticeSource: Operation<{ readonly params: { readonly id: string | number | boolean; }; }, undefined> = {"method":"DELETE","path":"/api/platform/notice-sources/{id}/","auth":"jwt","empty":true};

/** Paste a bank's message into a source of the kind `paste` */
export const platformPasteNotice: Operation<{ readonly params: { readonly id: string | number | boolean; }; readonly body: PlatformPasteNoticeRequest; }, Notice> = {"method":"POST","path":"/api/platform/notice-sources/{id}/notices/","auth":"jwt","idempotent":true};

/** Replace a source's secret; the old one works for another 24 hours */
export const platformRotateNoticeSource: Operation<{ readonly params: { readonly id: string | number | boolean; }; readonly body?: PlatformRotateNoticeSourceRequest; }, NoticeSourceWithSecret> = {"method":"POST","path":"/api/platform/notice-sources/{id}/rotate-secret/","auth":"jwt","idempotent":true};

/** Send a sample message of a bank through the source */
export const platformTestNoticeSource: Operation<{ readonly params: { readonly id: string | number | boolean; }; readonly body?: V1CancelCheckoutRequest; }, Notice> = {"method":"POST","path":"/api/platform/notice-sources/{id}/test/","auth":"jwt","idempotent":true};

/** List payments of a day that arrived without a checkout, newest first */
export const platformListUnmatchedNotices: Operation<{ readonly query?: { readonly day?: string | number | boolean; }; }, UnmatchedNoticeList> = {"method":"GET","path":"/api/platform/unmatched-notices/","auth":"jwt"};

/** Record a payment that arrived without a checkout as a sale */
export const platformSellNotice: Operation<{ readonly body: PlatformSellNoticeRequest; }, Checkout> = {"method":"POST","path":"/api/platform/unmatched-notices/sell/","auth":"jwt","idempotent":true};

/** List messages of banks that could not be read, newest first */
export const platformListUnreadableNotices: Operation<{ readonly query?: { readonly limit?: number; readonly cursor?: string | number | boolean; }; }, UnreadableNoticeList> = {"method":"GET","path":"/api/platform/unreadable-notices/","auth":"jwt"};

/** Trigger a test event of any type */
export const platformTriggerEvent: Operation<{ readonly body: PlatformTriggerEventRequest; }, TriggeredEvent> = {"method":"POST","path":"/api/platform/events/trigger/","auth":"jwt","idempotent":true};

/** List failures that need attention, grouped by kind */
export const platformListErrors: Operation<{ readonly query?: { readonly limit?: number; }; }, IssueGroupList> = {"method":"GET","path":"/api/platform/errors/","auth":"jwt"};

/** List requests to the server API that failed in the last 7 days */
export const platformListFailedRequests: Operation<{ readonly query?: { readonly limit?: number; readonly cursor?: string | number | boolean; readonly livemode?: boolean; readonly search?: string | number | boolean; }; }, FailedRequestList> = {"method":"GET","path":"/api/platform/failed-requests/","auth":"jwt"};

/** Read daily counts for the overview */
export const platformReadStats: Operation<{ readonly query?: { readonly from?: string | number | boolean; readonly to?: string | number | boolean; readonly app_id?: number; readonly livemode?: boolean; }; }, Stats> = {"method":"GET","path":"/api/platform/stats/","auth":"jwt"};

/** Find accounts by id, phone or name */
export const platformFindAccounts: Operation<{ readonly query: { readonly search: string | number | boolean; readonly cursor?: string | number | boolean; }; }, FoundAccountList> = {"method":"GET","path":"/api/platform/operator/accounts/","auth":"jwt"};

/** Read an account's credits, limits and audit log */
export const platformInspectAccount: Operation<{ readonly params: { readonly id: string | number | boolean; }; }, InspectedAccount> = {"method":"GET","path":"/api/platform/operator/accounts/{id}/","auth":"jwt"};

/** Close another account */
export const platformEndAccount: Operation<{ readonly params: { readonly id: string | number | boolean; }; readonly body: PlatformEndAccountRequest; }, InspectedAccount> = {"method":"POST","path":"/api/platform/operator/accounts/{id}/close/","auth":"jwt","idempotent":true};

/** Grant credits to an account, or take some back */
export const platformChangeCredits: Operation<{ readonly params: { readonly id: string | number | boolean; }; readonly body: PlatformChangeCreditsRequest; }, InspectedAccount> = {"method":"POST","path":"/api/platform/operator/accounts/{id}/credits/","auth":"jwt","idempotent":true};

/** Change how many payments per second an account can take */
export const platformChangeLimits: Operation<{ readonly params: { readonly id: string | number | boolean; }; readonly body: PlatformChangeLimitsRequest; }, InspectedAccount> = {"method":"PATCH","path":"/api/platform/operator/accounts/{id}/limits/","auth":"jwt"};

/** Suspend an account, or lift its suspension */
export const platformSuspendAccount: Operation<{ readonly params: { readonly id: string | number | boolean; }; readonly body: PlatformSuspendAccountRequest; }, InspectedAccount> = {"method":"PUT","path":"/api/platform/operator/accounts/{id}/suspension/","auth":"jwt"};

/** List the banks with their state */
export const platformListBanks: Operation<Record<never, never>, BankList> = {"method":"GET","path":"/api/platform/operator/banks/","auth":"jwt"};

/** Switch a bank off or on */
export const platformSwitchBank: Operation<{ readonly params: { readonly provider: "telebirr" | "cbe" | "boa" | "dashen" | "awash" | "cbe_birr" | "mpesa" | "wegagen" | "amhara" | "zemen" | "ebirr" | "manual" | "sandbox" | "http"; }; readonly body: PlatformSwitchBankRequest; }, Bank> = {"method":"PUT","path":"/api/platform/operator/banks/{provider}/","auth":"jwt"};

/** Count dead letters */
export const platformListDeadQueues: Operation<Record<never, never>, DeadQueueList> = {"method":"GET","path":"/api/platform/operator/dead-letters/","auth":"jwt"};

/** Look at up to 10 dead letters of a queue */
export const platformListDeadLetters: Operation<{ readonly params: { readonly queue: "verification-dead" | "fan-out-dead" | "delivery-dead" | "delivery-slow-dead" | "recovery-dead" | "follow-up-dead" | "notices-dead" | "notifications-dead" | "stream-dead" | "schedules-dead" | "bus-dead"; }; }, DeadLetterList> = {"method":"GET","path":"/api/platform/operator/dead-letters/{queue}/","auth":"jwt"};

/** Send one or all dead letters of a queue back to where they failed */
export const platformReplayDeadLetters: Operation<{ readonly params: { readonly queue: "verification-dead" | "fan-out-dead" | "delivery-dead" | "delivery-slow-dead" | "recovery-dead" | "follow-up-dead" | "notices-dead" | "notifications-dead" | "stream-dead" | "schedules-dead" | "bus-dead"; }; readonly body: PlatformReplayDeadLettersRequest; }, Replay> = {"method":"POST","path":"/api/platform/operator/dead-letters/{queue}/replay/","auth":"jwt","idempotent":true};

/** Read the version, the releases, the samples of the invariants and the SMS counts */
export const platformReadOperations: Operation<Record<never, never>, Operations> = {"method":"GET","path":"/api/platform/operator/operations/","auth":"jwt"};

