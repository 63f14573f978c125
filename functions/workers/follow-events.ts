import { followUpMessage } from "../../lib/contract/messages.ts";
import { followEvents } from "../../lib/contract/workers/accounts.ts";
import { now } from "../../lib/pipeline/deps.ts";
import { queueWorker } from "../../lib/pipeline/worker.ts";
import { cancelOrphans } from "../../lib/use-cases/checkouts/cancel.ts";
import { followEvent } from "../../lib/use-cases/follow-events/follow-event.ts";
import { tellOwners } from "../../lib/use-cases/follow-events/tell-owner.ts";

export const handler = queueWorker(followEvents, followUpMessage, (message) => {
  if ("detail" in message) return followEvent(message.detail);
  const { account_id: accountId } = message;
  return message.kind === "tell-owners"
    ? tellOwners({ accountId, type: message.type, livemode: true, now: now() })
    : cancelOrphans(accountId, message.app_id, now());
});
