import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { SendMessageCommand, SQSClient } from "../../../lib/cloud/aws-services.ts";
import { PutCommand, paginateScan } from "../../../lib/cloud/dynamodb.ts";
import { unlinkLogin } from "../../../lib/contract/routes/platform-account.ts";
import { deleteApp } from "../../../lib/contract/routes/platform-apps.ts";
import { revokeApiKey, rotateApiKey } from "../../../lib/contract/routes/platform-keys.ts";
import { newId } from "../../../lib/domain/ids.ts";
import type { ProvenLogin, User } from "../../../lib/domain/user.ts";
import { randomBytes } from "../../../lib/pipeline/deps.ts";
import type { UserPrincipal } from "../../../lib/pipeline/principal.ts";
import { getApiKey, hashKey, isUsable } from "../../../lib/store/api-keys.ts";
import { listAudit } from "../../../lib/store/audit.ts";
import { getIdentityOwner, newIdentityWrite } from "../../../lib/store/identities.ts";
import { getSession, newSessionWrite } from "../../../lib/store/sessions.ts";
import { suspendWrite } from "../../../lib/store/suspensions.ts";
import { type Table, transact } from "../../../lib/store/transact.ts";
import { changeUserWrite, getAccount, getUser, newUserWrites } from "../../../lib/store/users.ts";
import { audit } from "../../../lib/use-cases/events/audit.ts";
import { redoRevocations } from "../../../lib/use-cases/operator/redo-revocations.ts";
import { mockClient } from "../../support/aws-mock.ts";
import { invoke, loadHandler } from "../../support/function-calls.ts";
import { createMerchant, type Merchant } from "../../support/merchant.ts";
import { startTable, type TestTable } from "../../support/table.ts";
import { newSessionId, sessionOf } from "../../support/users.ts";
import { startRuntime } from "../../support/verification.ts";
import { damage, everything } from "../privacy/setup.ts";

let runtime: Awaited<ReturnType<typeof startRuntime>>;
let others: TestTable;
const handlers = new Map<string, unknown>();

beforeAll(async () => {
  [runtime, others] = [await startRuntime(), await startTable()];
  mockClient(SQSClient).on(SendMessageCommand).resolves({ MessageId: "1" });
  for (const name of ["revoke-api-key", "rotate-api-key", "unlink-login", "delete-app"]) {
    handlers.set(name, await loadHandler(`platform-${name}`));
  }
});
afterAll(async () => {
  await runtime.stop();
  await others.stop();
});

const START = Date.now();
let users = 0;
let merchant: Merchant;
let owner: UserPrincipal;
let phone: ProvenLogin;
let telegram: ProvenLogin;
let copy: Table;

/** A merchant whose owner has both logins and a session, and a copy of the table from then on. */
beforeEach(async () => {
  users += 1;
  merchant = await createMerchant(runtime.table);
  const { accountId } = merchant;
  const userId = newId("usr_", START, randomBytes(10));
  const profile = { subject: `8800${users}`, username: null, name: "Marta Example" };
  phone = { kind: "phone", phone: `+25191100050${users}` };
  telegram = { kind: "telegram", issuer: "https://oauth.telegram.org", profile };
  const open = { createdAt: START, closedAt: null };
  const user: User = {
    ...{ id: userId, accountId, name: null, ...open },
    ...{ phone: phone.phone, telegram: profile },
  };
  owner = {
    kind: "user",
    userId,
    accountId,
    sessionId: newSessionId(START),
    role: "owner",
    apps: null,
  };
  await transact(runtime.table, [
    ...newUserWrites(user, { id: accountId, ownerId: userId, ...open }),
    newIdentityWrite(phone, userId, START),
    newIdentityWrite(telegram, userId, START),
    newSessionWrite(sessionOf(owner, "telegram", START)),
  ]);
  copy = await copied();
});

/** Another table with all that is stored now. */
async function copied(): Promise<Table> {
  const other = await others.another();
  const pages = paginateScan({ client: runtime.table.client }, { TableName: runtime.table.name });
  for await (const { Items = [] } of pages) {
    await Promise.all(
      Items.map((Item) => other.client.send(new PutCommand({ TableName: other.name, Item }))),
    );
  }
  return other;
}

const call = async (
  name: string,
  route: Parameters<typeof invoke>[1],
  params: object,
  body?: object,
) => {
  const invocation = { principal: owner, params: params as Record<string, string>, body };
  expect((await invoke(handlers.get(name), route, invocation)).status).toBeLessThan(300);
};
const keyIn = async (table: Table, key: string) => {
  const found = await getApiKey(table, hashKey(key));
  if (found === null) throw new Error("The key is gone.");
  return found;
};
const redo = async () => {
  const { undone, ...ended } = await redoRevocations({
    ...{ from: runtime.table, to: copy, since: START, by: "hanna", now: Date.now() },
  });
  return { ...ended, undone: undone.filter(({ accountId }) => accountId === merchant.accountId) };
};

test("a key that was revoked after the restore point is revoked in the copy, and audited", async () => {
  const key = await keyIn(runtime.table, merchant.liveKey);
  await call("revoke-api-key", revokeApiKey, { id: key.id });
  expect(isUsable(await keyIn(copy, merchant.liveKey), Date.now())).toBe(true);
  const { undone } = await redo();
  expect(undone).toMatchObject([{ action: "api_key.revoked", objectId: key.id, outcome: "again" }]);
  expect(isUsable(await keyIn(copy, merchant.liveKey), Date.now())).toBe(false);
  expect(isUsable(await keyIn(copy, merchant.testKey), Date.now())).toBe(true);
  const audited = await listAudit(copy, merchant.accountId, { limit: 5 }, Date.now());
  expect(audited.data).toMatchObject([{ action: "api_key.revoked", actor: "operator:hanna" }]);
  // Once more changes nothing.
  expect((await redo()).undone).toEqual(undone);
});

test("a key that was rotated after the restore point expires in the copy when its overlap ends", async () => {
  const { id } = await keyIn(runtime.table, merchant.liveKey);
  await call("rotate-api-key", rotateApiKey, { id }, { overlap_seconds: 0 });
  expect((await redo()).undone).toMatchObject([{ action: "api_key.rotated", outcome: "again" }]);
  const [lost, kept] = [
    await keyIn(runtime.table, merchant.liveKey),
    await keyIn(copy, merchant.liveKey),
  ];
  expect(kept.expiresAt).toBe(lost.expiresAt);
  expect(isUsable(kept, Date.now())).toBe(false);
});

test("all sessions of the copy end", async () => {
  expect((await redo()).sessionsEnded).toBeGreaterThan(0);
  expect((await getSession(copy, owner.sessionId))?.revokedAt).not.toBeNull();
  expect((await getSession(runtime.table, owner.sessionId))?.revokedAt).toBeNull();
  expect((await redo()).sessionsEnded).toBe(0);
});

test("a login that was removed after the restore point cannot sign in by the copy", async () => {
  await call("unlink-login", unlinkLogin, { kind: "phone" });
  expect(await getIdentityOwner(copy, phone)).toBe(owner.userId);
  expect((await redo()).undone).toMatchObject([{ action: "login.unlinked", outcome: "again" }]);
  expect(await getIdentityOwner(copy, phone)).toBeNull();
  expect(await getIdentityOwner(copy, telegram)).toBe(owner.userId);
  expect(await getUser(copy, owner.userId)).toEqual(await getUser(runtime.table, owner.userId));
});

test("a user's only login in the copy stays, and is left to a person", async () => {
  const user = await getUser(copy, owner.userId);
  if (user === null) throw new Error("The user is gone.");
  await transact(copy, [changeUserWrite(user, { telegram: null })]);
  await call("unlink-login", unlinkLogin, { kind: "phone" });
  expect((await redo()).undone).toMatchObject([{ action: "login.unlinked", outcome: "merchant" }]);
  expect(await getIdentityOwner(copy, phone)).toBe(owner.userId);
});

test("the keys of an app that was deleted after the restore point are revoked in the copy", async () => {
  await call("delete-app", deleteApp, { app_id: String(merchant.appId) });
  expect((await redo()).undone).toMatchObject([{ action: "app.deleted", outcome: "merchant" }]);
  expect(isUsable(await keyIn(copy, merchant.testKey), Date.now())).toBe(false);
});

test("an account that was suspended after the restore point is suspended in the copy, with its reason", async () => {
  const { accountId } = merchant;
  const suspended = { at: Date.now(), reason: "Fraud" };
  // Whichever log is read first: the operator's own, or that of the account.
  const logs = [newId("acc_", START, randomBytes(10)), accountId];
  await transact(runtime.table, [
    suspendWrite(accountId, suspended),
    ...logs.map((log, place) => {
      const by = { accountId: log, actor: "operator:console" };
      return audit(by, "account.suspended", accountId, suspended.at + place, "Fraud");
    }),
  ]);
  expect((await redo()).undone).toMatchObject([{ action: "account.suspended", outcome: "again" }]);
  expect((await getAccount(copy, accountId))?.suspended).toEqual(suspended);
  // Once more, and after it was lifted, changes nothing.
  await redo();
  const { data } = await listAudit(copy, accountId, { limit: 5 }, Date.now());
  expect(data.map(({ action }) => action)).toEqual(["account.suspended"]);
});

test("an operator's account keeps its keys where its log names an account that it has closed", async () => {
  const closed = await createMerchant(runtime.table);
  copy = await copied();
  await transact(runtime.table, [audit(owner, "account.closed", closed.accountId, Date.now())]);
  expect((await redo()).undone).toMatchObject([{ action: "account.closed", outcome: "merchant" }]);
  expect(isUsable(await keyIn(copy, merchant.liveKey), Date.now())).toBe(true);
  expect(isUsable(await keyIn(copy, closed.liveKey), Date.now())).toBe(false);
});

test("what cannot be read keeps nothing else from being revoked, and is reported", async () => {
  const lost = await keyIn(runtime.table, merchant.testKey);
  const broken = await keyIn(runtime.table, merchant.liveKey);
  for (const { id } of [lost, broken]) await call("revoke-api-key", revokeApiKey, { id });
  await call("unlink-login", unlinkLogin, { kind: "phone" });
  const isEntry = (item: object) => "objectId" in item && item.objectId === lost.id;
  const repair = await damage({ table: runtime.table }, isEntry, { note: 7 });
  await damage({ table: copy }, ({ entity, id }) => entity === "api_key" && id === broken.id);
  await damage({ table: copy }, ({ entity, id }) => entity === "session" && id === owner.sessionId);
  expect(await redo()).toMatchObject({
    sessionsEnded: expect.toSatisfy((ended: number) => ended > 0),
    undone: [
      { objectId: broken.id, outcome: "failed", why: expect.stringContaining("createdAt is not") },
      { action: "login.unlinked", outcome: "again" },
    ],
    unreadable: [expect.stringContaining("note is not")],
  });
  await repair();
  const session = (await everything({ table: copy })).find(({ id }) => id === owner.sessionId);
  expect(session?.revokedAt).not.toBeNull();
});

/** Runs the command on an empty old table; what an operator reads beside the answer is on stderr. */
async function command(since: string, yes: readonly string[] = ["--yes"]) {
  const from = await others.another();
  const env = {
    ...process.env,
    ...{ AWS_ENDPOINT_URL_DYNAMODB: others.endpoint, TABLE_NAME: copy.name, TZ: "Asia/Tokyo" },
  };
  const args = ["bin/cli.ts", "redo-revocations", "--from", from.name, "--since", since, ...yes];
  const { stderr } = await promisify(execFile)(process.execPath, args, { env });
  return { stderr, from };
}

test("the command names both tables and the instant from which it repeats", async () => {
  const { stderr, from } = await command("2026-11-20T12:00:00+03:00");
  expect(stderr).toContain(`table ${copy.name}\n`);
  expect(stderr).toContain(`changes since 2026-11-20T09:00:00.000Z in ${from.name}\n`);
});

test("without --yes, the command names the lost changes and ends no session", async () => {
  await expect(command("2026-11-20T12:00:00+03:00", [])).rejects.toThrow(
    "Repeat the command with --yes",
  );
  expect((await getSession(copy, owner.sessionId))?.revokedAt).toBeNull();
});

test.each([
  ["without a zone", "2026-11-20T09:00:00", "zone"],
  ["that is a day only", "2026-11-20", "zone"],
  ["in the future", "2996-11-20T09:00:00Z", "future"],
])("the command refuses a restore point %s, and ends no session", async (_, since, why) => {
  await expect(command(since)).rejects.toThrow(why);
  expect((await getSession(copy, owner.sessionId))?.revokedAt).toBeNull();
});
