import type * as z from "zod";
import { DAILY_NEEDS, NOTIFICATION_KINDS } from "../../contract/notification-kinds.ts";
import { grantOf } from "../../contract/roles.ts";
import type {
  notificationSettings,
  updateNotificationsBody,
} from "../../contract/schemas/notification.ts";
import { ServiceError } from "../../domain/errors.ts";
import { instant } from "../../domain/instant.ts";
import {
  channelOf,
  channelsOf,
  defaultSettings,
  type NotificationKind,
  type NotificationSettings,
} from "../../domain/notification.ts";
import type { User } from "../../domain/user.ts";
import { assertCommitted } from "../../pipeline/assert-committed.ts";
import { table } from "../../pipeline/deps.ts";
import { environment } from "../../pipeline/environment.ts";
import type { UserPrincipal } from "../../pipeline/principal.ts";
import { getSettings, settingsWrite } from "../../store/notifications.ts";
import { transact } from "../../store/transact.ts";

const KINDS = Object.keys(NOTIFICATION_KINDS) as NotificationKind[];

/** What a member chose in the account in use, or the defaults. */
export async function readSettings(who: UserPrincipal): Promise<NotificationSettings> {
  const { accountId, userId } = who;
  const stored = await getSettings(table(), accountId, userId);
  return stored ?? defaultSettings(accountId, userId);
}

/**
 * Stores what a member chooses.
 *
 * @throws ServiceError `conflict` for a channel without its login, `forbidden` for the sum of a day without the right to it
 */
export async function changeSettings(
  who: UserPrincipal,
  user: User,
  body: z.output<typeof updateNotificationsBody>,
): Promise<NotificationSettings> {
  const { channel, kinds, paid, language, quiet_hours: quiet } = body;
  if (channel !== undefined && channel !== "none" && !channelsOf(user).includes(channel)) {
    throw new ServiceError("conflict", "Link this sign-in method first.");
  }
  if (paid === "daily" && !seesSums(who)) {
    throw new ServiceError("forbidden", `The role ${who.role} does not see the sum of a day.`);
  }
  const change = {
    ...(channel === undefined ? {} : { channel, stopped: null }),
    ...(kinds === undefined ? {} : { muted: mutedBy(who, await readSettings(who), kinds) }),
    ...(paid === undefined ? {} : { paid }),
    ...(language === undefined ? {} : { language }),
    ...(quiet === undefined ? {} : { quiet }),
  };
  assertCommitted(await transact(table(), [settingsWrite(who, change)]));
  return readSettings(who);
}

/** Kinds that the role may not receive stay unchanged, because the role may change. */
function mutedBy(
  who: UserPrincipal,
  { muted }: NotificationSettings,
  kinds: readonly NotificationKind[],
): readonly NotificationKind[] {
  const available = availableTo(who);
  return KINDS.filter((kind) =>
    available.includes(kind) ? !kinds.includes(kind) : muted.includes(kind),
  );
}

function availableTo({ role }: UserPrincipal): readonly NotificationKind[] {
  return KINDS.filter((kind) => grantOf(role, NOTIFICATION_KINDS[kind].needs) !== false);
}

function seesSums({ role }: UserPrincipal): boolean {
  return grantOf(role, DAILY_NEEDS) !== false;
}

export function presentSettings(
  who: UserPrincipal,
  user: User,
  settings: NotificationSettings,
): z.output<typeof notificationSettings> {
  const isOwner = who.role === "owner";
  const available = availableTo(who);
  const isOn = (kind: NotificationKind) =>
    !settings.muted.includes(kind) || (isOwner && kind === "receiving_account");
  const { stopped, quiet } = settings;
  const { botUsername } = environment().config.telegram;
  return {
    object: "notification_settings",
    account_id: who.accountId,
    channel: channelOf(settings, user, isOwner),
    available_channels: [...channelsOf(user), "none"],
    kinds: available.filter(isOn),
    available_kinds: [...available],
    paid: settings.paid === "daily" && !seesSums(who) ? "none" : settings.paid,
    language: settings.language,
    quiet_hours: quiet && { from: quiet.from, until: quiet.until },
    telegram_bot_url: botUsername && `https://t.me/${botUsername}?start=notifications`,
    stopped: stopped && { reason: stopped.reason, at: instant(stopped.at) },
  };
}
