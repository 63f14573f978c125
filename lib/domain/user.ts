/** A person who logs in. An account is made for each user; they may be a member of others. */
export interface User {
  readonly id: string;
  /** The account that was made for them. */
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

/** A business: apps, keys, credits, members. */
export interface Account {
  readonly id: string;
  /** The user for whom it was made; `membershipOf` says whether they own it. */
  readonly ownerId: string;
  /** A phone that forwards banks' messages is paired; absent before the first one. */
  readonly paired?: boolean;
  readonly createdAt: number;
  readonly closedAt: number | null;
  /** Approvals and rejections of larger amounts (minor units) need an owner; absent or null: none does. */
  readonly approvalLimit?: number | null;
}

/** A login that the user has proven to own. */
export type ProvenLogin =
  | { readonly kind: "phone"; readonly phone: string }
  | { readonly kind: "telegram"; readonly issuer: string; readonly profile: TelegramProfile };
