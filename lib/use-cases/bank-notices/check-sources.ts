import { dayOf } from "../../contract/days.ts";
import { type NoticeSource, SILENCE_MS } from "../../domain/notice.ts";
import { table } from "../../pipeline/deps.ts";
import { logUnreadable } from "../../pipeline/log.ts";
import { issueWrite, resolveIssueWrite } from "../../store/issues.ts";
import {
  checkSourceAtWrite,
  markSilentWrite,
  type SourceWithState,
  sourcesToCheck,
} from "../../store/notice-sources.ts";
import { transact, type Write } from "../../store/transact.ts";
import { announce, phonesPath } from "../events/announce.ts";

const MOST_AT_ONCE = 200;

/** Reports every source that was not heard for 24 hours, Sundays not counted. @returns how many it reported */
export async function checkSources(now: number): Promise<number> {
  const due = await sourcesToCheck(table(), now, MOST_AT_ONCE, logUnreadable);
  const reported = await Promise.all(due.map((one) => checkSource(one, now)));
  return reported.filter(Boolean).length;
}

async function checkSource({ source, state }: SourceWithState, now: number): Promise<boolean> {
  const quietUntil = afterSilence(Math.max(state.heardAt ?? 0, source.createdAt));
  const isSilent = source.status === "active" && quietUntil <= now && !state.silent;
  // Heard again resolves the entry, so the next look is only about a silence that begins later.
  const next = quietUntil > now ? quietUntil : now + SILENCE_MS;
  if (!isSilent) {
    await transact(table(), [checkSourceAtWrite(source.id, next)]);
    return false;
  }
  const { accountId, appId, id: objectId } = source;
  await announce({
    id: `silent#${objectId}#${state.heardAt ?? source.createdAt}`,
    accountId,
    facts: {
      ...{ type: "notice_source.silent", app_id: appId, name: source.name },
      path: phonesPath(appId),
    },
  });
  const commit = await transact(table(), [
    checkSourceAtWrite(source.id, next),
    markSilentWrite(source.id, state.heardAt),
    silentWrite(source, now),
  ]);
  return commit.committed;
}

const SILENT = "phone_silent";

function silentWrite({ id: objectId, accountId, appId, name }: NoticeSource, at: number): Write {
  const message = `“${name}” has sent nothing for 24 hours.`;
  return issueWrite({ kind: SILENT, objectId, accountId, appId, message, at });
}

/** Ends the error about a silent source. */
export function endedSilenceWrite({
  id,
  accountId,
}: Pick<NoticeSource, "id" | "accountId">): Write {
  return resolveIssueWrite({ accountId, kind: SILENT, objectId: id });
}

/** What pausing or resuming does to the error about a silent source: nobody expects messages of a paused one. */
export function silenceWrites(
  { source, state }: SourceWithState,
  next: NoticeSource["status"] | undefined,
  at: number,
): readonly Write[] {
  if (next === undefined || next === source.status) return [];
  if (next === "paused") return [endedSilenceWrite(source)];
  return state.silent ? [silentWrite(source, at)] : [];
}

/** 24 hours later; where a Sunday (Addis Ababa) lies between, it is not counted. */
export function afterSilence(from: number): number {
  const until = from + SILENCE_MS;
  return isSunday(from) || isSunday(until) ? until + SILENCE_MS : until;
}

function isSunday(at: number): boolean {
  return new Date(dayOf(at)).getUTCDay() === 0;
}
