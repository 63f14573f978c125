import { sendTelegramMessage } from "../../cloud/telegram-token.ts";
import { membersOf, type User } from "../../domain/user.ts";
import { table } from "../../pipeline/deps.ts";
import { environment } from "../../pipeline/environment.ts";
import { errorFields, log } from "../../pipeline/log.ts";
import { type RatePolicy, resetRate, takeRate } from "../../store/rate-limits.ts";
import { getTeam, getUsers } from "../../store/users.ts";
import { noticeText } from "../events/owner-texts.ts";
import { readSmsSecret } from "../login/refresh-token.ts";
import { smsSender } from "../login/send-code.ts";
import { RECEIVING_ACCOUNT } from "../messages/announce.ts";

/** An event of an account that its owners may be notified of. */
export interface OwnerEvent {
  readonly accountId: string;
  readonly type: string;
  readonly livemode: boolean;
  readonly now: number;
}

/** Fraud changes receiving accounts: each change is told, up to what an account's SMS may cost in a day. */
const MOST_A_DAY = 5;

/**
 * Notifies all owners of an account of urgent events through the channel of their choice, at most once a day per type. A
 * message that can't be sent is not retried; the next event of its type is.
 */
export async function tellOwners({ accountId, type, livemode, now }: OwnerEvent): Promise<void> {
  const text = noticeText(type, environment().publicBaseUrl);
  if (text === null || !livemode) return;
  const team = await getTeam(table(), accountId);
  if (team === null) return;
  const owners = membersOf(team).filter(({ role }) => role === "owner");
  const users = await getUsers(
    table(),
    owners.map(({ userId }) => userId),
  );
  const told = users.filter(({ notifyBy }) => notifyBy !== "none" || type === RECEIVING_ACCOUNT);
  if (told.length === 0) return;
  const limit = type === RECEIVING_ACCOUNT ? MOST_A_DAY : 1;
  const policy: RatePolicy = { name: `notice-${type}`, limit, windowSeconds: 86_400 };
  if (!(await takeRate(table(), policy, accountId, now)).allowed) return;
  const sent = await Promise.all(told.map((owner) => trySend(owner, text, { accountId, type })));
  if (!sent.includes(true)) await resetRate(table(), policy, accountId);
}

async function trySend(
  owner: User,
  text: string,
  { accountId, type }: Pick<OwnerEvent, "accountId" | "type">,
): Promise<boolean> {
  try {
    await send(owner, text);
    return true;
  } catch (error) {
    log("error", "notice not sent", {
      account_id: accountId,
      event_type: type,
      ...errorFields(error),
    });
    return false;
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
