import { invalidField, ServiceError } from "../../domain/errors.ts";
import type { NoticeReading, NoticeSource } from "../../domain/notice.ts";
import type { ProviderId } from "../../domain/provider.ts";
import { type NoticeProvider, readNotice } from "../../providers/notices.ts";
import { openSecrets } from "./manage.ts";
import { readPhoneText } from "./read-message.ts";
import { sendSignal } from "./receive.ts";
import { sendNotice } from "./send-notice.ts";

/** Takes a message that a member pasted. @throws ServiceError `conflict`, `invalid_request` (no bank's sender) */
export async function pasteMessage(
  source: NoticeSource,
  { sender, text }: { readonly sender: string; readonly text: string },
  now: number,
): Promise<{ readonly provider: ProviderId; readonly reading: NoticeReading }> {
  if (source.kind !== "paste" || source.status === "paused") {
    throw new ServiceError("conflict", "Paste into an active source of the kind paste.");
  }
  const { balanceKey } = await openSecrets(source, now);
  const read = readPhoneText(source, { sender, text, sentAt: now, statedAt: now }, balanceKey, now);
  if (read === null) throw invalidField("sender", "is not a bank's sender id");
  if (read.message) await sendNotice(read.message);
  return read;
}

const PROVIDER: NoticeProvider = "telebirr";
const SAMPLE =
  "Dear Shop, You have received ETB 1.00 from Sample Sender(2519****0000) on 01/01/2026 12:00:00. Your transaction number is DAA0000000. Your current E-Money Account balance is ETB 1.00.";

/** Sends a sample message through the queue: it is read and shown as the last message, and leaves nothing else. */
export async function sendSample(
  source: NoticeSource,
  now: number,
): Promise<{ readonly provider: NoticeProvider; readonly reading: NoticeReading }> {
  if (source.status === "paused") throw new ServiceError("conflict", "Resume the source first.");
  await sendSignal(source, { kind: "test", provider: PROVIDER }, now);
  return { provider: PROVIDER, reading: readNotice(PROVIDER, SAMPLE) };
}
