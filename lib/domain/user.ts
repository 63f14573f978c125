/** A person who logs in. One user owns one account today; the two stay apart so that teams can come. */
export interface User {
  readonly id: string;
  readonly accountId: string;
  readonly name: string | null;
  /** E.164. */
  readonly phone: string | null;
  readonly telegram: TelegramProfile | null;
  readonly notifyBy: NotifyChannel;
  readonly createdAt: number;
  readonly closedAt: number | null;
}

export interface TelegramProfile {
  /** Who it is at the issuer. */
  readonly subject: string;
  readonly name: string | null;
  readonly username: string | null;
}

export type NotifyChannel = "sms" | "telegram" | "none";

/** What a user owns: apps, keys, credits. */
export interface Account {
  readonly id: string;
  readonly ownerId: string;
  readonly createdAt: number;
  readonly closedAt: number | null;
}

/** A way to log in, as it was proven. */
export type ProvenLogin =
  | { readonly kind: "phone"; readonly phone: string }
  | { readonly kind: "telegram"; readonly issuer: string; readonly profile: TelegramProfile };
