import { idFloor } from "./ids.ts";

/** A person who logs in. An account is made for each user; they may be a member of others. */
export interface User {
  readonly id: string;
  /** The account that was made for them. */
  readonly accountId: string;
  /** The account that they switched to last. Absent before the first switch. */
  readonly lastAccountId?: string;
  readonly name: string | null;
  /** E.164. */
  readonly phone: string | null;
  readonly telegram: TelegramProfile | null;
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

/** What removing a login changes of its user. */
export function withoutLogin(kind: ProvenLogin["kind"]): Partial<Pick<User, "phone" | "telegram">> {
  return kind === "phone" ? { phone: null } : { telegram: null };
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
  /** By an operator; absent while it is not suspended. */
  readonly suspended?: Suspension;
  /** When an operator last lifted a suspension, ms; absent while it is suspended. */
  readonly resumedAt?: number;
  /**
   * Time of the last change of `suspended`, ms, until the pay pages of all open checkouts follow it; absent afterwards. See
   * `followSuspension`.
   */
  readonly pagesBehindSince?: number;
  /** Webhook endpoints and API keys made so far, deleted ones too; absent for none since this is counted. */
  readonly made?: number;
}

/** An account that may open no checkout. */
export interface Suspension {
  /** ms */
  readonly at: number;
  /** What the operator wrote; its members read it. */
  readonly reason: string;
}

/** A login that the user has proven to own. */
export type ProvenLogin =
  | { readonly kind: "phone"; readonly phone: string }
  | { readonly kind: "telegram"; readonly issuer: string; readonly profile: TelegramProfile };

/** Rules of refresh tokens: one family per device, a new token at each use. Times in ms. */

/** A session ends after this long without use. */
export const SESSION_LIFETIME_MS = 30 * 86_400_000;

/**
 * A replaced token is accepted within this time. A page that was left or loaded again does not stop its request, and the
 * gateway lets one run for 29 s: it may arrive after the tokens that later pages got.
 */
export const REPLACED_GRACE_MS = 30_000;
/** Replaced tokens that are remembered at a time. */
const MOST_REPLACED = 20;

/** A second factor counts for this long, and so does a sign-in where it is enough. */
export const SECOND_FACTOR_MS = 10 * 60_000;

/** Whether the user of a session gave a second factor a short while ago. A time in the future counts for nothing. */
export function isProven({ provenAt }: { readonly provenAt?: number }, now: number): boolean {
  return provenAt !== undefined && provenAt <= now && now - provenAt < SECOND_FACTOR_MS;
}

/**
 * Whether a fresh proof of a login is a second factor: it is of the user's own login, and of the one that the session did
 * not begin with, where they have two. A phone number changes hands: its new holder can log in by its code, and must not
 * get the account with another code to the same phone.
 */
export function isSecondFactor(
  login: ProvenLogin,
  session: { readonly login: ProvenLogin["kind"] },
  user: Pick<User, "phone" | "telegram">,
): boolean {
  const isOwn =
    login.kind === "phone"
      ? login.phone === user.phone
      : login.profile.subject === user.telegram?.subject;
  const hasTwo = user.phone !== null && user.telegram !== null;
  return isOwn && (!hasTwo || session.login !== login.kind);
}

/** Whether the user of a session signed in or gave a second factor a short while ago. */
export function isRecent(
  session: { readonly createdAt: number; readonly provenAt?: number },
  now: number,
): boolean {
  return isProven(session, now) || isProven({ provenAt: session.createdAt }, now);
}

/** The part of a session that validates refresh tokens. Only hashes of tokens are stored. */
export interface TokenFamily {
  /** The same for all tokens of the family: distinguishes an old token from an invented one. */
  readonly familyHash: string;
  readonly tokenHash: string;
  /** The previous token; null before the first rotation. */
  readonly parentHash: string | null;
  /** Tokens before it that were replaced a moment ago; absent for none. */
  readonly replaced?: readonly ReplacedToken[];
  readonly rotatedAt: number;
  readonly expiresAt: number;
  readonly revokedAt: number | null;
}

interface ReplacedToken {
  readonly hash: string;
  readonly until: number;
}

export interface PresentedToken {
  readonly familyHash: string;
  readonly tokenHash: string;
}

/**
 * Verdict on a refresh token.
 * - `rotate`: the newest.
 * - `repeat`: the previous one, replaced just now: two tabs, or a lost response. It gets the newest once more.
 * - `replace`: the previous one, later. The newest was never presented, so its response was lost: another takes its place.
 * - `late`: an older one, replaced just now: a request of a page that was left.
 * - `reuse`: any other of the family, so the token was copied.
 * - `refuse`: not of the family, or the session has ended.
 */
export type TokenVerdict = "rotate" | "repeat" | "replace" | "late" | "reuse" | "refuse";

export function judgeToken(family: TokenFamily, token: PresentedToken, now: number): TokenVerdict {
  if (token.familyHash !== family.familyHash) return "refuse";
  if (family.revokedAt !== null || now >= family.expiresAt) return "refuse";
  if (token.tokenHash === family.tokenHash) return "rotate";
  if (token.tokenHash === family.parentHash) {
    return now - family.rotatedAt <= REPLACED_GRACE_MS ? "repeat" : "replace";
  }
  const isLate = family.replaced?.some(
    ({ hash, until }) => hash === token.tokenHash && now <= until,
  );
  return isLate ? "late" : "reuse";
}

/** The tokens before the previous one that are still accepted once the newest was presented at `now`. */
export function replacedAfter(
  { parentHash, replaced }: TokenFamily,
  now: number,
): readonly ReplacedToken[] {
  const recent = replaced?.filter(({ until }) => now <= until) ?? [];
  const parent = parentHash === null ? [] : [{ hash: parentHash, until: now + REPLACED_GRACE_MS }];
  return [...recent, ...parent].slice(-MOST_REPLACED);
}

/** Roles of members; `contract/roles.ts` says what each may do. */
export type MemberRole = "owner" | "manager" | "developer" | "cashier" | "accountant";

/** Members of an account at a time, the owner included. */
export const MAX_MEMBERS = 50;
/** Invitations of an account that can still be accepted. */
export const MAX_INVITATIONS = 20;
/** An invitation and an offer of ownership can be accepted for this long. */
export const OFFER_LIFETIME_MS = 7 * 86_400_000;
/** Random bytes of an invitation's link. */
export const INVITATION_SECRET_BYTES = 16;

/** A user's place in an account, as stored. Times in ms. */
export interface Member {
  readonly accountId: string;
  readonly userId: string;
  readonly role: MemberRole;
  /** Ids of the only apps that the member works with; null for all. */
  readonly apps: readonly number[] | null;
  readonly joinedAt: number;
  /** When the member left or was removed; null for a member. Kept: an account's own user without a row is its owner. */
  readonly endedAt: number | null;
  /** An owner's offer of the ownership; null for none. */
  readonly offer: OwnershipOffer | null;
}

interface OwnershipOffer {
  /** The owner's user id. */
  readonly by: string;
  readonly at: number;
  /** Whether that owner stays one; otherwise they become a manager. */
  readonly staysOwner: boolean;
}

/** Someone who may join an account by a link. Times in ms. */
export interface Invitation {
  readonly id: string;
  readonly accountId: string;
  /** Hex SHA-256 of the link's secret. */
  readonly secretHash: string;
  readonly role: Exclude<MemberRole, "owner">;
  readonly apps: readonly number[] | null;
  /** E.164: only a user with this phone can accept; null for anyone. */
  readonly phone: string | null;
  /** In lower case, without `@`: only a user of this name can accept; null for anyone. */
  readonly telegramUsername: string | null;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Everyone in an account. `version` counts changes: a change names the version that it was decided on. */
export interface Team {
  readonly accountId: string;
  /** The user for whom the account was made. */
  readonly ownUserId: string;
  /** Of the account; absent while it is not suspended. */
  readonly suspended?: Suspension;
  readonly version: number;
  /** Rows, ended ones too. */
  readonly rows: readonly Member[];
  readonly invitations: readonly Invitation[];
}

/** The rights of a member. */
export type Membership = Pick<Member, "role" | "apps">;

/**
 * The rights of a user in an account; null for no member. The only place of this rule: the user for whom the account was
 * made is its owner without a row, so that signing up, and every account of one person, needs no member row.
 */
export function membershipOf(
  user: Pick<User, "id" | "accountId">,
  accountId: string,
  row: Member | null,
): Membership | null {
  if (row !== null) {
    const isTheirs = row.userId === user.id && row.accountId === accountId;
    return isTheirs && row.endedAt === null ? { role: row.role, apps: row.apps } : null;
  }
  return user.accountId === accountId ? { role: "owner", apps: null } : null;
}

/** The members of a team, with the owner who has no row, oldest first. */
export function membersOf(team: Team): readonly Member[] {
  const { accountId, ownUserId: userId } = team;
  const hasRow = team.rows.some((row) => row.userId === userId);
  const own = hasRow ? null : membershipOf({ id: userId, accountId }, accountId, null);
  const implied = { accountId, userId, joinedAt: 0, endedAt: null, offer: null };
  return [
    ...(own === null ? [] : [{ ...implied, ...own }]),
    ...team.rows.filter(({ endedAt }) => endedAt === null),
  ].toSorted((one, other) => one.joinedAt - other.joinedAt);
}

/** A member by their user's id; null for none. */
export function memberOf(team: Team, userId: string): Member | null {
  return membersOf(team).find((member) => member.userId === userId) ?? null;
}

/** Whether an account would have no owner without this member. */
export function isLastOwner(team: Team, userId: string): boolean {
  const [owner, ...others] = membersOf(team).filter(({ role }) => role === "owner");
  return owner?.userId === userId && others.length === 0;
}

/** Invitations that can be accepted at `now`. */
export function openInvitations(team: Team, now: number): readonly Invitation[] {
  return team.invitations.filter(({ expiresAt }) => expiresAt > now);
}

/** An offer of ownership that can be accepted at `now`: its owner is still one. */
export function openOffer(team: Team, member: Member, now: number): OwnershipOffer | null {
  const { offer } = member;
  if (offer === null || offer.at + OFFER_LIFETIME_MS <= now) return null;
  return memberOf(team, offer.by)?.role === "owner" ? offer : null;
}

/** How far back a recovery may reach. */
export const LONGEST_RECOVERY_MS = 14 * 86_400_000;

/** Background work that resends one endpoint's failed and skipped deliveries since a time. */
export interface Recovery {
  readonly id: string;
  readonly accountId: string;
  readonly endpointId: string;
  /** `stopped`: the endpoint was disabled or deleted. */
  readonly status: "running" | "completed" | "stopped";
  /** Deliveries of events from then on, ms … */
  readonly since: number;
  /** … and before the recovery was requested. */
  readonly createdAt: number;
  /** Deliveries resent so far. */
  readonly recovered: number;
  /** The group being processed. */
  readonly group: "failed" | "skipped";
  /** The last processed delivery of that group. */
  readonly after: string;
  readonly version: number;
  /** When a worker last made progress, ms. */
  readonly touchedAt: number;
  readonly completedAt: number | null;
}

export function newRecovery(
  facts: Pick<Recovery, "id" | "accountId" | "endpointId" | "since" | "createdAt">,
): Recovery {
  return {
    ...facts,
    status: "running",
    recovered: 0,
    group: "failed",
    after: idFloor("dlv_", facts.since),
    version: 1,
    touchedAt: facts.createdAt,
    completedAt: null,
  };
}

/** The recovery after one page: `last` is the last delivery of the page, null for an empty one. */
export function afterPage(
  recovery: Recovery,
  page: { readonly last: string | null; readonly recovered: number; readonly at: number },
): Recovery {
  const base = {
    ...recovery,
    recovered: recovery.recovered + page.recovered,
    version: recovery.version + 1,
    touchedAt: page.at,
  };
  if (page.last !== null) return { ...base, after: page.last };
  if (recovery.group === "failed") {
    return { ...base, group: "skipped", after: idFloor("dlv_", recovery.since) };
  }
  return { ...base, status: "completed", completedAt: page.at };
}

/** The recovery after its endpoint was disabled or deleted. */
export function afterStop(recovery: Recovery, at: number): Recovery {
  return { ...recovery, status: "stopped", version: recovery.version + 1, completedAt: at };
}
