# Generated from the route table by `npm run generate`. Do not edit.
from __future__ import annotations

from typing import Union

from ..operation import Operation
from . import models

API_VERSION = "0.1.0"

V1_LIST_CHECKOUTS: Operation[models.CheckoutList] = Operation(
    "GET", "/api/v1/checkouts/", "api-key", False, models.CheckoutList
)
"""List checkouts, newest first"""

V1_CREATE_CHECKOUT: Operation[models.Checkout] = Operation(
    "POST", "/api/v1/checkouts/", "api-key", True, models.Checkout
)
"""Create a checkout"""

V1_READ_CHECKOUT: Operation[models.Checkout] = Operation(
    "GET", "/api/v1/checkouts/{id}/", "api-key", False, models.Checkout
)
"""Read a checkout"""

V1_UPDATE_CHECKOUT: Operation[models.Checkout] = Operation(
    "PATCH", "/api/v1/checkouts/{id}/", "api-key", False, models.Checkout
)
"""Change an open checkout"""

V1_LIST_ATTEMPTS: Operation[models.AttemptList] = Operation(
    "GET", "/api/v1/checkouts/{id}/attempts/", "api-key", False, models.AttemptList
)
"""List the attempts of a checkout"""

V1_CANCEL_CHECKOUT: Operation[models.Checkout] = Operation(
    "POST", "/api/v1/checkouts/{id}/cancel/", "api-key", True, models.Checkout
)
"""Cancel an open checkout"""

V1_VERIFY_CHECKOUT: Operation[models.Verification] = Operation(
    "POST", "/api/v1/checkouts/{id}/verify/", "api-key", True, models.Verification
)
"""Verify a payment by its reference, receipt link or SMS"""

V1_GET_CREDITS: Operation[models.Credits] = Operation(
    "GET", "/api/v1/credits/", "api-key", False, models.Credits
)
"""Read the account's credits"""

V1_LIST_EVENTS: Operation[models.EventList] = Operation(
    "GET", "/api/v1/events/", "api-key", False, models.EventList
)
"""List events of the last 30 days"""

V1_READ_EVENT: Operation[models.WebhookEvent] = Operation(
    "GET", "/api/v1/events/{id}/", "api-key", False, models.Event
)
"""Read an event"""

AUTH_LOGOUT: Operation[None] = Operation(
    "POST", "/api/auth/logout/", "none", False, None
)
"""End this session, or all of them"""

AUTH_REFRESH: Operation[models.LoginSession] = Operation(
    "POST", "/api/auth/refresh/", "none", False, models.LoginSession
)
"""Exchange the refresh cookie for an access token and the next cookie"""

AUTH_SEND_OTP: Operation[models.AuthSendOtpResponse] = Operation(
    "POST", "/api/auth/send-otp/", "none", False, models.AuthSendOtpResponse
)
"""Send a login code by SMS"""

AUTH_TELEGRAM_CONFIG: Operation[models.AuthTelegramConfigResponse] = Operation(
    "GET", "/api/auth/telegram-config/", "none", False, models.AuthTelegramConfigResponse
)
"""Get the Telegram login settings, with a fresh nonce"""

AUTH_TELEGRAM_LOGIN: Operation[models.LoginSession] = Operation(
    "POST", "/api/auth/telegram-login/", "none", False, models.LoginSession
)
"""Log in with a Telegram id_token"""

AUTH_VERIFY_OTP: Operation[models.LoginSession] = Operation(
    "POST", "/api/auth/verify-otp/", "none", False, models.LoginSession
)
"""Log in with the code from the SMS"""

PLATFORM_LIST_AUDIT: Operation[models.AuditEntryList] = Operation(
    "GET", "/api/platform/audit/", "jwt", False, models.AuditEntryList
)
"""List the audit log, newest first"""

PLATFORM_READ_ME: Operation[models.User] = Operation(
    "GET", "/api/platform/me/", "jwt", False, models.User
)
"""Read the current user"""

PLATFORM_UPDATE_ME: Operation[models.User] = Operation(
    "PATCH", "/api/platform/me/", "jwt", False, models.User
)
"""Change the name or the language of the dashboard"""

PLATFORM_CLOSE_ACCOUNT: Operation[None] = Operation(
    "DELETE", "/api/platform/me/", "jwt", False, None
)
"""Close the account"""

PLATFORM_LINK_LOGIN: Operation[models.User] = Operation(
    "POST", "/api/platform/me/logins/", "jwt", True, models.User
)
"""Add a second way to log in"""

PLATFORM_UNLINK_LOGIN: Operation[None] = Operation(
    "DELETE", "/api/platform/me/logins/{kind}/", "jwt", False, None
)
"""Remove a way to log in"""

PLATFORM_PROVE_SESSION: Operation[models.SessionProof] = Operation(
    "PUT", "/api/platform/session/proof/", "jwt", False, models.SessionProof
)
"""Give a second factor"""

PLATFORM_LIST_SESSIONS: Operation[models.SessionList] = Operation(
    "GET", "/api/platform/sessions/", "jwt", False, models.SessionList
)
"""List sessions"""

PLATFORM_END_SESSION: Operation[None] = Operation(
    "DELETE", "/api/platform/sessions/{id}/", "jwt", False, None
)
"""End a session"""

PLATFORM_READ_ACCOUNT: Operation[models.Account] = Operation(
    "GET", "/api/platform/account/", "jwt", False, models.Account
)
"""Read the settings of the account"""

PLATFORM_UPDATE_ACCOUNT: Operation[models.Account] = Operation(
    "PATCH", "/api/platform/account/", "jwt", False, models.Account
)
"""Set the amount above which approvals and rejections need an owner"""

PLATFORM_LIST_MEMBERSHIPS: Operation[models.MembershipList] = Operation(
    "GET", "/api/platform/me/memberships/", "jwt", False, models.MembershipList
)
"""List the accounts in which the user has a role"""

PLATFORM_ACCEPT_INVITATION: Operation[models.LoginSession] = Operation(
    "POST", "/api/platform/me/memberships/", "jwt", False, models.LoginSession
)
"""Accept an invitation and work in its account"""

PLATFORM_OPEN_INVITATION: Operation[models.OpenedInvitation] = Operation(
    "POST", "/api/platform/me/memberships/preview/", "jwt", False, models.OpenedInvitation
)
"""See what an invitation offers"""

PLATFORM_LEAVE_ACCOUNT: Operation[None] = Operation(
    "DELETE", "/api/platform/me/memberships/{account_id}/", "jwt", False, None
)
"""Leave an account"""

PLATFORM_ACCEPT_OWNERSHIP: Operation[models.LoginSession] = Operation(
    "POST", "/api/platform/me/ownership/", "jwt", False, models.LoginSession
)
"""Accept ownership of the account in use"""

PLATFORM_DECLINE_OWNERSHIP: Operation[None] = Operation(
    "DELETE", "/api/platform/me/ownership/", "jwt", False, None
)
"""Decline an ownership offer"""

PLATFORM_LIST_MEMBERS: Operation[models.ListedMemberList] = Operation(
    "GET", "/api/platform/members/", "jwt", False, models.ListedMemberList
)
"""List the members of the account, at most 50"""

PLATFORM_INVITE_MEMBER: Operation[models.InvitationWithUrl] = Operation(
    "POST", "/api/platform/members/", "jwt", True, models.InvitationWithUrl
)
"""Invite someone by a link"""

PLATFORM_LIST_INVITATIONS: Operation[models.InvitationList] = Operation(
    "GET", "/api/platform/members/invitations/", "jwt", False, models.InvitationList
)
"""List open invitations, at most 20"""

PLATFORM_WITHDRAW_INVITATION: Operation[None] = Operation(
    "DELETE", "/api/platform/members/invitations/{id}/", "jwt", False, None
)
"""Withdraw an invitation"""

PLATFORM_UPDATE_MEMBER: Operation[models.Member] = Operation(
    "PATCH", "/api/platform/members/{id}/", "jwt", False, models.Member
)
"""Change a member's role or apps"""

PLATFORM_REMOVE_MEMBER: Operation[None] = Operation(
    "DELETE", "/api/platform/members/{id}/", "jwt", False, None
)
"""Remove a member"""

PLATFORM_OFFER_OWNERSHIP: Operation[models.Member] = Operation(
    "POST", "/api/platform/ownership/{id}/", "jwt", False, models.Member
)
"""Offer ownership of the account to a member"""

PLATFORM_WITHDRAW_OWNERSHIP: Operation[None] = Operation(
    "DELETE", "/api/platform/ownership/{id}/", "jwt", False, None
)
"""Withdraw an ownership offer"""

PLATFORM_SWITCH_ACCOUNT: Operation[models.LoginSession] = Operation(
    "POST", "/api/platform/session/account/", "jwt", False, models.LoginSession
)
"""Work in another account of the user"""

PLATFORM_READ_NOTIFICATIONS: Operation[models.NotificationSettings] = Operation(
    "GET", "/api/platform/me/notifications/", "jwt", False, models.NotificationSettings
)
"""Read your notification settings in this account"""

PLATFORM_UPDATE_NOTIFICATIONS: Operation[models.NotificationSettings] = Operation(
    "PATCH", "/api/platform/me/notifications/", "jwt", False, models.NotificationSettings
)
"""Change your notification settings in this account"""

PLATFORM_TEST_NOTIFICATIONS: Operation[models.TestNotification] = Operation(
    "POST", "/api/platform/me/notifications/test/", "jwt", True, models.TestNotification
)
"""Send yourself a test message"""

PLATFORM_LIST_APPS: Operation[models.AppList] = Operation(
    "GET", "/api/platform/apps/", "jwt", False, models.AppList
)
"""List apps, newest first"""

PLATFORM_CREATE_APP: Operation[models.App] = Operation(
    "POST", "/api/platform/apps/", "jwt", True, models.App
)
"""Create an app"""

PLATFORM_READ_APP: Operation[models.App] = Operation(
    "GET", "/api/platform/apps/{app_id}/", "jwt", False, models.App
)
"""Read an app"""

PLATFORM_UPDATE_APP: Operation[models.App] = Operation(
    "PATCH", "/api/platform/apps/{app_id}/", "jwt", False, models.App
)
"""Change an app's name, color, or how its payments are matched"""

PLATFORM_DELETE_APP: Operation[None] = Operation(
    "DELETE", "/api/platform/apps/{app_id}/", "jwt", False, None
)
"""Delete an app with its keys and endpoints"""

PLATFORM_SET_APP_LOGO: Operation[models.App] = Operation(
    "PUT", "/api/platform/apps/{app_id}/logo/", "jwt", False, models.App
)
"""Set the logo that customers see on an app's pay pages"""

PLATFORM_REMOVE_APP_LOGO: Operation[None] = Operation(
    "DELETE", "/api/platform/apps/{app_id}/logo/", "jwt", False, None
)
"""Remove an app's logo"""

PLATFORM_LIST_PAYMENT_METHODS: Operation[models.PaymentMethodList] = Operation(
    "GET", "/api/platform/apps/{app_id}/payment-methods/", "jwt", False, models.PaymentMethodList
)
"""List an app's payment methods, in the order of the pay page"""

PLATFORM_CREATE_PAYMENT_METHOD: Operation[models.AddedPaymentMethod] = Operation(
    "POST", "/api/platform/apps/{app_id}/payment-methods/", "jwt", True, models.AddedPaymentMethod
)
"""Add a payment method to an app"""

PLATFORM_UPDATE_PAYMENT_METHOD: Operation[models.PaymentMethod] = Operation(
    "PATCH", "/api/platform/apps/{app_id}/payment-methods/{id}/", "jwt", False, models.PaymentMethod
)
"""Change, enable, disable or move a payment method"""

PLATFORM_DELETE_PAYMENT_METHOD: Operation[None] = Operation(
    "DELETE", "/api/platform/apps/{app_id}/payment-methods/{id}/", "jwt", False, None
)
"""Remove a payment method"""

PLATFORM_LIST_API_KEYS: Operation[models.ApiKeyList] = Operation(
    "GET", "/api/platform/api-keys/", "jwt", False, models.ApiKeyList
)
"""List API keys, newest first, including revoked keys"""

PLATFORM_CREATE_API_KEY: Operation[models.ApiKeyWithSecret] = Operation(
    "POST", "/api/platform/api-keys/", "jwt", True, models.ApiKeyWithSecret
)
"""Create an API key"""

PLATFORM_REVOKE_API_KEY: Operation[None] = Operation(
    "DELETE", "/api/platform/api-keys/{id}/", "jwt", False, None
)
"""Revoke an API key"""

PLATFORM_ROTATE_API_KEY: Operation[models.ApiKeyWithSecret] = Operation(
    "POST", "/api/platform/api-keys/{id}/rotate/", "jwt", True, models.ApiKeyWithSecret
)
"""Rotate an API key; the old key keeps working for a while"""

PLATFORM_LIST_CHECKOUTS: Operation[Union[models.CheckoutList, str]] = Operation(
    "GET", "/api/platform/checkouts/", "jwt", False, models.CheckoutList
)
"""List, search or export checkouts, newest first"""

PLATFORM_CREATE_CHECKOUT: Operation[models.Checkout] = Operation(
    "POST", "/api/platform/checkouts/", "jwt", True, models.Checkout
)
"""Create a checkout from the dashboard"""

PLATFORM_READ_CHECKOUT: Operation[models.CheckoutHistory] = Operation(
    "GET", "/api/platform/checkouts/{id}/", "jwt", False, models.CheckoutHistory
)
"""Read a checkout with its attempts, events and deliveries"""

PLATFORM_APPROVE_CHECKOUT: Operation[models.Checkout] = Operation(
    "POST", "/api/platform/checkouts/{id}/approve/", "jwt", True, models.Checkout
)
"""Approve a checkout"""

PLATFORM_CANCEL_CHECKOUT: Operation[models.Checkout] = Operation(
    "POST", "/api/platform/checkouts/{id}/cancel/", "jwt", True, models.Checkout
)
"""Cancel an open checkout"""

PLATFORM_REJECT_CHECKOUT: Operation[models.Checkout] = Operation(
    "POST", "/api/platform/checkouts/{id}/reject/", "jwt", True, models.Checkout
)
"""Reject a checkout"""

PLATFORM_RELEASE_PAYMENT: Operation[models.Checkout] = Operation(
    "POST", "/api/platform/checkouts/{id}/release/", "jwt", True, models.Checkout
)
"""Release a payment of a checkout"""

PLATFORM_EXPORT_CUSTOMER: Operation[models.CustomerCheckoutList] = Operation(
    "GET", "/api/platform/customers/", "jwt", False, models.CustomerCheckoutList
)
"""Export a customer's data"""

PLATFORM_ERASE_CUSTOMER: Operation[models.Erasure] = Operation(
    "POST", "/api/platform/customers/erase/", "jwt", True, models.Erasure
)
"""Erase a customer's data"""

PLATFORM_SHARE_CHECKOUT: Operation[models.ShortLink] = Operation(
    "POST", "/api/platform/checkouts/{id}/share/", "jwt", True, models.ShortLink
)
"""Get the short URL of a checkout's pay page"""

PLATFORM_LIST_PAYMENT_LINKS: Operation[models.PaymentLinkList] = Operation(
    "GET", "/api/platform/payment-links/", "jwt", False, models.PaymentLinkList
)
"""List reusable payment links, newest first"""

PLATFORM_CREATE_PAYMENT_LINK: Operation[models.PaymentLink] = Operation(
    "POST", "/api/platform/payment-links/", "jwt", True, models.PaymentLink
)
"""Create a reusable payment link"""

PLATFORM_READ_PAYMENT_LINK: Operation[models.PaymentLink] = Operation(
    "GET", "/api/platform/payment-links/{id}/", "jwt", False, models.PaymentLink
)
"""Read a reusable payment link"""

PLATFORM_UPDATE_PAYMENT_LINK: Operation[models.PaymentLink] = Operation(
    "PATCH", "/api/platform/payment-links/{id}/", "jwt", False, models.PaymentLink
)
"""Change a reusable payment link, or switch it on or off"""

PLATFORM_DELETE_PAYMENT_LINK: Operation[None] = Operation(
    "DELETE", "/api/platform/payment-links/{id}/", "jwt", False, None
)
"""Delete a reusable payment link"""

PLATFORM_LIST_BOOK_ACCOUNTS: Operation[models.BookAccountList] = Operation(
    "GET", "/api/platform/books/accounts/", "jwt", False, models.BookAccountList
)
"""List the receiving accounts of all apps, with their last statement"""

PLATFORM_LIST_BOOK_DAYS: Operation[models.BookDays] = Operation(
    "GET", "/api/platform/books/days/", "jwt", False, models.BookDays
)
"""Read the daily sheets: sums by app and receiving account"""

PLATFORM_LIST_BOOK_ENTRIES: Operation[Union[models.BookEntryList, str]] = Operation(
    "GET", "/api/platform/books/entries/", "jwt", False, models.BookEntryList
)
"""List or export the entries behind the sheets, oldest first"""

PLATFORM_LIST_BOOK_MONTHS: Operation[models.BookMonths] = Operation(
    "GET", "/api/platform/books/months/", "jwt", False, models.BookMonths
)
"""Read the monthly sheets, by the Gregorian or the Ethiopian calendar"""

PLATFORM_LIST_STATEMENTS: Operation[models.BookStatementList] = Operation(
    "GET", "/api/platform/books/statements/", "jwt", False, models.BookStatementList
)
"""List compared statements of the last 400 days, the latest days first"""

PLATFORM_COMPARE_STATEMENT: Operation[models.ComparedStatement] = Operation(
    "POST", "/api/platform/books/statements/", "jwt", True, models.ComparedStatement
)
"""Compare a bank statement with the verified payments of its account"""

PLATFORM_READ_STATEMENT: Operation[Union[models.BookStatementWithPoints, str]] = Operation(
    "GET", "/api/platform/books/statements/{id}/", "jwt", False, models.BookStatementWithPoints
)
"""Read a compared statement with its points, or export them"""

PLATFORM_SELL_POINT: Operation[models.Checkout] = Operation(
    "POST", "/api/platform/books/statements/{id}/sell/", "jwt", True, models.Checkout
)
"""Record unknown money on a statement as a verified sale"""

PLATFORM_SETTLE_POINT: Operation[models.BookStatement] = Operation(
    "POST", "/api/platform/books/statements/{id}/settle/", "jwt", True, models.BookStatement
)
"""Settle a point of a statement with a note"""

PLATFORM_READ_CREDITS: Operation[models.CreditsBalance] = Operation(
    "GET", "/api/platform/credits/", "jwt", False, models.CreditsBalance
)
"""Read the account's credits"""

PLATFORM_LIST_LEDGER: Operation[models.LedgerEntryList] = Operation(
    "GET", "/api/platform/credits/ledger/", "jwt", False, models.LedgerEntryList
)
"""List balance changes, newest first"""

PLATFORM_PURCHASE_CREDITS: Operation[models.Purchase] = Operation(
    "POST", "/api/platform/credits/purchases/", "jwt", True, models.Purchase
)
"""Buy credits by paying a checkout of the operator"""

PLATFORM_LIST_EVENT_TYPES: Operation[models.DescribedEventTypeList] = Operation(
    "GET", "/api/platform/event-types/", "jwt", False, models.DescribedEventTypeList
)
"""List the event types, with an example of each"""

PLATFORM_LIST_WEBHOOK_LOGS: Operation[models.LoggedWebhookDeliveryList] = Operation(
    "GET", "/api/platform/webhook-logs/", "jwt", False, models.LoggedWebhookDeliveryList
)
"""List or search the deliveries of an app across all its endpoints, newest first"""

PLATFORM_LIST_WEBHOOKS: Operation[models.WebhookEndpointList] = Operation(
    "GET", "/api/platform/webhooks/", "jwt", False, models.WebhookEndpointList
)
"""List webhook endpoints, newest first"""

PLATFORM_CREATE_WEBHOOK: Operation[models.WebhookEndpointWithSecret] = Operation(
    "POST", "/api/platform/webhooks/", "jwt", True, models.WebhookEndpointWithSecret
)
"""Register a webhook endpoint for an app"""

PLATFORM_READ_WEBHOOK: Operation[models.WebhookEndpoint] = Operation(
    "GET", "/api/platform/webhooks/{id}/", "jwt", False, models.WebhookEndpoint
)
"""Read a webhook endpoint"""

PLATFORM_UPDATE_WEBHOOK: Operation[models.WebhookEndpoint] = Operation(
    "PATCH", "/api/platform/webhooks/{id}/", "jwt", False, models.WebhookEndpoint
)
"""Change a webhook endpoint, disable it, or enable it again"""

PLATFORM_DELETE_WEBHOOK: Operation[None] = Operation(
    "DELETE", "/api/platform/webhooks/{id}/", "jwt", False, None
)
"""Delete a webhook endpoint and cancel its waiting deliveries"""

PLATFORM_LIST_DELIVERIES: Operation[models.LoggedWebhookDeliveryList] = Operation(
    "GET", "/api/platform/webhooks/{id}/deliveries/", "jwt", False, models.LoggedWebhookDeliveryList
)
"""List the deliveries to an endpoint of the last 90 days, newest first"""

PLATFORM_READ_DELIVERY: Operation[models.WebhookDeliveryWithAttempts] = Operation(
    "GET", "/api/platform/webhooks/{id}/deliveries/{delivery_id}/", "jwt", False, models.WebhookDeliveryWithAttempts
)
"""Read a delivery with its payload and its attempts of the last 30 days"""

PLATFORM_RETRY_DELIVERY: Operation[models.WebhookDelivery] = Operation(
    "POST", "/api/platform/webhooks/{id}/deliveries/{delivery_id}/retry/", "jwt", True, models.WebhookDelivery
)
"""Retry a delivery now"""

PLATFORM_RECOVER_WEBHOOK: Operation[models.WebhookRecovery] = Operation(
    "POST", "/api/platform/webhooks/{id}/recover/", "jwt", True, models.WebhookRecovery
)
"""Resend all failed or skipped deliveries since a time, in the background"""

PLATFORM_READ_RECOVERY: Operation[models.WebhookRecovery] = Operation(
    "GET", "/api/platform/webhooks/{id}/recoveries/{recovery_id}/", "jwt", False, models.WebhookRecovery
)
"""Read the progress of a recovery"""

PLATFORM_ROTATE_WEBHOOK_SECRET: Operation[models.WebhookSecret] = Operation(
    "POST", "/api/platform/webhooks/{id}/rotate-secret/", "jwt", True, models.WebhookSecret
)
"""Rotate the signing secret; the old one also signs for a while"""

PLATFORM_REVEAL_WEBHOOK_SECRET: Operation[models.WebhookSecret] = Operation(
    "GET", "/api/platform/webhooks/{id}/secret/", "jwt", False, models.WebhookSecret
)
"""Reveal the signing secret; the audit log records it"""

PLATFORM_TEST_WEBHOOK: Operation[models.WebhookDelivery] = Operation(
    "POST", "/api/platform/webhooks/{id}/test/", "jwt", True, models.WebhookDelivery
)
"""Send a `ping` to the endpoint, whatever it is subscribed to"""

PLATFORM_LIST_NOTICE_SOURCES: Operation[models.NoticeSourceList] = Operation(
    "GET", "/api/platform/notice-sources/", "jwt", False, models.NoticeSourceList
)
"""List notice sources, newest first"""

PLATFORM_CREATE_NOTICE_SOURCE: Operation[models.NoticeSourceWithSecret] = Operation(
    "POST", "/api/platform/notice-sources/", "jwt", True, models.NoticeSourceWithSecret
)
"""Pair a phone that forwards the bank's messages"""

PLATFORM_READ_NOTICE_SOURCE: Operation[models.NoticeSource] = Operation(
    "GET", "/api/platform/notice-sources/{id}/", "jwt", False, models.NoticeSource
)
"""Read a notice source and its health"""

PLATFORM_UPDATE_NOTICE_SOURCE: Operation[models.NoticeSource] = Operation(
    "PATCH", "/api/platform/notice-sources/{id}/", "jwt", False, models.NoticeSource
)
"""Rename, pause or resume a notice source"""

PLATFORM_DELETE_NOTICE_SOURCE: Operation[None] = Operation(
    "DELETE", "/api/platform/notice-sources/{id}/", "jwt", False, None
)
"""Delete a notice source; its address then rejects messages"""

PLATFORM_PASTE_NOTICE: Operation[models.Notice] = Operation(
    "POST", "/api/platform/notice-sources/{id}/notices/", "jwt", True, models.Notice
)
"""Paste a bank's message into a source of the kind `paste`"""

PLATFORM_ROTATE_NOTICE_SOURCE: Operation[models.NoticeSourceWithSecret] = Operation(
    "POST", "/api/platform/notice-sources/{id}/rotate-secret/", "jwt", True, models.NoticeSourceWithSecret
)
"""Replace a source's secret; the old one works for another 24 hours"""

PLATFORM_TEST_NOTICE_SOURCE: Operation[models.Notice] = Operation(
    "POST", "/api/platform/notice-sources/{id}/test/", "jwt", True, models.Notice
)
"""Send a sample message of a bank through the source"""

PLATFORM_LIST_UNMATCHED_NOTICES: Operation[models.UnmatchedNoticeList] = Operation(
    "GET", "/api/platform/unmatched-notices/", "jwt", False, models.UnmatchedNoticeList
)
"""List payments of a day that arrived without a checkout, newest first"""

PLATFORM_SELL_NOTICE: Operation[models.Checkout] = Operation(
    "POST", "/api/platform/unmatched-notices/sell/", "jwt", True, models.Checkout
)
"""Record a payment that arrived without a checkout as a sale"""

PLATFORM_LIST_UNREADABLE_NOTICES: Operation[models.UnreadableNoticeList] = Operation(
    "GET", "/api/platform/unreadable-notices/", "jwt", False, models.UnreadableNoticeList
)
"""List messages of banks that could not be read, newest first"""

PLATFORM_TRIGGER_EVENT: Operation[models.TriggeredEvent] = Operation(
    "POST", "/api/platform/events/trigger/", "jwt", True, models.TriggeredEvent
)
"""Trigger a test event of any type"""

PLATFORM_LIST_ERRORS: Operation[models.IssueGroupList] = Operation(
    "GET", "/api/platform/errors/", "jwt", False, models.IssueGroupList
)
"""List failures that need attention, grouped by kind"""

PLATFORM_LIST_FAILED_REQUESTS: Operation[models.FailedRequestList] = Operation(
    "GET", "/api/platform/failed-requests/", "jwt", False, models.FailedRequestList
)
"""List requests to the server API that failed in the last 7 days"""

PLATFORM_READ_STATS: Operation[models.Stats] = Operation(
    "GET", "/api/platform/stats/", "jwt", False, models.Stats
)
"""Read daily counts for the overview"""

PLATFORM_FIND_ACCOUNTS: Operation[models.FoundAccountList] = Operation(
    "GET", "/api/platform/operator/accounts/", "jwt", False, models.FoundAccountList
)
"""Find accounts by id, phone or name"""

PLATFORM_INSPECT_ACCOUNT: Operation[models.InspectedAccount] = Operation(
    "GET", "/api/platform/operator/accounts/{id}/", "jwt", False, models.InspectedAccount
)
"""Read an account's credits, limits and audit log"""

PLATFORM_END_ACCOUNT: Operation[models.InspectedAccount] = Operation(
    "POST", "/api/platform/operator/accounts/{id}/close/", "jwt", True, models.InspectedAccount
)
"""Close another account"""

PLATFORM_CHANGE_CREDITS: Operation[models.InspectedAccount] = Operation(
    "POST", "/api/platform/operator/accounts/{id}/credits/", "jwt", True, models.InspectedAccount
)
"""Grant credits to an account, or take some back"""

PLATFORM_CHANGE_LIMITS: Operation[models.InspectedAccount] = Operation(
    "PATCH", "/api/platform/operator/accounts/{id}/limits/", "jwt", False, models.InspectedAccount
)
"""Change how many payments per second an account can take"""

PLATFORM_SUSPEND_ACCOUNT: Operation[models.InspectedAccount] = Operation(
    "PUT", "/api/platform/operator/accounts/{id}/suspension/", "jwt", False, models.InspectedAccount
)
"""Suspend an account, or lift its suspension"""

PLATFORM_LIST_BANKS: Operation[models.BankList] = Operation(
    "GET", "/api/platform/operator/banks/", "jwt", False, models.BankList
)
"""List the banks with their state"""

PLATFORM_SWITCH_BANK: Operation[models.Bank] = Operation(
    "PUT", "/api/platform/operator/banks/{provider}/", "jwt", False, models.Bank
)
"""Switch a bank off or on"""

PLATFORM_LIST_DEAD_QUEUES: Operation[models.DeadQueueList] = Operation(
    "GET", "/api/platform/operator/dead-letters/", "jwt", False, models.DeadQueueList
)
"""Count dead letters"""

PLATFORM_LIST_DEAD_LETTERS: Operation[models.DeadLetterList] = Operation(
    "GET", "/api/platform/operator/dead-letters/{queue}/", "jwt", False, models.DeadLetterList
)
"""Look at up to 10 dead letters of a queue"""

PLATFORM_REPLAY_DEAD_LETTERS: Operation[models.Replay] = Operation(
    "POST", "/api/platform/operator/dead-letters/{queue}/replay/", "jwt", True, models.Replay
)
"""Send one or all dead letters of a queue back to where they failed"""

PLATFORM_READ_OPERATIONS: Operation[models.Operations] = Operation(
    "GET", "/api/platform/operator/operations/", "jwt", False, models.Operations
)
"""Read the version, the releases, the samples of the invariants and the SMS counts"""

