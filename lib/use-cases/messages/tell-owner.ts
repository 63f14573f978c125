import { sendTelegramMessage } from "../../cloud/telegram-token.ts";
import type { User } from "../../domain/user.ts";
import { table } from "../../pipeline/deps.ts";
import { environment } from "../../pipeline/environment.ts";
import { errorFields, log } from "../../pipeline/log.ts";
import { type RatePolicy, resetRate, takeRate } from "../../store/rate-limits.ts";
import { getAccount, getUser } from "../../store/users.ts";
import { readSmsSecret } from "../login/login-secrets.ts";
import { smsSender } from "../login/send-code.ts";
import { noticeText } from "./texts.ts";

/** An event of an account that its owner may be notified of. */
export interface OwnerEvent {
  readonly accountId: string;
  readonly type: string;
  readonly livemode: boolean;
  readonly now: number;
}

/**
 * Notifies an account's owner of urgent events through the channel of their choice, at most once a day per type. A
 * message that can't be sent is not retried; the next event of its type is.
 */
export async function tellOwner({ accountId, type, livemode, now }: OwnerEvent): Promise<void> {
  const text = noticeText(type, environment().publicBaseUrl);
  if (text === null || !livemode) return;
  const account = await getAccount(table(), accountId);
  const owner = account?.closedAt === null ? await getUser(table(), account.ownerId) : null;
  if (!owner || owner.notifyBy === "none") return;
  const once: RatePolicy = { name: `notice-${type}`, limit: 1, windowSeconds: 86_400 };
  if (!(await takeRate(table(), once, accountId, now)).allowed) return;
  try {
    await send(owner, text);
  } catch (error) {
    log("error", "notice not sent", {
      account_id: accountId,
      event_type: type,
      ...errorFields(error),
    });
    await resetRate(table(), once, accountId);
  }
}

/** Uses the chosen channel; an SMS if no bot token is configured. */
async function send(owner: User, text: string): Promise<void> {
  if (owner.notifyBy === "telegram" && owner.telegram !== null) {
    const { telegramBotToken } = await readSmsSecret();
    if (telegramBotToken !== undefined) {
      await sendTelegramMessage(telegramBotToken, owner.telegram.subject, text);
      return;
    }
  }
  if (owner.phone !== null) await smsSender()(owner.phone, text);
}
