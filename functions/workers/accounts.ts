import * as z from "zod";
import { followUpMessage } from "../../lib/contract/messages.ts";
import * as workers from "../../lib/contract/workers/accounts.ts";
import { deployments, now, table } from "../../lib/pipeline/deps.ts";
import {
  eventWorker,
  queueWorker,
  scheduledWorker,
  streamWorker,
} from "../../lib/pipeline/worker.ts";
import { deleteClosedAccounts as deleteClosed } from "../../lib/use-cases/accounts/close-account.ts";
import { redactOldCustomerData } from "../../lib/use-cases/accounts/redact-old-data.ts";
import { cancelOrphans } from "../../lib/use-cases/checkouts/change.ts";
import { followBalance } from "../../lib/use-cases/credits/follow-balance.ts";
import { followEvent } from "../../lib/use-cases/credits/follow-event.ts";
import { balanceChange } from "../../lib/use-cases/credits/purchases.ts";
import { countAllEvents } from "../../lib/use-cases/insight/count-events.ts";
import { rotateSigningKeys as rotateKeys } from "../../lib/use-cases/login/rotate-signing-keys.ts";
import { checkSample } from "../../lib/use-cases/operator/check-sample.ts";
import { recordRelease } from "../../lib/use-cases/operator/releases.ts";
import { followSuspension } from "../../lib/use-cases/operator/suspend-account.ts";

export const checkInvariants = scheduledWorker(workers.checkInvariants, () =>
  checkSample(table(), now(), Math.random()),
);

/** What CodeDeploy sends when a deployment changes its state. */
const deploymentEvent = z.object({ detail: z.object({ deploymentId: z.string() }) });

export const recordReleases = eventWorker(workers.recordReleases, deploymentEvent, (event) =>
  recordRelease(table(), deployments(), event.detail.deploymentId),
);

/** Leaves the last minute of a function's five to finish a step or an account. */
const PATIENCE_MS = 240_000;

export const countEvents = scheduledWorker(workers.countEvents, () =>
  countAllEvents(now(), performance.now() + PATIENCE_MS),
);

export const deleteClosedAccounts = scheduledWorker(workers.deleteClosedAccounts, () =>
  deleteClosed(now(), performance.now() + PATIENCE_MS),
);

export const notifyLowCredits = streamWorker(workers.notifyLowCredits, async (records) => {
  for (const record of records) {
    const change = balanceChange(record);
    if (change) await followBalance(change);
  }
});

export const redactCustomerData = scheduledWorker(workers.redactCustomerData, () =>
  redactOldCustomerData(now(), performance.now() + PATIENCE_MS),
);

/** Strict: a misspelled option must fail, or the operator would believe that a leaked key is dropped. */
const input = z.strictObject({
  schedule: z.string().optional(),
  dropOldKeys: z.boolean().optional(),
});

export const rotateSigningKeys = scheduledWorker(workers.rotateSigningKeys, async (event) => {
  const { dropOldKeys } = input.parse(event);
  return rotateKeys(now(), dropOldKeys);
});

/** Of a function's 30 seconds, where a batch may hold ten such messages. */
const MARKING_MS = 5_000;

export const followEvents = queueWorker(workers.followEvents, followUpMessage, async (message) => {
  if ("detail" in message) return followEvent(message.detail);
  if (message.kind !== "cancel-orphans") {
    return followSuspension(message, performance.now() + MARKING_MS);
  }
  const { account_id: accountId, app_id: appId } = message;
  await cancelOrphans(accountId, appId, now());
});
