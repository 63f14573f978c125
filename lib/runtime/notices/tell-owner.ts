import { sendTelegramMessage } from "../../cloud/telegram-message.ts";
import type { User } from "../../domain/user.ts";
import { type RatePolicy, resetRate, takeRate } from "../../store/rate-limits.ts";
import { getAccount, getUser } from "../../store/users.ts";
import { table } from "../deps.ts";
import { environment } from "../environment.ts";
import { errorFields, log } from "../log.ts";
import { readSmsSecret } from "../login/login-secrets.ts";
import { smsSender } from "../login/send-code.ts";
import { noticeText } from "./texts.ts";

/** Something that happened to an account. */
export interface Happening {
  readonly accountId: string;
  readonly type: string;
  readonly livemode: boolean;
  readonly now: number;
}

/**
 * Tells an account's owner of what cannot wait, in the way that he chose, at most once a day per kind.
 * A message that cannot be sent is not tried again by itself: the next happening of its kind is told.
 */
export async function tellOwner({ accountId, type, livemode, now }: Happening): Promise<void> {
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

/** By the way that he chose; where the bot has no token, an SMS does as well. */
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
