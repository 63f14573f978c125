import type { Change } from "./memory-table/rows.ts";
import type { Item } from "./memory-table/values.ts";
import type { Monitor } from "./monitor.ts";
import { time } from "./virtual-time.ts";

/** A membership that has ended is worth nothing anywhere after this. */
const ENDED_AFTER_MS = 61_000;
interface Team {
  readonly monitor: Monitor;
  /** When memberships ended, by account and user (ms). */
  readonly ended: Map<string, number>;
}

const DECISIONS: ReadonlySet<unknown> = new Set(["checkout.approved", "checkout.rejected"]);
const DECIDING: ReadonlySet<unknown> = new Set(["owner", "manager"]);

/**
 * What must hold of each commit: a person's decision is in the audit log with the member and their role, which may decide;
 * and nobody acts later than a minute after their membership has ended.
 */
export function checkMembers(team: Team, changes: readonly Change[]): void {
  const entries = changes.flatMap(({ after }) => (after?.entity === "audit" ? [after] : []));
  for (const entry of entries) checkEntry(team, entry);
  for (const { before, after } of changes) {
    if (after?.entity === "member") noteEnd(team, after);
    if (after?.entity !== "checkout_state") continue;
    const [was, is] = [deciderOf(before), deciderOf(after)];
    if (is === null || is === was) continue;
    const id = String(after.pk).slice("CO#".length);
    const isAudited = entries.some(({ actor, objectId }) => actor === is && objectId === id);
    if (!isAudited) team.monitor.report(`${id}: the decision of ${is} is not in the audit log`);
  }
}

function checkEntry({ monitor, ended }: Team, entry: Item): void {
  const { actor, accountId, role, action, objectId } = entry;
  const endedAt = ended.get(`${accountId} ${actor}`);
  if (endedAt !== undefined && time.now > endedAt + ENDED_AFTER_MS) {
    monitor.report(`${action} of ${objectId} by ${actor}, who was removed`);
  }
  if (DECISIONS.has(action) && !DECIDING.has(role)) {
    monitor.report(`${action} of ${objectId} by ${actor} as ${role ?? "nobody"}`);
  }
}

function noteEnd({ ended }: Team, { accountId, userId, endedAt }: Item): void {
  const key = `${accountId} ${userId}`;
  if (endedAt === null) ended.delete(key);
  else if (!ended.has(key)) ended.set(key, time.now);
}

function deciderOf(state: Change["before"]): string | null {
  const review = state?.review as { readonly decidedBy?: string | null } | null | undefined;
  return review?.decidedBy ?? null;
}
