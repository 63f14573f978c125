# Generated from the route table by `npm run generate`. Do not edit.
from __future__ import annotations

from datetime import datetime
from typing import Any, Dict, List, Literal, Mapping, Optional, Type, Union

from ..model import Model


CheckoutException = Union[Literal["overpaid", "paid_late", "notice_contradicted", "possible_duplicate", "receiver_unconfirmed", "time_unconfirmed", "approved_by_hand"], str]


CheckoutStatus = Union[Literal["open", "verifying", "verified", "review", "expired", "canceled", "rejected"], str]


Provider = Union[Literal["telebirr", "cbe", "boa", "dashen", "awash", "cbe_birr", "mpesa", "wegagen", "amhara", "zemen", "ebirr", "manual", "sandbox", "http"], str]


class Account(Model):
    id: str
    object: str
    approval_limit: Optional[int]
    currency: str
    created_at: datetime


class AccountOwner(Model):
    id: str
    name: Optional[str]
    phone: Optional[str]
    telegram_username: Optional[str]


class AddedPaymentMethod(Model):
    id: str
    provider: Provider
    account_name: str
    account_number: str
    label: Optional[str]
    instructions: Optional[str]
    inputs: List[CheckoutInput]
    object: str
    app_id: int
    enabled: bool
    position: int
    created_at: datetime
    warning: Optional[str]


class ApiKey(Model):
    id: str
    object: str
    name: str
    mode: Union[Literal["live", "test"], str]
    app_id: Optional[int]
    scopes: List[Union[Literal["checkouts:read", "checkouts:write", "credits:read", "events:read"], str]]
    prefix: str
    last4: str
    status: Union[Literal["active", "expiring", "expired", "revoked"], str]
    created_at: datetime
    expires_at: Optional[datetime]
    revoked_at: Optional[datetime]
    last_used_at: Optional[datetime]
    rotated_to: Optional[str]
    created_by: Optional[str]


class ApiKeyList(Model):
    object: str
    """Always `list`."""
    data: List[ApiKey]
    """The entries, newest first."""
    has_more: bool
    """True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter."""
    next_cursor: Optional[str]
    """Send this as `cursor` to get the next page; null on the last page."""


class ApiKeyWithSecret(Model):
    id: str
    object: str
    name: str
    mode: Union[Literal["live", "test"], str]
    app_id: Optional[int]
    scopes: List[Union[Literal["checkouts:read", "checkouts:write", "credits:read", "events:read"], str]]
    prefix: str
    last4: str
    status: Union[Literal["active", "expiring", "expired", "revoked"], str]
    created_at: datetime
    expires_at: Optional[datetime]
    revoked_at: Optional[datetime]
    last_used_at: Optional[datetime]
    rotated_to: Optional[str]
    created_by: Optional[str]
    secret: Optional[str]
    warning: Optional[str]


class App(Model):
    app_id: int
    object: str
    name: str
    color: Optional[str]
    logo_url: Optional[str]
    notice_limit: int
    distinct_amounts: bool
    created_at: datetime


class AppList(Model):
    object: str
    """Always `list`."""
    data: List[App]
    """The entries, newest first."""
    has_more: bool
    """True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter."""
    next_cursor: Optional[str]
    """Send this as `cursor` to get the next page; null on the last page."""


class Attempt(Model):
    id: str
    """Identifier of the attempt."""
    object: str
    """Always `attempt`."""
    outcome: Union[Literal["pending", "matched", "counted", "not_found", "not_completed", "receiver_mismatch", "currency_mismatch", "already_used", "too_old", "unreadable", "provider_unavailable", "insufficient_credits", "superseded"], str]
    """Outcome; `pending` until it is final.
    - `pending`: We are still checking.
    - `matched`: The receipt matches.
    - `counted`: The receipt matches and counts toward the amount, but the rest is still due. Sending the same reference again returns the same attempt and counts once.
    - `not_found`: The bank does not know the reference.
    - `not_completed`: The payment is incomplete or was reversed.
    - `receiver_mismatch`: The payment went to another account.
    - `currency_mismatch`: The payment is in another currency.
    - `already_used`: The payment belongs to another checkout.
    - `too_old`: The payment was made before the checkout was created.
    - `unreadable`: We could not read the bank's receipt.
    - `provider_unavailable`: The bank did not respond in time.
    - `insufficient_credits`: The receipt matches, but you had no credits before the grace period ended.
    - `superseded`: The checkout was verified by another reference, canceled or decided first, or already has its maximum number of payments."""
    waiting_for: Optional[Union[Literal["provider", "credits", "receipt"], str]]
    """Why the attempt is pending; null while we check, while a person decides, and once the outcome is final.
    - `provider`: The bank does not respond, or we cannot read its receipt yet.
    - `credits`: The receipt matches, but you have no credits left.
    - `receipt`: The bank does not know the reference yet."""
    provider: Provider
    """Bank or wallet that we asked."""
    reference: str
    """The reference that the customer entered."""
    expected: AttemptExpected
    """Amount and currency that the checkout asks for."""
    found: Optional[AttemptFound]
    """Payment on the receipt; null until we know that the money went to you."""
    created_at: datetime
    """When the customer entered the reference."""
    settled_at: Optional[datetime]
    """When the outcome became final; null before."""


class AttemptExpected(Model):
    amount: int
    """In minor units."""
    currency: str
    """ISO 4217."""


class AttemptFound(Model):
    amount: int
    """In minor units."""
    currency: str
    """ISO 4217."""
    paid_at: Optional[datetime]
    """When the payment was made; null if the receipt does not show it."""


class AttemptList(Model):
    object: str
    """Always `list`."""
    data: List[Attempt]
    """The entries, newest first."""
    has_more: bool
    """True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter."""
    next_cursor: Optional[str]
    """Send this as `cursor` to get the next page; null on the last page."""


class AuditEntry(Model):
    id: str
    object: str
    action: str
    actor: AuditEntryActor
    object_id: Optional[str]
    note: Optional[str]
    created_at: datetime


class AuditEntryActor(Model):
    kind: Union[Literal["user", "operator", "system"], str]
    id: Optional[str]
    name: Optional[str]
    phone: Optional[str]
    role: Optional[str]


class AuditEntryList(Model):
    object: str
    """Always `list`."""
    data: List[AuditEntry]
    """The entries, newest first."""
    has_more: bool
    """True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter."""
    next_cursor: Optional[str]
    """Send this as `cursor` to get the next page; null on the last page."""


class AuthSendOtpResponse(Model):
    expires_in: int
    resend_in: int


class AuthTelegramConfigResponse(Model):
    client_id: str
    issuer: str
    nonce: str


class Bank(Model):
    provider: Provider
    object: str
    enabled: bool
    switched_off: Optional[BankSwitchedOff]
    status: Union[Literal["up", "degraded", "down"], str]
    since: Optional[datetime]
    last_checked_at: Optional[datetime]
    cause: Optional[Union[Literal["no_answer", "bad_answer", "unreadable", "canary_failed"], str]]
    canary: Optional[BankCanary]
    unreadable: List[BankUnreadable]


class BankCanary(Model):
    result: Union[Literal["passed", "no_answer", "bad_answer", "unreadable", "contradicted"], str]
    at: datetime


class BankList(Model):
    object: str
    """Always `list`."""
    data: List[Bank]
    """The entries, newest first."""
    has_more: bool
    """True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter."""
    next_cursor: Optional[str]
    """Send this as `cursor` to get the next page; null on the last page."""


class BankSwitchedOff(Model):
    at: datetime
    reason: str


class BankUnreadable(Model):
    at: datetime
    why: str
    text: Optional[str]


class BookAccount(Model):
    object: str
    provider: Provider
    account_number: str
    account_name: str
    app_ids: List[int]
    last_statement: Optional[BookAccountLastStatement]


class BookAccountLastStatement(Model):
    id: str
    to: str
    open_points: int


class BookAccountList(Model):
    object: str
    """Always `list`."""
    data: List[BookAccount]
    """The entries, newest first."""
    has_more: bool
    """True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter."""
    next_cursor: Optional[str]
    """Send this as `cursor` to get the next page; null on the last page."""


class BookDay(Model):
    object: str
    day: str
    ethiopian_day: str
    sheets: List[BookSheet]


class BookDays(Model):
    object: str
    livemode: bool
    from_: str
    to: str
    days: List[BookDay]


class BookEntry(Model):
    object: str
    kind: Union[Literal["verified", "approved", "rejected", "released"], str]
    day: str
    ethiopian_day: str
    at: datetime
    checkout_id: str
    app_id: int
    amount: int
    currency: str
    client_reference: Optional[str]
    member: Optional[str]
    member_name: Optional[str]
    note: Optional[str]
    payments: List[BookEntryPayment]


class BookEntryList(Model):
    object: str
    """Always `list`."""
    data: List[BookEntry]
    """The entries, newest first."""
    has_more: bool
    """True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter."""
    next_cursor: Optional[str]
    """Send this as `cursor` to get the next page; null on the last page."""


class BookEntryPayment(Model):
    provider: Provider
    reference: str
    account_number: Optional[str]
    payer_name: Optional[str]
    amount: int
    paid_at: Optional[datetime]


class BookMonth(Model):
    object: str
    month: str
    from_: str
    to: str
    complete: bool
    sheets: List[BookSheet]


class BookMonths(Model):
    object: str
    livemode: bool
    calendar: Union[Literal["gregorian", "ethiopian"], str]
    months: List[BookMonth]


class BookPoint(Model):
    object: str
    id: str
    kind: Union[Literal["missing", "reversed", "amounts_differ", "unknown"], str]
    checkout_id: Optional[str]
    reference: Optional[str]
    paid_amount: Optional[int]
    paid_on: Optional[str]
    booked_amount: Optional[int]
    booked_on: Optional[str]
    line: Optional[int]
    among: int
    settled: Optional[BookPointSettled]


class BookPointSettled(Model):
    member: Optional[str]
    at: datetime
    note: str


class BookSheet(Model):
    object: str
    app_id: int
    provider: Optional[Provider]
    account_number: Optional[str]
    currency: str
    payments: Total
    overpaid: Total
    underpaid: Total
    approved: Total
    rejected: Total
    released: Total
    credits_spent: int


class BookStatement(Model):
    object: str
    id: str
    provider: Provider
    account_number: str
    currency: str
    from_: str
    to: str
    complete: List[StatementPeriod]
    rows: int
    money_in: Total
    money_out: Total
    agreed: Total
    amounts_differ: Total
    difference: int
    reversed: Total
    unknown: Total
    other: Total
    missing: Total
    waiting: StatementWaiting
    open_points: int
    points_left_out: int
    member: str
    compared_at: datetime


class BookStatementList(Model):
    object: str
    """Always `list`."""
    data: List[BookStatement]
    """The entries, newest first."""
    has_more: bool
    """True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter."""
    next_cursor: Optional[str]
    """Send this as `cursor` to get the next page; null on the last page."""


class BookStatementWithPoints(Model):
    object: str
    id: str
    provider: Provider
    account_number: str
    currency: str
    from_: str
    to: str
    complete: List[StatementPeriod]
    rows: int
    money_in: Total
    money_out: Total
    agreed: Total
    amounts_differ: Total
    difference: int
    reversed: Total
    unknown: Total
    other: Total
    missing: Total
    waiting: StatementWaiting
    open_points: int
    points_left_out: int
    member: str
    compared_at: datetime
    points: List[NamedBookPoint]


class BooksDifferenceEvent(Model):
    id: str
    """Identifier of the event, also in the header `webhook-id`. Two deliveries with the same id carry the same event."""
    object: str
    """Always `event`."""
    type: str
    """What happened, e.g. `checkout.verified`."""
    created_at: datetime
    """When the event happened."""
    livemode: bool
    """False in test mode."""
    app_id: Optional[int]
    """The app of the event; null for events about the account's credits."""
    sequence: int
    """The checkout's `sequence` after the event: ignore an event with a lower value than you have seen for that checkout. 0 for events without a checkout."""
    data: BooksDifferenceEventData
    """The object of the event."""


class BooksDifferenceEventData(Model):
    """The object of the event."""
    object: StatementDifference


class ChangedCredits(Model):
    object: str
    """Always `credits`."""
    available: int
    """Credits left: `granted` minus `captured`. Each verified checkout spends one."""
    granted: int
    """All credits ever granted or bought, minus those that the operator deducted."""
    captured: int
    """All credits ever spent."""


class Checkout(Model):
    id: str
    """Permanent identifier of the checkout."""
    object: str
    """Always `checkout`."""
    livemode: bool
    """False in test mode."""
    app_id: int
    """The app that receives the payment."""
    merchant_name: str
    """The app's name, shown to the customer."""
    status: CheckoutStatus
    """Status of the checkout.
    - `open`: The amount, or part of it, has not arrived yet: `amount_due` says how much is missing.
    - `verifying`: We are looking up a reference at the bank, or will do so again. This can take until 24 hours after `expires_at`.
    - `verified`: The payment is verified: by the bank's receipt, by a person (`approved_by_hand`) or, up to the app's `notice_limit`, by the bank's message (`evidence` is `notice`). Final.
    - `review`: A person must decide on the payment; `review.reason` says why.
    - `expired`: The checkout was not paid in time.
    - `canceled`: You canceled the checkout. Final.
    - `rejected`: A person rejected the payments, which were in review or below the amount. Final."""
    exceptions: List[CheckoutException]
    """Unusual facts about the payment; usually empty.
    - `overpaid`: The customer paid more than `amount`; `amount_received` says how much.
    - `paid_late`: The customer paid after `expires_at`.
    - `possible_duplicate`: Another payment of the same amount to the same account arrived minutes before or after, or on the same day, if nobody could read one of the receipts: both may be the same transfer.
    - `receiver_unconfirmed`: The receipt masks the receiver too much to confirm that it is you.
    - `notice_contradicted`: The bank's message on the merchant's phone shows a different amount or receiver than the receipt, or says that the payment was reversed.
    - `time_unconfirmed`: The receipt shows only a date, so the payment may be older than the checkout.
    - `approved_by_hand`: A person approved the payment."""
    review: Optional[CheckoutReview]
    """Why a person must decide, and the decision; null if no review was needed."""
    amount: int
    """Amount to pay, in minor units (santim for ETB: 150000 is 1,500.00 birr)."""
    currency: str
    """Currency code (ISO 4217)."""
    amount_received: int
    """Sum of the counted payments, in minor units (santim for ETB: 150000 is 1,500.00 birr)."""
    amount_due: int
    """What the customer still has to pay, in minor units (santim for ETB: 150000 is 1,500.00 birr); 0 once the checkout is verified."""
    description: Optional[str]
    """What the customer pays for, shown to the customer."""
    payment_methods: List[CheckoutPaymentMethod]
    """Accounts that the customer can pay into. The public checkout has none while the shop's account is suspended: then ask nobody to pay."""
    pay_url: str
    """The hosted page. It needs no login, so send it only to the customer."""
    return_url: Optional[str]
    """Where the hosted page links to after payment."""
    cancel_url: Optional[str]
    """Where the hosted page links to for a customer who cancels."""
    expires_at: datetime
    """When the checkout expires."""
    created_at: datetime
    """When the checkout was created."""
    verified_at: Optional[datetime]
    """When the payment was verified; null before."""
    payments: List[MerchantPayment]
    """The payments that belong to the checkout, in order of arrival. Only `status` tells whether the checkout is verified."""
    receipt_url: Optional[str]
    """A public page that confirms the verified payment; null before."""
    locale: Optional[Union[Literal["en", "am", "om", "ti", "so"], str]]
    """Language of the hosted page."""
    sequence: int
    """Increases by one or more with every event and every update of the checkout: the highest value is the newest state. The status `verifying` does not change it."""
    client_reference: Optional[str]
    """Your own identifier."""
    customer: Optional[CheckoutCustomer]
    """The customer, as you described them."""
    late_policy: Union[Literal["review", "accept"], str]
    """How a late payment is treated: `review` or `accept`."""
    attempts_count: int
    """Number of references tried."""
    metadata: Dict[str, str]
    """Your own key-value pairs."""


class CheckoutAttemptFailedEvent(Model):
    id: str
    """Identifier of the event, also in the header `webhook-id`. Two deliveries with the same id carry the same event."""
    object: str
    """Always `event`."""
    type: str
    """What happened, e.g. `checkout.verified`."""
    created_at: datetime
    """When the event happened."""
    livemode: bool
    """False in test mode."""
    app_id: Optional[int]
    """The app of the event; null for events about the account's credits."""
    sequence: int
    """The checkout's `sequence` after the event: ignore an event with a lower value than you have seen for that checkout. 0 for events without a checkout."""
    data: CheckoutAttemptFailedEventData
    """The object of the event."""


class CheckoutAttemptFailedEventData(Model):
    """The object of the event."""
    object: FailedAttempt


class CheckoutCanceledEvent(Model):
    id: str
    """Identifier of the event, also in the header `webhook-id`. Two deliveries with the same id carry the same event."""
    object: str
    """Always `event`."""
    type: str
    """What happened, e.g. `checkout.verified`."""
    created_at: datetime
    """When the event happened."""
    livemode: bool
    """False in test mode."""
    app_id: Optional[int]
    """The app of the event; null for events about the account's credits."""
    sequence: int
    """The checkout's `sequence` after the event: ignore an event with a lower value than you have seen for that checkout. 0 for events without a checkout."""
    data: CheckoutEventData
    """The object of the event."""


class CheckoutCreatedEvent(Model):
    id: str
    """Identifier of the event, also in the header `webhook-id`. Two deliveries with the same id carry the same event."""
    object: str
    """Always `event`."""
    type: str
    """What happened, e.g. `checkout.verified`."""
    created_at: datetime
    """When the event happened."""
    livemode: bool
    """False in test mode."""
    app_id: Optional[int]
    """The app of the event; null for events about the account's credits."""
    sequence: int
    """The checkout's `sequence` after the event: ignore an event with a lower value than you have seen for that checkout. 0 for events without a checkout."""
    data: CheckoutEventData
    """The object of the event."""


class CheckoutCustomer(Model):
    name: Optional[str]
    """The customer's name."""
    phone: Optional[str]
    """The customer's phone number."""
    email: Optional[str]
    """The customer's email address."""


class CheckoutEventData(Model):
    object: Checkout


class CheckoutExpiredEvent(Model):
    id: str
    """Identifier of the event, also in the header `webhook-id`. Two deliveries with the same id carry the same event."""
    object: str
    """Always `event`."""
    type: str
    """What happened, e.g. `checkout.verified`."""
    created_at: datetime
    """When the event happened."""
    livemode: bool
    """False in test mode."""
    app_id: Optional[int]
    """The app of the event; null for events about the account's credits."""
    sequence: int
    """The checkout's `sequence` after the event: ignore an event with a lower value than you have seen for that checkout. 0 for events without a checkout."""
    data: CheckoutEventData
    """The object of the event."""


class CheckoutHistory(Model):
    id: str
    """Permanent identifier of the checkout."""
    object: str
    """Always `checkout`."""
    livemode: bool
    """False in test mode."""
    app_id: int
    """The app that receives the payment."""
    merchant_name: str
    """The app's name, shown to the customer."""
    status: CheckoutStatus
    """Status of the checkout.
    - `open`: The amount, or part of it, has not arrived yet: `amount_due` says how much is missing.
    - `verifying`: We are looking up a reference at the bank, or will do so again. This can take until 24 hours after `expires_at`.
    - `verified`: The payment is verified: by the bank's receipt, by a person (`approved_by_hand`) or, up to the app's `notice_limit`, by the bank's message (`evidence` is `notice`). Final.
    - `review`: A person must decide on the payment; `review.reason` says why.
    - `expired`: The checkout was not paid in time.
    - `canceled`: You canceled the checkout. Final.
    - `rejected`: A person rejected the payments, which were in review or below the amount. Final."""
    exceptions: List[CheckoutException]
    """Unusual facts about the payment; usually empty.
    - `overpaid`: The customer paid more than `amount`; `amount_received` says how much.
    - `paid_late`: The customer paid after `expires_at`.
    - `possible_duplicate`: Another payment of the same amount to the same account arrived minutes before or after, or on the same day, if nobody could read one of the receipts: both may be the same transfer.
    - `receiver_unconfirmed`: The receipt masks the receiver too much to confirm that it is you.
    - `notice_contradicted`: The bank's message on the merchant's phone shows a different amount or receiver than the receipt, or says that the payment was reversed.
    - `time_unconfirmed`: The receipt shows only a date, so the payment may be older than the checkout.
    - `approved_by_hand`: A person approved the payment."""
    review: Optional[CheckoutReview]
    """Why a person must decide, and the decision; null if no review was needed."""
    amount: int
    """Amount to pay, in minor units (santim for ETB: 150000 is 1,500.00 birr)."""
    currency: str
    """Currency code (ISO 4217)."""
    amount_received: int
    """Sum of the counted payments, in minor units (santim for ETB: 150000 is 1,500.00 birr)."""
    amount_due: int
    """What the customer still has to pay, in minor units (santim for ETB: 150000 is 1,500.00 birr); 0 once the checkout is verified."""
    description: Optional[str]
    """What the customer pays for, shown to the customer."""
    payment_methods: List[CheckoutPaymentMethod]
    """Accounts that the customer can pay into. The public checkout has none while the shop's account is suspended: then ask nobody to pay."""
    pay_url: str
    """The hosted page. It needs no login, so send it only to the customer."""
    return_url: Optional[str]
    """Where the hosted page links to after payment."""
    cancel_url: Optional[str]
    """Where the hosted page links to for a customer who cancels."""
    expires_at: datetime
    """When the checkout expires."""
    created_at: datetime
    """When the checkout was created."""
    verified_at: Optional[datetime]
    """When the payment was verified; null before."""
    payments: List[CheckoutHistoryPayment]
    """The payments that belong to the checkout, in order of arrival. Only `status` tells whether the checkout is verified."""
    receipt_url: Optional[str]
    """A public page that confirms the verified payment; null before."""
    locale: Optional[Union[Literal["en", "am", "om", "ti", "so"], str]]
    """Language of the hosted page."""
    sequence: int
    """Increases by one or more with every event and every update of the checkout: the highest value is the newest state. The status `verifying` does not change it."""
    client_reference: Optional[str]
    customer: Optional[CheckoutCustomer]
    late_policy: Union[Literal["review", "accept"], str]
    attempts_count: int
    metadata: Dict[str, str]
    attempts: List[ExplainedAttempt]
    events: List[CheckoutHistoryEvent]
    deliveries: List[CheckoutHistoryDelivery]
    notices: List[CheckoutNotice]


class CheckoutHistoryDelivery(Model):
    id: str
    event_id: str
    event_type: Union[Literal["checkout.created", "checkout.partially_paid", "checkout.verified", "checkout.review", "checkout.expired", "checkout.canceled", "checkout.rejected", "checkout.attempt_failed", "checkout.payment_released", "credits.low", "credits.exhausted", "webhook.disabled", "books.difference", "ping"], str]
    endpoint_id: str
    status: str
    created_at: datetime


class CheckoutHistoryEvent(Model):
    id: str
    type: Union[Literal["checkout.created", "checkout.partially_paid", "checkout.verified", "checkout.review", "checkout.expired", "checkout.canceled", "checkout.rejected", "checkout.attempt_failed", "checkout.payment_released", "credits.low", "credits.exhausted", "webhook.disabled", "books.difference", "ping"], str]
    sequence: int
    created_at: datetime


class CheckoutHistoryPayment(Model):
    object: str
    """Always `payment`."""
    provider: Provider
    """Bank or wallet that the payment was found at."""
    reference: str
    """The bank's reference for the payment."""
    amount: Optional[int]
    """Amount of the payment, in minor units (santim for ETB: 150000 is 1,500.00 birr); null without a receipt, and while its receiver is not confirmed."""
    currency: str
    """Currency code (ISO 4217)."""
    payer_name: Optional[str]
    """The payer's name, masked; null if the receipt does not show it."""
    paid_at: Optional[datetime]
    """When the payment was made, according to the bank."""
    state: Union[Literal["counted", "doubtful"], str]
    """`counted`: part of `amount_received`. `doubtful`: a person must decide, or decided not to count it."""
    reason: Optional[str]
    """Why a person must decide about the payment; null if it is counted.
    - `possible_duplicate`: Another payment of the same amount to the same account arrived minutes before or after, or on the same day, if nobody could read one of the receipts: both may be the same transfer.
    - `notice_contradicted`: The bank's message on the merchant's phone shows a different amount or receiver than the receipt, or says that the payment was reversed.
    - `receiver_unconfirmed`: The receipt masks the receiver too much to confirm that it is you.
    - `time_unconfirmed`: The receipt shows only a date, so the payment may be older than the checkout.
    - `paid_late`: The customer paid after `expires_at`.
    - `provider_unavailable`: The bank did not respond before the grace period ended.
    - `unreadable`: We could not read the bank's receipt reliably.
    - `insufficient_credits`: The receipt matches, but you had no credits before the grace period ended.
    - `partially_paid`: Part of the amount has arrived, but the rest did not arrive before `expires_at`, or five payments have not reached the amount.
    - `manual`: Only a person can check this payment method."""
    evidence: Optional[Union[Literal["receipt", "notice"], str]]
    """What proves the payment: `receipt` is the bank's receipt; `notice` is the bank's message on the merchant's paired phone, while the receipt is not available yet; null if only the reference is known."""
    payment_method: Optional[str]
    unconfirmed_by_statement: bool
    attempt_id: str
    reversal_reported_at: Optional[datetime]


class CheckoutInput(Model):
    id: Union[Literal["input", "payer_phone", "payer_account_suffix"], str]
    """Field of the verify call that this input fills."""
    label: str
    """Label to show."""
    example: str
    """Example value."""
    pattern: Optional[str]
    """Regular expression that the value must match; null for any value."""


class CheckoutList(Model):
    object: str
    """Always `list`."""
    data: List[Checkout]
    """The entries, newest first."""
    has_more: bool
    """True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter."""
    next_cursor: Optional[str]
    """Send this as `cursor` to get the next page; null on the last page."""


class CheckoutNotice(Model):
    provider: Provider
    amount: int
    currency: str
    payer_name: Optional[str]
    reference: Optional[str]
    at: datetime
    typed: bool


class CheckoutPartiallyPaidEvent(Model):
    id: str
    """Identifier of the event, also in the header `webhook-id`. Two deliveries with the same id carry the same event."""
    object: str
    """Always `event`."""
    type: str
    """What happened, e.g. `checkout.verified`."""
    created_at: datetime
    """When the event happened."""
    livemode: bool
    """False in test mode."""
    app_id: Optional[int]
    """The app of the event; null for events about the account's credits."""
    sequence: int
    """The checkout's `sequence` after the event: ignore an event with a lower value than you have seen for that checkout. 0 for events without a checkout."""
    data: CheckoutEventData
    """The object of the event."""


class CheckoutPaymentMethod(Model):
    id: str
    """Identifier of the payment method."""
    provider: Provider
    """Bank or wallet."""
    account_name: str
    """Account holder."""
    account_number: str
    """Account or phone number to pay into."""
    label: Optional[str]
    """The app's own name for the account."""
    instructions: Optional[str]
    """Instructions for the customer."""
    inputs: List[CheckoutInput]
    """What the customer enters after paying."""


class CheckoutPaymentReleasedEvent(Model):
    id: str
    """Identifier of the event, also in the header `webhook-id`. Two deliveries with the same id carry the same event."""
    object: str
    """Always `event`."""
    type: str
    """What happened, e.g. `checkout.verified`."""
    created_at: datetime
    """When the event happened."""
    livemode: bool
    """False in test mode."""
    app_id: Optional[int]
    """The app of the event; null for events about the account's credits."""
    sequence: int
    """The checkout's `sequence` after the event: ignore an event with a lower value than you have seen for that checkout. 0 for events without a checkout."""
    data: CheckoutPaymentReleasedEventData
    """The object of the event."""


class CheckoutPaymentReleasedEventData(Model):
    """The object of the event."""
    object: ReleasedPayment


class CheckoutRejectedEvent(Model):
    id: str
    """Identifier of the event, also in the header `webhook-id`. Two deliveries with the same id carry the same event."""
    object: str
    """Always `event`."""
    type: str
    """What happened, e.g. `checkout.verified`."""
    created_at: datetime
    """When the event happened."""
    livemode: bool
    """False in test mode."""
    app_id: Optional[int]
    """The app of the event; null for events about the account's credits."""
    sequence: int
    """The checkout's `sequence` after the event: ignore an event with a lower value than you have seen for that checkout. 0 for events without a checkout."""
    data: CheckoutEventData
    """The object of the event."""


class CheckoutReview(Model):
    reason: str
    """Why a person must decide.
    - `possible_duplicate`: Another payment of the same amount to the same account arrived minutes before or after, or on the same day, if nobody could read one of the receipts: both may be the same transfer.
    - `notice_contradicted`: The bank's message on the merchant's phone shows a different amount or receiver than the receipt, or says that the payment was reversed.
    - `receiver_unconfirmed`: The receipt masks the receiver too much to confirm that it is you.
    - `time_unconfirmed`: The receipt shows only a date, so the payment may be older than the checkout.
    - `paid_late`: The customer paid after `expires_at`.
    - `provider_unavailable`: The bank did not respond before the grace period ended.
    - `unreadable`: We could not read the bank's receipt reliably.
    - `insufficient_credits`: The receipt matches, but you had no credits before the grace period ended.
    - `partially_paid`: Part of the amount has arrived, but the rest did not arrive before `expires_at`, or five payments have not reached the amount.
    - `manual`: Only a person can check this payment method."""
    decided_by: Optional[str]
    """Who decided; null before the decision."""
    decided_at: Optional[datetime]
    """When they decided; null before the decision."""
    note: Optional[str]
    """The reason they gave."""


class CheckoutReviewEvent(Model):
    id: str
    """Identifier of the event, also in the header `webhook-id`. Two deliveries with the same id carry the same event."""
    object: str
    """Always `event`."""
    type: str
    """What happened, e.g. `checkout.verified`."""
    created_at: datetime
    """When the event happened."""
    livemode: bool
    """False in test mode."""
    app_id: Optional[int]
    """The app of the event; null for events about the account's credits."""
    sequence: int
    """The checkout's `sequence` after the event: ignore an event with a lower value than you have seen for that checkout. 0 for events without a checkout."""
    data: CheckoutEventData
    """The object of the event."""


class CheckoutVerifiedEvent(Model):
    id: str
    """Identifier of the event, also in the header `webhook-id`. Two deliveries with the same id carry the same event."""
    object: str
    """Always `event`."""
    type: str
    """What happened, e.g. `checkout.verified`."""
    created_at: datetime
    """When the event happened."""
    livemode: bool
    """False in test mode."""
    app_id: Optional[int]
    """The app of the event; null for events about the account's credits."""
    sequence: int
    """The checkout's `sequence` after the event: ignore an event with a lower value than you have seen for that checkout. 0 for events without a checkout."""
    data: CheckoutEventData
    """The object of the event."""


class ComparedStatement(Model):
    object: str
    id: str
    provider: Provider
    account_number: str
    currency: str
    from_: str
    to: str
    complete: List[StatementPeriod]
    rows: int
    money_in: Total
    money_out: Total
    agreed: Total
    amounts_differ: Total
    difference: int
    reversed: Total
    unknown: Total
    other: Total
    missing: Total
    waiting: StatementWaiting
    open_points: int
    points_left_out: int
    member: str
    compared_at: datetime
    repeated: bool


class Credits(Model):
    object: str
    """Always `credits`."""
    available: int
    """Credits left: `granted` minus `captured`. Each verified checkout spends one."""
    granted: int
    """All credits ever granted or bought, minus those that the operator deducted."""
    captured: int
    """All credits ever spent."""
    livemode: bool
    """False in test mode, where no credits are spent and all counts are 0."""


class CreditsBalance(Model):
    object: str
    """Always `credits`."""
    available: int
    """Credits left: `granted` minus `captured`. Each verified checkout spends one."""
    granted: int
    """All credits ever granted or bought, minus those that the operator deducted."""
    captured: int
    """All credits ever spent."""
    livemode: bool
    """False in test mode, where no credits are spent and all counts are 0."""
    price: Optional[CreditsBalancePrice]


class CreditsBalancePrice(Model):
    amount: int
    currency: str


class CreditsEventData(Model):
    object: ChangedCredits


class CreditsExhaustedEvent(Model):
    id: str
    """Identifier of the event, also in the header `webhook-id`. Two deliveries with the same id carry the same event."""
    object: str
    """Always `event`."""
    type: str
    """What happened, e.g. `checkout.verified`."""
    created_at: datetime
    """When the event happened."""
    livemode: bool
    """False in test mode."""
    app_id: Optional[int]
    """The app of the event; null for events about the account's credits."""
    sequence: int
    """The checkout's `sequence` after the event: ignore an event with a lower value than you have seen for that checkout. 0 for events without a checkout."""
    data: CreditsEventData
    """The object of the event."""


class CreditsLowEvent(Model):
    id: str
    """Identifier of the event, also in the header `webhook-id`. Two deliveries with the same id carry the same event."""
    object: str
    """Always `event`."""
    type: str
    """What happened, e.g. `checkout.verified`."""
    created_at: datetime
    """When the event happened."""
    livemode: bool
    """False in test mode."""
    app_id: Optional[int]
    """The app of the event; null for events about the account's credits."""
    sequence: int
    """The checkout's `sequence` after the event: ignore an event with a lower value than you have seen for that checkout. 0 for events without a checkout."""
    data: CreditsEventData
    """The object of the event."""


class CustomerCheckout(Model):
    id: str
    """Permanent identifier of the checkout."""
    object: str
    """Always `checkout`."""
    livemode: bool
    """False in test mode."""
    app_id: int
    """The app that receives the payment."""
    merchant_name: str
    """The app's name, shown to the customer."""
    status: CheckoutStatus
    """Status of the checkout.
    - `open`: The amount, or part of it, has not arrived yet: `amount_due` says how much is missing.
    - `verifying`: We are looking up a reference at the bank, or will do so again. This can take until 24 hours after `expires_at`.
    - `verified`: The payment is verified: by the bank's receipt, by a person (`approved_by_hand`) or, up to the app's `notice_limit`, by the bank's message (`evidence` is `notice`). Final.
    - `review`: A person must decide on the payment; `review.reason` says why.
    - `expired`: The checkout was not paid in time.
    - `canceled`: You canceled the checkout. Final.
    - `rejected`: A person rejected the payments, which were in review or below the amount. Final."""
    exceptions: List[CheckoutException]
    """Unusual facts about the payment; usually empty.
    - `overpaid`: The customer paid more than `amount`; `amount_received` says how much.
    - `paid_late`: The customer paid after `expires_at`.
    - `possible_duplicate`: Another payment of the same amount to the same account arrived minutes before or after, or on the same day, if nobody could read one of the receipts: both may be the same transfer.
    - `receiver_unconfirmed`: The receipt masks the receiver too much to confirm that it is you.
    - `notice_contradicted`: The bank's message on the merchant's phone shows a different amount or receiver than the receipt, or says that the payment was reversed.
    - `time_unconfirmed`: The receipt shows only a date, so the payment may be older than the checkout.
    - `approved_by_hand`: A person approved the payment."""
    review: Optional[CheckoutReview]
    """Why a person must decide, and the decision; null if no review was needed."""
    amount: int
    """Amount to pay, in minor units (santim for ETB: 150000 is 1,500.00 birr)."""
    currency: str
    """Currency code (ISO 4217)."""
    amount_received: int
    """Sum of the counted payments, in minor units (santim for ETB: 150000 is 1,500.00 birr)."""
    amount_due: int
    """What the customer still has to pay, in minor units (santim for ETB: 150000 is 1,500.00 birr); 0 once the checkout is verified."""
    description: Optional[str]
    """What the customer pays for, shown to the customer."""
    payment_methods: List[CheckoutPaymentMethod]
    """Accounts that the customer can pay into. The public checkout has none while the shop's account is suspended: then ask nobody to pay."""
    pay_url: str
    """The hosted page. It needs no login, so send it only to the customer."""
    return_url: Optional[str]
    """Where the hosted page links to after payment."""
    cancel_url: Optional[str]
    """Where the hosted page links to for a customer who cancels."""
    expires_at: datetime
    """When the checkout expires."""
    created_at: datetime
    """When the checkout was created."""
    verified_at: Optional[datetime]
    """When the payment was verified; null before."""
    payments: List[MerchantPayment]
    """The payments that belong to the checkout, in order of arrival. Only `status` tells whether the checkout is verified."""
    receipt_url: Optional[str]
    """A public page that confirms the verified payment; null before."""
    locale: Optional[Union[Literal["en", "am", "om", "ti", "so"], str]]
    """Language of the hosted page."""
    sequence: int
    """Increases by one or more with every event and every update of the checkout: the highest value is the newest state. The status `verifying` does not change it."""
    client_reference: Optional[str]
    customer: Optional[CheckoutCustomer]
    late_policy: Union[Literal["review", "accept"], str]
    attempts_count: int
    metadata: Dict[str, str]
    attempts: List[Attempt]
    notices: List[CheckoutNotice]


class CustomerCheckoutList(Model):
    object: str
    """Always `list`."""
    data: List[CustomerCheckout]
    """The entries, newest first."""
    has_more: bool
    """True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter."""
    next_cursor: Optional[str]
    """Send this as `cursor` to get the next page; null on the last page."""


class DeadLetter(Model):
    id: str
    object: str
    sent_at: datetime
    body: str


class DeadLetterList(Model):
    object: str
    """Always `list`."""
    data: List[DeadLetter]
    """The entries, newest first."""
    has_more: bool
    """True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter."""
    next_cursor: Optional[str]
    """Send this as `cursor` to get the next page; null on the last page."""


class DeadQueue(Model):
    queue: Union[Literal["verification-dead", "fan-out-dead", "delivery-dead", "delivery-slow-dead", "recovery-dead", "follow-up-dead", "notices-dead", "notifications-dead", "stream-dead", "schedules-dead", "bus-dead"], str]
    object: str
    letters: int
    replayable: bool


class DeadQueueList(Model):
    object: str
    """Always `list`."""
    data: List[DeadQueue]
    """The entries, newest first."""
    has_more: bool
    """True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter."""
    next_cursor: Optional[str]
    """Send this as `cursor` to get the next page; null on the last page."""


class DescribedEventType(Model):
    object: str
    type: Union[Literal["checkout.created", "checkout.partially_paid", "checkout.verified", "checkout.review", "checkout.expired", "checkout.canceled", "checkout.rejected", "checkout.attempt_failed", "checkout.payment_released", "credits.low", "credits.exhausted", "webhook.disabled", "books.difference", "ping"], str]
    description: str
    example: WebhookEvent


class DescribedEventTypeList(Model):
    object: str
    """Always `list`."""
    data: List[DescribedEventType]
    """The entries, newest first."""
    has_more: bool
    """True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter."""
    next_cursor: Optional[str]
    """Send this as `cursor` to get the next page; null on the last page."""


class Erasure(Model):
    object: str
    erased: int
    undecided: int
    next_cursor: Optional[str]


class Event(Model):
    id: str
    """Identifier of the event, also in the header `webhook-id`. Two deliveries with the same id carry the same event."""
    object: str
    """Always `event`."""
    type: Union[Literal["checkout.created", "checkout.partially_paid", "checkout.verified", "checkout.review", "checkout.expired", "checkout.canceled", "checkout.rejected", "checkout.attempt_failed", "checkout.payment_released", "credits.low", "credits.exhausted", "webhook.disabled", "books.difference", "ping"], str]
    """What happened, e.g. `checkout.verified`."""
    created_at: datetime
    """When the event happened."""
    livemode: bool
    """False in test mode."""
    app_id: Optional[int]
    """The app of the event; null for events about the account's credits."""
    sequence: int
    """The checkout's `sequence` after the event: ignore an event with a lower value than you have seen for that checkout. 0 for events without a checkout."""
    data: EventData
    """The object of the event."""

    @classmethod
    def _read(cls, raw: Mapping[str, Any], where: str = "") -> Model:
        return EVENT_CLASSES.get(str(raw.get("type")), Event)(raw, where)


class EventData(Model):
    """The object of the event."""
    object: Dict[str, Any]
    """The object as it was right after the event, e.g. the whole checkout."""


class EventList(Model):
    object: str
    """Always `list`."""
    data: List[WebhookEvent]
    """The entries, newest first."""
    has_more: bool
    """True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter."""
    next_cursor: Optional[str]
    """Send this as `cursor` to get the next page; null on the last page."""


class ExplainedAttempt(Model):
    id: str
    """Identifier of the attempt."""
    object: str
    """Always `attempt`."""
    outcome: Union[Literal["pending", "matched", "counted", "not_found", "not_completed", "receiver_mismatch", "currency_mismatch", "already_used", "too_old", "unreadable", "provider_unavailable", "insufficient_credits", "superseded"], str]
    """Outcome; `pending` until it is final.
    - `pending`: We are still checking.
    - `matched`: The receipt matches.
    - `counted`: The receipt matches and counts toward the amount, but the rest is still due. Sending the same reference again returns the same attempt and counts once.
    - `not_found`: The bank does not know the reference.
    - `not_completed`: The payment is incomplete or was reversed.
    - `receiver_mismatch`: The payment went to another account.
    - `currency_mismatch`: The payment is in another currency.
    - `already_used`: The payment belongs to another checkout.
    - `too_old`: The payment was made before the checkout was created.
    - `unreadable`: We could not read the bank's receipt.
    - `provider_unavailable`: The bank did not respond in time.
    - `insufficient_credits`: The receipt matches, but you had no credits before the grace period ended.
    - `superseded`: The checkout was verified by another reference, canceled or decided first, or already has its maximum number of payments."""
    waiting_for: Optional[Union[Literal["provider", "credits", "receipt"], str]]
    """Why the attempt is pending; null while we check, while a person decides, and once the outcome is final.
    - `provider`: The bank does not respond, or we cannot read its receipt yet.
    - `credits`: The receipt matches, but you have no credits left.
    - `receipt`: The bank does not know the reference yet."""
    provider: Provider
    """Bank or wallet that we asked."""
    reference: str
    """The reference that the customer entered."""
    expected: AttemptExpected
    """Amount and currency that the checkout asks for."""
    found: Optional[AttemptFound]
    """Payment on the receipt; null until we know that the money went to you."""
    created_at: datetime
    """When the customer entered the reference."""
    settled_at: Optional[datetime]
    """When the outcome became final; null before."""
    evidence: Optional[Dict[str, Any]]
    tries: int
    next_at: Optional[datetime]


class FailedAttempt(Model):
    id: str
    """Identifier of the attempt."""
    object: str
    """Always `attempt`."""
    outcome: Union[Literal["pending", "matched", "counted", "not_found", "not_completed", "receiver_mismatch", "currency_mismatch", "already_used", "too_old", "unreadable", "provider_unavailable", "insufficient_credits", "superseded"], str]
    """Outcome; `pending` until it is final.
    - `pending`: We are still checking.
    - `matched`: The receipt matches.
    - `counted`: The receipt matches and counts toward the amount, but the rest is still due. Sending the same reference again returns the same attempt and counts once.
    - `not_found`: The bank does not know the reference.
    - `not_completed`: The payment is incomplete or was reversed.
    - `receiver_mismatch`: The payment went to another account.
    - `currency_mismatch`: The payment is in another currency.
    - `already_used`: The payment belongs to another checkout.
    - `too_old`: The payment was made before the checkout was created.
    - `unreadable`: We could not read the bank's receipt.
    - `provider_unavailable`: The bank did not respond in time.
    - `insufficient_credits`: The receipt matches, but you had no credits before the grace period ended.
    - `superseded`: The checkout was verified by another reference, canceled or decided first, or already has its maximum number of payments."""
    waiting_for: Optional[Union[Literal["provider", "credits", "receipt"], str]]
    """Why the attempt is pending; null while we check, while a person decides, and once the outcome is final.
    - `provider`: The bank does not respond, or we cannot read its receipt yet.
    - `credits`: The receipt matches, but you have no credits left.
    - `receipt`: The bank does not know the reference yet."""
    provider: Provider
    """Bank or wallet that we asked."""
    reference: str
    """The reference that the customer entered."""
    expected: AttemptExpected
    """Amount and currency that the checkout asks for."""
    found: Optional[AttemptFound]
    """Payment on the receipt; null until we know that the money went to you."""
    created_at: datetime
    """When the customer entered the reference."""
    settled_at: Optional[datetime]
    """When the outcome became final; null before."""
    checkout: Checkout


class FailedRequest(Model):
    object: str
    request_id: str
    livemode: bool
    method: str
    path: str
    status: int
    code: str
    detail: Optional[str]
    key: FailedRequestKey
    created_at: datetime


class FailedRequestKey(Model):
    id: str
    app_id: Optional[int]
    name: Optional[str]
    last4: Optional[str]


class FailedRequestList(Model):
    object: str
    """Always `list`."""
    data: List[FailedRequest]
    """The entries, newest first."""
    has_more: bool
    """True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter."""
    next_cursor: Optional[str]
    """Send this as `cursor` to get the next page; null on the last page."""


class FoundAccount(Model):
    id: str
    object: str
    app_names: List[str]
    owner: Optional[AccountOwner]
    created_at: datetime
    closed_at: Optional[datetime]
    suspended: Optional[Suspension]


class FoundAccountList(Model):
    object: str
    """Always `list`."""
    data: List[FoundAccount]
    """The entries, newest first."""
    has_more: bool
    """True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter."""
    next_cursor: Optional[str]
    """Send this as `cursor` to get the next page; null on the last page."""


class InspectedAccount(Model):
    id: str
    object: str
    app_names: List[str]
    owner: Optional[AccountOwner]
    created_at: datetime
    closed_at: Optional[datetime]
    suspended: Optional[Suspension]
    apps: List[InspectedAccountApp]
    pages_behind_since: Optional[datetime]
    members: int
    credits: InspectedAccountCredits
    limits: InspectedAccountLimits
    ledger: List[InspectedAccountLedger]
    audit: List[AuditEntry]


class InspectedAccountApp(Model):
    app_id: int
    name: str


class InspectedAccountCredits(Model):
    available: int
    granted: int
    captured: int


class InspectedAccountLedger(Model):
    id: str
    kind: Union[Literal["grant", "capture", "adjust"], str]
    credits: int
    source: str
    note: Optional[str]
    created_at: datetime


class InspectedAccountLimits(Model):
    balance_shards: int
    approval_limit: Optional[int]
    currency: str


class Invitation(Model):
    id: str
    object: str
    role: Union[Literal["manager", "developer", "cashier", "accountant"], str]
    apps: Optional[List[int]]
    phone: Optional[str]
    telegram_username: Optional[str]
    invited_by: str
    created_at: datetime
    expires_at: datetime


class InvitationList(Model):
    object: str
    """Always `list`."""
    data: List[Invitation]
    """The entries, newest first."""
    has_more: bool
    """True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter."""
    next_cursor: Optional[str]
    """Send this as `cursor` to get the next page; null on the last page."""


class InvitationWithUrl(Model):
    id: str
    object: str
    role: Union[Literal["manager", "developer", "cashier", "accountant"], str]
    apps: Optional[List[int]]
    phone: Optional[str]
    telegram_username: Optional[str]
    invited_by: str
    created_at: datetime
    expires_at: datetime
    url: Optional[str]
    sent: bool


class IssueGroup(Model):
    object: str
    kind: str
    title: str
    advice: str
    count: int
    first_at: datetime
    last_at: datetime
    objects: List[IssueGroupObject]


class IssueGroupList(Model):
    object: str
    """Always `list`."""
    data: List[IssueGroup]
    """The entries, newest first."""
    has_more: bool
    """True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter."""
    next_cursor: Optional[str]
    """Send this as `cursor` to get the next page; null on the last page."""


class IssueGroupObject(Model):
    id: str
    app_id: Optional[int]
    detail: Optional[str]
    at: datetime
    checkout: Optional[IssueGroupObjectCheckout]


class IssueGroupObjectCheckout(Model):
    amount: int
    currency: str
    client_reference: Optional[str]
    description: Optional[str]


class LedgerEntry(Model):
    id: str
    object: str
    kind: Union[Literal["grant", "capture", "adjust"], str]
    credits: int
    source: str
    note: Optional[str]
    created_at: datetime


class LedgerEntryList(Model):
    object: str
    """Always `list`."""
    data: List[LedgerEntry]
    """The entries, newest first."""
    has_more: bool
    """True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter."""
    next_cursor: Optional[str]
    """Send this as `cursor` to get the next page; null on the last page."""


class ListedMember(Model):
    id: str
    object: str
    name: Optional[str]
    phone: Optional[str]
    telegram_username: Optional[str]
    role: Union[Literal["owner", "manager", "developer", "cashier", "accountant"], str]
    apps: Optional[List[int]]
    current: bool
    ownership_offered_until: Optional[datetime]
    joined_at: Optional[datetime]
    last_active_at: Optional[datetime]
    last_change_at: Optional[datetime]


class ListedMemberList(Model):
    object: str
    """Always `list`."""
    data: List[ListedMember]
    """The entries, newest first."""
    has_more: bool
    """True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter."""
    next_cursor: Optional[str]
    """Send this as `cursor` to get the next page; null on the last page."""


class LoggedWebhookDelivery(Model):
    id: str
    object: str
    livemode: bool
    endpoint_id: str
    event_id: str
    event_type: str
    status: Union[Literal["pending", "delivering", "retrying", "succeeded", "failed", "canceled", "skipped"], str]
    attempts_count: int
    next_attempt_at: Optional[datetime]
    last_status_code: Optional[int]
    last_error_code: Optional[Union[Literal["http_status", "dns_error", "connection_refused", "connection_reset", "timeout", "tls_error", "redirect", "ssrf_blocked"], str]]
    created_at: datetime
    completed_at: Optional[datetime]
    trigger: Union[Literal["automatic", "manual"], str]
    checkout: Optional[LoggedWebhookDeliveryCheckout]
    last_duration_ms: Optional[int]


class LoggedWebhookDeliveryCheckout(Model):
    id: str
    amount: Optional[int]
    currency: Optional[str]
    client_reference: Optional[str]


class LoggedWebhookDeliveryList(Model):
    object: str
    """Always `list`."""
    data: List[LoggedWebhookDelivery]
    """The entries, newest first."""
    has_more: bool
    """True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter."""
    next_cursor: Optional[str]
    """Send this as `cursor` to get the next page; null on the last page."""


class LoginSession(Model):
    access_token: str
    token_type: str
    expires_in: int
    user: User


class Member(Model):
    id: str
    object: str
    name: Optional[str]
    phone: Optional[str]
    telegram_username: Optional[str]
    role: Union[Literal["owner", "manager", "developer", "cashier", "accountant"], str]
    apps: Optional[List[int]]
    current: bool
    ownership_offered_until: Optional[datetime]
    joined_at: Optional[datetime]


class Membership(Model):
    account_id: str
    object: str
    role: Union[Literal["owner", "manager", "developer", "cashier", "accountant"], str]
    app_names: List[str]
    current: bool
    suspended: Optional[Suspension]
    ownership_offered_until: Optional[datetime]


class MembershipList(Model):
    object: str
    """Always `list`."""
    data: List[Membership]
    """The entries, newest first."""
    has_more: bool
    """True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter."""
    next_cursor: Optional[str]
    """Send this as `cursor` to get the next page; null on the last page."""


class MerchantPayment(Model):
    object: str
    """Always `payment`."""
    provider: Provider
    """Bank or wallet that the payment was found at."""
    reference: str
    """The bank's reference for the payment."""
    amount: Optional[int]
    """Amount of the payment, in minor units (santim for ETB: 150000 is 1,500.00 birr); null without a receipt, and while its receiver is not confirmed."""
    currency: str
    """Currency code (ISO 4217)."""
    payer_name: Optional[str]
    """The payer's name, masked; null if the receipt does not show it."""
    paid_at: Optional[datetime]
    """When the payment was made, according to the bank."""
    state: Union[Literal["counted", "doubtful"], str]
    """`counted`: part of `amount_received`. `doubtful`: a person must decide, or decided not to count it."""
    reason: Optional[str]
    """Why a person must decide about the payment; null if it is counted.
    - `possible_duplicate`: Another payment of the same amount to the same account arrived minutes before or after, or on the same day, if nobody could read one of the receipts: both may be the same transfer.
    - `notice_contradicted`: The bank's message on the merchant's phone shows a different amount or receiver than the receipt, or says that the payment was reversed.
    - `receiver_unconfirmed`: The receipt masks the receiver too much to confirm that it is you.
    - `time_unconfirmed`: The receipt shows only a date, so the payment may be older than the checkout.
    - `paid_late`: The customer paid after `expires_at`.
    - `provider_unavailable`: The bank did not respond before the grace period ended.
    - `unreadable`: We could not read the bank's receipt reliably.
    - `insufficient_credits`: The receipt matches, but you had no credits before the grace period ended.
    - `partially_paid`: Part of the amount has arrived, but the rest did not arrive before `expires_at`, or five payments have not reached the amount.
    - `manual`: Only a person can check this payment method."""
    evidence: Optional[Union[Literal["receipt", "notice"], str]]
    """What proves the payment: `receipt` is the bank's receipt; `notice` is the bank's message on the merchant's paired phone, while the receipt is not available yet; null if only the reference is known."""
    payment_method: Optional[str]
    """Id of the payment method whose account received it, one of `payment_methods`; null if no receipt showed which."""
    unconfirmed_by_statement: bool
    """Whether a bank statement that should show the payment does not, or shows its reversal (see Books)."""


class NamedBookPoint(Model):
    object: str
    id: str
    kind: Union[Literal["missing", "reversed", "amounts_differ", "unknown"], str]
    checkout_id: Optional[str]
    reference: Optional[str]
    paid_amount: Optional[int]
    paid_on: Optional[str]
    booked_amount: Optional[int]
    booked_on: Optional[str]
    line: Optional[int]
    among: int
    settled: Optional[NamedBookPointSettled]


class NamedBookPointSettled(Model):
    member: Optional[str]
    at: datetime
    note: str
    member_name: Optional[str]


class Notice(Model):
    object: str
    result: Union[Literal["payment", "reversal", "other_money", "ignored", "unreadable"], str]
    provider: Optional[Provider]
    amount: Optional[int]
    currency: Optional[str]
    payer_name: Optional[str]
    reference: Optional[str]
    paid_at: Optional[datetime]


class NoticeSource(Model):
    id: str
    object: str
    app_id: int
    name: str
    kind: Union[Literal["sms_gateway", "sms_forwarder", "paste"], str]
    status: Union[Literal["active", "paused"], str]
    url: Optional[str]
    health: NoticeSourceHealth
    previous_secret_expires_at: Optional[datetime]
    created_at: datetime


class NoticeSourceHealth(Model):
    state: Union[Literal["waiting", "healthy", "silent"], str]
    last_heard_at: Optional[datetime]
    last_message: Optional[NoticeSourceHealthLastMessage]


class NoticeSourceHealthLastMessage(Model):
    kind: Union[Literal["payment", "other_money", "unreadable", "ping", "test"], str]
    provider: Optional[Provider]


class NoticeSourceList(Model):
    object: str
    """Always `list`."""
    data: List[NoticeSource]
    """The entries, newest first."""
    has_more: bool
    """True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter."""
    next_cursor: Optional[str]
    """Send this as `cursor` to get the next page; null on the last page."""


class NoticeSourceWithSecret(Model):
    id: str
    object: str
    app_id: int
    name: str
    kind: Union[Literal["sms_gateway", "sms_forwarder", "paste"], str]
    status: Union[Literal["active", "paused"], str]
    url: Optional[str]
    health: NoticeSourceHealth
    previous_secret_expires_at: Optional[datetime]
    created_at: datetime
    secret: Optional[str]


class NotificationSettings(Model):
    object: str
    account_id: str
    channel: Union[Literal["telegram", "sms", "none"], str]
    available_channels: List[Union[Literal["telegram", "sms", "none"], str]]
    kinds: List[Union[Literal["review", "webhook", "credits", "receiving_account", "notice_source", "sign_in", "books"], str]]
    available_kinds: List[Union[Literal["review", "webhook", "credits", "receiving_account", "notice_source", "sign_in", "books"], str]]
    paid: Union[Literal["each", "daily", "none"], str]
    language: Optional[Union[Literal["en", "am"], str]]
    quiet_hours: Optional[NotificationSettingsQuietHours]
    telegram_bot_url: Optional[str]
    stopped: Optional[NotificationSettingsStopped]


class NotificationSettingsQuietHours(Model):
    from_: str
    until: str


class NotificationSettingsStopped(Model):
    reason: Union[Literal["blocked", "not_started"], str]
    at: datetime


class OpenedInvitation(Model):
    object: str
    invited_by: Optional[str]
    app_names: List[str]
    role: Union[Literal["manager", "developer", "cashier", "accountant"], str]
    expires_at: datetime


class Operations(Model):
    object: str
    version: str
    stage: str
    function_version: str
    releases: List[OperationsRelease]
    samples: List[OperationsSample]
    sms: OperationsSms


class OperationsRelease(Model):
    state: Union[Literal["running", "succeeded", "withdrawing", "withdrawn", "failed", "unknown"], str]
    percent: int
    started_at: datetime
    ended_at: Optional[datetime]
    alarms: List[str]
    functions: List[OperationsReleaseFunction]


class OperationsReleaseFunction(Model):
    name: str
    from_: Optional[str]
    to: Optional[str]
    state: Union[Literal["running", "succeeded", "withdrawing", "withdrawn", "failed"], str]


class OperationsSample(Model):
    at: datetime
    accounts: int
    broken: int
    faults: List[OperationsSampleFault]


class OperationsSampleFault(Model):
    account_id: str
    why: str


class OperationsSms(Model):
    currency: str
    today: SmsCounts
    month: SmsCounts
    days: List[OperationsSmsDay]


class OperationsSmsDay(Model):
    day: str
    messages: int
    parts: int


class Payment(Model):
    object: str
    """Always `payment`."""
    provider: Provider
    """Bank or wallet that the payment was found at."""
    reference: str
    """The bank's reference for the payment."""
    amount: Optional[int]
    """Amount of the payment, in minor units (santim for ETB: 150000 is 1,500.00 birr); null without a receipt, and while its receiver is not confirmed."""
    currency: str
    """Currency code (ISO 4217)."""
    payer_name: Optional[str]
    """The payer's name, masked; null if the receipt does not show it."""
    paid_at: Optional[datetime]
    """When the payment was made, according to the bank."""
    state: Union[Literal["counted", "doubtful"], str]
    """`counted`: part of `amount_received`. `doubtful`: a person must decide, or decided not to count it."""
    reason: Optional[str]
    """Why a person must decide about the payment; null if it is counted.
    - `possible_duplicate`: Another payment of the same amount to the same account arrived minutes before or after, or on the same day, if nobody could read one of the receipts: both may be the same transfer.
    - `notice_contradicted`: The bank's message on the merchant's phone shows a different amount or receiver than the receipt, or says that the payment was reversed.
    - `receiver_unconfirmed`: The receipt masks the receiver too much to confirm that it is you.
    - `time_unconfirmed`: The receipt shows only a date, so the payment may be older than the checkout.
    - `paid_late`: The customer paid after `expires_at`.
    - `provider_unavailable`: The bank did not respond before the grace period ended.
    - `unreadable`: We could not read the bank's receipt reliably.
    - `insufficient_credits`: The receipt matches, but you had no credits before the grace period ended.
    - `partially_paid`: Part of the amount has arrived, but the rest did not arrive before `expires_at`, or five payments have not reached the amount.
    - `manual`: Only a person can check this payment method."""
    evidence: Optional[Union[Literal["receipt", "notice"], str]]
    """What proves the payment: `receipt` is the bank's receipt; `notice` is the bank's message on the merchant's paired phone, while the receipt is not available yet; null if only the reference is known."""


class PaymentLink(Model):
    id: str
    object: str
    app_id: int
    livemode: bool
    url: str
    card_url: str
    amount: Optional[int]
    currency: str
    description: Optional[str]
    active: bool
    checkouts_count: int
    verified_count: int
    created_at: datetime


class PaymentLinkList(Model):
    object: str
    """Always `list`."""
    data: List[PaymentLink]
    """The entries, newest first."""
    has_more: bool
    """True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter."""
    next_cursor: Optional[str]
    """Send this as `cursor` to get the next page; null on the last page."""


class PaymentMethod(Model):
    id: str
    provider: Provider
    account_name: str
    account_number: str
    label: Optional[str]
    instructions: Optional[str]
    inputs: List[CheckoutInput]
    object: str
    app_id: int
    enabled: bool
    position: int
    created_at: datetime


class PaymentMethodList(Model):
    object: str
    """Always `list`."""
    data: List[PaymentMethod]
    """The entries, newest first."""
    has_more: bool
    """True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter."""
    next_cursor: Optional[str]
    """Send this as `cursor` to get the next page; null on the last page."""


class PingEvent(Model):
    id: str
    """Identifier of the event, also in the header `webhook-id`. Two deliveries with the same id carry the same event."""
    object: str
    """Always `event`."""
    type: str
    """What happened, e.g. `checkout.verified`."""
    created_at: datetime
    """When the event happened."""
    livemode: bool
    """False in test mode."""
    app_id: Optional[int]
    """The app of the event; null for events about the account's credits."""
    sequence: int
    """The checkout's `sequence` after the event: ignore an event with a lower value than you have seen for that checkout. 0 for events without a checkout."""
    data: PingEventData
    """The object of the event."""


class PingEventData(Model):
    """The object of the event."""
    object: PingedEndpoint


class PingedEndpoint(Model):
    object: str
    id: str


class PublicCheckout(Model):
    id: str
    """Permanent identifier of the checkout."""
    object: str
    """Always `checkout`."""
    livemode: bool
    """False in test mode."""
    app_id: int
    """The app that receives the payment."""
    merchant_name: str
    """The app's name, shown to the customer."""
    status: CheckoutStatus
    """Status of the checkout.
    - `open`: The amount, or part of it, has not arrived yet: `amount_due` says how much is missing.
    - `verifying`: We are looking up a reference at the bank, or will do so again. This can take until 24 hours after `expires_at`.
    - `verified`: The payment is verified: by the bank's receipt, by a person (`approved_by_hand`) or, up to the app's `notice_limit`, by the bank's message (`evidence` is `notice`). Final.
    - `review`: A person must decide on the payment; `review.reason` says why.
    - `expired`: The checkout was not paid in time.
    - `canceled`: You canceled the checkout. Final.
    - `rejected`: A person rejected the payments, which were in review or below the amount. Final."""
    exceptions: List[CheckoutException]
    """Unusual facts about the payment; usually empty.
    - `overpaid`: The customer paid more than `amount`; `amount_received` says how much.
    - `paid_late`: The customer paid after `expires_at`.
    - `possible_duplicate`: Another payment of the same amount to the same account arrived minutes before or after, or on the same day, if nobody could read one of the receipts: both may be the same transfer.
    - `receiver_unconfirmed`: The receipt masks the receiver too much to confirm that it is you.
    - `notice_contradicted`: The bank's message on the merchant's phone shows a different amount or receiver than the receipt, or says that the payment was reversed.
    - `time_unconfirmed`: The receipt shows only a date, so the payment may be older than the checkout.
    - `approved_by_hand`: A person approved the payment."""
    review: Optional[CheckoutReview]
    """Why a person must decide, and the decision; null if no review was needed."""
    amount: int
    """Amount to pay, in minor units (santim for ETB: 150000 is 1,500.00 birr)."""
    currency: str
    """Currency code (ISO 4217)."""
    amount_received: int
    """Sum of the counted payments, in minor units (santim for ETB: 150000 is 1,500.00 birr)."""
    amount_due: int
    """What the customer still has to pay, in minor units (santim for ETB: 150000 is 1,500.00 birr); 0 once the checkout is verified."""
    description: Optional[str]
    """What the customer pays for, shown to the customer."""
    payment_methods: List[CheckoutPaymentMethod]
    """Accounts that the customer can pay into. The public checkout has none while the shop's account is suspended: then ask nobody to pay."""
    pay_url: str
    """The hosted page. It needs no login, so send it only to the customer."""
    return_url: Optional[str]
    """Where the hosted page links to after payment."""
    cancel_url: Optional[str]
    """Where the hosted page links to for a customer who cancels."""
    expires_at: datetime
    """When the checkout expires."""
    created_at: datetime
    """When the checkout was created."""
    verified_at: Optional[datetime]
    """When the payment was verified; null before."""
    payments: List[Payment]
    """The payments that belong to the checkout, in order of arrival. Only `status` tells whether the checkout is verified."""
    receipt_url: Optional[str]
    """A public page that confirms the verified payment; null before."""
    locale: Optional[Union[Literal["en", "am", "om", "ti", "so"], str]]
    """Language of the hosted page."""
    sequence: int
    """Increases by one or more with every event and every update of the checkout: the highest value is the newest state. The status `verifying` does not change it."""


class Purchase(Model):
    id: str
    object: str
    credits: int
    amount: int
    currency: str
    checkout: PublicCheckout


class ReleasedPayment(Model):
    object: str
    """Always `payment`."""
    provider: Provider
    """Bank or wallet that the payment was found at."""
    reference: str
    """The bank's reference for the payment."""
    amount: Optional[int]
    """Amount of the payment, in minor units (santim for ETB: 150000 is 1,500.00 birr); null without a receipt, and while its receiver is not confirmed."""
    currency: str
    """Currency code (ISO 4217)."""
    payer_name: Optional[str]
    """The payer's name, masked; null if the receipt does not show it."""
    paid_at: Optional[datetime]
    """When the payment was made, according to the bank."""
    state: Union[Literal["counted", "doubtful"], str]
    """`counted`: part of `amount_received`. `doubtful`: a person must decide, or decided not to count it."""
    reason: Optional[str]
    """Why a person must decide about the payment; null if it is counted.
    - `possible_duplicate`: Another payment of the same amount to the same account arrived minutes before or after, or on the same day, if nobody could read one of the receipts: both may be the same transfer.
    - `notice_contradicted`: The bank's message on the merchant's phone shows a different amount or receiver than the receipt, or says that the payment was reversed.
    - `receiver_unconfirmed`: The receipt masks the receiver too much to confirm that it is you.
    - `time_unconfirmed`: The receipt shows only a date, so the payment may be older than the checkout.
    - `paid_late`: The customer paid after `expires_at`.
    - `provider_unavailable`: The bank did not respond before the grace period ended.
    - `unreadable`: We could not read the bank's receipt reliably.
    - `insufficient_credits`: The receipt matches, but you had no credits before the grace period ended.
    - `partially_paid`: Part of the amount has arrived, but the rest did not arrive before `expires_at`, or five payments have not reached the amount.
    - `manual`: Only a person can check this payment method."""
    evidence: Optional[Union[Literal["receipt", "notice"], str]]
    """What proves the payment: `receipt` is the bank's receipt; `notice` is the bank's message on the merchant's paired phone, while the receipt is not available yet; null if only the reference is known."""
    payment_method: Optional[str]
    unconfirmed_by_statement: bool
    checkout: Checkout


class Replay(Model):
    object: str
    letters: int


class Session(Model):
    id: str
    object: str
    current: bool
    login: Union[Literal["phone", "telegram"], str]
    user_agent: Optional[str]
    created_at: datetime
    last_used_at: datetime
    expires_at: datetime


class SessionList(Model):
    object: str
    """Always `list`."""
    data: List[Session]
    """The entries, newest first."""
    has_more: bool
    """True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter."""
    next_cursor: Optional[str]
    """Send this as `cursor` to get the next page; null on the last page."""


class SessionProof(Model):
    object: str
    proven_at: datetime
    expires_at: datetime


class ShortLink(Model):
    object: str
    checkout_id: str
    url: str


class SmsCounts(Model):
    login: int
    invitation: int
    notice: int
    messages: int
    parts: int
    cost: Optional[int]


class StatementDifference(Model):
    object: str
    id: str
    provider: Provider
    account_number: str
    currency: str
    from_: str
    to: str
    complete: List[StatementPeriod]
    rows: int
    money_in: Total
    money_out: Total
    agreed: Total
    amounts_differ: Total
    difference: int
    reversed: Total
    unknown: Total
    other: Total
    missing: Total
    waiting: StatementWaiting
    open_points: int
    points_left_out: int
    member: str
    compared_at: datetime
    new_points: List[BookPoint]


class StatementPeriod(Model):
    from_: str
    to: str


class StatementWaiting(Model):
    not_covered: int
    too_soon: int
    account_unknown: int
    confirmed_before: int


class Stats(Model):
    object: str
    livemode: bool
    from_: str
    to: str
    counted_until: Optional[datetime]
    days: List[StatsDay]


class StatsDay(Model):
    day: str
    created: int
    verified: int
    review: int
    expired: int
    canceled: int
    rejected: int
    failed_attempts: int
    verify_seconds_total: int
    amounts: Dict[str, int]
    providers: Dict[str, StatsDayProvider]


class StatsDayProvider(Model):
    verified: int
    failed: int


class Suspension(Model):
    at: datetime
    reason: str


class TestNotification(Model):
    object: str
    id: str


class Total(Model):
    count: int
    amount: int


class TriggeredEvent(Model):
    object: str
    event: WebhookEvent
    delivery: Optional[WebhookDelivery]


class UnmatchedNotice(Model):
    object: str
    provider: Provider
    reference: str
    amount: int
    currency: str
    payer_name: Optional[str]
    paid_at: datetime


class UnmatchedNoticeList(Model):
    object: str
    """Always `list`."""
    data: List[UnmatchedNotice]
    """The entries, newest first."""
    has_more: bool
    """True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter."""
    next_cursor: Optional[str]
    """Send this as `cursor` to get the next page; null on the last page."""


class UnreadableNotice(Model):
    id: str
    object: str
    provider: Provider
    text: str
    received_at: datetime


class UnreadableNoticeList(Model):
    object: str
    """Always `list`."""
    data: List[UnreadableNotice]
    """The entries, newest first."""
    has_more: bool
    """True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter."""
    next_cursor: Optional[str]
    """Send this as `cursor` to get the next page; null on the last page."""


class User(Model):
    id: str
    object: str
    account_id: str
    role: Union[Literal["owner", "manager", "developer", "cashier", "accountant"], str]
    apps: Optional[List[int]]
    name: Optional[str]
    phone: Optional[str]
    telegram: Optional[UserTelegram]
    operator: bool
    language: Optional[Union[Literal["en", "am"], str]]
    created_at: datetime


class UserTelegram(Model):
    name: Optional[str]
    username: Optional[str]


class Verification(Model):
    object: str
    """Always `verification`."""
    status: CheckoutStatus
    """Current status of the checkout.
    - `open`: The amount, or part of it, has not arrived yet: `amount_due` says how much is missing.
    - `verifying`: We are looking up a reference at the bank, or will do so again. This can take until 24 hours after `expires_at`.
    - `verified`: The payment is verified: by the bank's receipt, by a person (`approved_by_hand`) or, up to the app's `notice_limit`, by the bank's message (`evidence` is `notice`). Final.
    - `review`: A person must decide on the payment; `review.reason` says why.
    - `expired`: The checkout was not paid in time.
    - `canceled`: You canceled the checkout. Final.
    - `rejected`: A person rejected the payments, which were in review or below the amount. Final."""
    outcome: Union[Literal["pending", "matched", "counted", "not_found", "not_completed", "receiver_mismatch", "currency_mismatch", "already_used", "too_old", "unreadable", "provider_unavailable", "insufficient_credits", "superseded"], str]
    """Outcome of the attempt, or `pending`.
    - `pending`: We are still checking.
    - `matched`: The receipt matches.
    - `counted`: The receipt matches and counts toward the amount, but the rest is still due. Sending the same reference again returns the same attempt and counts once.
    - `not_found`: The bank does not know the reference.
    - `not_completed`: The payment is incomplete or was reversed.
    - `receiver_mismatch`: The payment went to another account.
    - `currency_mismatch`: The payment is in another currency.
    - `already_used`: The payment belongs to another checkout.
    - `too_old`: The payment was made before the checkout was created.
    - `unreadable`: We could not read the bank's receipt.
    - `provider_unavailable`: The bank did not respond in time.
    - `insufficient_credits`: The receipt matches, but you had no credits before the grace period ended.
    - `superseded`: The checkout was verified by another reference, canceled or decided first, or already has its maximum number of payments."""
    attempt: Attempt
    """The attempt that this call created or found."""
    checkout: Checkout
    """The checkout in its current state."""


class WebhookDelivery(Model):
    id: str
    object: str
    livemode: bool
    endpoint_id: str
    event_id: str
    event_type: str
    status: Union[Literal["pending", "delivering", "retrying", "succeeded", "failed", "canceled", "skipped"], str]
    attempts_count: int
    next_attempt_at: Optional[datetime]
    last_status_code: Optional[int]
    last_error_code: Optional[Union[Literal["http_status", "dns_error", "connection_refused", "connection_reset", "timeout", "tls_error", "redirect", "ssrf_blocked"], str]]
    created_at: datetime
    completed_at: Optional[datetime]
    trigger: Union[Literal["automatic", "manual"], str]


class WebhookDeliveryWithAttempts(Model):
    id: str
    object: str
    livemode: bool
    endpoint_id: str
    event_id: str
    event_type: str
    status: Union[Literal["pending", "delivering", "retrying", "succeeded", "failed", "canceled", "skipped"], str]
    attempts_count: int
    next_attempt_at: Optional[datetime]
    last_status_code: Optional[int]
    last_error_code: Optional[Union[Literal["http_status", "dns_error", "connection_refused", "connection_reset", "timeout", "tls_error", "redirect", "ssrf_blocked"], str]]
    created_at: datetime
    completed_at: Optional[datetime]
    trigger: Union[Literal["automatic", "manual"], str]
    attempts: List[WebhookDeliveryWithAttemptsAttempt]
    payload: Optional[str]


class WebhookDeliveryWithAttemptsAttempt(Model):
    number: int
    trigger: Union[Literal["automatic", "manual"], str]
    status: Union[Literal["succeeded", "failed"], str]
    error_code: Optional[Union[Literal["http_status", "dns_error", "connection_refused", "connection_reset", "timeout", "tls_error", "redirect", "ssrf_blocked"], str]]
    response_status: Optional[int]
    response_headers: Dict[str, str]
    response_body: Optional[str]
    truncated: bool
    duration_ms: int
    remote_ip: Optional[str]
    started_at: datetime


class WebhookDisabledEvent(Model):
    id: str
    """Identifier of the event, also in the header `webhook-id`. Two deliveries with the same id carry the same event."""
    object: str
    """Always `event`."""
    type: str
    """What happened, e.g. `checkout.verified`."""
    created_at: datetime
    """When the event happened."""
    livemode: bool
    """False in test mode."""
    app_id: Optional[int]
    """The app of the event; null for events about the account's credits."""
    sequence: int
    """The checkout's `sequence` after the event: ignore an event with a lower value than you have seen for that checkout. 0 for events without a checkout."""
    data: WebhookDisabledEventData
    """The object of the event."""


class WebhookDisabledEventData(Model):
    """The object of the event."""
    object: WebhookEndpoint


class WebhookEndpoint(Model):
    id: str
    object: str
    app_id: int
    livemode: bool
    url: str
    events: List[str]
    description: Optional[str]
    status: Union[Literal["enabled", "disabled"], str]
    disabled_reason: Optional[Union[Literal["by_owner", "gone", "failing"], str]]
    disabled_at: Optional[datetime]
    health: WebhookEndpointHealth
    previous_secret_expires_at: Optional[datetime]
    secret_rotated_at: Optional[datetime]
    created_at: datetime


class WebhookEndpointHealth(Model):
    state: Union[Literal["healthy", "failing", "slow"], str]
    failures_in_a_row: int
    failing_since: Optional[datetime]
    last_success_at: Optional[datetime]


class WebhookEndpointList(Model):
    object: str
    """Always `list`."""
    data: List[WebhookEndpoint]
    """The entries, newest first."""
    has_more: bool
    """True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter."""
    next_cursor: Optional[str]
    """Send this as `cursor` to get the next page; null on the last page."""


class WebhookEndpointWithSecret(Model):
    id: str
    object: str
    app_id: int
    livemode: bool
    url: str
    events: List[str]
    description: Optional[str]
    status: Union[Literal["enabled", "disabled"], str]
    disabled_reason: Optional[Union[Literal["by_owner", "gone", "failing"], str]]
    disabled_at: Optional[datetime]
    health: WebhookEndpointHealth
    previous_secret_expires_at: Optional[datetime]
    secret_rotated_at: Optional[datetime]
    created_at: datetime
    secret: Optional[str]


class WebhookRecovery(Model):
    id: str
    object: str
    endpoint_id: str
    status: Union[Literal["running", "completed", "stopped"], str]
    since: datetime
    recovered: int
    created_at: datetime
    completed_at: Optional[datetime]


class WebhookSecret(Model):
    id: str
    object: str
    secret: Optional[str]
    previous_secret_expires_at: Optional[datetime]
    secret_rotated_at: Optional[datetime]


WebhookEvent = Union[CheckoutCreatedEvent, CheckoutPartiallyPaidEvent, CheckoutVerifiedEvent, CheckoutReviewEvent, CheckoutExpiredEvent, CheckoutCanceledEvent, CheckoutRejectedEvent, CheckoutAttemptFailedEvent, CheckoutPaymentReleasedEvent, CreditsLowEvent, CreditsExhaustedEvent, WebhookDisabledEvent, BooksDifferenceEvent, PingEvent, Event]


#: The class of each event type; any other type is an `Event`.
EVENT_CLASSES: Mapping[str, Type[Model]] = {
    "checkout.created": CheckoutCreatedEvent,
    "checkout.partially_paid": CheckoutPartiallyPaidEvent,
    "checkout.verified": CheckoutVerifiedEvent,
    "checkout.review": CheckoutReviewEvent,
    "checkout.expired": CheckoutExpiredEvent,
    "checkout.canceled": CheckoutCanceledEvent,
    "checkout.rejected": CheckoutRejectedEvent,
    "checkout.attempt_failed": CheckoutAttemptFailedEvent,
    "checkout.payment_released": CheckoutPaymentReleasedEvent,
    "credits.low": CreditsLowEvent,
    "credits.exhausted": CreditsExhaustedEvent,
    "webhook.disabled": WebhookDisabledEvent,
    "books.difference": BooksDifferenceEvent,
    "ping": PingEvent,
}


