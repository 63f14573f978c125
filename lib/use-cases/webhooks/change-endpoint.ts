import type { UpdateWebhookBody } from "../../contract/schemas/webhook.ts";
import type { WebhookEndpoint } from "../../domain/webhook-endpoint.ts";
import type { EndpointChange } from "../../store/endpoints.ts";
import { changeEndpointWrite } from "../../store/endpoints.ts";
import { resolveIssueWrite } from "../../store/issues.ts";
import type { Write } from "../../store/transact.ts";

/** The endpoint after its owner's change, and the writes that store it. */
export function changeEndpoint(
  endpoint: WebhookEndpoint,
  body: UpdateWebhookBody,
  now: number,
): { readonly after: WebhookEndpoint; readonly writes: readonly Write[] } {
  const switched = body.status !== undefined && body.status !== endpoint.status;
  const change: EndpointChange = {
    ...(body.url === undefined ? {} : { url: body.url }),
    ...(body.events === undefined ? {} : { events: body.events }),
    ...(body.description === undefined ? {} : { description: body.description }),
    ...(switched ? statusChange(body.status === "enabled", now) : {}),
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
      ...(Object.keys(change).length > 0 || fresh
        ? [changeEndpointWrite(endpoint, change, { fresh })]
        : []),
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

function statusChange(enabled: boolean, now: number): EndpointChange {
  return enabled
    ? { status: "enabled", disabledReason: null, disabledAt: null }
    : { status: "disabled", disabledReason: "by_owner", disabledAt: now };
}
