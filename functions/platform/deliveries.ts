import { EVENT_CATALOG } from "../../lib/contract/event-catalog.ts";
import * as routes from "../../lib/contract/routes/platform-deliveries.ts";
import { invalidField } from "../../lib/domain/errors.ts";
import { eventOf } from "../../lib/domain/event-record.ts";
import { newId } from "../../lib/domain/ids.ts";
import { LONGEST_RECOVERY_MS, newRecovery } from "../../lib/domain/user.ts";
import { assertCommitted } from "../../lib/pipeline/assert-committed.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { randomBytes, table } from "../../lib/pipeline/deps.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { idempotentEndpoint } from "../../lib/pipeline/idempotent.ts";
import { presentFirst, presentPage } from "../../lib/pipeline/present-page.ts";
import { deliveryWrite } from "../../lib/store/deliveries.ts";
import { attemptsOfDelivery } from "../../lib/store/delivery-attempts.ts";
import { listDeliveries as queryDeliveries } from "../../lib/store/delivery-lists.ts";
import { getEventBody } from "../../lib/store/events.ts";
import { newRecoveryWrite } from "../../lib/store/recoveries.ts";
import { isRefused, transact } from "../../lib/store/transact.ts";
import { audit } from "../../lib/use-cases/events/audit.ts";
import {
  inFlight,
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
  presentRecovery,
} from "../../lib/use-cases/webhooks/present.ts";
import { searchDeliveries } from "../../lib/use-cases/webhooks/search-deliveries.ts";

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
    const recovery = await loadRecovery(principal, found, params.recovery_id, now);
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
