import type { NoticeSource } from "../../domain/notice-source.ts";
import { assertCommitted } from "../../pipeline/assert-committed.ts";
import { table } from "../../pipeline/deps.ts";
import type { UserPrincipal } from "../../pipeline/principal.ts";
import { resolveIssueWrite } from "../../store/issues.ts";
import { deleteSourceWrites, sourcesOfAccount } from "../../store/notice-sources.ts";
import { transact } from "../../store/transact.ts";
import { pairedWrite } from "../../store/users.ts";
import { audit } from "../audit/audit.ts";

/** Deletes a source. With the last one, the account's checkouts stop preparing for notices. */
export async function deleteSource(
  who: UserPrincipal,
  { id, accountId, name }: NoticeSource,
  now: number,
): Promise<void> {
  const others = await sourcesOfAccount(table(), accountId);
  const isLast = others.every((other) => other.id === id);
  const commit = await transact(table(), [
    ...deleteSourceWrites(id),
    ...(isLast ? [pairedWrite(accountId, false)] : []),
    resolveIssueWrite({ accountId, kind: "phone_silent", objectId: id }),
    audit(who, "notice_source.deleted", id, now, name),
  ]);
  assertCommitted(commit);
}
