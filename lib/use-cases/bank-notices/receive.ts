import type { NoticeMessage } from "../../contract/messages.ts";
import { NOTICES_PER_MINUTE } from "../../contract/schemas/notice-source.ts";
import { ServiceError } from "../../domain/errors.ts";
import type { NoticeSource } from "../../domain/notice.ts";
import { table } from "../../pipeline/deps.ts";
import { countOrRefuse } from "../../pipeline/rate-limit.ts";
import { getSource } from "../../store/notice-sources.ts";
import type { RatePolicy, RateState } from "../../store/rate-limits.ts";
import { openSecrets } from "./manage.ts";
import {
  isAuthentic,
  isClockAhead,
  readForwarded,
  readPhoneText,
  sentAtOf,
} from "./read-message.ts";
import { sendNotice } from "./send-notice.ts";

const POLICY: RatePolicy = { name: "notices", limit: NOTICES_PER_MINUTE, windowSeconds: 60 };

interface Request {
  readonly sourceId: string;
  /** As sent: the signature covers these bytes. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly now: number;
}

/**
 * Takes a message of a paired phone. Only what a bank sent goes on to the queue, as read; of any other message nothing
 * is kept, not even that it came.
 *
 * @throws ServiceError `unauthenticated` (unknown source, wrong or old signature), `conflict` (paused),
 * `rate_limited`, `invalid_request`. A phone repeats what was refused, for two days.
 */
export async function receiveNotice({ sourceId, body, headers, now }: Request): Promise<RateState> {
  const source = await getSource(table(), sourceId);
  if (source === null) throw unauthenticated();
  const { secrets, balanceKey } = await openSecrets(source, now);
  if (!isAuthentic({ kind: source.kind, body, headers }, secrets, now)) throw unauthenticated();
  if (source.status === "paused") {
    throw new ServiceError("conflict", "This source is paused. Resume it in the dashboard.");
  }
  const counted = await countOrRefuse(POLICY, source.id, now);
  const forwarded = readForwarded(source.kind, body);
  if (forwarded.kind === "ping") await sendSignal(source, { kind: "ping" }, now);
  if (forwarded.kind !== "sms") return counted;
  const believed = sentAtOf(forwarded.times, now);
  if (believed === null) return counted;
  // By a clock that is ahead, a message that waited looks new.
  const sentAt = source.kind === "sms_gateway" && isClockAhead(headers, now) ? now : believed;
  const statedAt = forwarded.times[0] ?? now;
  const read = readPhoneText(source, { ...forwarded, sentAt, statedAt }, balanceKey, now);
  if (read?.message) await sendNotice(read.message);
  return counted;
}

/** Queues what is no message of a bank: a phone's ping, or a sample. */
export async function sendSignal(
  { accountId, id }: NoticeSource,
  content: Extract<NoticeMessage["content"], { kind: "ping" | "test" }>,
  now: number,
): Promise<void> {
  await sendNotice({
    ...{ version: 1, account_id: accountId, source_id: id, hash: "", typed: false, content },
    ...{ sent_at: now, received_at: now },
  });
}

/** The same for an unknown source and a wrong signature, so that nobody learns which sources exist. */
function unauthenticated(): ServiceError {
  return new ServiceError(
    "unauthenticated",
    "The signature or token is missing, wrong or too old.",
  );
}
