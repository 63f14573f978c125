import "./virtual-time.ts";
import { PROVIDERS } from "../../lib/domain/provider.ts";
import { loadHandler, setFunctionEnvironment } from "../support/function-calls.ts";
import { HOSTILE_BANK_SETTINGS } from "../support/hostile-bank.ts";

/** The account and app through which the simulation's service sells credits; its first app. */
export const OPERATOR = { accountId: `acc_${"0".repeat(26)}`, appId: 1001 };

setFunctionEnvironment({
  tableName: "simulated",
  dynamoDbEndpoint: "http://127.0.0.1:1",
  config: {
    lowCreditsThreshold: 2,
    verifyPerAddressPerMinute: 100_000,
    verifyPerCheckoutPerMinute: 10_000,
    operatorAccountId: OPERATOR.accountId,
    operatorAppId: OPERATOR.appId,
    providers: {
      ...Object.fromEntries(
        PROVIDERS.filter(
          (id) => !["manual", "sandbox", "http", "telebirr", "boa"].includes(id),
        ).map((id) => [id, { enabled: false }]),
      ),
      http: {
        enabled: true,
        baseUrl: "https://bank.example",
        settings: { ...HOSTILE_BANK_SETTINGS, canaryReference: "GW0000000000" },
      },
    },
  },
});

type Handler = (event: unknown, context: unknown) => Promise<unknown>;

const handlerOf = (path: string) => loadHandler<Handler>(path.replace("/", "-"));

const PATHS = [
  "authorizer",
  "v1/create-checkout",
  "v1/cancel-checkout",
  "v1/list-checkouts",
  "v1/list-events",
  "v1/get-credits",
  "v1/update-checkout",
  "v1/verify-checkout",
  "v1/read-checkout",
  "v1/list-attempts",
  "public/verify-checkout",
  "public/submit-link",
  "public/receive-notice",
  "public/claim-notice",
  "public/give-payer-number",
  "platform/approve-checkout",
  "platform/reject-checkout",
  "platform/release-payment",
  "platform/purchase-credits",
  "platform/rotate-webhook-secret",
  "platform/rotate-api-key",
  "platform/update-webhook",
  "platform/recover-webhook",
  "platform/retry-delivery",
  "platform/close-account",
  "platform/create-app",
  "platform/create-payment-method",
  "platform/update-payment-method",
  "platform/delete-payment-method",
  "platform/delete-app",
  "platform/create-payment-link",
  "platform/update-payment-link",
  "platform/delete-payment-link",
  "platform/create-api-key",
  "platform/revoke-api-key",
  "platform/test-webhook",
  "platform/trigger-event",
  "platform/delete-webhook",
  "platform/read-checkout",
  "platform/list-checkouts",
  "platform/list-webhook-logs",
  "platform/list-errors",
  "platform/list-ledger",
  "platform/list-audit",
  "platform/list-members",
  "platform/invite-member",
  "platform/update-member",
  "platform/remove-member",
  "platform/offer-ownership",
  "platform/erase-customer",
  "platform/compare-statement",
  "platform/sell-point",
  "platform/settle-point",
  "platform/read-stats",
  "platform/update-account",
  "platform/update-app",
  "platform/create-webhook",
  "platform/create-notice-source",
  "platform/delete-notice-source",
  "platform/rotate-notice-source",
  "platform/update-notice-source",
  "platform/sell-notice",
  "platform/paste-notice",
  "platform/create-checkout",
  "platform/cancel-checkout",
  "workers/relay-events",
  "workers/notify-low-credits",
  "workers/fan-out-webhooks",
  "workers/follow-events",
  "workers/deliver-webhook",
  "workers/deliver-webhook-slow",
  "workers/verify-attempt",
  "workers/run-recovery",
  "workers/expire-checkouts",
  "workers/sweep-attempts",
  "workers/sweep-deliveries",
  "workers/sweep-events",
  "workers/check-provider-health",
  "workers/count-events",
  "workers/follow-notices",
  "workers/check-notice-payments",
  "workers/check-notice-sources",
  "workers/send-notifications",
] as const;

export type FunctionPath = (typeof PATHS)[number];

/** The service's own functions, as the deployment starts them. */
export const functions = Object.fromEntries(
  await Promise.all(PATHS.map(async (path) => [path, await handlerOf(path)] as const)),
) as Readonly<Record<FunctionPath, Handler>>;

/** Without the access token that the function answers: signing would take real time. */
export const { acceptInvitation } = await import("../../lib/use-cases/accounts/invitations.ts");
export const { acceptOwnership } = await import("../../lib/use-cases/accounts/members.ts");
