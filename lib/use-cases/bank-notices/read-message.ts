import { createHash, createHmac } from "node:crypto";
import type { NoticeMessage } from "../../contract/messages.ts";
import type { NoticeReading, NoticeSource } from "../../domain/notice.ts";
import type { ProviderId } from "../../domain/provider.ts";
import { environment } from "../../pipeline/environment.ts";
import { type OwnSenders, providerOfSender, readNotice } from "../../providers/notices.ts";
import { withoutBalances } from "../../providers/reading/notice-text.ts";

/** A message on a phone. */
export interface PhoneText {
  readonly sender: string;
  readonly text: string;
  /** ms */
  readonly sentAt: number;
}

/** A message of a bank, and what goes to the queue: nothing where it says nothing about money. */
interface ReadMessage {
  readonly provider: ProviderId;
  readonly reading: NoticeReading;
  readonly message: NoticeMessage | null;
}

/**
 * Reads a message if a bank's sender id sent it; null for everybody else's, of which nothing is kept.
 *
 * @param balanceKey of the hashes of balances
 */
export function readPhoneText(
  source: NoticeSource,
  { sender, text, sentAt }: PhoneText,
  balanceKey: string,
  now: number,
): ReadMessage | null {
  const provider = providerOfSender(sender, ownSenders());
  if (provider === null) return null;
  const reading = readNotice(provider, text);
  const hash = createHash("sha256")
    .update(JSON.stringify([source.id, sender.trim(), text, sentAt]))
    .digest("hex")
    .slice(0, 32);
  const content = contentOf(provider, reading, text, balanceKey);
  return {
    provider,
    reading,
    message: content && {
      version: 1,
      account_id: source.accountId,
      source_id: source.id,
      hash,
      sent_at: sentAt,
      received_at: now,
      typed: source.kind === "paste",
      content,
    },
  };
}

function contentOf(
  provider: ProviderId,
  reading: NoticeReading,
  text: string,
  balanceKey: string,
): NoticeMessage["content"] | null {
  switch (reading.kind) {
    case "ignored":
      return null;
    case "unreadable":
      return { kind: "unreadable", provider, text: withoutBalances(text) };
    case "other_money": {
      const { account, balanceMinor, amountsMinor } = reading;
      const total = amountsMinor.reduce((sum, amount) => sum + amount, 0);
      const before = [...amountsMinor, total].flatMap((amount) => [
        balanceMinor + amount,
        balanceMinor - amount,
      ]);
      const balance = balanceHashes(balanceKey, { provider, account }, balanceMinor, before);
      return { kind: "other_money", provider, balance };
    }
    case "payment": {
      const { notice, balanceMinor } = reading;
      const balance =
        balanceMinor === null
          ? null
          : balanceHashes(balanceKey, notice, balanceMinor, [balanceMinor - notice.amountMinor]);
      return { kind: "payment", notice, balance };
    }
  }
}

/** One chain for each account of a bank; wallets and messages without an account share one. */
function balanceHashes(
  balanceKey: string,
  { provider, account }: { readonly provider: ProviderId; readonly account: string | null },
  balanceMinor: number,
  before: readonly number[],
) {
  const key = `${provider}:${account ?? ""}`;
  const hashOf = (minor: number) =>
    createHmac("sha256", balanceKey).update(`${key}:${minor}`).digest("hex").slice(0, 32);
  return { key, hash: hashOf(balanceMinor), before: [...new Set(before)].map(hashOf) };
}

/** Sender ids that the operator has added. */
function ownSenders(): OwnSenders {
  const { providers } = environment().config;
  return Object.fromEntries(
    Object.entries(providers).flatMap(([id, config]) =>
      config?.noticeSenders === undefined ? [] : [[id, config.noticeSenders]],
    ),
  );
}
