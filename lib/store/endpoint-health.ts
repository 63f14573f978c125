import type { DisabledReason, WebhookEndpoint } from "../domain/webhook-endpoint.ts";
import type { HealthChange } from "../domain/webhook-health.ts";
import { commitOne } from "./conditional.ts";
import { endpointKey, IS_ALIVE } from "./endpoint-item.ts";
import type { Table, Write } from "./transact.ts";

const COUNT_FAILURE =
  "SET failuresInARow = failuresInARow + :one, slow = :slow, failingSince = if_not_exists(failingSince, :at)";

/** Records the health after an attempt (label `endpoint`). Refused only if the endpoint is deleted. */
export function healthWrite(endpoint: WebhookEndpoint, change: HealthChange): Write {
  const Key = endpointKey(endpoint.accountId, endpoint.id);
  if (change.kind === "success") {
    return {
      label: "endpoint",
      update: {
        Key,
        UpdateExpression:
          "SET failuresInARow = :zero, timeoutsInARow = :zero, slow = :slow, lastSuccessAt = :at REMOVE failingSince",
        ConditionExpression: IS_ALIVE,
        ExpressionAttributeValues: {
          ":zero": 0,
          ":slow": change.slow,
          ":at": change.at,
          ":alive": null,
        },
      },
    };
  }
  return {
    label: "endpoint",
    update: {
      Key,
      UpdateExpression: `${COUNT_FAILURE}, timeoutsInARow = ${change.timedOut ? "if_not_exists(timeoutsInARow, :zero) + :one" : ":zero"}${change.warn ? ", warnedAt = :at" : ""}`,
      ConditionExpression: IS_ALIVE,
      ExpressionAttributeValues: {
        ":zero": 0,
        ":one": 1,
        ":slow": change.slow,
        ":at": change.at,
        ":alive": null,
      },
    },
  };
}

/** As `healthWrite` of a success, without a transaction; does nothing if the endpoint is gone. */
export async function noteSuccess(
  table: Table,
  endpoint: WebhookEndpoint,
  change: Extract<HealthChange, { kind: "success" }>,
): Promise<void> {
  await commitOne(table, healthWrite(endpoint, change));
}

/**
 * Disables an endpoint because its receiver asked for it or it failed for too long. Refused (label
 * `endpoint`) if it is disabled, or if its URL has changed meanwhile: the new one has not been tried. Also
 * refused for `failing` if the streak has ended since the endpoint was read.
 */
export function disableWrite(endpoint: WebhookEndpoint, reason: DisabledReason, at: number): Write {
  const isStreak = reason === "failing";
  return {
    label: "endpoint",
    update: {
      Key: endpointKey(endpoint.accountId, endpoint.id),
      UpdateExpression: `${COUNT_FAILURE}, #status = :disabled, disabledReason = :reason, disabledAt = :at`,
      ConditionExpression: `${IS_ALIVE} AND #status = :enabled AND #url = :url${isStreak ? " AND failingSince = :since" : ""}`,
      ExpressionAttributeNames: { "#status": "status", "#url": "url" },
      ExpressionAttributeValues: {
        ":one": 1,
        ":slow": endpoint.slow,
        ":at": at,
        ":alive": null,
        ":enabled": "enabled",
        ":url": endpoint.url,
        ":disabled": "disabled",
        ":reason": reason,
        ...(isStreak ? { ":since": endpoint.failingSince } : {}),
      },
    },
  };
}
