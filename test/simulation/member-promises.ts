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
  readonly table: { readonly rows: { get(key: Item): Item | null } };
  itemsOf(entity: string): Item[];
}

const DECISIONS: ReadonlySet<unknown> = new Set(["checkout.approved", "checkout.rejected"]);
const DECIDING: ReadonlySet<unknown> = new Set(["owner", "manager"]);

/**
 * What must hold of each commit: a person's decision is in the audit log with the member and their role, which may decide;
 * and nobody acts later than a minute after their membership has ended.
 */
export function checkMembers(team: Team, changes: readonly Change[]): void {
  const teams = changes.flatMap(({ after }) => (after?.entity === "member" ? after.accountId : []));
  for (const accountId of new Set(teams)) checkOwner(team, String(accountId));
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

/** An open account has an owner: nobody else may decide about everything, or close it. */
function checkOwner(team: Team, accountId: string): void {
  const { monitor, table } = team;
  const account = table.rows.get({ pk: `ACC#${accountId}`, sk: "ACC" });
  if (account === null || account.closedAt !== null) return;
  const rows = team.itemsOf("member").filter((row) => row.accountId === accountId);
  // Who signed up owns the account without a row.
  const isImplied = !rows.some(({ userId }) => userId === account.ownerId);
  if (isImplied || rows.some(({ role, endedAt }) => role === "owner" && endedAt === null)) return;
  monitor.report(`${accountId}: it has no owner`);
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
