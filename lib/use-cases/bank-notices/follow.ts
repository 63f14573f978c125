import type { NoticeMessage } from "../../contract/messages.ts";
import type { BalanceMark, SourceState } from "../../domain/notice.ts";
import { table } from "../../pipeline/deps.ts";
import { resolveIssueWrite } from "../../store/issues.ts";
import { getSourceWithState, type Heard, noteHeard } from "../../store/notice-sources.ts";
import {
  type BalanceVerdict,
  putNotice,
  putUnreadable,
  type StoredNotice,
} from "../../store/notices.ts";
import { commitOne } from "../../store/transact.ts";

type Balance = NonNullable<Extract<NoticeMessage["content"], { kind: "payment" }>["balance"]>;

/**
 * Stores what a message says. A copy of one that was stored changes nothing. Four write units at most, with the one
 * that counted it: two for the notice, one for its source.
 *
 * @param follow looks up the receipt of a new notice; whether one confirmed it
 */
export async function followNotice(
  message: NoticeMessage,
  follow: (notice: StoredNotice) => Promise<boolean>,
): Promise<void> {
  const { account_id: accountId, source_id: sourceId, content } = message;
  const found = await getSourceWithState(table(), sourceId);
  // Deleted since: what it sent counts no more.
  if (found === null || found.source.accountId !== accountId) return;
  const last = { kind: content.kind, provider: providerOf(content) };
  const heard: Heard = { at: message.received_at, last };
  switch (content.kind) {
    case "ping":
    case "test":
      return hear(message, heard);
    case "unreadable": {
      const { provider, text } = content;
      const { hash, received_at: receivedAt } = message;
      await putUnreadable(table(), accountId, { hash, provider, text, receivedAt });
      return hear(message, heard);
    }
    case "other_money":
      return hear(message, { ...heard, balance: marked(found.state, content.balance, false) });
    case "payment": {
      const { notice, balance } = content;
      const stored: StoredNotice = {
        ...notice,
        accountId,
        sourceId,
        hash: message.hash,
        typed: message.typed,
        sentAt: message.sent_at,
        receivedAt: message.received_at,
        balance: verdictOf(found.state, notice.provider, balance),
      };
      const isNew = await putNotice(table(), stored);
      // Also for a copy: the one before may have been lost on its way here.
      const isConfirmed = await follow(stored);
      if (!isNew) return;
      return hear(
        message,
        balance === null || message.typed
          ? heard
          : { ...heard, balance: marked(found.state, balance, isConfirmed) },
      );
    }
  }
}

/** What the chain of balances says of a notice. Once a bank showed a balance, a message without one is in doubt. */
function verdictOf(
  { balances }: SourceState,
  provider: string,
  balance: Balance | null,
): BalanceVerdict {
  if (balance === null) {
    return Object.keys(balances).some((key) => key.startsWith(`${provider}:`)) ? "unknown" : "none";
  }
  return continues(balances[balance.key], balance) ? "continues" : "unknown";
}

function continues(before: BalanceMark | undefined, { hash, before: hashes }: Balance): boolean {
  if (before === undefined || !before.proven) return false;
  return before.hash === hash || hashes.includes(before.hash);
}

/** The next mark of a balance. It is proven where the chain is, or where a receipt has confirmed this message. */
function marked(
  { balances }: SourceState,
  balance: Balance,
  isConfirmed: boolean,
): NonNullable<Heard["balance"]> {
  const before = balances[balance.key];
  return {
    key: balance.key,
    mark: { hash: balance.hash, proven: isConfirmed || continues(before, balance) },
    before: before?.hash ?? null,
  };
}

async function hear(message: NoticeMessage, heard: Heard): Promise<void> {
  const { source_id: id, account_id: accountId } = message;
  const noted =
    (await noteHeard(table(), id, heard)) ??
    // Another message changed the balance at the same moment: nobody knows which came first, so the chain ends.
    (heard.balance && (await noteHeard(table(), id, { at: heard.at, last: heard.last })));
  if (!noted?.wasSilent) return;
  await commitOne(table(), resolveIssueWrite({ accountId, kind: "phone_silent", objectId: id }));
}

function providerOf(content: NoticeMessage["content"]) {
  if (content.kind === "ping") return null;
  return content.kind === "payment" ? content.notice.provider : content.provider;
}
