import type { User, UserLanguage } from "./user.ts";

/** The kinds of messages to members; `contract/notification-kinds.ts` says who may receive each. */
export type NotificationKind =
  | "review"
  | "webhook"
  | "credits"
  | "receiving_account"
  | "notice_source"
  | "sign_in"
  | "books";

/** Which messages a member gets about payments: one for each, one a day, or none. */
export type PaidNotification = "each" | "daily" | "none";

export type NotificationChannel = "telegram" | "sms" | "none";

/** Local times such as `22:00`: from the first to the second, over midnight where the first is later. */
export interface QuietHours {
  readonly from: string;
  readonly until: string;
}

/** What one member of an account chose. Times in ms. */
export interface NotificationSettings {
  readonly accountId: string;
  readonly userId: string;
  /** null until chosen: see `channelOf`. */
  readonly channel: NotificationChannel | null;
  /** Kinds that the member does not want: a new kind is sent until they turn it off. */
  readonly muted: readonly NotificationKind[];
  readonly paid: PaidNotification;
  /** Of the messages; null: that of the dashboard. */
  readonly language: UserLanguage | null;
  readonly quiet: QuietHours | null;
  /** Why Telegram no longer accepts messages for this member; null while it does. */
  readonly stopped: {
    /** `blocked`: they blocked the bot. `not_started`: they never wrote to it. */
    readonly reason: "blocked" | "not_started";
    readonly at: number;
  } | null;
}

/** The settings of a member who chose nothing. */
export function defaultSettings(accountId: string, userId: string): NotificationSettings {
  const chosen = { channel: null, muted: [], language: null, quiet: null, stopped: null };
  return { accountId, userId, paid: "none", ...chosen };
}

/** Where a member can be reached. */
export function channelsOf(user: Pick<User, "phone" | "telegram">): readonly NotificationChannel[] {
  return [
    ...(user.telegram === null ? [] : (["telegram"] as const)),
    ...(user.phone === null ? [] : (["sms"] as const)),
  ];
}

/**
 * The channel for messages to a member: the chosen one while that login is linked, after that the other one. Without a
 * choice, Telegram if it is linked, otherwise SMS for owners only, because an SMS costs money.
 */
export function channelOf(
  settings: Pick<NotificationSettings, "channel">,
  user: Pick<User, "phone" | "telegram">,
  isOwner: boolean,
): NotificationChannel {
  const channels = channelsOf(user);
  const { channel } = settings;
  if (channel === "none") return "none";
  const chosen = channels.find((one) => one === channel);
  if (chosen !== undefined) return chosen;
  const [first = "none"] = channels;
  const mayText = isOwner || channel !== null;
  return first === "sms" && !mayText ? "none" : first;
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;

/** When quiet hours that hold at `now` end (ms); null where none hold. `localTime` is the time of day at `now`. */
export function quietUntil(
  quiet: QuietHours | null,
  now: number,
  localTime: string,
): number | null {
  if (quiet === null) return null;
  const [from, until, at] = [quiet.from, quiet.until, localTime].map(minutesOf) as [
    number,
    number,
    number,
  ];
  const passed = (minute: number) => (at - minute + DAY_MINUTES) % DAY_MINUTES;
  const length = (until - from + DAY_MINUTES) % DAY_MINUTES;
  if (passed(from) >= length) return null;
  const wait = (length - passed(from)) * MINUTE_MS;
  return now - (now % MINUTE_MS) + wait;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

/** How Telegram took a message. */
export type TelegramOutcome =
  | { readonly kind: "sent" }
  /** Too many messages: again after this time (ms). */
  | { readonly kind: "wait"; readonly ms: number }
  | { readonly kind: "unreachable"; readonly reason: "blocked" | "not_started" }
  /** Telegram will never take this message. */
  | { readonly kind: "refused"; readonly status: number }
  /** No answer, an error of Telegram's, or a token that is not valid: again later. */
  | { readonly kind: "failed"; readonly code: string };

/** Stops asking a Bot API that does not answer. Times in ms. */
export interface BotBreaker {
  /** Failures in a row. */
  readonly failures: number;
  /** Nobody asks before; 0: closed. */
  readonly openUntil: number;
}

export const CLOSED: BotBreaker = { failures: 0, openUntil: 0 };
const FAILURES_TO_OPEN = 5;
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 900_000;
/** How long others wait for the one that tries. */
const TRIAL_MS = 30_000;

/** The breaker after a failure: from the fifth in a row on it opens, for a minute, then twice as long each time, at most 15 minutes. */
export function afterBotFailure({ failures }: BotBreaker, now: number): BotBreaker {
  const count = failures + 1;
  if (count < FAILURES_TO_OPEN) return { failures: count, openUntil: 0 };
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (count - FAILURES_TO_OPEN), LONGEST_PAUSE_MS);
  return { failures: count, openUntil: now + pause };
}

/** The breaker while one message tries whether the Bot API answers again. */
export function beginBotTrial(breaker: BotBreaker, now: number): BotBreaker {
  return { ...breaker, openUntil: now + TRIAL_MS };
}
