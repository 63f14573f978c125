import { spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { marshall } from "@aws-sdk/util-dynamodb";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Arguments, WrongUsage } from "../../../bin/operator-arguments.ts";
import { PutCommand } from "../../../lib/cloud/dynamodb.ts";
import { newId } from "../../../lib/domain/ids.ts";
import { randomBytes } from "../../../lib/pipeline/deps.ts";
import type { UserPrincipal } from "../../../lib/pipeline/principal.ts";
import { type ApiKey, newApiKeyWrite, usableApiKeys } from "../../../lib/store/api-keys.ts";
import { listAudit } from "../../../lib/store/audit.ts";
import { getBreaker } from "../../../lib/store/banks.ts";
import { getBalance } from "../../../lib/store/credit-shards.ts";
import { getSession } from "../../../lib/store/sessions.ts";
import { type Table, transact } from "../../../lib/store/transact.ts";
import {
  closeAccountWrite,
  getTeam,
  newAccountWrite,
  teamWrites,
} from "../../../lib/store/users.ts";
import { newApiKey } from "../../../lib/use-cases/apps/api-keys.ts";
import {
  changeCredits,
  type ManualCredits,
  previewCredits,
} from "../../../lib/use-cases/operator/change-credits.ts";
import { startCommands } from "../../support/commands.ts";
import { createMerchant, type Merchant } from "../../support/merchant.ts";
import { startTable, type TestTable } from "../../support/table.ts";
import { createUser } from "../../support/users.ts";
import { everything } from "../privacy/setup.ts";

const BIN = join(import.meta.dirname, "../../../bin");
const ACCOUNT = "acc_01k00000000000000000000000";

let started: TestTable;
let table: Table;
let merchant: Merchant;

beforeAll(async () => {
  started = await startTable();
});
afterAll(() => started.stop());
beforeEach(async () => {
  table = await started.another();
  merchant = await createMerchant(table, { credits: 100 });
  await transact(table, [newAccountWrite(accountOf(merchant.accountId))]);
});

const accountOf = (id: string) => ({ id, ownerId: "usr_1", createdAt: Date.now(), closedAt: null });

interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

const CLI = join(BIN, "cli.ts");
const cli = startCommands(CLI);
const checkTable = startCommands(join(BIN, "check-table.ts"));
afterAll(() => {
  cli.close();
  checkTable.close();
});

/** Runs a command of `bin` as an operator would, by default on the test's table. */
async function run(
  args: readonly string[],
  endpoint = started.endpoint,
  program = cli,
): Promise<Ended> {
  const { code, out, error } = await program.run(args, environment(endpoint));
  return { status: code, stdout: out, stderr: error };
}

const environment = (endpoint: string) => ({
  ...{ AWS_REGION: "local", AWS_ACCESS_KEY_ID: "test", AWS_SECRET_ACCESS_KEY: "test" },
  ...{ AWS_ENDPOINT_URL_DYNAMODB: endpoint, TABLE_NAME: table.name },
});

const options = (command: string, ...args: readonly string[]) =>
  new Arguments([...command.split(" "), ...args]);
const grant = (...args: readonly string[]) => options("credits grant", ...args);
const letters = (queue: string) => options("letters replay", "--stage", "prod", "--queue", queue);
const verification = (...args: readonly string[]) => options("verify-event", ...args);

it.each<readonly [string, () => unknown]>([
  ["Unknown option '--acount'", () => options("credits show", "--acount", "acc_1")],
  ['no command "credits gant"; there are: credits show', () => options("credits gant")],
  ['no command "credits grant 5"', () => grant("5")],
  ["--credits must be", () => grant("--credits", "0x10").credits()],
  ["--credits must be", () => grant("--credits", "1e6").credits()],
  ["--credits must be", () => grant("--credits", " ").credits()],
  ["--account is missing", () => grant().account()],
  ["--account is not an account's ID", () => grant("--account", "acc_1").account()],
  ["--note is missing", () => grant().actor()],
  ["--note must have 3 to 300", () => grant("--note", "    ").actor()],
  ["--note must have 3 to 300", () => grant("--note", "red \u001b[31m").actor()],
  ["--by must have 1 to 100", () => grant("--note", "Why", "--by", "").actor()],
  // Options that would be ignored: the command would do more than was meant.
  ["no option --account", () => options("banks off", "--account", "acc_1")],
  ["no option --reference", () => options("letters replay", "--reference", "x")],
  ["--local and --table exclude", () => options("credits show", "--local", "--table", "x")],
  ["--stage is missing", () => options("accounts suspend").need("stage")],
  ["no option --reference", () => options("accounts suspend", "--reference", "x")],
  ["--local and --stage exclude", () => options("letters list", "--local", "--stage", "prod")],
  ["one of --phone, --name and", () => options("accounts find").search()],
  ["international form", () => options("accounts find", "--phone", "0911000000").search()],
  ["There are: telebirr", () => options("banks off", "--provider", "sandbox").bank()],
  // Looking at the messages of a working queue counts as trying them.
  ["--queue must be one of", () => letters("delivery").queue()],
  ["no provider tele", () => verification("--provider", "tele").provider()],
  ["--checkout is not", () => verification("--checkout", "co_1").checkout()],
])("refuses a command line with: %s", (text, read) => {
  expect(read).toThrow(WrongUsage);
  expect(read).toThrow(text);
});

it("reads a phone number as people write it", () => {
  const search = options("accounts find", "--phone", "+251 (911) 00-00-00").search();
  expect(search).toEqual({ by: "phone", phone: "+251911000000" });
});

it("ends with 2, without a stack trace, before it opens a table for wrong arguments", async () => {
  const { status, stdout, stderr } = await run(["credits", "grant", "--credits", "1e6"]);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).not.toMatch(/ {4}at |^table/m);
});

it.each([[["--help"]], [["-h"]], [["help"]], [[]]])("shows its usage for %j", (args) => {
  expect(new Arguments(args).command).toBeNull();
});

it("shows whose credits it would change and grants nothing without --yes", async () => {
  const { accountId } = merchant;
  const args = `credits grant --account ${accountId} --credits 500 --reference 17 --note`.split(
    " ",
  );
  const shown = await run([...args, "Invoice 17"]);
  expect(shown.status).toBe(2);
  expect(shown.stderr).toContain("Repeat the command with --yes");
  expect(JSON.parse(shown.stdout)).toMatchObject({
    ...{ account: accountId, apps: ["Selam Coffee"], credits: 500 },
    ...{ availableBefore: 100, availableAfter: 600, lastManualChanges: [] },
  });
  expect(await getBalance(table, accountId)).toMatchObject({ available: 100 });
  expect(await run([...args, "Invoice 17", "--yes"])).toMatchObject({ status: 0 });
  expect(await getBalance(table, accountId)).toMatchObject({ available: 600 });
});

const change = (more: Partial<ManualCredits> = {}): ManualCredits => ({
  ...{ accountId: merchant.accountId, kind: "grant", credits: 500, reference: "17" },
  ...{ by: { name: "Marta" }, reason: "Invoice 17", now: Date.now() },
  ...more,
});

it("shows the next operator what was changed before, and a reference that is used", async () => {
  await changeCredits(table, change());
  await expect(previewCredits(table, change())).rejects.toThrow("already been used within 31 days");
  expect(await previewCredits(table, change({ reference: null }))).toMatchObject({
    ...{ availableBefore: 600, availableAfter: 1100 },
    lastManualChanges: [{ credits: 500, note: "Invoice 17" }],
  });
});

it("counts a reference once in 31 days, also across midnight", async () => {
  const now = Date.UTC(2026, 10, 28, 0, 5);
  const ago = (ms: number) => change({ now: now - ms });
  await changeCredits(table, ago(31 * 86_400_000));
  await changeCredits(table, change({ now }));
  await expect(changeCredits(table, ago(-86_400_000))).rejects.toThrow("within 31 days");
  await expect(previewCredits(table, ago(-30 * 86_400_000))).rejects.toThrow("within 31 days");
  expect(await getBalance(table, merchant.accountId)).toMatchObject({ available: 1100 });
  await changeCredits(table, change({ now, reference: "18" }));
  expect(await getBalance(table, merchant.accountId)).toMatchObject({ available: 1600 });
});

it("refuses in the preview what the change would refuse", async () => {
  const preview = (more: Partial<ManualCredits>) => previewCredits(table, change(more));
  await expect(preview({ credits: -1 })).rejects.toThrow("at least 1 for a grant");
  await expect(preview({ kind: "adjust", credits: -101 })).rejects.toThrow("below zero");
  await transact(table, [closeAccountWrite(merchant.accountId, Date.now())]);
  await expect(preview({})).rejects.toThrow("no open account");
});

it.runIf(existsSync("/dev/full"))(
  "ends with 1 and says why where its output can't be written, before it repairs a copy",
  async () => {
    const id = newId("co_", Date.now(), randomBytes(10));
    const Item = { pk: `CO#${id}`, sk: "CO", entity: "checkout", id, accountId: ACCOUNT };
    await table.client.send(new PutCommand({ TableName: table.name, Item }));
    const before = await everything({ table });
    const full = openSync("/dev/full", "w");
    const { status, stderr } = spawnSync(process.execPath, [CLI, "repair-copy", "--yes"], {
      ...{ env: environment(started.endpoint), encoding: "utf8" },
      stdio: ["ignore", full, "pipe"],
    });
    closeSync(full);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringContaining("The output could not be written: ENOSPC"),
    });
    expect(await everything({ table })).toEqual(expect.arrayContaining([...before]));
  },
);

it("takes no account that does not exist for an empty one", async () => {
  const { status, stdout, stderr } = await run(["credits", "show", "--account", ACCOUNT]);
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toContain("no such account");
});

it("finds an account by name behind a hundred newer ones", async () => {
  const later = Array.from({ length: 100 }, (_, index) =>
    newId("acc_", Date.now() + 1000 + index, randomBytes(10)),
  );
  await Promise.all(later.map((id) => transact(table, [newAccountWrite(accountOf(id))])));
  const { stdout } = await run(["accounts", "find", "--name", "selam"]);
  expect(JSON.parse(stdout)).toMatchObject([{ account: { id: merchant.accountId } }]);
});

it("leaves a bank on without --yes, and shows the service's audit log", async () => {
  const off = ["banks", "off", "--provider", "cbe", "--note", "Maintenance"];
  expect(JSON.parse((await run(off)).stdout)).toMatchObject({
    effect: expect.stringContaining("all accounts"),
    banks: [{ provider: "cbe", status: "up" }],
  });
  expect((await getBreaker(table, "cbe", "current")).breaker.off).toBeFalsy();
  expect(await run([...off, "--yes", "--by", "Marta"])).toMatchObject({ status: 0 });
  const { stdout } = await run(["audit"]);
  expect(JSON.parse(stdout)).toMatchObject([
    { actor: "operator:Marta", action: "bank.switched_off", objectId: "cbe", note: "Maintenance" },
  ]);
});

describe("accounts revoke", () => {
  let owner: UserPrincipal;
  let cashier: UserPrincipal;
  let stranger: UserPrincipal;
  let keys: readonly ApiKey[];
  const isLive = async (who: UserPrincipal) =>
    (await getSession(table, who.sessionId))?.revokedAt === null;
  const usable = async () =>
    (await usableApiKeys(table, owner.accountId, Date.now())).map(({ id }) => id);

  beforeEach(async () => {
    const id = () => newId("acc_", Date.now(), randomBytes(10));
    [owner, cashier, stranger] = [
      await createUser(table, id()),
      await createUser(table, id()),
      await createUser(table, id()),
    ];
    const team = await getTeam(table, owner.accountId);
    if (team === null) throw new Error("There is no team.");
    const joined = { userId: cashier.userId, role: "cashier", apps: null } as const;
    const since = { joinedAt: 1, endedAt: null, offer: null };
    const member = { accountId: owner.accountId, ...joined, ...since };
    await transact(table, teamWrites(team, { members: [member] }));
    keys = ["test", "live"].map((mode) => {
      const wanted = { accountId: owner.accountId, appId: 1001, name: mode, expiresAt: null };
      const scopes = ["checkouts:read"] as const;
      return newApiKey({ ...wanted, mode: mode as "test", scopes }, owner.userId, Date.now()).key;
    });
    await transact(table, keys.map(newApiKeyWrite));
  });

  const revoke = (...args: readonly string[]) =>
    run(["accounts", "revoke", "--account", owner.accountId, "--note", "Stolen phone", ...args]);

  it("shows what it would end, and ends nothing without --yes", async () => {
    const { status, stdout } = await revoke("--keys", "--sessions");
    expect([status, JSON.parse(stdout)]).toEqual([
      2,
      {
        ...{ account: owner.accountId, apps: [], sessions: 2 },
        keys: expect.arrayContaining(keys.map(({ id, name, mode }) => ({ id, name, mode }))),
      },
    ]);
    expect([await isLive(owner), await isLive(cashier)]).toEqual([true, true]);
    expect(await usable()).toHaveLength(2);
  });

  it("signs all members out and leaves keys and other accounts alone; the owner can read why", async () => {
    const { status, stdout } = await revoke("--sessions", "--yes");
    expect([status, JSON.parse(stdout)]).toEqual([0, { sessions: 2, keys: 0 }]);
    expect([await isLive(owner), await isLive(cashier)]).toEqual([false, false]);
    expect(await isLive(stranger)).toBe(true);
    expect(await usable()).toHaveLength(2);
    const page = { limit: 10, internal: true } as const;
    const { data } = await listAudit(table, owner.accountId, page, Date.now());
    expect(data.map(({ action, objectId, note }) => [action, objectId, note])).toEqual(
      expect.arrayContaining([
        ["session.all_ended", owner.userId, "Stolen phone"],
        ["session.all_ended", cashier.userId, "Stolen phone"],
      ]),
    );
  });

  it("revokes all keys of both modes, and does nothing the second time", async () => {
    expect(JSON.parse((await revoke("--keys", "--yes")).stdout)).toEqual({ sessions: 0, keys: 2 });
    expect([await usable(), await isLive(owner)]).toEqual([[], true]);
    expect(JSON.parse((await revoke("--keys", "--yes")).stdout)).toEqual({ sessions: 0, keys: 0 });
  });

  it("must be told what to revoke", async () => {
    expect(await revoke("--yes")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("--sessions, --keys or both"),
    });
  });
});

/** The table's engine, where `answer` gives no other status and body for an operation. */
async function engineWith(answer: (operation: string) => readonly [number, object] | null) {
  const server = createServer((incoming, outgoing) => {
    const own = answer(String(incoming.headers["x-amz-target"]).replace(/^.*\./, ""));
    if (own !== null) return void outgoing.writeHead(own[0]).end(JSON.stringify(own[1]));
    const { method, headers, url = "/" } = incoming;
    const forwarded = request(new URL(url, started.endpoint), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

it("names every loss before it repairs a copy, which it does only with --yes", async () => {
  const id = newId("co_", Date.now(), randomBytes(10));
  const Item = { pk: `CO#${id}`, sk: "CO", entity: "checkout", id, accountId: merchant.accountId };
  await table.client.send(new PutCommand({ TableName: table.name, Item }));
  const loss = `${id}: created in the lost seconds`;
  const before = await everything({ table });
  const planned = await run(["repair-copy"]);
  expect(planned).toMatchObject({ status: 2, stdout: expect.stringContaining(loss) });
  expect(await everything({ table })).toEqual(before);
  const engine = await engineWith((operation) =>
    operation === "DeleteItem" ? [400, { __type: "AccessDeniedException", message: "No." }] : null,
  );
  const died = await run(["repair-copy", "--yes"], engine.url);
  engine.close();
  expect(died).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("lacks this permission"),
  });
  expect(JSON.parse(died.stdout)).toMatchObject({ removed: 1, lost: [loss] });
  expect(await run(["repair-copy", "--yes"])).toMatchObject({ status: 0 });
  const after = await everything({ table });
  expect(after.map(({ pk }) => pk)).not.toContain(`CO#${id}`);
  const audited = after.filter(({ action }) => action === "table.repaired");
  expect(audited.map(({ objectId }) => objectId)).toEqual([table.name, table.name]);
});

it.each([
  ["cli", cli, 1],
  ["check-table", checkTable, 2],
])("%s says what to check where the table does not exist", async (_, program, expected) => {
  const args = program === cli ? ["issues", "--table", "nope"] : ["--table", "nope"];
  const { status, stdout, stderr } = await run(args, started.endpoint, program);
  expect({ status, stdout }).toEqual({ status: expected, stdout: "" });
  expect(stderr).toContain("table nope\n");
  expect(stderr).toContain("Check AWS_REGION");
  expect(stderr).not.toContain("    at ");
});

it("check-table reads the table that its option names, and takes an empty one for no result", async () => {
  const empty = await started.another();
  const check = (args: readonly string[]) => run(args, started.endpoint, checkTable);
  expect(await check(["--table", empty.name])).toMatchObject({
    ...{ status: 2, stdout: "" },
    stderr: expect.stringContaining("is empty"),
  });
  expect(await check(["--tabel", empty.name])).toMatchObject({ status: 2, stdout: "" });
});

it("check-table reports what looks broken in both of two reads, but not what changes while it reads", async () => {
  const numbers = { granted: 9, captured: 0, available: 9 };
  const balance = marshall({ entity: "credits", accountId: merchant.accountId, ...numbers });
  let scans = 0;
  const engine = await engineWith((operation) =>
    operation === "Scan" && scans++ === 0 ? [200, { Items: [balance] }] : null,
  );
  const sound = await run([], engine.url, checkTable);
  engine.close();
  expect(sound.stdout).toMatch(/^\d+ items, 0 faults$/m);
  const Item = { pk: "CO#co_1", sk: "CO", entity: "checkout", id: "co_1", livemode: true };
  const owned = { ...Item, accountId: merchant.accountId, appId: 404 };
  await table.client.send(new PutCommand({ TableName: table.name, Item: owned }));
  const broken = await run([], started.endpoint, checkTable);
  expect(broken).toMatchObject({
    status: 1,
    stdout: expect.stringContaining("co_1: its state is"),
  });
});
