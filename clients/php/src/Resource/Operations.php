<?php

// Generated from the route table by `npm run generate`. Do not edit.
declare(strict_types=1);

namespace CheckoutVerification\Resource;

use CheckoutVerification\Model;
use CheckoutVerification\Operation;

/**
 * Every operation of the API, for `Client::call()`.
 *
 * @phpstan-import-type WebhookEvent from EventClasses
 */
final class Operations
{
    public const API_VERSION = '0.1.0';

    /**
     * List checkouts, newest first
     *
     * @return Operation<Model\CheckoutList>
     */
    public static function v1ListCheckouts(): Operation
    {
        return new Operation('GET', '/api/v1/checkouts/', 'api-key', false, Model\CheckoutList::class);
    }

    /**
     * Create a checkout
     *
     * @return Operation<Model\Checkout>
     */
    public static function v1CreateCheckout(): Operation
    {
        return new Operation('POST', '/api/v1/checkouts/', 'api-key', true, Model\Checkout::class, ['customer', 'metadata']);
    }

    /**
     * Read a checkout
     *
     * @return Operation<Model\Checkout>
     */
    public static function v1ReadCheckout(): Operation
    {
        return new Operation('GET', '/api/v1/checkouts/{id}/', 'api-key', false, Model\Checkout::class);
    }

    /**
     * Change an open checkout
     *
     * @return Operation<Model\Checkout>
     */
    public static function v1UpdateCheckout(): Operation
    {
        return new Operation('PATCH', '/api/v1/checkouts/{id}/', 'api-key', false, Model\Checkout::class, ['metadata']);
    }

    /**
     * List the attempts of a checkout
     *
     * @return Operation<Model\AttemptList>
     */
    public static function v1ListAttempts(): Operation
    {
        return new Operation('GET', '/api/v1/checkouts/{id}/attempts/', 'api-key', false, Model\AttemptList::class);
    }

    /**
     * Cancel an open checkout
     *
     * @return Operation<Model\Checkout>
     */
    public static function v1CancelCheckout(): Operation
    {
        return new Operation('POST', '/api/v1/checkouts/{id}/cancel/', 'api-key', true, Model\Checkout::class);
    }

    /**
     * Verify a payment by its reference, receipt link or SMS
     *
     * @return Operation<Model\Verification>
     */
    public static function v1VerifyCheckout(): Operation
    {
        return new Operation('POST', '/api/v1/checkouts/{id}/verify/', 'api-key', true, Model\Verification::class);
    }

    /**
     * Read the account's credits
     *
     * @return Operation<Model\Credits>
     */
    public static function v1GetCredits(): Operation
    {
        return new Operation('GET', '/api/v1/credits/', 'api-key', false, Model\Credits::class);
    }

    /**
     * List events of the last 30 days
     *
     * @return Operation<Model\EventList>
     */
    public static function v1ListEvents(): Operation
    {
        return new Operation('GET', '/api/v1/events/', 'api-key', false, Model\EventList::class);
    }

    /**
     * Read an event
     *
     * @return Operation<WebhookEvent>
     */
    public static function v1ReadEvent(): Operation
    {
        return new Operation('GET', '/api/v1/events/{id}/', 'api-key', false, Model\Event::class);
    }

    /**
     * End this session, or all of them
     *
     * @return Operation<null>
     */
    public static function authLogout(): Operation
    {
        return new Operation('POST', '/api/auth/logout/', 'none', false, null);
    }

    /**
     * Exchange the refresh cookie for an access token and the next cookie
     *
     * @return Operation<Model\LoginSession>
     */
    public static function authRefresh(): Operation
    {
        return new Operation('POST', '/api/auth/refresh/', 'none', false, Model\LoginSession::class);
    }

    /**
     * Send a login code by SMS
     *
     * @return Operation<Model\AuthSendOtpResponse>
     */
    public static function authSendOtp(): Operation
    {
        return new Operation('POST', '/api/auth/send-otp/', 'none', false, Model\AuthSendOtpResponse::class);
    }

    /**
     * Get the Telegram login settings, with a fresh nonce
     *
     * @return Operation<Model\AuthTelegramConfigResponse>
     */
    public static function authTelegramConfig(): Operation
    {
        return new Operation('GET', '/api/auth/telegram-config/', 'none', false, Model\AuthTelegramConfigResponse::class);
    }

    /**
     * Log in with a Telegram id_token
     *
     * @return Operation<Model\LoginSession>
     */
    public static function authTelegramLogin(): Operation
    {
        return new Operation('POST', '/api/auth/telegram-login/', 'none', false, Model\LoginSession::class);
    }

    /**
     * Log in with the code from the SMS
     *
     * @return Operation<Model\LoginSession>
     */
    public static function authVerifyOtp(): Operation
    {
        return new Operation('POST', '/api/auth/verify-otp/', 'none', false, Model\LoginSession::class);
    }

    /**
     * List the audit log, newest first
     *
     * @return Operation<Model\AuditEntryList>
     */
    public static function platformListAudit(): Operation
    {
        return new Operation('GET', '/api/platform/audit/', 'jwt', false, Model\AuditEntryList::class);
    }

    /**
     * Read the current user
     *
     * @return Operation<Model\User>
     */
    public static function platformReadMe(): Operation
    {
        return new Operation('GET', '/api/platform/me/', 'jwt', false, Model\User::class);
    }

    /**
     * Change the name or the language of the dashboard
     *
     * @return Operation<Model\User>
     */
    public static function platformUpdateMe(): Operation
    {
        return new Operation('PATCH', '/api/platform/me/', 'jwt', false, Model\User::class);
    }

    /**
     * Close the account
     *
     * @return Operation<null>
     */
    public static function platformCloseAccount(): Operation
    {
        return new Operation('DELETE', '/api/platform/me/', 'jwt', false, null);
    }

    /**
     * Add a second way to log in
     *
     * @return Operation<Model\User>
     */
    public static function platformLinkLogin(): Operation
    {
        return new Operation('POST', '/api/platform/me/logins/', 'jwt', true, Model\User::class);
    }

    /**
     * Remove a way to log in
     *
     * @return Operation<null>
     */
    public static function platformUnlinkLogin(): Operation
    {
        return new Operation('DELETE', '/api/platform/me/logins/{kind}/', 'jwt', false, null);
    }

    /**
     * Give a second factor
     *
     * @return Operation<Model\SessionProof>
     */
    public static function platformProveSession(): Operation
    {
        return new Operation('PUT', '/api/platform/session/proof/', 'jwt', false, Model\SessionProof::class);
    }

    /**
     * List sessions
     *
     * @return Operation<Model\SessionList>
     */
    public static function platformListSessions(): Operation
    {
        return new Operation('GET', '/api/platform/sessions/', 'jwt', false, Model\SessionList::class);
    }

    /**
     * End a session
     *
     * @return Operation<null>
     */
    public static function platformEndSession(): Operation
    {
        return new Operation('DELETE', '/api/platform/sessions/{id}/', 'jwt', false, null);
    }

    /**
     * Read the settings of the account
     *
     * @return Operation<Model\Account>
     */
    public static function platformReadAccount(): Operation
    {
        return new Operation('GET', '/api/platform/account/', 'jwt', false, Model\Account::class);
    }

    /**
     * Set the amount above which approvals and rejections need an owner
     *
     * @return Operation<Model\Account>
     */
    public static function platformUpdateAccount(): Operation
    {
        return new Operation('PATCH', '/api/platform/account/', 'jwt', false, Model\Account::class);
    }

    /**
     * List the accounts in which the user has a role
     *
     * @return Operation<Model\MembershipList>
     */
    public static function platformListMemberships(): Operation
    {
        return new Operation('GET', '/api/platform/me/memberships/', 'jwt', false, Model\MembershipList::class);
    }

    /**
     * Accept an invitation and work in its account
     *
     * @return Operation<Model\LoginSession>
     */
    public static function platformAcceptInvitation(): Operation
    {
        return new Operation('POST', '/api/platform/me/memberships/', 'jwt', false, Model\LoginSession::class);
    }

    /**
     * See what an invitation offers
     *
     * @return Operation<Model\OpenedInvitation>
     */
    public static function platformOpenInvitation(): Operation
    {
        return new Operation('POST', '/api/platform/me/memberships/preview/', 'jwt', false, Model\OpenedInvitation::class);
    }

    /**
     * Leave an account
     *
     * @return Operation<null>
     */
    public static function platformLeaveAccount(): Operation
    {
        return new Operation('DELETE', '/api/platform/me/memberships/{account_id}/', 'jwt', false, null);
    }

    /**
     * Accept ownership of the account in use
     *
     * @return Operation<Model\LoginSession>
     */
    public static function platformAcceptOwnership(): Operation
    {
        return new Operation('POST', '/api/platform/me/ownership/', 'jwt', false, Model\LoginSession::class);
    }

    /**
     * Decline an ownership offer
     *
     * @return Operation<null>
     */
    public static function platformDeclineOwnership(): Operation
    {
        return new Operation('DELETE', '/api/platform/me/ownership/', 'jwt', false, null);
    }

    /**
     * List the members of the account, at most 50
     *
     * @return Operation<Model\ListedMemberList>
     */
    public static function platformListMembers(): Operation
    {
        return new Operation('GET', '/api/platform/members/', 'jwt', false, Model\ListedMemberList::class);
    }

    /**
     * Invite someone by a link
     *
     * @return Operation<Model\InvitationWithUrl>
     */
    public static function platformInviteMember(): Operation
    {
        return new Operation('POST', '/api/platform/members/', 'jwt', true, Model\InvitationWithUrl::class);
    }

    /**
     * List open invitations, at most 20
     *
     * @return Operation<Model\InvitationList>
     */
    public static function platformListInvitations(): Operation
    {
        return new Operation('GET', '/api/platform/members/invitations/', 'jwt', false, Model\InvitationList::class);
    }

    /**
     * Withdraw an invitation
     *
     * @return Operation<null>
     */
    public static function platformWithdrawInvitation(): Operation
    {
        return new Operation('DELETE', '/api/platform/members/invitations/{id}/', 'jwt', false, null);
    }

    /**
     * Change a member's role or apps
     *
     * @return Operation<Model\Member>
     */
    public static function platformUpdateMember(): Operation
    {
        return new Operation('PATCH', '/api/platform/members/{id}/', 'jwt', false, Model\Member::class);
    }

    /**
     * Remove a member
     *
     * @return Operation<null>
     */
    public static function platformRemoveMember(): Operation
    {
        return new Operation('DELETE', '/api/platform/members/{id}/', 'jwt', false, null);
    }

    /**
     * Offer ownership of the account to a member
     *
     * @return Operation<Model\Member>
     */
    public static function platformOfferOwnership(): Operation
    {
        return new Operation('POST', '/api/platform/ownership/{id}/', 'jwt', false, Model\Member::class);
    }

    /**
     * Withdraw an ownership offer
     *
     * @return Operation<null>
     */
    public static function platformWithdrawOwnership(): Operation
    {
        return new Operation('DELETE', '/api/platform/ownership/{id}/', 'jwt', false, null);
    }

    /**
     * Work in another account of the user
     *
     * @return Operation<Model\LoginSession>
     */
    public static function platformSwitchAccount(): Operation
    {
        return new Operation('POST', '/api/platform/session/account/', 'jwt', false, Model\LoginSession::class);
    }

    /**
     * Read your notification settings in this account
     *
     * @return Operation<Model\NotificationSettings>
     */
    public static function platformReadNotifications(): Operation
    {
        return new Operation('GET', '/api/platform/me/notifications/', 'jwt', false, Model\NotificationSettings::class);
    }

    /**
     * Change your notification settings in this account
     *
     * @return Operation<Model\NotificationSettings>
     */
    public static function platformUpdateNotifications(): Operation
    {
        return new Operation('PATCH', '/api/platform/me/notifications/', 'jwt', false, Model\NotificationSettings::class, ['quiet_hours']);
    }

    /**
     * Send yourself a test message
     *
     * @return Operation<Model\TestNotification>
     */
    public static function platformTestNotifications(): Operation
    {
        return new Operation('POST', '/api/platform/me/notifications/test/', 'jwt', true, Model\TestNotification::class);
    }

    /**
     * List apps, newest first
     *
     * @return Operation<Model\AppList>
     */
    public static function platformListApps(): Operation
    {
        return new Operation('GET', '/api/platform/apps/', 'jwt', false, Model\AppList::class);
    }

    /**
     * Create an app
     *
     * @return Operation<Model\App>
     */
    public static function platformCreateApp(): Operation
    {
        return new Operation('POST', '/api/platform/apps/', 'jwt', true, Model\App::class);
    }

    /**
     * Read an app
     *
     * @return Operation<Model\App>
     */
    public static function platformReadApp(): Operation
    {
        return new Operation('GET', '/api/platform/apps/{app_id}/', 'jwt', false, Model\App::class);
    }

    /**
     * Change an app's name, color, or how its payments are matched
     *
     * @return Operation<Model\App>
     */
    public static function platformUpdateApp(): Operation
    {
        return new Operation('PATCH', '/api/platform/apps/{app_id}/', 'jwt', false, Model\App::class);
    }

    /**
     * Delete an app with its keys and endpoints
     *
     * @return Operation<null>
     */
    public static function platformDeleteApp(): Operation
    {
        return new Operation('DELETE', '/api/platform/apps/{app_id}/', 'jwt', false, null);
    }

    /**
     * Set the logo that customers see on an app's pay pages
     *
     * @return Operation<Model\App>
     */
    public static function platformSetAppLogo(): Operation
    {
        return new Operation('PUT', '/api/platform/apps/{app_id}/logo/', 'jwt', false, Model\App::class);
    }

    /**
     * Remove an app's logo
     *
     * @return Operation<null>
     */
    public static function platformRemoveAppLogo(): Operation
    {
        return new Operation('DELETE', '/api/platform/apps/{app_id}/logo/', 'jwt', false, null);
    }

    /**
     * List an app's payment methods, in the order of the pay page
     *
     * @return Operation<Model\PaymentMethodList>
     */
    public static function platformListPaymentMethods(): Operation
    {
        return new Operation('GET', '/api/platform/apps/{app_id}/payment-methods/', 'jwt', false, Model\PaymentMethodList::class);
    }

    /**
     * Add a payment method to an app
     *
     * @return Operation<Model\AddedPaymentMethod>
     */
    public static function platformCreatePaymentMethod(): Operation
    {
        return new Operation('POST', '/api/platform/apps/{app_id}/payment-methods/', 'jwt', true, Model\AddedPaymentMethod::class);
    }

    /**
     * Change, enable, disable or move a payment method
     *
     * @return Operation<Model\PaymentMethod>
     */
    public static function platformUpdatePaymentMethod(): Operation
    {
        return new Operation('PATCH', '/api/platform/apps/{app_id}/payment-methods/{id}/', 'jwt', false, Model\PaymentMethod::class);
    }

    /**
     * Remove a payment method
     *
     * @return Operation<null>
     */
    public static function platformDeletePaymentMethod(): Operation
    {
        return new Operation('DELETE', '/api/platform/apps/{app_id}/payment-methods/{id}/', 'jwt', false, null);
    }

    /**
     * List API keys, newest first, including revoked keys
     *
     * @return Operation<Model\ApiKeyList>
     */
    public static function platformListApiKeys(): Operation
    {
        return new Operation('GET', '/api/platform/api-keys/', 'jwt', false, Model\ApiKeyList::class);
    }

    /**
     * Create an API key
     *
     * @return Operation<Model\ApiKeyWithSecret>
     */
    public static function platformCreateApiKey(): Operation
    {
        return new Operation('POST', '/api/platform/api-keys/', 'jwt', true, Model\ApiKeyWithSecret::class);
    }

    /**
     * Revoke an API key
     *
     * @return Operation<null>
     */
    public static function platformRevokeApiKey(): Operation
    {
        return new Operation('DELETE', '/api/platform/api-keys/{id}/', 'jwt', false, null);
    }

    /**
     * Rotate an API key; the old key keeps working for a while
     *
     * @return Operation<Model\ApiKeyWithSecret>
     */
    public static function platformRotateApiKey(): Operation
    {
        return new Operation('POST', '/api/platform/api-keys/{id}/rotate/', 'jwt', true, Model\ApiKeyWithSecret::class);
    }

    /**
     * List, search or export checkouts, newest first
     *
     * @return Operation<Model\CheckoutList>
     */
    public static function platformListCheckouts(): Operation
    {
        return new Operation('GET', '/api/platform/checkouts/', 'jwt', false, Model\CheckoutList::class);
    }

    /**
     * Create a checkout from the dashboard
     *
     * @return Operation<Model\Checkout>
     */
    public static function platformCreateCheckout(): Operation
    {
        return new Operation('POST', '/api/platform/checkouts/', 'jwt', true, Model\Checkout::class, ['customer', 'metadata']);
    }

    /**
     * Read a checkout with its attempts, events and deliveries
     *
     * @return Operation<Model\CheckoutHistory>
     */
    public static function platformReadCheckout(): Operation
    {
        return new Operation('GET', '/api/platform/checkouts/{id}/', 'jwt', false, Model\CheckoutHistory::class);
    }

    /**
     * Approve a checkout
     *
     * @return Operation<Model\Checkout>
     */
    public static function platformApproveCheckout(): Operation
    {
        return new Operation('POST', '/api/platform/checkouts/{id}/approve/', 'jwt', true, Model\Checkout::class);
    }

    /**
     * Cancel an open checkout
     *
     * @return Operation<Model\Checkout>
     */
    public static function platformCancelCheckout(): Operation
    {
        return new Operation('POST', '/api/platform/checkouts/{id}/cancel/', 'jwt', true, Model\Checkout::class);
    }

    /**
     * Reject a checkout
     *
     * @return Operation<Model\Checkout>
     */
    public static function platformRejectCheckout(): Operation
    {
        return new Operation('POST', '/api/platform/checkouts/{id}/reject/', 'jwt', true, Model\Checkout::class);
    }

    /**
     * Release a payment of a checkout
     *
     * @return Operation<Model\Checkout>
     */
    public static function platformReleasePayment(): Operation
    {
        return new Operation('POST', '/api/platform/checkouts/{id}/release/', 'jwt', true, Model\Checkout::class);
    }

    /**
     * Export a customer's data
     *
     * @return Operation<Model\CustomerCheckoutList>
     */
    public static function platformExportCustomer(): Operation
    {
        return new Operation('GET', '/api/platform/customers/', 'jwt', false, Model\CustomerCheckoutList::class);
    }

    /**
     * Erase a customer's data
     *
     * @return Operation<Model\Erasure>
     */
    public static function platformEraseCustomer(): Operation
    {
        return new Operation('POST', '/api/platform/customers/erase/', 'jwt', true, Model\Erasure::class);
    }

    /**
     * Get the short URL of a checkout's pay page
     *
     * @return Operation<Model\ShortLink>
     */
    public static function platformShareCheckout(): Operation
    {
        return new Operation('POST', '/api/platform/checkouts/{id}/share/', 'jwt', true, Model\ShortLink::class);
    }

    /**
     * List reusable payment links, newest first
     *
     * @return Operation<Model\PaymentLinkList>
     */
    public static function platformListPaymentLinks(): Operation
    {
        return new Operation('GET', '/api/platform/payment-links/', 'jwt', false, Model\PaymentLinkList::class);
    }

    /**
     * Create a reusable payment link
     *
     * @return Operation<Model\PaymentLink>
     */
    public static function platformCreatePaymentLink(): Operation
    {
        return new Operation('POST', '/api/platform/payment-links/', 'jwt', true, Model\PaymentLink::class);
    }

    /**
     * Read a reusable payment link
     *
     * @return Operation<Model\PaymentLink>
     */
    public static function platformReadPaymentLink(): Operation
    {
        return new Operation('GET', '/api/platform/payment-links/{id}/', 'jwt', false, Model\PaymentLink::class);
    }

    /**
     * Change a reusable payment link, or switch it on or off
     *
     * @return Operation<Model\PaymentLink>
     */
    public static function platformUpdatePaymentLink(): Operation
    {
        return new Operation('PATCH', '/api/platform/payment-links/{id}/', 'jwt', false, Model\PaymentLink::class);
    }

    /**
     * Delete a reusable payment link
     *
     * @return Operation<null>
     */
    public static function platformDeletePaymentLink(): Operation
    {
        return new Operation('DELETE', '/api/platform/payment-links/{id}/', 'jwt', false, null);
    }

    /**
     * List the receiving accounts of all apps, with their last statement
     *
     * @return Operation<Model\BookAccountList>
     */
    public static function platformListBookAccounts(): Operation
    {
        return new Operation('GET', '/api/platform/books/accounts/', 'jwt', false, Model\BookAccountList::class);
    }

    /**
     * Read the daily sheets: sums by app and receiving account
     *
     * @return Operation<Model\BookDays>
     */
    public static function platformListBookDays(): Operation
    {
        return new Operation('GET', '/api/platform/books/days/', 'jwt', false, Model\BookDays::class);
    }

    /**
     * List or export the entries behind the sheets, oldest first
     *
     * @return Operation<Model\BookEntryList>
     */
    public static function platformListBookEntries(): Operation
    {
        return new Operation('GET', '/api/platform/books/entries/', 'jwt', false, Model\BookEntryList::class);
    }

    /**
     * Read the monthly sheets, by the Gregorian or the Ethiopian calendar
     *
     * @return Operation<Model\BookMonths>
     */
    public static function platformListBookMonths(): Operation
    {
        return new Operation('GET', '/api/platform/books/months/', 'jwt', false, Model\BookMonths::class);
    }

    /**
     * List compared statements of the last 400 days, the latest days first
     *
     * @return Operation<Model\BookStatementList>
     */
    public static function platformListStatements(): Operation
    {
        return new Operation('GET', '/api/platform/books/statements/', 'jwt', false, Model\BookStatementList::class);
    }

    /**
     * Compare a bank statement with the verified payments of its account
     *
     * @return Operation<Model\ComparedStatement>
     */
    public static function platformCompareStatement(): Operation
    {
        return new Operation('POST', '/api/platform/books/statements/', 'jwt', true, Model\ComparedStatement::class);
    }

    /**
     * Read a compared statement with its points, or export them
     *
     * @return Operation<Model\BookStatementWithPoints>
     */
    public static function platformReadStatement(): Operation
    {
        return new Operation('GET', '/api/platform/books/statements/{id}/', 'jwt', false, Model\BookStatementWithPoints::class);
    }

    /**
     * Record unknown money on a statement as a verified sale
     *
     * @return Operation<Model\Checkout>
     */
    public static function platformSellPoint(): Operation
    {
        return new Operation('POST', '/api/platform/books/statements/{id}/sell/', 'jwt', true, Model\Checkout::class);
    }

    /**
     * Settle a point of a statement with a note
     *
     * @return Operation<Model\BookStatement>
     */
    public static function platformSettlePoint(): Operation
    {
        return new Operation('POST', '/api/platform/books/statements/{id}/settle/', 'jwt', true, Model\BookStatement::class);
    }

    /**
     * Read the account's credits
     *
     * @return Operation<Model\CreditsBalance>
     */
    public static function platformReadCredits(): Operation
    {
        return new Operation('GET', '/api/platform/credits/', 'jwt', false, Model\CreditsBalance::class);
    }

    /**
     * List balance changes, newest first
     *
     * @return Operation<Model\LedgerEntryList>
     */
    public static function platformListLedger(): Operation
    {
        return new Operation('GET', '/api/platform/credits/ledger/', 'jwt', false, Model\LedgerEntryList::class);
    }

    /**
     * Buy credits by paying a checkout of the operator
     *
     * @return Operation<Model\Purchase>
     */
    public static function platformPurchaseCredits(): Operation
    {
        return new Operation('POST', '/api/platform/credits/purchases/', 'jwt', true, Model\Purchase::class);
    }

    /**
     * List the event types, with an example of each
     *
     * @return Operation<Model\DescribedEventTypeList>
     */
    public static function platformListEventTypes(): Operation
    {
        return new Operation('GET', '/api/platform/event-types/', 'jwt', false, Model\DescribedEventTypeList::class);
    }

    /**
     * List or search the deliveries of an app across all its endpoints, newest first
     *
     * @return Operation<Model\LoggedWebhookDeliveryList>
     */
    public static function platformListWebhookLogs(): Operation
    {
        return new Operation('GET', '/api/platform/webhook-logs/', 'jwt', false, Model\LoggedWebhookDeliveryList::class);
    }

    /**
     * List webhook endpoints, newest first
     *
     * @return Operation<Model\WebhookEndpointList>
     */
    public static function platformListWebhooks(): Operation
    {
        return new Operation('GET', '/api/platform/webhooks/', 'jwt', false, Model\WebhookEndpointList::class);
    }

    /**
     * Register a webhook endpoint for an app
     *
     * @return Operation<Model\WebhookEndpointWithSecret>
     */
    public static function platformCreateWebhook(): Operation
    {
        return new Operation('POST', '/api/platform/webhooks/', 'jwt', true, Model\WebhookEndpointWithSecret::class);
    }

    /**
     * Read a webhook endpoint
     *
     * @return Operation<Model\WebhookEndpoint>
     */
    public static function platformReadWebhook(): Operation
    {
        return new Operation('GET', '/api/platform/webhooks/{id}/', 'jwt', false, Model\WebhookEndpoint::class);
    }

    /**
     * Change a webhook endpoint, disable it, or enable it again
     *
     * @return Operation<Model\WebhookEndpoint>
     */
    public static function platformUpdateWebhook(): Operation
    {
        return new Operation('PATCH', '/api/platform/webhooks/{id}/', 'jwt', false, Model\WebhookEndpoint::class);
    }

    /**
     * Delete a webhook endpoint and cancel its waiting deliveries
     *
     * @return Operation<null>
     */
    public static function platformDeleteWebhook(): Operation
    {
        return new Operation('DELETE', '/api/platform/webhooks/{id}/', 'jwt', false, null);
    }

    /**
     * List the deliveries to an endpoint of the last 90 days, newest first
     *
     * @return Operation<Model\LoggedWebhookDeliveryList>
     */
    public static function platformListDeliveries(): Operation
    {
        return new Operation('GET', '/api/platform/webhooks/{id}/deliveries/', 'jwt', false, Model\LoggedWebhookDeliveryList::class);
    }

    /**
     * Read a delivery with its payload and its attempts of the last 30 days
     *
     * @return Operation<Model\WebhookDeliveryWithAttempts>
     */
    public static function platformReadDelivery(): Operation
    {
        return new Operation('GET', '/api/platform/webhooks/{id}/deliveries/{delivery_id}/', 'jwt', false, Model\WebhookDeliveryWithAttempts::class);
    }

    /**
     * Retry a delivery now
     *
     * @return Operation<Model\WebhookDelivery>
     */
    public static function platformRetryDelivery(): Operation
    {
        return new Operation('POST', '/api/platform/webhooks/{id}/deliveries/{delivery_id}/retry/', 'jwt', true, Model\WebhookDelivery::class);
    }

    /**
     * Resend all failed or skipped deliveries since a time, in the background
     *
     * @return Operation<Model\WebhookRecovery>
     */
    public static function platformRecoverWebhook(): Operation
    {
        return new Operation('POST', '/api/platform/webhooks/{id}/recover/', 'jwt', true, Model\WebhookRecovery::class);
    }

    /**
     * Read the progress of a recovery
     *
     * @return Operation<Model\WebhookRecovery>
     */
    public static function platformReadRecovery(): Operation
    {
        return new Operation('GET', '/api/platform/webhooks/{id}/recoveries/{recovery_id}/', 'jwt', false, Model\WebhookRecovery::class);
    }

    /**
     * Rotate the signing secret; the old one also signs for a while
     *
     * @return Operation<Model\WebhookSecret>
     */
    public static function platformRotateWebhookSecret(): Operation
    {
        return new Operation('POST', '/api/platform/webhooks/{id}/rotate-secret/', 'jwt', true, Model\WebhookSecret::class);
    }

    /**
     * Reveal the signing secret; the audit log records it
     *
     * @return Operation<Model\WebhookSecret>
     */
    public static function platformRevealWebhookSecret(): Operation
    {
        return new Operation('GET', '/api/platform/webhooks/{id}/secret/', 'jwt', false, Model\WebhookSecret::class);
    }

    /**
     * Send a `ping` to the endpoint, whatever it is subscribed to
     *
     * @return Operation<Model\WebhookDelivery>
     */
    public static function platformTestWebhook(): Operation
    {
        return new Operation('POST', '/api/platform/webhooks/{id}/test/', 'jwt', true, Model\WebhookDelivery::class);
    }

    /**
     * List notice sources, newest first
     *
     * @return Operation<Model\NoticeSourceList>
     */
    public static function platformListNoticeSources(): Operation
    {
        return new Operation('GET', '/api/platform/notice-sources/', 'jwt', false, Model\NoticeSourceList::class);
    }

    /**
     * Pair a phone that forwards the bank's messages
     *
     * @return Operation<Model\NoticeSourceWithSecret>
     */
    public static function platformCreateNoticeSource(): Operation
    {
        return new Operation('POST', '/api/platform/notice-sources/', 'jwt', true, Model\NoticeSourceWithSecret::class);
    }

    /**
     * Read a notice source and its health
     *
     * @return Operation<Model\NoticeSource>
     */
    public static function platformReadNoticeSource(): Operation
    {
        return new Operation('GET', '/api/platform/notice-sources/{id}/', 'jwt', false, Model\NoticeSource::class);
    }

    /**
     * Rename, pause or resume a notice source
     *
     * @return Operation<Model\NoticeSource>
     */
    public static function platformUpdateNoticeSource(): Operation
    {
        return new Operation('PATCH', '/api/platform/notice-sources/{id}/', 'jwt', false, Model\NoticeSource::class);
    }

    /**
     * Delete a notice source; its address then rejects messages
     *
     * @return Operation<null>
     */
    public static function platformDeleteNoticeSource(): Operation
    {
        return new Operation('DELETE', '/api/platform/notice-sources/{id}/', 'jwt', false, null);
    }

    /**
     * Paste a bank's message into a source of the kind `paste`
     *
     * @return Operation<Model\Notice>
     */
    public static function platformPasteNotice(): Operation
    {
        return new Operation('POST', '/api/platform/notice-sources/{id}/notices/', 'jwt', true, Model\Notice::class);
    }

    /**
     * Replace a source's secret; the old one works for another 24 hours
     *
     * @return Operation<Model\NoticeSourceWithSecret>
     */
    public static function platformRotateNoticeSource(): Operation
    {
        return new Operation('POST', '/api/platform/notice-sources/{id}/rotate-secret/', 'jwt', true, Model\NoticeSourceWithSecret::class);
    }

    /**
     * Send a sample message of a bank through the source
     *
     * @return Operation<Model\Notice>
     */
    public static function platformTestNoticeSource(): Operation
    {
        return new Operation('POST', '/api/platform/notice-sources/{id}/test/', 'jwt', true, Model\Notice::class);
    }

    /**
     * List payments of a day that arrived without a checkout, newest first
     *
     * @return Operation<Model\UnmatchedNoticeList>
     */
    public static function platformListUnmatchedNotices(): Operation
    {
        return new Operation('GET', '/api/platform/unmatched-notices/', 'jwt', false, Model\UnmatchedNoticeList::class);
    }

    /**
     * Record a payment that arrived without a checkout as a sale
     *
     * @return Operation<Model\Checkout>
     */
    public static function platformSellNotice(): Operation
    {
        return new Operation('POST', '/api/platform/unmatched-notices/sell/', 'jwt', true, Model\Checkout::class);
    }

    /**
     * List messages of banks that could not be read, newest first
     *
     * @return Operation<Model\UnreadableNoticeList>
     */
    public static function platformListUnreadableNotices(): Operation
    {
        return new Operation('GET', '/api/platform/unreadable-notices/', 'jwt', false, Model\UnreadableNoticeList::class);
    }

    /**
     * Trigger a test event of any type
     *
     * @return Operation<Model\TriggeredEvent>
     */
    public static function platformTriggerEvent(): Operation
    {
        return new Operation('POST', '/api/platform/events/trigger/', 'jwt', true, Model\TriggeredEvent::class);
    }

    /**
     * List failures that need attention, grouped by kind
     *
     * @return Operation<Model\IssueGroupList>
     */
    public static function platformListErrors(): Operation
    {
        return new Operation('GET', '/api/platform/errors/', 'jwt', false, Model\IssueGroupList::class);
    }

    /**
     * List requests to the server API that failed in the last 7 days
     *
     * @return Operation<Model\FailedRequestList>
     */
    public static function platformListFailedRequests(): Operation
    {
        return new Operation('GET', '/api/platform/failed-requests/', 'jwt', false, Model\FailedRequestList::class);
    }

    /**
     * Read daily counts for the overview
     *
     * @return Operation<Model\Stats>
     */
    public static function platformReadStats(): Operation
    {
        return new Operation('GET', '/api/platform/stats/', 'jwt', false, Model\Stats::class);
    }

    /**
     * Find accounts by id, phone or name
     *
     * @return Operation<Model\FoundAccountList>
     */
    public static function platformFindAccounts(): Operation
    {
        return new Operation('GET', '/api/platform/operator/accounts/', 'jwt', false, Model\FoundAccountList::class);
    }

    /**
     * Read an account's credits, limits and audit log
     *
     * @return Operation<Model\InspectedAccount>
     */
    public static function platformInspectAccount(): Operation
    {
        return new Operation('GET', '/api/platform/operator/accounts/{id}/', 'jwt', false, Model\InspectedAccount::class);
    }

    /**
     * Close another account
     *
     * @return Operation<Model\InspectedAccount>
     */
    public static function platformEndAccount(): Operation
    {
        return new Operation('POST', '/api/platform/operator/accounts/{id}/close/', 'jwt', true, Model\InspectedAccount::class);
    }

    /**
     * Grant credits to an account, or take some back
     *
     * @return Operation<Model\InspectedAccount>
     */
    public static function platformChangeCredits(): Operation
    {
        return new Operation('POST', '/api/platform/operator/accounts/{id}/credits/', 'jwt', true, Model\InspectedAccount::class);
    }

    /**
     * Change how many payments per second an account can take
     *
     * @return Operation<Model\InspectedAccount>
     */
    public static function platformChangeLimits(): Operation
    {
        return new Operation('PATCH', '/api/platform/operator/accounts/{id}/limits/', 'jwt', false, Model\InspectedAccount::class);
    }

    /**
     * Suspend an account, or lift its suspension
     *
     * @return Operation<Model\InspectedAccount>
     */
    public static function platformSuspendAccount(): Operation
    {
        return new Operation('PUT', '/api/platform/operator/accounts/{id}/suspension/', 'jwt', false, Model\InspectedAccount::class);
    }

    /**
     * List the banks with their state
     *
     * @return Operation<Model\BankList>
     */
    public static function platformListBanks(): Operation
    {
        return new Operation('GET', '/api/platform/operator/banks/', 'jwt', false, Model\BankList::class);
    }

    /**
     * Switch a bank off or on
     *
     * @return Operation<Model\Bank>
     */
    public static function platformSwitchBank(): Operation
    {
        return new Operation('PUT', '/api/platform/operator/banks/{provider}/', 'jwt', false, Model\Bank::class);
    }

    /**
     * Count dead letters
     *
     * @return Operation<Model\DeadQueueList>
     */
    public static function platformListDeadQueues(): Operation
    {
        return new Operation('GET', '/api/platform/operator/dead-letters/', 'jwt', false, Model\DeadQueueList::class);
    }

    /**
     * Look at up to 10 dead letters of a queue
     *
     * @return Operation<Model\DeadLetterList>
     */
    public static function platformListDeadLetters(): Operation
    {
        return new Operation('GET', '/api/platform/operator/dead-letters/{queue}/', 'jwt', false, Model\DeadLetterList::class);
    }

    /**
     * Send one or all dead letters of a queue back to where they failed
     *
     * @return Operation<Model\Replay>
     */
    public static function platformReplayDeadLetters(): Operation
    {
        return new Operation('POST', '/api/platform/operator/dead-letters/{queue}/replay/', 'jwt', true, Model\Replay::class);
    }

    /**
     * Read the version, the releases, the samples of the invariants and the SMS counts
     *
     * @return Operation<Model\Operations>
     */
    public static function platformReadOperations(): Operation
    {
        return new Operation('GET', '/api/platform/operator/operations/', 'jwt', false, Model\Operations::class);
    }
}
