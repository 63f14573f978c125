import type { NotificationKind } from "../domain/notification.ts";
import type { Permission } from "./roles.ts";

interface Kind {
  /** Who may receive it. */
  readonly needs: Permission;
  /** It may be fraud: sent in quiet hours too, and counted by itself. */
  readonly isSecurity?: true;
}

export const NOTIFICATION_KINDS = {
  review: { needs: "checkouts.decide" },
  webhook: { needs: "developers" },
  credits: { needs: "credits.read" },
  receiving_account: { needs: "settings", isSecurity: true },
  notice_source: { needs: "settings" },
  sign_in: { needs: "self", isSecurity: true },
  books: { needs: "reports" },
} as const satisfies Readonly<Record<NotificationKind, Kind>>;

/** Who may be notified of each payment. */
const PAID_NEEDS: Permission = "checkouts.read";
/** Who may receive the sum of a day, which is a statistic. */
export const DAILY_NEEDS: Permission = "reports";

/** What a message can be about, and its kind; `paid` and `test` are no kinds that one mutes. */
export const NOTIFICATION_TYPES = {
  "checkout.verified": "paid",
  "payments.daily": "paid",
  "checkout.review": "review",
  "credits.low": "credits",
  "credits.exhausted": "credits",
  "webhook.disabled": "webhook",
  "webhook.failing": "webhook",
  "receiving_account.changed": "receiving_account",
  "notice_source.changed": "receiving_account",
  "account.suspended": "receiving_account",
  "account.resumed": "receiving_account",
  "notice_source.silent": "notice_source",
  "session.started": "sign_in",
  "books.difference": "books",
  "payment.reversed": "books",
  test: "test",
} as const satisfies Readonly<Record<string, NotificationKind | "paid" | "test">>;

export type NotificationType = keyof typeof NOTIFICATION_TYPES;

/** Those that come as events from the bus. */
export const NOTIFYING_EVENTS = [
  "checkout.verified",
  "checkout.review",
  "credits.low",
  "credits.exhausted",
  "webhook.disabled",
  "books.difference",
] as const satisfies readonly NotificationType[];

export function kindOf(type: NotificationType): NotificationKind | "paid" | "test" {
  return NOTIFICATION_TYPES[type];
}

export function isSecurity(type: NotificationType): boolean {
  const kind = kindOf(type);
  return kind !== "paid" && kind !== "test" && "isSecurity" in NOTIFICATION_KINDS[kind];
}

/** The permission that hearing of it needs. */
export function permissionOf(type: NotificationType): Permission {
  const kind = kindOf(type);
  if (kind === "paid") return type === "payments.daily" ? DAILY_NEEDS : PAID_NEEDS;
  return kind === "test" ? "self" : NOTIFICATION_KINDS[kind].needs;
}
