import type { UpdateWebhookBody } from "../../contract/schemas/webhook.ts";
import { modeOf } from "../../domain/mode.ts";
import type { WebhookEndpoint } from "../../domain/webhook-endpoint.ts";
import { lostRace } from "../../pipeline/assert-committed.ts";
import { table } from "../../pipeline/deps.ts";
import type { UserPrincipal } from "../../pipeline/principal.ts";
import { subscribeWrite } from "../../store/apps.ts";
import type { EndpointChange } from "../../store/endpoints.ts";
import { changeEndpointWrite } from "../../store/endpoints.ts";
import { resolveIssueWrite } from "../../store/issues.ts";
import { LOST, optimistically } from "../../store/optimistic.ts";
import { transact, type Write } from "../../store/transact.ts";
import { loadApp } from "../apps/load-app.ts";
import { audit } from "../audit/audit.ts";
import { assertWebhookUrl } from "./assert-url.ts";
import { loadEndpoint } from "./load.ts";

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
    ],
  };
}

/** Removes the issues of an endpoint that was enabled again or deleted. */
export function resolvedIssues({ accountId, id: objectId }: WebhookEndpoint): Write[] {
  return ["endpoint_disabled", "endpoint_failing"].map((kind) =>
    resolveIssueWrite({ accountId, kind, objectId }),
  );
}

function reasonChange(enabled: boolean, now: number): EndpointChange {
  return enabled
    ? { disabledReason: null, disabledAt: null }
    : { disabledReason: "by_owner", disabledAt: now };
}
