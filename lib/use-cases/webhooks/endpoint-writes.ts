import type { DisabledReason, WebhookEndpoint } from "../../domain/webhook-endpoint.ts";
import type { HealthChange } from "../../domain/webhook-health.ts";
import { disableWrite, healthWrite } from "../../store/endpoint-health.ts";
import { issueWrite, resolveIssueWrite } from "../../store/issues.ts";
import { eventWrites } from "../../store/outbox.ts";
import type { Write } from "../../store/transact.ts";
import { buildEvent } from "../events/build-event.ts";
import { presentEndpoint } from "./present.ts";

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
    const over = endpoint.failuresInARow > 0 ? [resolveIssueWrite(issue)] : [];
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
