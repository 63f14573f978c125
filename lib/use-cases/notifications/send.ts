import { sendMessages } from "../../cloud/messaging.ts";
import { outboundSender } from "../../cloud/outbound.ts";
import { type Bot, sendTelegramMessage } from "../../cloud/telegram-bot.ts";
import { dayOf, localInstant } from "../../contract/days.ts";
import type { EventDetail, NotificationFacts, SendOne, Tell } from "../../contract/messages.ts";
import {
  isSecurity,
  kindOf,
  type NotificationType,
  permissionOf,
} from "../../contract/notification-kinds.ts";
import { type Grant, grantOf } from "../../contract/roles.ts";
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
import { type Member, memberOf, membersOf, type User } from "../../domain/user.ts";
import { hopDelaySeconds, nextAttemptAt } from "../../domain/webhook-endpoint.ts";
import { now, sqs, table } from "../../pipeline/deps.ts";
import { environment, variableOf } from "../../pipeline/environment.ts";
import { errorFields, log, putMetric } from "../../pipeline/log.ts";
import { once } from "../../pipeline/once.ts";
import { getEventBody } from "../../store/events.ts";
import {
  claimNotification,
  finishNotification,
  getBotBreaker,
  getSettings,
  listSettings,
  type NotificationPlace,
  releaseNotification,
  saveBotBreaker,
  saveSettings,
} from "../../store/notifications.ts";
import { peekRate, type RatePolicy, takeRate } from "../../store/rate-limits.ts";
import { getTeam, getUser } from "../../store/users.ts";
import { presentEvent } from "../events/build-event.ts";
import { smsSender } from "../login/send-code.ts";
import { readSmsSecret } from "../login/session.ts";
import { factsOf } from "./facts.ts";
import { notificationText } from "./texts.ts";

/** Longer than a message takes: 10 s for Telegram, then an SMS. */
const LEASE_MS = 45_000;
const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;
/** Telegram messages to a member in an hour, not counting those about security. */
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

/** How a message left the worker; `later` is the time (ms) of its next attempt, `next` what that one has to know. */
type Result =
  | { readonly kind: "sent" | "dropped"; readonly why: string }
  | {
      readonly kind: "later";
      readonly at: number;
      readonly next: Partial<Pick<SendOne, "failures" | "counted" | "texted">>;
    };

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
  await sendLater({ ...message, ...result.next }, result.at);
}

function sendLater(message: SendOne, at: number): Promise<void> {
  return enqueue([{ ...message, not_before: at }], hopDelaySeconds(now(), at));
}

/** The member as stored now; null for one who left, may not receive the message, or does not want it. */
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
  if (opensAt !== null) return { kind: "later", at: opensAt, next: {} };
  const isLimited = !isSecurity(message.facts.type) && message.counted !== true;
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
      if (settings.stopped !== null) await saveSettings(table(), settings, { stopped: null });
      return { kind: "sent", why: "telegram" };
    case "wait":
      return { kind: "later", at: now() + outcome.ms, next: { counted: true } };
    case "unreachable":
      await saveSettings(table(), settings, { stopped: { reason: outcome.reason, at: now() } });
      log("info", "notifications stopped", { ...account, outcome: outcome.reason });
      return insteadOfTelegram(message, recipient);
    case "refused":
      log("error", "notification refused", { ...account, status: outcome.status });
      return { kind: "dropped", why: "refused" };
    case "failed":
      return retried(message, outcome.code, isTexted(message));
  }
}

/** Whether the message counts among the SMS of a day. */
function isTexted({ texted, failures }: SendOne): boolean {
  return texted ?? failures > 0;
}

/** The schedule of webhooks. */
function retried(
  { account_id, facts, failures }: SendOne,
  outcome: string,
  texted: boolean,
): Result {
  log("warn", "notification not sent", { account_id, event_type: facts.type, outcome });
  const at = nextAttemptAt({
    failedAttempts: failures + 1,
    now: now(),
    random: Math.random(),
    retryAfterMs: null,
  });
  if (at === null) return { kind: "dropped", why: "failed" };
  return { kind: "later", at, next: { failures: failures + 1, counted: true, texted } };
}

/**
 * SMS are for what is urgent: at most five a day for an account, one for each kind and member. Security has a limit of its own,
 * and so have the operator's changes: a thief can cause five messages about security, and the owner still hears of a suspension.
 */
async function bySms(message: SendOne, { user, settings }: Recipient): Promise<Result> {
  const { type, login } = message.facts;
  // The phone has just got the code of this sign-in.
  const isTold = type === "session.started" && login === "phone";
  if (user.phone === null || kindOf(type) === "paid" || isTold) {
    return { kind: "dropped", why: "not_by_sms" };
  }
  if (!isTexted(message) && !(await mayText(message))) return { kind: "dropped", why: "limited" };
  const language = settings.language ?? user.language ?? "en";
  try {
    await smsSender("notice")(
      user.phone,
      notificationText(message.facts, language, environment().publicBaseUrl),
    );
    return { kind: "sent", why: "sms" };
  } catch (error) {
    return retried(message, String(errorFields(error).error_name), true);
  }
}

async function mayText(message: SendOne): Promise<boolean> {
  const { account_id: account, user_id: user, facts } = message;
  const day = { windowSeconds: DAY_SECONDS };
  const take = async (name: string, limit: number, subject: string) =>
    (await takeRate(table(), { name, limit, ...day }, subject, now())).allowed;
  const isOperators = facts.type === "account.suspended" || facts.type === "account.resumed";
  const apart = isOperators ? "sms-operator" : isSecurity(facts.type) ? "sms-security" : null;
  if (apart !== null) return take(apart, SMS_PER_DAY, `${account}#${user}`);
  const ofAccount = { name: "sms-account", limit: SMS_PER_DAY, ...day };
  // First: a message that the account's limit holds back must not use up its type's of the day.
  if (!(await peekRate(table(), ofAccount, account, now())).allowed) return false;
  const isFirst = await take(`sms-${facts.type}`, 1, `${account}#${user}`);
  return isFirst && (await take(ofAccount.name, ofAccount.limit, account));
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

/** Queues the messages about a committed event. */
export async function tellOfEvent(detail: EventDetail): Promise<void> {
  const { id, account_id: accountId, app_id: appId, livemode } = detail;
  const type = detail.type as NotificationType;
  const settings = await listSettings(table(), accountId);
  // In most accounts nobody wants a message for each payment: the relay leaves those out, and one from its sweeper costs one read.
  if (type === "checkout.verified" && settings.every(({ paid }) => paid !== "each")) return;
  const body = await getEventBody(table(), { id, accountId, appId, livemode }, now());
  if (body === null) return;
  const event = presentEvent(body);
  const { facts, madeAt } = factsOf(type, appId, event);
  // A comparison has an event for each app, and one message for each member.
  const isShared = type === "books.difference";
  const claim = isShared ? `${String(event.data.object.id)} ${event.created_at}` : id;
  await queueFor({ id: claim, accountId, userId: null, facts, madeAt }, settings);
}

/** Queues the messages about something that is no event. */
export async function tell({ id, account_id: accountId, user_id: userId, facts }: Tell) {
  const settings = await listSettings(table(), accountId);
  await queueFor({ id, accountId, userId, facts, madeAt: null }, settings);
}

interface Subject {
  readonly id: string;
  readonly accountId: string;
  readonly userId: string | null;
  readonly facts: NotificationFacts;
  /** When the checkout was created, ms; null for other objects. */
  readonly madeAt: number | null;
}

async function queueFor(
  { id, accountId, userId, facts, madeAt }: Subject,
  settings: readonly NotificationSettings[],
): Promise<void> {
  const team = await getTeam(table(), accountId);
  if (team === null) return;
  const isOld = madeAt !== null && dayOf(madeAt) !== dayOf(now());
  const recipients = membersOf(team).filter((member) => {
    const own = settings.find((one) => one.userId === member.userId);
    if (userId !== null && member.userId !== userId) return false;
    // A cashier sees today's checkouts and their own; of older ones they are not told.
    if (isOld && grantFor(member, facts.type) === "own_and_today") return false;
    return wants(member, own ?? defaultSettings(accountId, member.userId), facts);
  });
  await enqueue(
    recipients.map((member) => ({
      ...{ version: 1, kind: "send", id, account_id: accountId, user_id: member.userId },
      ...{ facts, failures: 0, not_before: now() },
    })),
  );
}

/** Sends the messages that wait until their time. @throws Error if one could not be queued */
export async function enqueue(messages: readonly SendOne[], delaySeconds = 0): Promise<void> {
  if (messages.length === 0) return;
  const failed = await sendMessages(
    sqs(),
    variableOf("QUEUE_URL", "notifications"),
    messages.map((message) => ({
      body: JSON.stringify(message),
      groupId: message.account_id,
      delaySeconds,
    })),
  );
  if (failed.length > 0) throw new Error(`${failed.length} notifications could not be queued`);
}

/** Whether a member may receive the message and wants it. Owners always get those about receiving accounts. */
function wants(
  member: Pick<Member, "role" | "apps">,
  { muted, paid }: NotificationSettings,
  { type, app_id: appId }: NotificationFacts,
): boolean {
  if (grantFor(member, type) === false) return false;
  if (appId !== null && member.apps !== null && !member.apps.includes(appId)) return false;
  const kind = kindOf(type);
  if (kind === "test") return true;
  if (kind === "paid") return paid === (type === "payments.daily" ? "daily" : "each");
  if (kind === "receiving_account" && member.role === "owner") return true;
  return !muted.includes(kind);
}

function grantFor({ role }: Pick<Member, "role">, type: NotificationType): Grant {
  return grantOf(role, permissionOf(type));
}
