import type { Access } from "./access.ts";
import { NOTIFYING_EVENTS } from "./notification-kinds.ts";
import type { Route } from "./route.ts";
import type { BusRule, Queue, Worker } from "./worker.ts";
import * as accounts from "./workers/accounts.ts";
import * as notices from "./workers/notices.ts";
import * as notifications from "./workers/notifications.ts";
import * as verification from "./workers/verification.ts";
import * as webhooks from "./workers/webhooks.ts";

/** A function as the build knows it: its id, and the export that answers its events. */
export interface FunctionHandler {
  readonly id: string;
  /** Relative to the root of the repository. One of its files exports the handler. */
  readonly folder: string;
  /** The operation in camelCase: `listBookDays` for `list-book-days`. */
  readonly name: string;
}

export const AUTHORIZER_ID = "authorizer";

/** Stage variable of the gateway with the address of the service, without a trailing slash. */
export const BASE_URL_VARIABLE = "publicBaseUrl";

/**
 * What takes, checks, settles and tells of a payment. A release reaches these functions gradually (`docs/releases.md`):
 * callers use the alias `live` of each, which sends a tenth of the invocations to a new version at first. All others
 * switch at once.
 */
export const PAYMENT_PATH: ReadonlySet<string> = new Set([
  AUTHORIZER_ID,
  "v1-create-checkout",
  "public-submit-link",
  "v1-verify-checkout",
  "public-verify-checkout",
  "public-submit-pay-page",
  "workers-verify-attempt",
  "workers-relay-events",
  "workers-fan-out-webhooks",
  "workers-deliver-webhook",
  "workers-deliver-webhook-slow",
]);

/** CodeDeploy's application for their releases, after the stage's prefix. Each has a deployment group of its own id. */
export const RELEASES = "releases";

/** The alias that their callers use. */
export const LIVE = "live";

/** The authorizer is in neither table, because it serves no requests itself. */
export const AUTHORIZER_ACCESS: Access = {
  table: { api_key: ["GetItem", "UpdateItem"], jwks: ["GetItem"] },
};

/** `v1-create-checkout`: names the function everywhere, in AWS, in the build and locally. */
export function routeFunctionId(route: Pick<Route, "surface" | "operation">): string {
  return `${route.surface}-${route.operation}`;
}

/** `workers-relay-events`. */
export function workerFunctionId(worker: Pick<Worker, "name">): string {
  return `workers-${worker.name}`;
}

/** Every function that the tables ask for, the authorizer first. */
export function functionHandlers(
  routes: readonly Route[],
  workers: readonly Worker[],
): readonly FunctionHandler[] {
  return [
    { id: AUTHORIZER_ID, folder: "functions", name: handlerName(AUTHORIZER_ID) },
    ...routes.map((route) => ({
      id: routeFunctionId(route),
      folder: `functions/${route.surface}`,
      name: handlerName(route.operation),
    })),
    ...workers.map((worker) => ({
      id: workerFunctionId(worker),
      folder: "functions/workers",
      name: handlerName(worker.name),
    })),
  ];
}

/** `list-book-days` → `listBookDays`. */
function handlerName(operation: string): string {
  const words = pascalCase(operation);
  return words.charAt(0).toLowerCase() + words.slice(1);
}

/** THE worker table: every function that runs without a request. */
export const WORKERS: readonly Worker[] = [
  verification.verifyAttempt,
  verification.sweepAttempts,
  verification.checkProviderHealth,
  verification.runCanaries,
  verification.expireCheckouts,
  accounts.notifyLowCredits,
  webhooks.relayEvents,
  webhooks.sweepEvents,
  webhooks.fanOutWebhooks,
  webhooks.deliverWebhook,
  webhooks.deliverWebhookSlow,
  webhooks.sweepDeliveries,
  webhooks.runRecovery,
  accounts.rotateSigningKeys,
  accounts.followEvents,
  accounts.countEvents,
  accounts.checkInvariants,
  accounts.recordReleases,
  accounts.redactCustomerData,
  accounts.deleteClosedAccounts,
  notices.followNotices,
  notices.checkNoticeSources,
  notices.checkNoticePayments,
  notifications.sendNotifications,
  notifications.sendDailySummaries,
];

/** Visibility is six times the reader's time-out, as Lambda asks for. */
export const QUEUES: readonly Queue[] = [
  { name: "verification", visibilitySeconds: 360, maxReceives: 5 },
  { name: "fan-out", visibilitySeconds: 180, maxReceives: 5 },
  { name: "delivery", visibilitySeconds: 210, maxReceives: 5 },
  { name: "delivery-slow", visibilitySeconds: 180, maxReceives: 5 },
  { name: "recovery", visibilitySeconds: 360, maxReceives: 5 },
  { name: "follow-up", visibilitySeconds: 180, maxReceives: 5 },
  { name: "notices", visibilitySeconds: 360, maxReceives: 5 },
  { name: "notifications", visibilitySeconds: 360, maxReceives: 5 },
];

/** Only `false` keeps an event off a queue: what the relay does not know, and earlier releases do not say, is work. */
function unlessFalse(name: "follow_up" | "notify" | "fan_out") {
  return [{ [name]: [true] }, { [name]: [{ exists: false }] }];
}

export const BUS_RULES: readonly BusRule[] = [
  {
    name: "webhooks",
    queue: "fan-out",
    pattern: {
      $or: [
        ...unlessFalse("fan_out").map((detail) => ({ detail })),
        // From the archive: a restored table may lack the deliveries that the event had then.
        { "replay-name": [{ exists: true }] },
      ],
    },
  },
  {
    // Not by the stream: more than two readers would slow each other down there.
    name: "follow-up",
    queue: "follow-up",
    pattern: { $or: unlessFalse("follow_up").map((detail) => ({ detail })) },
  },
  {
    name: "notifications",
    queue: "notifications",
    pattern: {
      detail: { livemode: [true], type: [...NOTIFYING_EVENTS], $or: unlessFalse("notify") },
    },
  },
];

/** From kebab-case or snake_case: `v1-create-checkout` → `V1CreateCheckout`. */
export function pascalCase(words: string): string {
  return words
    .split(/[-_]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}
