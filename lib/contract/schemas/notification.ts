import * as z from "zod";
import type { NotificationKind } from "../../domain/notification.ts";
import { NOTIFICATION_KINDS } from "../notification-kinds.ts";
import { atLeastOne, distinct, id, pattern, timestamp } from "./common.ts";
import { LANGUAGES } from "./login.ts";

const CHANNELS = ["telegram", "sms", "none"] as const;
const PAID = ["each", "daily", "none"] as const;
const kind = z.enum(Object.keys(NOTIFICATION_KINDS) as NotificationKind[]);

const time = pattern(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "must be a time such as 22:00");
/** By the clock of Addis Ababa, over midnight where `from` is later. */
const quietHours = z.strictObject({ from: time, until: time });

/** A member's notification settings in the account in use. */
export const notificationSettings = z.object({
  object: z.literal("notification_settings"),
  account_id: id("acc"),
  channel: z.enum(CHANNELS),
  /** Those that the user has a login for. */
  available_channels: z.array(z.enum(CHANNELS)),
  /** The kinds of messages that the member gets. */
  kinds: z.array(kind),
  /** The kinds that the member's role may get. */
  available_kinds: z.array(kind),
  /** Of each verified payment, at eight in the morning of all of the day before, or not; by Telegram only. */
  paid: z.enum(PAID),
  /** Of the messages; null: that of the dashboard. */
  language: z.enum(LANGUAGES).nullable(),
  /** Nothing is sent meanwhile but what may be fraud; it arrives afterwards. */
  quiet_hours: quietHours.nullable(),
  /** The chat of the bot that writes, where a member presses Start; null where the service names none. */
  telegram_bot_url: z.url().nullable(),
  /** Telegram takes no messages for this member: they blocked the bot, or never pressed Start. */
  stopped: z.object({ reason: z.enum(["blocked", "not_started"]), at: timestamp }).nullable(),
});

/** A test message that is on its way. */
export const testNotification = z.object({
  object: z.literal("test_notification"),
  id: z.string(),
});

export const updateNotificationsBody = atLeastOne(
  z.strictObject({
    channel: z.enum(CHANNELS).optional(),
    /** All others are turned off. Owners always get those about receiving accounts. */
    kinds: distinct(z.array(kind).max(20)).optional(),
    paid: z.enum(PAID).optional(),
    language: z.enum(LANGUAGES).nullable().optional(),
    quiet_hours: quietHours.nullable().optional(),
  }),
);
