import { resolvesToBlocked } from "../../cloud/guarded-connection.ts";
import { seal } from "../../cloud/secret-box.ts";
import { generateWebhookSecret } from "../../cloud/webhook-signature.ts";
import { checkWebhookUrl, type WebhookUrlPolicy } from "../../cloud/webhook-url.ts";
import {
  type CreateWebhookBody,
  MAX_ENDPOINTS_PER_ACCOUNT,
  MAX_ENDPOINTS_PER_APP,
  type UpdateWebhookBody,
} from "../../contract/schemas/webhook.ts";
import { modeOf } from "../../domain/checkout.ts";
import { invalidField, ServiceError } from "../../domain/errors.ts";
import { newId } from "../../domain/ids.ts";
import type {
  DisabledReason,
  HealthChange,
  WebhookEndpoint,
} from "../../domain/webhook-endpoint.ts";
import { lostRace } from "../../pipeline/assert-committed.ts";
import { randomBytes, table } from "../../pipeline/deps.ts";
import { accountIsClosed } from "../../pipeline/endpoint.ts";
import { environment } from "../../pipeline/environment.ts";
import type { UserPrincipal } from "../../pipeline/principal.ts";
import { oneMoreWrite, subscribeWrite, subscriptions } from "../../store/apps.ts";
import {
  changeEndpointWrite,
  disableWrite,
  type EndpointChange,
  endpointsOfAccount,
  healthWrite,
} from "../../store/endpoints.ts";
import { issueWrite, resolveIssueWrite } from "../../store/issues.ts";
import { eventWrites } from "../../store/outbox.ts";
import { LOST, optimistically, transact, type Write } from "../../store/transact.ts";
import { getAccount, oneMoreOfAccountWrite } from "../../store/users.ts";
import { loadApp } from "../apps/app.ts";
import { audit } from "../events/audit.ts";
import { buildEvent } from "../events/build-event.ts";
import { readKeyring } from "./keyring.ts";
import { loadEndpoint, presentEndpoint } from "./present.ts";

interface NewEndpoint {
  readonly endpoint: WebhookEndpoint;
  /** In plain text. */
  readonly secret: string;
  /** Count it at its app and its account, in its transaction. */
  readonly counts: readonly Write[];
}

/**
 * Prepares a new endpoint of an app, without storing it, and its secret in plain text.
 *
 * @throws ServiceError `not_found` (app), `invalid_request` (url), `conflict` (too many)
 */
export async function prepareEndpoint(
  principal: UserPrincipal,
  body: CreateWebhookBody,
  now: number,
): Promise<NewEndpoint> {
  const { accountId } = principal;
  // In this order: what is made between the two reads counts twice rather than never.
  const [{ app }, account] = await Promise.all([
    loadApp(principal, body.app_id),
    getAccount(table(), accountId),
  ]);
  if (account?.closedAt !== null) throw accountIsClosed();
  const others = await endpointsOfAccount(table(), accountId);
  const ofApp = others.filter(({ appId }) => appId === body.app_id);
  const room = MAX_ENDPOINTS_PER_APP - ofApp.length;
  if (room <= 0) {
    throw new ServiceError("conflict", `An app has at most ${MAX_ENDPOINTS_PER_APP} endpoints.`);
  }
  const roomOfAccount = MAX_ENDPOINTS_PER_ACCOUNT - others.length;
  if (roomOfAccount <= 0) {
    const most = `An account has at most ${MAX_ENDPOINTS_PER_ACCOUNT} endpoints.`;
    throw new ServiceError("conflict", most);
  }
  await assertWebhookUrl(body.url);
  const subscribed = subscriptions(modeOf(body.livemode), body.events);
  const id = newId("whk_", now, randomBytes(10));
  const secret = generateWebhookSecret();
  const endpoint: WebhookEndpoint = {
    id,
    accountId,
    appId: body.app_id,
    livemode: body.livemode,
    url: body.url,
    events: body.events,
    description: body.description ?? null,
    status: "enabled",
    disabledReason: null,
    disabledAt: null,
    secret: seal(secret, id, await readKeyring()),
    previousSecret: null,
    createdAt: now,
    deletedAt: null,
    failuresInARow: 0,
    timeoutsInARow: 0,
    failingSince: null,
    lastSuccessAt: null,
    slow: false,
  };
  const counts = [
    oneMoreWrite(app, room, subscribed),
    oneMoreOfAccountWrite(account, roomOfAccount),
  ];
  return { endpoint, secret, counts };
}

interface Changed {
  readonly before: WebhookEndpoint;
  readonly after: WebhookEndpoint;
}

/**
 * Changes an endpoint for its owner. A delivery may disable it meanwhile, so the write is refused unless the status is
 * still as it was read, and another round starts. `now` in ms.
 *
 * @throws ServiceError `not_found`, `invalid_request` (URL); `conflict` after 12 lost races
 */
export async function changeEndpoint(
  who: UserPrincipal,
  id: string,
  body: UpdateWebhookBody,
  now: number,
): Promise<Changed> {
  const changed = await optimistically(async () => {
    const before = await loadEndpoint(who, id);
    if (body.url !== undefined) await assertWebhookUrl(body.url);
    const { after, writes } = planChange(before, body, now);
    const noted = audit(who, "webhook.changed", id, now);
    const commit = await transact(table(), [
      ...writes,
      ...(body.events === undefined ? [] : [await subscribed(who, after)]),
      noted,
    ]);
    return commit.committed ? { before, after } : LOST;
  });
  if (changed === LOST) throw lostRace();
  return changed;
}

/** Notes the endpoint's new subscriptions at its app. */
async function subscribed(who: UserPrincipal, endpoint: WebhookEndpoint): Promise<Write> {
  const { app } = await loadApp(who, endpoint.appId);
  return subscribeWrite(app, modeOf(endpoint.livemode), endpoint.events);
}

/** The endpoint after the change, and the writes that store it. */
function planChange(
  endpoint: WebhookEndpoint,
  body: UpdateWebhookBody,
  now: number,
): { readonly after: WebhookEndpoint; readonly writes: readonly Write[] } {
  const switched = body.status !== undefined && body.status !== endpoint.status;
  const change: EndpointChange = {
    ...(body.url === undefined ? {} : { url: body.url }),
    ...(body.events === undefined ? {} : { events: body.events }),
    ...(body.description === undefined ? {} : { description: body.description }),
    // Written even if it does not change, so that the answer is true when the write commits.
    ...(body.status === undefined ? {} : { status: body.status }),
    ...(switched ? reasonChange(body.status === "enabled", now) : {}),
  };
  const enabled = switched && body.status === "enabled";
  // Health recorded for another URL, or before the endpoint was enabled again, no longer applies.
  const fresh = enabled || (body.url !== undefined && body.url !== endpoint.url);
  const health = fresh
    ? { failuresInARow: 0, timeoutsInARow: 0, failingSince: null, slow: false }
    : {};
  return {
    after: { ...endpoint, ...change, ...health },
    writes: [
      changeEndpointWrite(endpoint, change, { fresh, expected: { status: endpoint.status } }),
      ...(enabled ? resolvedIssues(endpoint) : []),
      ...(!enabled && (fresh || switched) ? [noLongerFailing(endpoint)] : []),
    ],
  };
}

/** Removes the issues of an endpoint that was enabled again or deleted. */
export function resolvedIssues(endpoint: WebhookEndpoint): Write[] {
  const { accountId, id: objectId } = endpoint;
  return [
    resolveIssueWrite({ accountId, kind: "endpoint_disabled", objectId }),
    noLongerFailing(endpoint),
  ];
}

/** No later success would remove the warning: the failures in a row are no longer counted, or nothing is sent. */
function noLongerFailing({ accountId, id: objectId }: WebhookEndpoint): Write {
  return resolveIssueWrite({ accountId, kind: "endpoint_failing", objectId });
}

function reasonChange(enabled: boolean, now: number): EndpointChange {
  return enabled
    ? { disabledReason: null, disabledAt: null }
    : { disabledReason: "by_owner", disabledAt: now };
}

/** Concurrent POSTs of one sender to an endpoint whose last attempt succeeded … */
const SLOTS = 10;
/** … and to one whose last attempt failed. */
const SLOTS_WHILE_FAILING = 3;
/** A POST without a response after this time is hanging, ms. */
export const HANGING_AFTER_MS = 300;

type SlotEndpoint = Pick<WebhookEndpoint, "id" | "failuresInARow">;

interface Slots {
  /** Start of each POST under way, ms of the monotonic clock. */
  readonly started: Set<{ readonly at: number }>;
  readonly waiting: (() => void)[];
}

/** Limits one sender's POSTs in flight per endpoint. */
export class EndpointSlots {
  readonly #endpoints = new Map<string, Slots>();

  /** Whether a POST to the endpoint has been waiting for its answer for long. */
  isHanging(endpointId: string): boolean {
    const now = performance.now();
    const { started = [] } = this.#endpoints.get(endpointId) ?? {};
    return [...started].some(({ at }) => now - at >= HANGING_AFTER_MS);
  }

  /** A function that frees the slot again; null if none becomes free before the POSTs in them hang. */
  async enter({ id, failuresInARow }: SlotEndpoint): Promise<(() => void) | null> {
    const slots = this.#endpoints.get(id) ?? { started: new Set(), waiting: [] };
    this.#endpoints.set(id, slots);
    const most = failuresInARow === 0 ? SLOTS : SLOTS_WHILE_FAILING;
    const patience = performance.now() + HANGING_AFTER_MS;
    while (slots.started.size >= most) {
      const left = patience - performance.now();
      if (left <= 0) return null;
      await turn(slots, left);
    }
    const post = { at: performance.now() };
    slots.started.add(post);
    return () => {
      slots.started.delete(post);
      slots.waiting.shift()?.();
      if (slots.started.size === 0 && slots.waiting.length === 0) {
        this.#endpoints.delete(id);
      }
    };
  }
}

/** Until a slot is freed, or `ms` have passed. */
function turn(slots: Slots, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      slots.waiting.splice(slots.waiting.indexOf(go), 1);
      resolve();
    }, ms);
    slots.waiting.push(go);
  });
}

/** What an attempt changes about its endpoint, and the issues and events for its owner, once each. */
export function endpointWrites(
  endpoint: WebhookEndpoint,
  health: HealthChange | null,
  disables: "gone" | "failing" | null,
  at: number,
): Write[] {
  if (disables !== null) return disabling(endpoint, disables, at);
  if (health === null) return [];
  const issue = {
    accountId: endpoint.accountId,
    appId: endpoint.appId,
    kind: "endpoint_failing",
    objectId: endpoint.id,
    at,
  };
  if (health.kind === "success") {
    // A slow one may have begun before the failures that the warning is about: no later success would end it.
    const isOver = endpoint.failuresInARow > 0 || health.slow;
    const over = isOver ? [resolveIssueWrite(issue)] : [];
    return [healthWrite(endpoint, health), ...over];
  }
  const message = `The ${nameOf(endpoint)} keeps failing and will be disabled after five days.`;
  return [
    healthWrite(endpoint, health),
    ...(health.warn ? [issueWrite({ ...issue, message })] : []),
  ];
}

function disabling(endpoint: WebhookEndpoint, reason: DisabledReason, at: number): Write[] {
  const disabled: WebhookEndpoint = {
    ...endpoint,
    status: "disabled",
    disabledReason: reason,
    disabledAt: at,
  };
  const why = reason === "gone" ? "its server asked to stop" : "it failed for five days";
  return [
    disableWrite(endpoint, reason, at),
    noLongerFailing(endpoint),
    ...eventWrites(
      buildEvent({
        type: "webhook.disabled",
        accountId: endpoint.accountId,
        appId: endpoint.appId,
        livemode: endpoint.livemode,
        sequence: 0,
        objectId: endpoint.id,
        object: presentEndpoint(disabled, at),
        at,
      }),
    ),
    issueWrite({
      accountId: endpoint.accountId,
      appId: endpoint.appId,
      kind: "endpoint_disabled",
      objectId: endpoint.id,
      message: `The ${nameOf(endpoint)} was disabled: ${why}.`,
      at,
    }),
  ];
}

function nameOf({ id, livemode }: WebhookEndpoint): string {
  return `${livemode ? "" : "test "}webhook endpoint ${id}`;
}

/** Which webhook URLs the operator allows. Applies when a URL is saved and when it is used. */
export function webhookUrlPolicy(): WebhookUrlPolicy {
  const { webhookAllowedPorts, webhookAllowLoopbackHttp } = environment().config;
  return { extraPorts: webhookAllowedPorts, localReceivers: webhookAllowLoopbackHttp };
}

/**
 * Refuses a URL that webhooks may not be sent to. Senders check it again, because the name can resolve to
 * another address by then.
 *
 * @throws ServiceError `invalid_request`
 */
export async function assertWebhookUrl(url: string): Promise<void> {
  const check = checkWebhookUrl(url, webhookUrlPolicy());
  if (!check.ok) throw invalidField("url", check.message);
  if (await resolvesToBlocked(check)) {
    throw invalidField("url", "must not resolve to a private or reserved address");
  }
}
