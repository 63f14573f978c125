import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { DocumentClient, QueryCommand } from "../../../lib/cloud/dynamodb.ts";
import { readMe, unlinkLogin } from "../../../lib/contract/routes/platform-account.ts";
import { newId } from "../../../lib/domain/ids.ts";
import type { Member, ProvenLogin, User } from "../../../lib/domain/user.ts";
import { randomBytes } from "../../../lib/pipeline/deps.ts";
import type { UserPrincipal } from "../../../lib/pipeline/principal.ts";
import { newIdentityWrite } from "../../../lib/store/identities.ts";
import { getSettings, saveSettings } from "../../../lib/store/notifications.ts";
import { newSessionWrite, type Session } from "../../../lib/store/sessions.ts";
import { transact } from "../../../lib/store/transact.ts";
import { getUser, newUserWrites, teamWrites } from "../../../lib/store/users.ts";
import { linkLogin } from "../../../lib/use-cases/accounts/link-login.ts";
import { invoke } from "../../support/function-calls.ts";
import { newSessionId, sessionOf } from "../../support/users.ts";
import { startRuntime } from "../../support/verification.ts";

const NOW = Date.now();
const OPEN = { createdAt: NOW, closedAt: null };

let runtime: Awaited<ReturnType<typeof startRuntime>>;
let me: unknown;
let unlink: unknown;

beforeAll(async () => {
  runtime = await startRuntime();
  ({ readMe: me } = await import("../../../functions/platform/account.ts"));
  ({ unlinkLogin: unlink } = await import("../../../functions/platform/account.ts"));
});
afterAll(() => runtime.stop());

let users = 0;
let userId: string;
let login: Extract<ProvenLogin, { kind: "phone" }>;
let owner: UserPrincipal;
let thief: UserPrincipal;

/** A new user with both logins, and two sessions that began with the phone; the owner has given Telegram, too. */
beforeEach(async () => {
  users += 1;
  userId = newId("usr_", NOW, randomBytes(10));
  login = { kind: "phone", phone: `+25191100040${users}` };
  const accountId = newId("acc_", NOW, randomBytes(10));
  const user: User = {
    ...{ id: userId, accountId, name: null, phone: login.phone },
    telegram: { subject: `7700${users}`, username: null, name: "Marta Example" },
    ...OPEN,
  };
  await transact(runtime.table, [
    ...newUserWrites(user, { id: accountId, ownerId: userId, ...OPEN }),
    newIdentityWrite(login, userId, NOW),
  ]);
  owner = await signedIn(accountId, { provenAt: NOW });
  thief = await signedIn(accountId);
});

afterEach(() => vi.restoreAllMocks());

async function signedIn(
  accountId: string,
  proof: Pick<Session, "provenAt"> = {},
): Promise<UserPrincipal> {
  const principal = { kind: "user", userId, accountId, sessionId: newSessionId(NOW) } as const;
  await transact(runtime.table, [
    newSessionWrite({ ...sessionOf(principal, "phone", NOW), ...proof }),
  ]);
  return { ...principal, role: "owner", apps: null };
}

/** The sessions of a user can't be listed: as after a crash, or in an index that does not show them yet. */
function hideSessions(): void {
  const { send } = DocumentClient.prototype;
  vi.spyOn(DocumentClient.prototype, "send").mockImplementation(function (
    this: DocumentClient,
    ...call: unknown[]
  ) {
    return call[0] instanceof QueryCommand
      ? Promise.resolve({ Items: [] })
      : Reflect.apply(send, this, call);
  });
}

async function statusFor(principal: UserPrincipal): Promise<number> {
  return (await invoke(me, readMe, { principal })).status;
}

test("no session of a removed login is accepted, even where none could be ended", async () => {
  expect([await statusFor(owner), await statusFor(thief)]).toEqual([200, 200]);
  hideSessions();
  const removal = { principal: owner, params: { kind: "phone" } };
  expect((await invoke(unlink, unlinkLogin, removal)).status).toBe(204);
  expect([await statusFor(owner), await statusFor(thief)]).toEqual([200, 401]);
});

test("a login that is added again does not revive the sessions of its removed one", async () => {
  hideSessions();
  await invoke(unlink, unlinkLogin, { principal: owner, params: { kind: "phone" } });
  vi.restoreAllMocks();
  const user = await getUser(runtime.table, userId);
  if (user === null) throw new Error("The user is gone.");
  const adding = { login, pepper: "pepper", now: NOW, alongside: () => [] };
  await linkLogin({ who: owner, user, ...adding });
  expect([await statusFor(owner), await statusFor(thief)]).toEqual([200, 401]);
});

test("a removed Telegram login takes with it that the bot could not write to it, in every account of its user", async () => {
  const elsewhere = newId("acc_", NOW, randomBytes(10));
  const member: Member = {
    ...{ accountId: elsewhere, userId, role: "cashier", apps: null },
    ...{ joinedAt: NOW, endedAt: null, offer: null },
  };
  const team = { accountId: elsewhere, ownUserId: "usr_1", version: 0, rows: [], invitations: [] };
  await transact(runtime.table, teamWrites(team, { members: [member] }));
  const accounts = [owner.accountId, elsewhere];
  const stopped = { reason: "blocked", at: NOW } as const;
  for (const accountId of accounts)
    await saveSettings(runtime.table, { accountId, userId }, { stopped, paid: "each" });
  const telegram = { kind: "telegram", issuer: "https://oauth.telegram.org" } as const;
  const profile = { subject: `7700${users}`, username: null, name: null };
  await transact(runtime.table, [newIdentityWrite({ ...telegram, profile }, userId, NOW)]);
  const removal = { principal: owner, params: { kind: "telegram" } };
  expect((await invoke(unlink, unlinkLogin, removal)).status).toBe(204);
  for (const accountId of accounts) {
    const kept = await getSettings(runtime.table, accountId, userId);
    expect(kept).toMatchObject({ stopped: null, paid: "each" });
  }
});
