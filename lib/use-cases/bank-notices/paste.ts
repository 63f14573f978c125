import { invalidField, ServiceError } from "../../domain/errors.ts";
import type { NoticeReading, NoticeSource } from "../../domain/notice.ts";
import type { ProviderId } from "../../domain/provider.ts";
import { openSecrets } from "./manage.ts";
import { readPhoneText } from "./read-message.ts";
import { sendNotice } from "./receive.ts";

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
