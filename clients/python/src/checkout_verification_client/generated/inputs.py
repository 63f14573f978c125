# Generated from the route table by `npm run generate`. Do not edit.
from __future__ import annotations

from datetime import datetime
from typing import Any, Dict, List, Literal, Optional, TypedDict, Union


Provider = Literal["telebirr", "cbe", "boa", "dashen", "awash", "cbe_birr", "mpesa", "wegagen", "amhara", "zemen", "ebirr", "manual", "sandbox", "http"]


class AuthLogoutRequest(TypedDict, total=False):
    everywhere: Optional[bool]
    user_id: str


class AuthSendOtpRequest(TypedDict):
    phone: str


class AuthTelegramLoginRequest(TypedDict):
    id_token: str


class AuthVerifyOtpRequest(TypedDict):
    phone: str
    code: str


class CustomerInput(TypedDict, total=False):
    name: Optional[str]
    """The customer's name."""
    phone: Optional[str]
    """The customer's phone number."""
    email: Optional[str]
    """The customer's email address."""


class PlatformAcceptInvitationRequest(TypedDict):
    token: str


class PlatformApproveCheckoutRequest(TypedDict):
    reason: str
    sequence: int


class _PlatformChangeCreditsRequest(TypedDict):
    credits: int
    reason: str


class PlatformChangeCreditsRequest(_PlatformChangeCreditsRequest, total=False):
    reference: Optional[str]


class PlatformChangeLimitsRequest(TypedDict):
    balance_shards: int
    reason: str


class _PlatformCompareStatementRequest(TypedDict):
    provider: Provider
    account_number: str
    rows: List[PlatformCompareStatementRequestRow]


class PlatformCompareStatementRequest(_PlatformCompareStatementRequest, total=False):
    currency: Optional[str]
    complete: Optional[List[PlatformCompareStatementRequestComplete]]


class PlatformCompareStatementRequestComplete(TypedDict):
    from_: str
    to: str


class _PlatformCompareStatementRequestRow(TypedDict):
    line: int
    date: str
    amount: int
    direction: Literal["in", "out"]
    text: str


class PlatformCompareStatementRequestRow(_PlatformCompareStatementRequestRow, total=False):
    reference: Optional[str]


class _PlatformCreateApiKeyRequest(TypedDict):
    name: str
    mode: Literal["live", "test"]
    app_id: Optional[int]


class PlatformCreateApiKeyRequest(_PlatformCreateApiKeyRequest, total=False):
    scopes: Optional[List[Literal["checkouts:read", "checkouts:write", "credits:read", "events:read"]]]
    expires_at: Optional[Union[datetime, str]]


class PlatformCreateAppRequest(TypedDict):
    name: str


class _PlatformCreateCheckoutRequest(TypedDict):
    amount: int
    app_id: int


class PlatformCreateCheckoutRequest(_PlatformCreateCheckoutRequest, total=False):
    currency: Optional[str]
    client_reference: Optional[str]
    description: Optional[str]
    customer: Optional[CustomerInput]
    payment_methods: Optional[List[str]]
    return_url: Optional[str]
    cancel_url: Optional[str]
    expires_in: Optional[int]
    late_policy: Optional[Literal["review", "accept"]]
    metadata: Optional[Dict[str, str]]
    locale: Optional[Literal["en", "am", "om", "ti", "so"]]
    livemode: Optional[bool]


class _PlatformCreateNoticeSourceRequest(TypedDict):
    app_id: int
    name: str
    kind: Literal["sms_gateway", "sms_forwarder", "paste"]


class PlatformCreateNoticeSourceRequest(_PlatformCreateNoticeSourceRequest, total=False):
    signing_key: Optional[str]


class _PlatformCreatePaymentLinkRequest(TypedDict):
    app_id: int


class PlatformCreatePaymentLinkRequest(_PlatformCreatePaymentLinkRequest, total=False):
    livemode: Optional[bool]
    amount: Optional[int]
    currency: Optional[str]
    description: Optional[str]
    active: Optional[bool]


class _PlatformCreatePaymentMethodRequest(TypedDict):
    provider: Provider
    account_name: str
    account_number: str


class PlatformCreatePaymentMethodRequest(_PlatformCreatePaymentMethodRequest, total=False):
    label: Optional[str]
    instructions: Optional[str]
    enabled: Optional[bool]
    position: Optional[int]


class _PlatformCreateWebhookRequest(TypedDict):
    app_id: int
    url: str
    events: List[Literal["*", "checkout.created", "checkout.partially_paid", "checkout.verified", "checkout.review", "checkout.expired", "checkout.canceled", "checkout.rejected", "checkout.attempt_failed", "checkout.payment_released", "credits.low", "credits.exhausted", "webhook.disabled", "books.difference", "ping"]]


class PlatformCreateWebhookRequest(_PlatformCreateWebhookRequest, total=False):
    livemode: Optional[bool]
    description: Optional[str]


class PlatformEndAccountRequest(TypedDict):
    reason: str


class _PlatformEraseCustomerRequest(TypedDict):
    phone: str


class PlatformEraseCustomerRequest(_PlatformEraseCustomerRequest, total=False):
    livemode: Optional[bool]
    cursor: str


class _PlatformInviteMemberRequest(TypedDict):
    role: Literal["manager", "developer", "cashier", "accountant"]


class PlatformInviteMemberRequest(_PlatformInviteMemberRequest, total=False):
    apps: Optional[List[int]]
    phone: Optional[str]
    telegram_username: Optional[str]


class PlatformLinkLoginRequest1(TypedDict):
    phone: str
    code: str


class PlatformLinkLoginRequest2(TypedDict):
    id_token: str


class PlatformOfferOwnershipRequest(TypedDict, total=False):
    stay_owner: Optional[bool]


class PlatformPasteNoticeRequest(TypedDict):
    sender: str
    text: str


class PlatformPurchaseCreditsRequest(TypedDict):
    credits: int


class PlatformRecoverWebhookRequest(TypedDict):
    since: Union[datetime, str]


class PlatformReleasePaymentRequest(TypedDict):
    reason: str
    sequence: int
    provider: Provider
    reference: str


class _PlatformReplayDeadLettersRequest(TypedDict):
    reason: str


class PlatformReplayDeadLettersRequest(_PlatformReplayDeadLettersRequest, total=False):
    id: Optional[str]


class PlatformRotateApiKeyRequest(TypedDict, total=False):
    overlap_seconds: Optional[int]


class PlatformRotateNoticeSourceRequest(TypedDict, total=False):
    signing_key: Optional[str]
    overlap_seconds: Optional[int]


class PlatformRotateWebhookSecretRequest(TypedDict, total=False):
    overlap_seconds: Optional[int]


class PlatformSellNoticeRequest(TypedDict):
    app_id: int
    provider: Provider
    reference: str


class PlatformSellPointRequest(TypedDict):
    point: str
    app_id: int
    note: str


class PlatformSetAppLogoRequest(TypedDict):
    content_type: Literal["image/png", "image/svg+xml"]
    data: str


class PlatformSettlePointRequest(TypedDict):
    point: str
    note: str


class PlatformSuspendAccountRequest(TypedDict):
    suspended: bool
    reason: str


class PlatformSwitchAccountRequest(TypedDict):
    account_id: str


class PlatformSwitchBankRequest(TypedDict):
    enabled: bool
    reason: str


class _PlatformTriggerEventRequest(TypedDict):
    type: Literal["checkout.created", "checkout.partially_paid", "checkout.verified", "checkout.review", "checkout.expired", "checkout.canceled", "checkout.rejected", "checkout.attempt_failed", "checkout.payment_released", "credits.low", "credits.exhausted", "webhook.disabled", "books.difference", "ping"]


class PlatformTriggerEventRequest(_PlatformTriggerEventRequest, total=False):
    endpoint_id: str
    app_id: int


class PlatformUpdateAccountRequest(TypedDict):
    approval_limit: Optional[int]


class PlatformUpdateAppRequest(TypedDict, total=False):
    name: str
    color: Optional[str]
    notice_limit: int
    distinct_amounts: bool


class PlatformUpdateMeRequest(TypedDict, total=False):
    name: Optional[str]
    language: Literal["en", "am"]


class PlatformUpdateMemberRequest(TypedDict, total=False):
    role: Literal["manager", "developer", "cashier", "accountant"]
    apps: Optional[List[int]]


class PlatformUpdateNoticeSourceRequest(TypedDict, total=False):
    name: str
    status: Literal["active", "paused"]


class PlatformUpdateNotificationsRequest(TypedDict, total=False):
    channel: Literal["telegram", "sms", "none"]
    kinds: List[Literal["review", "webhook", "credits", "receiving_account", "notice_source", "sign_in", "books"]]
    paid: Literal["each", "daily", "none"]
    language: Optional[Literal["en", "am"]]
    quiet_hours: Optional[PlatformUpdateNotificationsRequestQuietHours]


class PlatformUpdateNotificationsRequestQuietHours(TypedDict):
    from_: str
    until: str


class PlatformUpdatePaymentLinkRequest(TypedDict, total=False):
    amount: Optional[int]
    description: Optional[str]
    active: bool


class PlatformUpdatePaymentMethodRequest(TypedDict, total=False):
    account_name: str
    account_number: str
    label: Optional[str]
    instructions: Optional[str]
    enabled: bool
    position: int


class PlatformUpdateWebhookRequest(TypedDict, total=False):
    url: str
    events: List[Literal["*", "checkout.created", "checkout.partially_paid", "checkout.verified", "checkout.review", "checkout.expired", "checkout.canceled", "checkout.rejected", "checkout.attempt_failed", "checkout.payment_released", "credits.low", "credits.exhausted", "webhook.disabled", "books.difference", "ping"]]
    description: Optional[str]
    status: Literal["enabled", "disabled"]


class V1CancelCheckoutRequest(TypedDict, total=False):
    pass


class _V1CreateCheckoutRequest(TypedDict):
    amount: int
    """Amount to pay: a whole number in minor units (santim for ETB: 150000 is 1,500.00 birr). If the app asks for distinct amounts (see Bank notices), a live checkout can ask for 1 to 99 minor units more: store the `amount` of the response."""


class V1CreateCheckoutRequest(_V1CreateCheckoutRequest, total=False):
    currency: Optional[str]
    """Currency code (ISO 4217), upper case. Default: the service's currency, normally ETB. A payment counts only if its receipt shows this currency, so ask for one that your receiving accounts receive."""
    client_reference: Optional[str]
    """Your own identifier, such as an order number. You can filter lists by it."""
    description: Optional[str]
    """What the customer pays for. Shown to the customer."""
    customer: Optional[CustomerInput]
    """The customer. Visible only to you, and deleted after 400 days by default."""
    payment_methods: Optional[List[str]]
    """Ids of the app's payment methods to offer. Default: all enabled ones."""
    return_url: Optional[str]
    """https URL that the hosted page links to after payment, with `checkout_id` and `status` added. In test mode also `http://localhost:…`. Informational only, never proof of payment."""
    cancel_url: Optional[str]
    """https URL for a customer who cancels. In test mode also `http://localhost:…`."""
    expires_in: Optional[int]
    """Seconds until the checkout expires. Default 1800 (30 minutes)."""
    late_policy: Optional[Literal["review", "accept"]]
    """How to treat a payment made within 24 hours after `expires_at`: `review` asks you, `accept` verifies it with the exception `paid_late`. Default `review`."""
    metadata: Optional[Dict[str, str]]
    """Up to 20 key-value pairs of your own (keys up to 40 characters, values up to 500)."""
    locale: Optional[Literal["en", "am", "om", "ti", "so"]]
    """Language of the hosted page: `en`, `am` (Amharic), `om` (Afaan Oromo), `ti` (Tigrinya) or `so` (Somali); null follows the customer's browser."""
    app_id: Optional[int]
    """The app that receives the payment: required with an account-wide key, otherwise omit it."""


class V1UpdateCheckoutRequest(TypedDict, total=False):
    client_reference: Optional[str]
    """Your own identifier; null removes it."""
    description: Optional[str]
    """What the customer pays for; null removes it."""
    metadata: Dict[str, str]
    """Up to 20 key-value pairs of your own. Replaces the existing ones."""


class _V1VerifyCheckoutRequest(TypedDict):
    input: str
    """A reference, the receipt's link, or the bank's whole text message."""


class V1VerifyCheckoutRequest(_V1VerifyCheckoutRequest, total=False):
    provider: Optional[Provider]
    """Bank or wallet of the receipt. Needed only if the reference alone is ambiguous."""
    payer_phone: Optional[str]
    """The payer's phone number, if the payment method asks for it in `inputs`."""
    payer_account_suffix: Optional[str]
    """The last five digits of the payer's account, if the payment method asks for them in `inputs`."""


class V1ListCheckoutsQuery(TypedDict, total=False):
    limit: int
    """Maximum number of entries in a page: 1 to 100. Default 20."""
    cursor: str
    """`next_cursor` of the previous page, with the same filters."""
    status: Literal["open", "verifying", "verified", "review", "expired", "canceled", "rejected"]
    """Only checkouts with this status."""
    client_reference: str
    """Only checkouts with exactly this `client_reference`."""
    created_gte: Union[datetime, str]
    """Only checkouts created at or after this time (RFC 3339)."""
    created_lt: Union[datetime, str]
    """Only checkouts created before this time (RFC 3339)."""
    app_id: int
    """Only checkouts of this app; for account-wide keys."""


class V1ListAttemptsQuery(TypedDict, total=False):
    limit: int
    """Maximum number of entries in a page: 1 to 100. Default 20."""
    cursor: str
    """`next_cursor` of the previous page, with the same filters."""


class V1ListEventsQuery(TypedDict, total=False):
    limit: int
    """Maximum number of entries in a page: 1 to 100. Default 20."""
    cursor: str
    """`next_cursor` of the previous page, with the same filters."""
    type: Literal["checkout.created", "checkout.partially_paid", "checkout.verified", "checkout.review", "checkout.expired", "checkout.canceled", "checkout.rejected", "checkout.attempt_failed", "checkout.payment_released", "credits.low", "credits.exhausted", "webhook.disabled", "books.difference", "ping"]
    """Only events of this type."""


class PlatformListAuditQuery(TypedDict, total=False):
    limit: int
    cursor: str


class PlatformListSessionsQuery(TypedDict, total=False):
    limit: int
    cursor: str


class PlatformRemoveMemberQuery(TypedDict, total=False):
    revoke_api_keys: bool


class PlatformListAppsQuery(TypedDict, total=False):
    limit: int
    cursor: str


class PlatformListPaymentMethodsQuery(TypedDict, total=False):
    limit: int
    cursor: str


class PlatformListApiKeysQuery(TypedDict, total=False):
    limit: int
    cursor: str
    app_id: int
    mode: Literal["live", "test"]


class PlatformListCheckoutsQuery(TypedDict, total=False):
    limit: int
    cursor: str
    status: Literal["open", "verifying", "verified", "review", "expired", "canceled", "rejected"]
    client_reference: str
    created_gte: Union[datetime, str]
    created_lt: Union[datetime, str]
    app_id: int
    livemode: bool
    partially_paid: bool
    search: str
    mine: bool
    format: Literal["json", "csv"]


class _PlatformExportCustomerQuery(TypedDict):
    phone: str


class PlatformExportCustomerQuery(_PlatformExportCustomerQuery, total=False):
    limit: int
    cursor: str
    livemode: bool


class PlatformListPaymentLinksQuery(TypedDict, total=False):
    limit: int
    cursor: str
    app_id: int


class PlatformListBookDaysQuery(TypedDict, total=False):
    from_: str
    to: str
    app_id: int
    livemode: bool


class PlatformListBookEntriesQuery(TypedDict, total=False):
    limit: int
    cursor: str
    from_: str
    to: str
    app_id: int
    livemode: bool
    kind: Literal["income", "verified", "approved", "rejected", "released"]
    provider: Literal["telebirr", "cbe", "boa", "dashen", "awash", "cbe_birr", "mpesa", "wegagen", "amhara", "zemen", "ebirr", "manual", "sandbox", "http"]
    account_number: str
    format: Literal["json", "csv"]


class PlatformListBookMonthsQuery(TypedDict, total=False):
    from_: str
    to: str
    app_id: int
    livemode: bool
    calendar: Literal["gregorian", "ethiopian"]


class PlatformListStatementsQuery(TypedDict, total=False):
    limit: int
    cursor: str


class PlatformReadStatementQuery(TypedDict, total=False):
    format: Literal["json", "csv"]


class PlatformListLedgerQuery(TypedDict, total=False):
    limit: int
    cursor: str


class PlatformListWebhookLogsQuery(TypedDict, total=False):
    limit: int
    cursor: str
    status: Literal["pending", "delivering", "retrying", "succeeded", "failed", "canceled", "skipped"]
    event_type: Literal["checkout.created", "checkout.partially_paid", "checkout.verified", "checkout.review", "checkout.expired", "checkout.canceled", "checkout.rejected", "checkout.attempt_failed", "checkout.payment_released", "credits.low", "credits.exhausted", "webhook.disabled", "books.difference", "ping"]
    app_id: int
    livemode: bool
    search: str


class PlatformListWebhooksQuery(TypedDict, total=False):
    limit: int
    cursor: str
    app_id: int


class PlatformListDeliveriesQuery(TypedDict, total=False):
    limit: int
    cursor: str
    status: Literal["pending", "delivering", "retrying", "succeeded", "failed", "canceled", "skipped"]
    event_type: Literal["checkout.created", "checkout.partially_paid", "checkout.verified", "checkout.review", "checkout.expired", "checkout.canceled", "checkout.rejected", "checkout.attempt_failed", "checkout.payment_released", "credits.low", "credits.exhausted", "webhook.disabled", "books.difference", "ping"]


class PlatformListNoticeSourcesQuery(TypedDict, total=False):
    limit: int
    cursor: str
    app_id: int


class PlatformListUnmatchedNoticesQuery(TypedDict, total=False):
    day: str


class PlatformListUnreadableNoticesQuery(TypedDict, total=False):
    limit: int
    cursor: str


class PlatformListErrorsQuery(TypedDict, total=False):
    limit: int


class PlatformListFailedRequestsQuery(TypedDict, total=False):
    limit: int
    cursor: str
    livemode: bool
    search: str


class PlatformReadStatsQuery(TypedDict, total=False):
    from_: str
    to: str
    app_id: int
    livemode: bool


class _PlatformFindAccountsQuery(TypedDict):
    search: str


class PlatformFindAccountsQuery(_PlatformFindAccountsQuery, total=False):
    cursor: str


PlatformLinkLoginRequest = Union[PlatformLinkLoginRequest1, PlatformLinkLoginRequest2]


