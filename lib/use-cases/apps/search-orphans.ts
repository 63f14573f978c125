import { sendMessage } from "../../cloud/queue.ts";
import type { OrphanSearch } from "../../contract/messages.ts";
import { sqs } from "../../pipeline/deps.ts";
import { variableOf } from "../../pipeline/environment.ts";

/** Longer than the request that ends a shop and one that creates a checkout can take, one after the other. */
export const ORPHAN_DELAY_SECONDS = 120;

/**
 * Has `follow-events` look in two minutes for checkouts that are created while an app is deleted or, with `appId` null, an
 * account is closed. Call it before the change commits: after a crash in between, the search finds an open shop and does
 * nothing.
 */
export async function searchOrphansLater(accountId: string, appId: number | null): Promise<void> {
  const message: OrphanSearch = {
    version: 1,
    kind: "cancel-orphans",
    account_id: accountId,
    app_id: appId,
  };
  await sendMessage(sqs(), variableOf("QUEUE_URL", "follow-up"), JSON.stringify(message), {
    delaySeconds: ORPHAN_DELAY_SECONDS,
  });
}
