import { open, seal, withKeyring } from "../../lib/cloud/secret-box.ts";
import { generateWebhookSecret } from "../../lib/cloud/webhook-signature.ts";
import { EVENT_CATALOG } from "../../lib/contract/event-catalog.ts";
import * as routes from "../../lib/contract/routes/platform-webhooks.ts";
import { ENDPOINTS_PER_DAY } from "../../lib/contract/schemas/webhook.ts";
import { invalidField, ServiceError } from "../../lib/domain/errors.ts";
import { eventOf } from "../../lib/domain/event-record.ts";
import { newId } from "../../lib/domain/ids.ts";
import { LONGEST_RECOVERY_MS, newRecovery } from "../../lib/domain/user.ts";
import type { WebhookEndpoint } from "../../lib/domain/webhook-endpoint.ts";
import { assertCommitted } from "../../lib/pipeline/assert-committed.ts";
import { randomBytes, table } from "../../lib/pipeline/deps.ts";
import { dashboardEndpoint, requireRecentSignIn } from "../../lib/pipeline/endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { idempotentEndpoint } from "../../lib/pipeline/idempotent.ts";
import { errorFields, log } from "../../lib/pipeline/log.ts";
import { presentFirst, presentPage } from "../../lib/pipeline/present-page.ts";
import { limitDaily } from "../../lib/pipeline/rate-limit.ts";
import { deliveryWrite, newDeliveryWrite } from "../../lib/store/deliveries.ts";
import { attemptsOfDelivery } from "../../lib/store/delivery-attempts.ts";
import { listDeliveries as queryDeliveries } from "../../lib/store/delivery-lists.ts";
import {
  changeEndpointWrite,
  deleteEndpointWrite,
  listEndpoints,
  newEndpointWrite,
} from "../../lib/store/endpoints.ts";
import { getEventBody, unrelayedEventWrite } from "../../lib/store/events.ts";
import { newRecoveryWrite } from "../../lib/store/recoveries.ts";
import { isRefused, transact } from "../../lib/store/transact.ts";
import { loadApp } from "../../lib/use-cases/apps/app.ts";
import { audit } from "../../lib/use-cases/events/audit.ts";
import {
  changeEndpoint,
  prepareEndpoint,
  resolvedIssues,
} from "../../lib/use-cases/webhooks/endpoints.ts";
import { readKeyring } from "../../lib/use-cases/webhooks/keyring.ts";
import {
  inFlight,
  ping,
  requestAttempt,
  resumeDeliveries,
} from "../../lib/use-cases/webhooks/manual-attempts.ts";
import { queuePorts } from "../../lib/use-cases/webhooks/ports.ts";
import {
  assertEnabled,
  describeDeliveries,
  loadDelivery,
  loadEndpoint,
  loadRecovery,
  loggedApp,
  presentDelivery,
  presentDeliveryAttempt,
  presentEndpoint,
  presentRecovery,
  presentSecret,
} from "../../lib/use-cases/webhooks/present.ts";
import { searchDeliveries } from "../../lib/use-cases/webhooks/search-deliveries.ts";

export const createWebhook = idempotentEndpoint(
  routes.createWebhook,
  async ({ principal, body, idempotency, now }) => {
    const made = await prepareEndpoint(principal, body, now);
    await limitDaily({ name: "endpoints", limit: ENDPOINTS_PER_DAY }, principal.accountId, now);
    const shown = presentEndpoint(made.endpoint, now);
    const commit = await transact(table(), [
      ...made.counts,
      newEndpointWrite(made.endpoint),
      audit(principal, "webhook.created", made.endpoint.id, now),
      ...idempotency.completes(201, { ...shown, secret: null }),
    ]);
    if (isRefused(commit, "living app")) await loadApp(principal, body.app_id);
    assertCommitted(commit);
    return reply(201, { ...shown, secret: made.secret });
  },
);

/** Longer than a request takes: by then the endpoint is deleted, or is not going to be. */
const CERTAIN_AFTER_SECONDS = 60;

export const deleteWebhook = dashboardEndpoint(
  routes.deleteWebhook,
  async ({ principal, params, now }) => {
    const found = await loadEndpoint(principal, params.id);
    const { accountId: account_id, id: endpoint_id } = found;
    const work = { version: 1, kind: "abandon", account_id, endpoint_id } as const;
    const { startWork } = queuePorts();
    // In case nothing starts it after the commit: a repeated request finds no endpoint.
    await startWork(work, CERTAIN_AFTER_SECONDS);
    const commit = await transact(table(), [
      deleteEndpointWrite(found),
      ...resolvedIssues(found),
      audit(principal, "webhook.deleted", found.id, now),
    ]);
    assertCommitted(commit);
    await startWork(work).catch((error: unknown) =>
      log("warn", "deliveries are canceled a minute later", errorFields(error)),
    );
    return reply(204, null);
  },
);

export const listWebhooks = dashboardEndpoint(
  routes.listWebhooks,
  async ({ principal, query, now }) => {
    const filter = { accountId: principal.accountId, appId: query.app_id };
    const page = await listEndpoints(table(), filter, query);
    return reply(
      200,
      presentPage(page, (row) => presentEndpoint(row, now)),
    );
  },
);

export const readWebhook = dashboardEndpoint(
  routes.readWebhook,
  async ({ principal, params, now }) => {
    const found = await loadEndpoint(principal, params.id);
    return reply(200, presentEndpoint(found, now));
  },
);

export const revealWebhookSecret = dashboardEndpoint(
  routes.revealWebhookSecret,
  async ({ principal, params, now }) => {
    const found = await loadEndpoint(principal, params.id);
    const secret = await withKeyring(
      await readKeyring(),
      () => readKeyring(true),
      (ring) => open(found.secret, found.id, ring),
    );
    // Recorded before it is shown.
    const noted = audit(principal, "webhook.secret_revealed", found.id, now);
    assertCommitted(await transact(table(), [noted]));
    return reply(200, presentSecret(found, secret, now));
  },
);

export const rotateWebhookSecret = idempotentEndpoint(
  routes.rotateWebhookSecret,
  async ({ principal, params, body, idempotency, now }) => {
    const found = await loadEndpoint(principal, params.id);
    assertRotatable(found, body.overlap_seconds, now);
    const secret = generateWebhookSecret();
    const until = now + body.overlap_seconds * 1000;
    const change = {
      secret: seal(secret, found.id, await readKeyring()),
      previousSecret: until > now ? { sealed: found.secret, until } : null,
      secretRotatedAt: now,
    };
    const rotated = { ...found, ...change };
    const commit = await transact(table(), [
      changeEndpointWrite(found, change, { expected: { secret: found.secret } }),
      audit(principal, "webhook.secret_rotated", found.id, now),
      ...idempotency.completes(200, presentSecret(rotated, null, now)),
    ]);
    assertCommitted(commit);
    return reply(200, presentSecret(rotated, secret, now));
  },
);

/** Only one previous secret signs. Another rotation would end its overlap early, which only a leak justifies. */
function assertRotatable(
  { previousSecret }: WebhookEndpoint,
  overlapSeconds: number,
  now: number,
): void {
  if (previousSecret === null || previousSecret.until <= now || overlapSeconds === 0) return;
  throw new ServiceError(
    "conflict",
    "The previous secret is still valid. Wait until it expires, or rotate with overlap_seconds 0.",
  );
}

export const testWebhook = idempotentEndpoint(
  routes.testWebhook,
  async ({ principal, params, idempotency, now }) => {
    const found = await loadEndpoint(principal, params.id);
    assertEnabled(found);
    const { event, delivery } = ping(found, now);
    const shown = presentDelivery(delivery);
    const commit = await transact(table(), [
      unrelayedEventWrite(event),
      newDeliveryWrite(delivery),
      ...idempotency.completes(202, shown),
    ]);
    assertCommitted(commit);
    await resumeDeliveries(queuePorts(), [delivery]);
    return reply(202, shown);
  },
);

export const updateWebhook = dashboardEndpoint(
  routes.updateWebhook,
  async ({ principal, session, params, body, now }) => {
    if (body.url !== undefined) requireRecentSignIn(session, now);
    const { before, after } = await changeEndpoint(principal, params.id, body, now);
    if (before.status === "enabled" && after.status === "disabled") {
      await queuePorts().startWork({
        version: 1,
        kind: "abandon",
        account_id: principal.accountId,
        endpoint_id: before.id,
      });
    }
    return reply(200, presentEndpoint(after, now));
  },
);

export const listDeliveries = dashboardEndpoint(
  routes.listDeliveries,
  async ({ principal, params, query, now }) => {
    const endpoint = await loadEndpoint(principal, params.id);
    const filter = { of: { endpoint }, status: query.status, eventType: query.event_type };
    const page = await queryDeliveries(table(), filter, query, now);
    const data = await describeDeliveries(page.data);
    return reply(
      200,
      presentPage({ ...page, data }, (delivery) => delivery),
    );
  },
);

export const listEventTypes = dashboardEndpoint(routes.listEventTypes, async () =>
  reply(
    200,
    presentPage({ data: EVENT_CATALOG, nextCursor: null }, (entry) => ({ ...entry })),
  ),
);

export const listWebhookLogs = dashboardEndpoint(
  routes.listWebhookLogs,
  async ({ principal, query, now }) => {
    const appId = await loggedApp(principal, query.app_id);
    if (appId === null) return reply(200, presentFirst([], query.limit));
    const { status, event_type: eventType, livemode, search } = query;
    const filter = { status, eventType, livemode };
    if (search !== undefined) {
      const found = await searchDeliveries(search, { ...filter, principal, appId }, now);
      return reply(200, presentFirst(await describeDeliveries(found), query.limit));
    }
    const page = await queryDeliveries(table(), { of: { appId }, ...filter }, query, now);
    const data = await describeDeliveries(page.data);
    return reply(
      200,
      presentPage({ ...page, data }, (delivery) => delivery),
    );
  },
);

export const readDelivery = dashboardEndpoint(
  routes.readDelivery,
  async ({ principal, params, now }) => {
    const found = await loadEndpoint(principal, params.id);
    const delivery = await loadDelivery(principal, found, params.delivery_id, now);
    const [attempts, payload] = await Promise.all([
      attemptsOfDelivery(table(), delivery, now),
      getEventBody(table(), eventOf(delivery), now),
    ]);
    return reply(200, {
      ...presentDelivery(delivery),
      attempts: attempts.map(presentDeliveryAttempt),
      payload,
    });
  },
);

export const readRecovery = dashboardEndpoint(
  routes.readRecovery,
  async ({ principal, params, now }) => {
    const found = await loadEndpoint(principal, params.id);
    const recovery = await loadRecovery(found, params.recovery_id, now);
    return reply(200, presentRecovery(recovery));
  },
);

export const recoverWebhook = idempotentEndpoint(
  routes.recoverWebhook,
  async ({ principal, params, body, idempotency, now }) => {
    const { accountId } = principal;
    const found = await loadEndpoint(principal, params.id);
    const since = sinceOf(body.since, now);
    assertEnabled(found);
    const id = newId("rcv_", now, randomBytes(10));
    const started = newRecovery({ id, accountId, endpointId: found.id, since, createdAt: now });
    const shown = presentRecovery(started);
    const commit = await transact(table(), [
      newRecoveryWrite(started),
      audit(principal, "webhook.recovered", found.id, now),
      ...idempotency.completes(202, shown),
    ]);
    assertCommitted(commit);
    await queuePorts().startWork({
      version: 1,
      kind: "recover",
      account_id: accountId,
      endpoint_id: found.id,
      recovery_id: id,
    });
    return reply(202, shown);
  },
);

function sinceOf(text: string, now: number): number {
  const since = Date.parse(text);
  if (!(since <= now)) throw invalidField("since", "must not lie in the future");
  if (since < now - LONGEST_RECOVERY_MS) {
    throw invalidField("since", "must be at most 14 days ago");
  }
  return since;
}

export const retryDelivery = idempotentEndpoint(
  routes.retryDelivery,
  async ({ principal, params, idempotency, now }) => {
    const found = await loadEndpoint(principal, params.id);
    const before = await loadDelivery(principal, found, params.delivery_id, now);
    const after = requestAttempt(found, before, now);
    const shown = presentDelivery(after);
    const commit = await transact(table(), [
      deliveryWrite(before, after),
      audit(principal, "webhook.delivery_retried", before.id, now),
      ...idempotency.completes(202, shown),
    ]);
    if (isRefused(commit, "delivery")) throw inFlight();
    assertCommitted(commit);
    await resumeDeliveries(queuePorts(), [after]);
    return reply(202, shown);
  },
);
