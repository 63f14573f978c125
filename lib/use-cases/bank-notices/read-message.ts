import { createHash, createHmac } from "node:crypto";
import { isSameSecret } from "../../cloud/secret-box.ts";
import type { NoticeMessage } from "../../contract/messages.ts";
import { type ForwardedBody, forwardedBody } from "../../contract/schemas/notice-source.ts";
import { ServiceError } from "../../domain/errors.ts";
import {
  CLOCK_AHEAD_MS,
  isSignatureTimely,
  isTimely,
  type NoticeReading,
  type NoticeSource,
  type SourceKind,
} from "../../domain/notice.ts";
import type { ProviderId } from "../../domain/provider.ts";
import { environment } from "../../pipeline/environment.ts";
import { type OwnSenders, providerOfSender, readNotice } from "../../providers/notices.ts";
import { withoutBalances } from "../../providers/reading/notice-text.ts";

/** A message on a phone. */
interface PhoneText {
  readonly sender: string;
  readonly text: string;
  /** ms */
  readonly sentAt: number;
  /** The same in each copy of the message: the first time that the phone sent, ms. */
  readonly statedAt: number;
}

/** A message of a bank, and what goes to the queue: nothing where it says nothing about money. */
interface ReadMessage {
  readonly provider: ProviderId;
  readonly reading: NoticeReading;
  readonly message: NoticeMessage | null;
}

/**
 * Reads a message if it comes from a bank's sender id; null for any other message, which is not stored.
 *
 * @param balanceKey of the hashes of balances
 */
export function readPhoneText(
  source: NoticeSource,
  { sender, text, sentAt, statedAt }: PhoneText,
  balanceKey: string,
  now: number,
): ReadMessage | null {
  const provider = providerOfSender(sender, ownSenders());
  if (provider === null) return null;
  const reading = readNotice(provider, text);
  const hash = createHash("sha256")
    .update(JSON.stringify([source.id, sender.trim(), text, statedAt]))
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
      const { balanceMinor, amountsMinor, reversed } = reading;
      return {
        kind: "other_money",
        provider,
        balance: balanceMinor === null ? null : otherBalance(balanceKey, reading, balanceMinor),
        ...(reversed.length > 0 && {
          reversed: { references: [...reversed], amounts: [...amountsMinor] },
        }),
      };
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

function otherBalance(
  balanceKey: string,
  reading: Extract<NoticeReading, { kind: "other_money" }>,
  balanceMinor: number,
) {
  const { amountsMinor } = reading;
  const total = amountsMinor.reduce((sum, amount) => sum + amount, 0);
  const before = [...amountsMinor, total].flatMap((amount) => [
    balanceMinor + amount,
    balanceMinor - amount,
  ]);
  return balanceHashes(balanceKey, reading, balanceMinor, before);
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

/** What a phone's app sent. */
type Forwarded =
  | { readonly kind: "ping" }
  | {
      readonly kind: "sms";
      readonly sender: string;
      readonly text: string;
      /** Times of the message by the network and the phone, ms, the better one first; none that cannot be read. */
      readonly times: readonly number[];
    }
  /** Another event of the app. */
  | { readonly kind: "other" };

interface Signed {
  readonly kind: SourceKind;
  /** As sent. */
  readonly body: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Whether a request carries a valid signature or token of one of `secrets`.
 *
 * SMS Gateway for Android signs with hex HMAC-SHA256 of the raw body followed by `X-Timestamp` (unix seconds),
 * https://docs.sms-gate.app/features/webhooks/. The other forwarders send the secret itself.
 */
export function isAuthentic(
  { kind, body, headers }: Signed,
  secrets: readonly string[],
  now: number,
): boolean {
  if (kind === "paste") return false;
  if (kind === "sms_forwarder") {
    const token = /^bearer +(\S{1,200})$/i.exec(headers.authorization ?? "")?.[1];
    return token !== undefined && secrets.some((secret) => isSameSecret(token, secret));
  }
  const timestamp = headers["x-timestamp"] ?? "";
  const signature = (headers["x-signature"] ?? "").toLowerCase();
  if (!/^[0-9]{1,12}$/.test(timestamp) || !isSignatureTimely(Number(timestamp) * 1000, now))
    return false;
  if (!/^[0-9a-f]{64}$/.test(signature)) return false;
  return secrets.some((secret) => {
    const own = createHmac("sha256", secret)
      .update(body + timestamp)
      .digest("hex");
    return isSameSecret(signature, own);
  });
}

/** Reads an authentic body. @throws ServiceError `invalid_request`, which quotes nothing */
export function readForwarded(kind: SourceKind, body: string): Forwarded {
  // Some forwarders put a message with its line breaks into the template as it is.
  const json = body.replace(/[\r\n\t]/g, " ");
  const parsed = forwardedBody.safeParse(jsonOf(json));
  if (!parsed.success || "from" in parsed.data !== (kind === "sms_forwarder")) {
    throw new ServiceError("invalid_request", EXPECTED[kind]);
  }
  if (kind === "sms_forwarder") assertDistinctNames(json);
  return "from" in parsed.data ? fromForwarder(parsed.data) : fromGateway(parsed.data);
}

const EXPECTED: Readonly<Record<SourceKind, string>> = {
  sms_gateway: "Send the JSON of SMS Gateway for Android with event and payload.",
  sms_forwarder: "Send JSON with from and text.",
  paste: "This source takes no messages.",
};

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new ServiceError("invalid_request", "The body is not valid JSON.");
  }
}

/**
 * A forwarder that puts quotes into the template as they are lets anybody write a second `from` into a message, and the
 * last one would count.
 *
 * @throws ServiceError `invalid_request`
 */
function assertDistinctNames(json: string): void {
  const names = [...json.matchAll(/("(?:[^"\\]|\\.)*")\s*(:?)/g)].flatMap(([, text = "", colon]) =>
    colon === ":" ? [JSON.parse(text)] : [],
  );
  if (new Set(names).size < names.length)
    throw new ServiceError("invalid_request", "The body contains a field twice.");
}

function fromForwarder(body: Extract<ForwardedBody, { from: string }>): Forwarded {
  return {
    kind: "sms",
    sender: body.from,
    text: body.text,
    times: [stamp(body.sentStamp), stamp(body.receivedStamp)].filter((at) => at !== null),
  };
}

function fromGateway({ event, payload }: Extract<ForwardedBody, { event: string }>): Forwarded {
  if (event === "system:ping") return { kind: "ping" };
  if (event !== "sms:received") return { kind: "other" };
  const sender = payload?.sender ?? payload?.phoneNumber;
  if (payload?.message === undefined || !sender) {
    throw new ServiceError("invalid_request", "The message has no text or no sender.");
  }
  const at = stamp(payload.receivedAt);
  return { kind: "sms", sender, text: payload.message, times: at === null ? [] : [at] };
}

/** Smaller numbers are seconds: in ms, they are days before the first phone with SMS. */
const SECONDS_BELOW = 100_000_000_000;

/** ms; null for what is no time. Without an offset, nobody knows which one a text means. */
function stamp(value: number | string | null | undefined): number | null {
  const text = String(value ?? "").trim();
  if (/^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)$/i.test(text)) {
    const at = Date.parse(text);
    return Number.isNaN(at) ? null : at;
  }
  const number = /^\d{1,16}(?:\.\d{1,9})?$/.test(text) ? Number(text) : 0;
  if (number <= 0) return null;
  return Math.round(number < SECONDS_BELOW ? number * 1000 : number);
}

/** Whether the time of a request's signature shows that the phone's clock is ahead. */
export function isClockAhead({ "x-timestamp": signedAt }: Signed["headers"], now: number): boolean {
  return Number(signedAt) * 1000 > now + CLOCK_AHEAD_MS;
}

/**
 * When a message was sent, ms: the first of its times that can be right, else our own where a clock is ahead. Also our own,
 * which shows no delay and so proves nothing, where the better time is too old: the phone got an old message late. Null for
 * a message that is too old.
 */
export function sentAtOf(times: readonly number[], now: number): number | null {
  const at = times.findIndex((time) => isTimely(time, now));
  const timely = times[at];
  if (timely !== undefined) return times.slice(0, at).some((time) => time < now) ? now : timely;
  return times.length === 0 || times.some((time) => time > now) ? now : null;
}
