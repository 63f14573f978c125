import { outboundSender } from "../../cloud/outbound.ts";
import { type Bot, sendTelegramMessage } from "../../cloud/telegram-bot.ts";
import { localInstant } from "../../contract/days.ts";
import type { SendOne } from "../../contract/messages.ts";
import { isSecurity, kindOf } from "../../contract/notification-kinds.ts";
import {
  afterBotFailure,
  beginBotTrial,
  CLOSED,
  channelOf,
  defaultSettings,
  type NotificationSettings,
  quietUntil,
  type TelegramOutcome,
} from "../../domain/notification.ts";
import { type Member, memberOf, type User } from "../../domain/user.ts";
import { hopDelaySeconds, nextAttemptAt } from "../../domain/webhook-endpoint.ts";
import { now, table } from "../../pipeline/deps.ts";
import { environment } from "../../pipeline/environment.ts";
import { errorFields, log, putMetric } from "../../pipeline/log.ts";
import { once } from "../../pipeline/once.ts";
import {
  claimNotification,
  finishNotification,
  getBotBreaker,
  getSettings,
  type NotificationPlace,
  releaseNotification,
  saveBotBreaker,
  saveSettings,
} from "../../store/notifications.ts";
import { type RatePolicy, takeRate } from "../../store/rate-limits.ts";
import { getTeam, getUser } from "../../store/users.ts";
import { smsSender } from "../login/send-code.ts";
import { readSmsSecret } from "../login/session.ts";
import { enqueue, wants } from "./tell.ts";
import { notificationText } from "./texts.ts";

/** Longer than a message takes: 10 s for Telegram, then an SMS. */
const LEASE_MS = 45_000;
const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;
/** Telegram messages to a member in an hour, besides those about security. */
const PER_MEMBER: RatePolicy = {
  name: "telegram-member",
  limit: 60,
  windowSeconds: HOUR_SECONDS,
};
const SMS_PER_DAY = 5;

interface Recipient {
  readonly member: Member;
  readonly user: User;
  readonly settings: NotificationSettings;
}

/** How a message left the worker; `later` is the time (ms) of its next attempt. */
type Result =
  | { readonly kind: "sent" | "dropped"; readonly why: string }
  | { readonly kind: "later"; readonly at: number; readonly failed: boolean };

/** Sends one message to one member, unless they left, changed their mind or got it already. @throws while another sends it */
export async function sendNotification(message: SendOne): Promise<void> {
  if (message.not_before > now()) return sendLater(message, message.not_before);
  const recipient = await recipientOf(message);
  if (recipient === null) return;
  const waits = quietEnd(recipient.settings, message);
  if (waits !== null) return sendLater(message, waits);
  const place = { accountId: message.account_id, userId: message.user_id, id: message.id };
  const claim = await claimNotification(table(), place, now() + LEASE_MS, now());
  if (claim === "done") return;
  if (claim === "busy") throw new Error("another process sends it");
  await settle(message, place, await attempt(message, recipient));
}

async function settle(message: SendOne, place: NotificationPlace, result: Result): Promise<void> {
  if (result.kind !== "later") {
    await finishNotification(table(), place, result.why, now());
    putMetric("Notifications", 1, { outcome: result.why });
    return;
  }
  await releaseNotification(table(), place, now());
  await sendLater({ ...message, failures: message.failures + (result.failed ? 1 : 0) }, result.at);
}

function sendLater(message: SendOne, at: number): Promise<void> {
  return enqueue([{ ...message, not_before: at }], hopDelaySeconds(now(), at));
}

/** The member as stored now; null for one who left, may not hear of it, or does not want to. */
async function recipientOf({ account_id: accountId, user_id: userId, facts }: SendOne) {
  const [team, user, stored] = await Promise.all([
    getTeam(table(), accountId),
    getUser(table(), userId),
    getSettings(table(), accountId, userId),
  ]);
  const member = team && memberOf(team, userId);
  if (member === null || user?.closedAt !== null) return null;
  const settings = stored ?? defaultSettings(accountId, userId);
  return wants(member, settings, facts) ? { member, user, settings } : null;
}

function quietEnd({ quiet }: NotificationSettings, { facts }: SendOne): number | null {
  if (isSecurity(facts.type) || kindOf(facts.type) === "test") return null;
  return quietUntil(quiet, now(), localInstant(now()).slice(11, 16));
}

async function attempt(message: SendOne, recipient: Recipient): Promise<Result> {
  const { user, member, settings } = recipient;
  const isOwner = member.role === "owner";
  const chosen = channelOf(settings, user, isOwner);
  const { type } = message.facts;
  const isForced = chosen === "none" && kindOf(type) === "receiving_account" && isOwner;
  const channel = isForced ? channelOf({ channel: null }, user, isOwner) : chosen;
  if (channel === "none") return { kind: "dropped", why: "no_channel" };
  if (channel === "sms") return bySms(message, recipient);
  const bot = await readBot();
  if (bot === null || user.telegram === null) return bySms(message, recipient);
  if (settings.stopped !== null && type !== "test") return insteadOfTelegram(message, recipient);
  return byTelegram(message, recipient, bot, user.telegram.subject);
}

/** What may be fraud reaches a member whom the bot can't write to by SMS; all else stays in the dashboard. */
function insteadOfTelegram(message: SendOne, recipient: Recipient): Promise<Result> | Result {
  if (isSecurity(message.facts.type)) return bySms(message, recipient);
  return { kind: "dropped", why: "stopped" };
}

async function byTelegram(
  message: SendOne,
  recipient: Recipient,
  bot: Bot,
  chatId: string,
): Promise<Result> {
  const { settings, user } = recipient;
  const opensAt = await pausedUntil();
  if (opensAt !== null) return { kind: "later", at: opensAt, failed: false };
  const isLimited = !isSecurity(message.facts.type) && message.failures === 0;
  const subject = `${settings.accountId}#${settings.userId}`;
  const rate = isLimited ? await takeRate(table(), PER_MEMBER, subject, now()) : null;
  if (rate?.allowed === false) return { kind: "dropped", why: "limited" };
  const language = settings.language ?? user.language ?? "en";
  const url = environment().publicBaseUrl;
  const text = notificationText(message.facts, language, url, rate?.remaining === 0);
  const outcome = await sendTelegramMessage(sender().post, bot, chatId, text);
  await noteBot(outcome);
  return afterTelegram(message, recipient, outcome);
}

async function afterTelegram(
  message: SendOne,
  recipient: Recipient,
  outcome: TelegramOutcome,
): Promise<Result> {
  const { settings } = recipient;
  const account = { account_id: settings.accountId, event_type: message.facts.type };
  switch (outcome.kind) {
    case "sent":
      if (settings.stopped !== null) await changeStopped(settings, null);
      return { kind: "sent", why: "telegram" };
    case "wait":
      return { kind: "later", at: now() + outcome.ms, failed: false };
    case "unreachable":
      await changeStopped(settings, { reason: outcome.reason, at: now() });
      log("info", "notifications stopped", { ...account, outcome: outcome.reason });
      return insteadOfTelegram(message, recipient);
    case "refused":
      log("error", "notification refused", { ...account, status: outcome.status });
      return { kind: "dropped", why: "refused" };
    case "failed":
      return retried(message, outcome.code);
  }
}

/** Notes in the member's settings, as they are now, whether the bot can write to them. */
async function changeStopped(
  { accountId, userId }: NotificationSettings,
  stopped: NotificationSettings["stopped"],
): Promise<void> {
  const stored = await getSettings(table(), accountId, userId);
  await saveSettings(table(), { ...(stored ?? defaultSettings(accountId, userId)), stopped });
}

/** The schedule of webhooks. */
function retried({ account_id, facts, failures }: SendOne, outcome: string): Result {
  log("warn", "notification not sent", { account_id, event_type: facts.type, outcome });
  const at = nextAttemptAt({
    failedAttempts: failures + 1,
    now: now(),
    random: Math.random(),
    retryAfterMs: null,
  });
  if (at === null) return { kind: "dropped", why: "failed" };
  return { kind: "later", at, failed: true };
}

/** SMS are for what is urgent: at most five a day for an account, one for each kind and member; security counts by itself. */
async function bySms(message: SendOne, { user, settings }: Recipient): Promise<Result> {
  const { type, login } = message.facts;
  const isNew = message.failures === 0;
  // The phone has just got the code of this sign-in.
  const isTold = type === "session.started" && login === "phone";
  if (user.phone === null || kindOf(type) === "paid" || isTold) {
    return { kind: "dropped", why: "not_by_sms" };
  }
  if (isNew && !(await mayText(message))) return { kind: "dropped", why: "limited" };
  const language = settings.language ?? user.language ?? "en";
  try {
    await smsSender("notice")(
      user.phone,
      notificationText(message.facts, language, environment().publicBaseUrl),
    );
    return { kind: "sent", why: "sms" };
  } catch (error) {
    return retried(message, String(errorFields(error).error_name));
  }
}

async function mayText(message: SendOne): Promise<boolean> {
  const { account_id: account, user_id: user, facts } = message;
  const day = { windowSeconds: DAY_SECONDS };
  const take = async (name: string, limit: number, subject: string) =>
    (await takeRate(table(), { name, limit, ...day }, subject, now())).allowed;
  if (isSecurity(facts.type)) return take("sms-security", SMS_PER_DAY, `${account}#${user}`);
  const isFirst = await take(`sms-${facts.type}`, 1, `${account}#${user}`);
  return isFirst && (await take("sms-account", SMS_PER_DAY, account));
}

/** Null without a token: then urgent messages go by SMS. */
async function readBot(): Promise<Bot | null> {
  const { telegramBotToken: token } = await readSmsSecret();
  return token === undefined ? null : { api: environment().config.telegramBotApi, token };
}

/** The guard of webhooks: only public addresses, verified TLS, no redirects; a machine's own address in local runs only. */
const sender = once(() => {
  const { webhookAllowLoopbackHttp: localReceivers } = environment().config;
  return outboundSender({ policy: { extraPorts: [], localReceivers } });
});

/** When to ask the Bot API again; null for now. One message of all tries after a pause. */
async function pausedUntil(): Promise<number | null> {
  const { breaker, version } = await getBotBreaker(table());
  if (breaker.openUntil === 0) return null;
  if (breaker.openUntil > now()) return breaker.openUntil;
  const trial = beginBotTrial(breaker, now());
  return (await saveBotBreaker(table(), trial, version)) ? null : trial.openUntil;
}

/** A lost race is another message's evidence of the same. */
async function noteBot({ kind }: TelegramOutcome): Promise<void> {
  const { breaker, version } = await getBotBreaker(table());
  if (kind === "failed") {
    const next = afterBotFailure(breaker, now());
    const isStored = await saveBotBreaker(table(), next, version);
    if (isStored && next.openUntil > 0) log("warn", "breaker open", { provider: "telegram" });
  } else if (breaker.failures > 0) {
    await saveBotBreaker(table(), CLOSED, version);
  }
}
