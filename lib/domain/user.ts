/** A person who logs in. Each user owns one account; they are separate so that teams can be added. */
export interface User {
  readonly id: string;
  readonly accountId: string;
  readonly name: string | null;
  /** E.164. */
  readonly phone: string | null;
  readonly telegram: TelegramProfile | null;
  readonly notifyBy: NotifyChannel;
  /** Of the dashboard. Absent until chosen: the device decides. */
  readonly language?: UserLanguage;
  readonly createdAt: number;
  readonly closedAt: number | null;
}

export interface TelegramProfile {
  /** The user's id at the issuer. */
  readonly subject: string;
  readonly name: string | null;
  readonly username: string | null;
}

export type UserLanguage = "en" | "am";

export type NotifyChannel = "sms" | "telegram" | "none";

/** What removing a login changes of its user: notices then go to the remaining one. */
export function withoutLogin(
  { notifyBy }: User,
  kind: ProvenLogin["kind"],
): Partial<Pick<User, "phone" | "telegram" | "notifyBy">> {
  const [told, remaining] =
    kind === "phone" ? (["sms", "telegram"] as const) : (["telegram", "sms"] as const);
  return {
    ...(kind === "phone" ? { phone: null } : { telegram: null }),
    ...(notifyBy === told ? { notifyBy: remaining } : {}),
  };
}

/** What a user owns: apps, keys, credits. */
export interface Account {
  readonly id: string;
  readonly ownerId: string;
  /** A phone that forwards banks' messages is paired; absent before the first one. */
  readonly paired?: boolean;
  readonly createdAt: number;
  readonly closedAt: number | null;
}

/** A login that the user has proven to own. */
export type ProvenLogin =
  | { readonly kind: "phone"; readonly phone: string }
  | { readonly kind: "telegram"; readonly issuer: string; readonly profile: TelegramProfile };
