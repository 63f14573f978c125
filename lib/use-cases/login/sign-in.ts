import { createHash } from "node:crypto";
import { hashPhone } from "../../cloud/secret-box.ts";
import { invalidField } from "../../domain/errors.ts";
import { newId } from "../../domain/ids.ts";
import {
  type Account,
  type ProvenLogin,
  SESSION_LIFETIME_MS,
  type User,
} from "../../domain/user.ts";
import { lostRace } from "../../pipeline/assert-committed.ts";
import { randomBytes, table } from "../../pipeline/deps.ts";
import { environment } from "../../pipeline/environment.ts";
import { grantWrites } from "../../store/credits.ts";
import {
  getIdentityOwner,
  hadSignUpCredits,
  newIdentityWrite,
  signUpMarkWrite,
} from "../../store/identities.ts";
import { newSessionWrite, type Session } from "../../store/sessions.ts";
import { LOST, optimistically, transact, type Write } from "../../store/transact.ts";
import { changeUserWrite, getUser, newAccountWrite, newUserWrites } from "../../store/users.ts";
import { tryAnnounce } from "../events/announce.ts";
import { audit } from "../events/audit.ts";
import { provePhone } from "./phone.ts";
import { proveTelegram } from "./prove-telegram.ts";
import { firstMembership, hashesOf, newSecret, type RefreshToken } from "./session.ts";

type Proof = { readonly phone: string; readonly code: string } | { readonly id_token: string };

/**
 * The login that a code or an ID token proves, and uses up.
 *
 * @throws ServiceError `invalid_request` for a wrong or expired proof, and for a login that `isMeant` refuses
 */
export async function proveLogin(
  proof: Proof,
  now: number,
  isMeant: (login: ProvenLogin) => boolean = () => true,
): Promise<ProvenLogin> {
  const login =
    "code" in proof
      ? await provePhone(proof.phone, proof.code, now)
      : await proveTelegram(proof.id_token, now);
  if (login && isMeant(login)) return login;
  throw invalidField("code" in proof ? "code" : "id_token", "is wrong or has expired");
}

/** Result of a login. */
export interface SignedIn {
  readonly user: User;
  readonly session: Session;
  readonly token: RefreshToken;
}

/**
 * Starts a session for a proven login. The first login also creates the user, the account and the sign-up credits, in
 * one transaction. A login is never added to an existing account here: see `linkLogin`.
 *
 * @param pepper key of the HMAC of the phone; null for a login without a phone
 * @throws ServiceError `conflict` after 12 lost races
 */
export async function signIn(
  login: ProvenLogin,
  userAgent: string | undefined,
  now: number,
  pepper: string | null,
): Promise<SignedIn> {
  const signedIn = await optimistically(async () => {
    const ownerId = await getIdentityOwner(table(), login);
    const known = ownerId === null ? null : await getUser(table(), ownerId);
    const first = known && (await firstMembership(known));
    const accountId = first?.accountId ?? newId("acc_", now, randomBytes(10));
    const change = known ? changeAtSignIn(known, login, first ? null : accountId) : {};
    const user = { ...(known ?? newUser(login, accountId, now)), ...change };
    const { session, token } = newSession({ id: user.id, accountId }, login.kind, userAgent, now);
    const commit = await transact(table(), [
      ...(known ? signInWrites(known, change, now) : await signUpWrites(login, user, now, pepper)),
      newSessionWrite(session),
      audit(session, "session.started", session.id, now, login.kind),
    ]);
    // Refused when the same login signs up twice at once, or the user changes: the next round finds what the other made.
    if (!commit.committed) return LOST;
    return { user, session, token };
  });
  if (signedIn === LOST) throw lostRace();
  const { user, session } = signedIn;
  // Whoever signs up knows that they do.
  if (session.createdAt !== user.createdAt) await announceSignIn(session);
  return signedIn;
}

/** Tells the user, so that they notice another person's sign-in. Its failure must keep nobody out. */
function announceSignIn({ id, accountId, userId, login }: Session): Promise<void> {
  const facts = { type: "session.started", app_id: null, path: "/account", login } as const;
  return tryAnnounce({ id: `sign_in#${id}`, accountId, userId, facts });
}

type ChangeAtSignIn = Partial<Pick<User, "accountId" | "telegram">>;

/**
 * What a sign-in changes in its user. The names at Telegram are those of the new proof: another person may have taken the
 * former user name.
 *
 * @param newHome id of a new account for a user without any account left, because all were closed or left
 */
function changeAtSignIn(user: User, login: ProvenLogin, newHome: string | null): ChangeAtSignIn {
  const home = newHome === null ? {} : { accountId: newHome };
  if (login.kind === "phone" || login.profile.subject !== user.telegram?.subject) return home;
  const { name, username } = login.profile;
  const isSame = name === user.telegram.name && username === user.telegram.username;
  return isSame ? home : { ...home, telegram: login.profile };
}

/** A new account comes without sign-up credits. */
function signInWrites(user: User, change: ChangeAtSignIn, now: number): Write[] {
  const { accountId: id } = change;
  const home = { ownerId: user.id, createdAt: now, closedAt: null };
  return [
    ...(Object.keys(change).length > 0 ? [changeUserWrite(user, change)] : []),
    ...(id === undefined ? [] : [newAccountWrite({ id, ...home })]),
  ];
}

async function signUpWrites(
  login: ProvenLogin,
  user: User,
  now: number,
  pepper: string | null,
): Promise<Write[]> {
  const account: Account = {
    id: user.accountId,
    ownerId: user.id,
    createdAt: now,
    closedAt: null,
  };
  const writes = [newIdentityWrite(login, user.id, now), ...newUserWrites(user, account)];
  const mark = signUpMark(login, pepper);
  const credits = environment().config.signUpCredits;
  if (credits === 0 || (await hadSignUpCredits(table(), mark))) return writes;
  return [
    ...writes,
    signUpMarkWrite(mark, now, true),
    ...grantWrites({
      id: newId("led_", now, randomBytes(10)),
      accountId: user.accountId,
      kind: "grant",
      credits,
      source: "sign-up",
      note: null,
      createdAt: now,
    }),
  ];
}

/** Digest of a login that is kept permanently, so that sign-up credits are granted once. */
export function signUpMark(login: ProvenLogin, pepper: string | null): string {
  if (login.kind === "phone") {
    if (pepper === null) throw new Error("The digest of a phone needs the pepper.");
    return hashPhone(pepper, login.phone);
  }
  const who = `${login.issuer}\0${login.profile.subject}`;
  return createHash("sha256").update(who).digest("hex");
}

function newUser(login: ProvenLogin, accountId: string, now: number): User {
  const isPhone = login.kind === "phone";
  return {
    id: newId("usr_", now, randomBytes(10)),
    accountId,
    name: isPhone ? null : login.profile.name,
    phone: isPhone ? login.phone : null,
    telegram: isPhone ? null : login.profile,
    createdAt: now,
    closedAt: null,
  };
}

function newSession(
  user: Pick<User, "id" | "accountId">,
  login: Session["login"],
  userAgent: string | undefined,
  now: number,
): Pick<SignedIn, "session" | "token"> {
  const token: RefreshToken = {
    sessionId: newId("ses_", now, randomBytes(10)),
    familySecret: newSecret(),
    tokenSecret: newSecret(),
  };
  const session: Session = {
    id: token.sessionId,
    userId: user.id,
    accountId: user.accountId,
    login,
    userAgent: userAgent?.slice(0, 300) ?? null,
    createdAt: now,
    ...hashesOf(token),
    parentHash: null,
    rotatedAt: now,
    expiresAt: now + SESSION_LIFETIME_MS,
    revokedAt: null,
  };
  return { session, token };
}
