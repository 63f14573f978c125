import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Route } from "../../../lib/contract/route.ts";
import * as routes from "../../../lib/contract/routes/platform-operator.ts";
import { ROUTES } from "../../../lib/contract/routes/table.ts";
import { DEAD_QUEUES } from "../../../lib/contract/schemas/operator.ts";
import { newId } from "../../../lib/domain/ids.ts";
import type { LocalStack } from "../../../lib/local/compose-stack.ts";
import { appsOf } from "../../../lib/store/apps.ts";
import { putUnreadablePage } from "../../../lib/store/banks.ts";
import { putSampleResult } from "../../../lib/store/operations.ts";
import { commitOne } from "../../../lib/store/transact.ts";
import { newAccountWrite } from "../../../lib/store/users.ts";

import { askForCode, logIn, newPhone, type Visitor, withSigningKey } from "../../support/api.ts";
import { type RouteCall, routeCaller } from "../../support/contract.ts";
import { buryLetter, playRelease } from "../../support/dashboard-visits.ts";
import { createMerchant } from "../../support/merchant.ts";
import { startLocal, tableOf } from "../../support/running-stack.ts";
import { teamOf } from "../../support/users.ts";

const CONSOLE = ROUTES.filter(({ permission }) => permission === "operate");
const REASON = "Asked for by letter";

let stack: LocalStack;
let operator: Visitor;
let merchant: Visitor;
let team: ReturnType<typeof teamOf>;
let hit: ReturnType<typeof routeCaller>;

/** Read when a function is loaded. */
const consoleAccounts: string[] = [];
const consoleMembers: string[] = [];

beforeAll(async () => {
  const config = { otpPerAddressPerHour: 10_000, smsPrice: 30, consoleAccounts, consoleMembers };
  stack = await withSigningKey(await startLocal({ config }));
  [operator, merchant] = [await logIn(stack), await logIn(stack)];
  consoleAccounts.push(operator.accountId);
  stack.reload();
  team = teamOf(stack, () => operator);
  hit = routeCaller(stack, new Map());
}, 400_000);
beforeEach(async () => {
  // New sessions: none has a second factor, and no token has expired.
  operator = await logIn(stack, operator.phone);
  merchant = await logIn(stack, merchant.phone);
});
afterAll(() => stack?.close());

async function prove(who: Visitor): Promise<void> {
  const code = await askForCode(stack, who.phone);
  const { status } = await who.send("PUT", "session/proof/", { body: { phone: who.phone, code } });
  expect(status).toBe(200);
}

const as = (who: Visitor, route: Route, more: RouteCall = {}) =>
  hit(route, { key: who.token, ...more });

/** A call that an operator may make. */
function sample(route: Route): RouteCall {
  const { example, method } = route;
  const params = { id: merchant.accountId, provider: "wegagen", queue: "delivery-dead" };
  const query = method === "GET" && example !== undefined ? "?search=nothing" : "";
  return { params, query, ...(method !== "GET" && { body: example }) };
}

async function auditOf(who: Visitor) {
  return (await who.send("GET", "audit/?limit=20")).body.data as readonly {
    action: string;
    object_id: string;
    note: string;
    actor: { kind: string; id: string; role: string };
  }[];
}

describe("the console, for whom: platform/prove-session", () => {
  it("refuses strangers, keys, and every role of a shop", async () => {
    const { liveKey } = await createMerchant(tableOf(stack));
    const manager = await team.join("manager");
    for (const route of CONSOLE) {
      expect((await hit(route, sample(route))).status, route.operation).toBe(401);
      expect((await hit(route, { ...sample(route), key: liveKey })).status).toBe(401);
      for (const who of [merchant, manager]) {
        const { status, body } = await as(who, route, sample(route));
        expect([status, body.code], route.operation).toEqual([403, "forbidden"]);
      }
    }
  }, 120_000);

  it("refuses an operator without a second factor, before it looks at the request", async () => {
    const needing = CONSOLE.filter(({ secondFactor }) => secondFactor === true);
    expect(needing.map(({ operation }) => operation)).toEqual(
      expect.arrayContaining(["switch-bank", "find-accounts", "change-credits", "end-account"]),
    );
    for (const route of needing) {
      const { status, body } = await as(operator, route, {
        ...sample(route),
        ...(route.method !== "GET" && { body: {} }),
      });
      expect([status, body.code], route.operation).toEqual([403, "second_factor_required"]);
    }
    for (const route of CONSOLE.filter(({ secondFactor }) => secondFactor !== true)) {
      expect((await as(operator, route, sample(route))).status, route.operation).toBe(200);
    }
  }, 120_000);

  it("takes a fresh proof of the own login, in this session, for 10 minutes", async () => {
    const person = await logIn(stack, operator.phone);
    const search = { query: `?search=${merchant.accountId}` };
    const other = newPhone();
    const others = { phone: other, code: await askForCode(stack, other) };
    expect((await person.send("PUT", "session/proof/", { body: others })).status).toBe(400);
    const wrong = { phone: operator.phone, code: "000000" };
    expect((await person.send("PUT", "session/proof/", { body: wrong })).status).toBe(400);
    expect((await as(person, routes.findAccounts, search)).status).toBe(403);
    await prove(person);
    expect((await as(person, routes.findAccounts, search)).status).toBe(200);
    expect((await as(operator, routes.findAccounts, search)).status).toBe(403);
    await stack.advance(601);
    const later = await team.refreshed(person);
    const refused = await as(later, routes.findAccounts, search);
    expect([refused.status, refused.body.code]).toEqual([403, "second_factor_required"]);
  });

  it("lets in a named member, and nobody whose membership has ended", async () => {
    const member = await team.join("developer");
    consoleMembers.push(member.userId);
    stack.reload();
    expect((await as(member, routes.listBanks)).status).toBe(200);
    expect((await operator.send("DELETE", `members/${member.userId}/`)).status).toBe(204);
    expect((await as(member, routes.listBanks)).status).toBe(401);
    const home = await team.refreshed(member);
    expect((await as(home, routes.listBanks)).status).toBe(403);
  });

  it("says to the dashboard who may open it", async () => {
    const flagOf = async (who: Visitor) => (await who.send("GET", "me/")).body.operator;
    expect([await flagOf(operator), await flagOf(merchant)]).toEqual([true, false]);
  });
});

describe("banks: platform/list-banks platform/switch-bank", () => {
  const bankOf = async (provider: string) =>
    (await as(operator, routes.listBanks)).body.data.find(
      (bank: { provider: string }) => bank.provider === provider,
    );

  it("are switched off for all accounts with a reason, and on again", async () => {
    await prove(operator);
    const params = { provider: "telebirr" };
    const turn = (enabled: boolean, reason = "Maintenance") =>
      as(operator, routes.switchBank, { params, body: { enabled, reason } });
    expect((await turn(false, "")).status).toBe(400);
    expect((await turn(true)).status).toBe(409);
    const off = await turn(false);
    expect(off.body).toMatchObject({ status: "down", switched_off: { reason: "Maintenance" } });
    expect((await turn(false)).status).toBe(409);
    const { body } = await hit(statusRoute());
    const shown = body.providers.find((one: { provider: string }) => one.provider === "telebirr");
    expect(shown.status).toBe("down");
    expect((await turn(true, "It is back")).body).toMatchObject({ switched_off: null });
    const [on, before] = await auditOf(operator);
    expect(on).toMatchObject({ action: "bank.switched_on", object_id: "telebirr" });
    expect(before).toMatchObject({
      ...{ action: "bank.switched_off", note: "Maintenance" },
      actor: { kind: "user", id: operator.userId, role: "owner" },
    });
  });

  it("are not asked while they are off, and their payments continue when they are on again", async () => {
    await prove(operator);
    const params = { provider: "cbe" };
    const canaryAt = async () => (await bankOf("cbe")).canary?.at ?? null;
    await as(operator, routes.switchBank, { params, body: { enabled: false, reason: REASON } });
    const before = await canaryAt();
    await stack.runSchedule("run-canaries");
    await stack.idle();
    expect(await canaryAt()).toBe(before);
    await as(operator, routes.switchBank, { params, body: { enabled: true, reason: REASON } });
    await stack.advance(1);
    await stack.runSchedule("run-canaries");
    await stack.idle();
    expect((await bankOf("cbe")).canary.at).not.toBe(before);
  });

  it("show unreadable pages without what a payer would recognize", async () => {
    await putUnreadablePage(tableOf(stack), "awash", {
      ...{ at: stack.now(), why: "no label Amount", text: "Xxxxx 9999" },
    });
    expect((await bankOf("awash")).unreadable).toEqual([
      { at: expect.any(String), why: "no label Amount", text: "Xxxxx 9999" },
    ]);
  });
});

function statusRoute(): Route {
  const route = ROUTES.find(
    ({ surface, operation }) => `${surface}/${operation}` === "public/read-status",
  );
  if (route === undefined) throw new Error("there is no status page");
  return route;
}

describe("accounts: platform/find-accounts platform/inspect-account platform/change-credits platform/change-limits platform/end-account", () => {
  it("are found by id, phone and a part of a name as it is read, also one of digits", async () => {
    await prove(operator);
    await merchant.send("POST", "apps/", { body: { name: "Tomoca  Bole 2013 1987" } });
    for (const search of [merchant.accountId, merchant.phone, "moca b", "2013 1987"]) {
      const query = `?search=${encodeURIComponent(search)}`;
      const { body } = await as(operator, routes.findAccounts, { query });
      const found = body.data.map(({ id }: { id: string }) => id);
      expect(found, search).toEqual([merchant.accountId]);
      expect(JSON.stringify(body), search).not.toContain(merchant.phone);
    }
    const query = `?search=${newPhone()}`.replace("+", "%2B");
    const none = await as(operator, routes.findAccounts, { query });
    expect(none.body.data).toEqual([]);
  });

  it("are found by name among older ones, too: a page looks at the newest 100", async () => {
    await prove(operator);
    await merchant.send("POST", "apps/", { body: { name: "Tomoca Piassa" } });
    const later = stack.now() + 60_000;
    const newer = { ownerId: "usr_gone", createdAt: later, closedAt: null };
    for (let count = 0; count < 100; count++) {
      const id = newId("acc_", later, randomBytes(10));
      await commitOne(tableOf(stack), newAccountWrite({ ...newer, id }));
    }
    const search = (cursor = "") =>
      as(operator, routes.findAccounts, { query: `?search=piassa${cursor}` });
    const { body: first } = await search();
    expect(first).toMatchObject({ data: [], has_more: true });
    const { body: second } = await search(`&cursor=${first.next_cursor}`);
    expect(second.data.map((one: { id: string }) => one.id)).toEqual([merchant.accountId]);
  });

  it("get credits granted and taken back, once for a reference, as both audit logs say", async () => {
    await prove(operator);
    const params = { id: merchant.accountId };
    const change = (credits: number, more: object = {}) =>
      as(operator, routes.changeCredits, { params, body: { credits, reason: REASON, ...more } });
    const before = (await as(operator, routes.inspectAccount, { params })).body.credits.available;
    const granted = await change(50, { reference: "invoice-17" });
    expect(granted.body.credits.available).toBe(before + 50);
    expect((await change(50, { reference: "invoice-17" })).status).toBe(409);
    expect((await change(-20)).body.credits.available).toBe(before + 30);
    expect((await change(-1_000_000)).status).toBe(402);
    expect((await change(0)).status).toBe(400);
    const [taken] = await auditOf(merchant);
    expect(taken).toMatchObject({ action: "credits.adjusted", note: `-20: ${REASON}` });
    expect(taken?.actor).toMatchObject({ kind: "operator", id: "console" });
    const [own] = await auditOf(operator);
    expect(own).toMatchObject({ action: "credits.adjusted", object_id: merchant.accountId });
    expect(own?.actor).toMatchObject({ kind: "user", id: operator.userId });
  });

  it("grant once for a request that is repeated with its key", async () => {
    await prove(operator);
    const params = { id: merchant.accountId };
    const call = { params, body: { credits: 5, reason: REASON } };
    const keyed = { ...call, headers: { "idempotency-key": "grant-1" } };
    const first = await as(operator, routes.changeCredits, keyed);
    const again = await as(operator, routes.changeCredits, keyed);
    expect(again.body.credits).toEqual(first.body.credits);
  });

  it("get a balance of more parts, and spread lists of events", async () => {
    await prove(operator);
    const params = { id: merchant.accountId };
    const body = { balance_shards: 3, reason: REASON };
    const wider = await as(operator, routes.changeLimits, { params, body });
    expect(wider.body.limits).toMatchObject({ balance_shards: 3, currency: "ETB" });
    expect((await auditOf(merchant))[0]).toMatchObject({ action: "credits.widened" });
    const apps = await appsOf(tableOf(stack), merchant.accountId);
    expect(new Set(apps.map(({ isSpread }) => isSpread))).toEqual(new Set([true]));
  });

  it("are closed, but never the operator's own", async () => {
    await prove(operator);
    const closing = await logIn(stack);
    const close = (id: string) =>
      as(operator, routes.endAccount, { params: { id }, body: { reason: REASON } });
    expect((await close(operator.accountId)).status).toBe(409);
    expect((await close(closing.accountId)).body.closed_at).not.toBeNull();
    expect((await closing.send("GET", "me/")).status).toBe(401);
    expect((await close(closing.accountId)).status).toBe(409);
    const params = { id: closing.accountId };
    const { audit } = (await as(operator, routes.inspectAccount, { params })).body;
    expect(audit[0]).toMatchObject({ action: "account.closed", actor: { kind: "operator" } });
  });
});

describe("dead letters: platform/list-dead-queues platform/list-dead-letters platform/replay-dead-letters", () => {
  const lettersOf = async (queue: string) =>
    (await as(operator, routes.listDeadQueues)).body.data.find(
      (one: { queue: string }) => one.queue === queue,
    ).letters;

  it("know every dead-letter queue of the deployment", () => {
    const deployed = stack.deployment.queues.map(({ name }) => name.replace(/^checkout-\w+?-/, ""));
    expect(deployed.filter((name) => name.endsWith("-dead")).toSorted()).toEqual(
      DEAD_QUEUES.filter((name) => deployed.includes(name)).toSorted(),
    );
    expect(DEAD_QUEUES.filter((name) => !deployed.includes(name))).toEqual([]);
  });

  it("are shown without what a person wrote, and go back one by one or all, with an entry for each", async () => {
    await prove(operator);
    const params = { queue: "recovery-dead" };
    for (const endpoint_id of ["whk_1", "whk_2", "whk_3"]) {
      const name = "Abebe Kebede 0911223344";
      const body = { version: 1, kind: "abandon", account_id: "acc_1", endpoint_id, name };
      await buryLetter(stack, "recovery-dead", body);
    }
    expect(await lettersOf("recovery-dead")).toBe(3);
    const { data } = (await as(operator, routes.listDeadLetters, { params })).body;
    expect(data[2].body).toContain('"kind": "abandon"');
    expect(JSON.stringify(data)).not.toMatch(/Abebe|0911/);
    const replay = (id?: string) =>
      as(operator, routes.replayDeadLetters, { params, body: { id, reason: REASON } });
    expect((await replay("gone")).status).toBe(404);
    await stack.advance(31);
    expect((await replay(data[1].id)).body).toEqual({ object: "replay", letters: 1 });
    await stack.advance(31);
    expect((await replay()).body).toEqual({ object: "replay", letters: 2 });
    expect(await lettersOf("recovery-dead")).toBe(0);
    const bus = { params: { queue: "bus-dead" }, body: { reason: REASON } };
    expect((await as(operator, routes.replayDeadLetters, bus)).status).toBe(409);
    const noted = (await auditOf(operator)).map(({ action, note }) => `${action} ${note}`);
    expect(noted.filter((one) => one.startsWith("dead_letters.replayed"))).toHaveLength(2);
  });
});

describe("releases: platform/read-operations", () => {
  const play = (step: object) => playRelease(stack, step);
  const newest = async () => (await as(operator, routes.readOperations)).body.releases[0];

  it("shows what is released now, from which version to which, and with how much traffic", async () => {
    expect(await newest()).toBeUndefined();
    const beganAt = stack.now();
    const deployments = await play({ step: "begin" });
    const running = await newest();
    expect(running).toMatchObject({ state: "running", percent: 10, ended_at: null, alarms: [] });
    expect(Date.parse(running.started_at)).toBeGreaterThanOrEqual(beganAt);
    expect(Date.parse(running.started_at)).toBeLessThanOrEqual(stack.now());
    expect(running.functions).toHaveLength(deployments.length);
    const create = { name: "v1-create-checkout", from: "41", to: "42", state: "running" };
    expect(running.functions).toContainEqual(create);
    await stack.advance(330);
    await play({ step: "succeed" });
    const { state, ended_at } = await newest();
    expect(state).toBe("succeeded");
    expect(Date.parse(ended_at)).toBeGreaterThanOrEqual(beganAt + 330_000);
  });

  it("shows which alarm withdraws a release, and when it is back", async () => {
    await stack.advance(300);
    const [stopped] = await play({ step: "begin", functions: ["v1-create-checkout"] });
    await stack.advance(120);
    const alarm = "release-v1-create-checkout-errors";
    await play({ step: "alarm", function: "v1-create-checkout", alarm });
    const alarms = [`checkout-dev-${alarm}`];
    expect(await newest()).toMatchObject({ state: "withdrawing", ended_at: null, alarms });
    await stack.advance(30);
    await play({ step: "back" });
    const ended = await newest();
    expect(ended).toMatchObject({ state: "withdrawn", alarms });
    expect(ended.ended_at).not.toBeNull();
    // The first event once more, late.
    await stack.advance(60);
    await stack.invoke("workers-record-releases", { detail: { deploymentId: stopped?.id } });
    expect(await newest()).toEqual(ended);
  });

  it("keeps no event of a deployment that CodeDeploy does not know, and repeats it", async () => {
    const unknown = stack.invoke("workers-record-releases", { detail: { deploymentId: "d-1" } });
    await expect(unknown).rejects.toThrow("CodeDeploy answers GetDeployment with 400");
  });
});

describe("the service about itself: platform/read-operations", () => {
  it("counts SMS and keeps the samples of the invariants", async () => {
    await putSampleResult(tableOf(stack), {
      ...{ at: stack.now(), accounts: 4, broken: 1 },
      faults: [{ accountId: merchant.accountId, why: "the balance is not its ledger's sum" }],
    });
    const before = (await as(operator, routes.readOperations)).body;
    expect(before.samples[0]).toMatchObject({ broken: 1, accounts: 4 });
    await logIn(stack);
    const { sms, version } = (await as(operator, routes.readOperations)).body;
    expect(version).toMatch(/^\d+\.\d+/);
    expect(sms.today.login).toBe(before.sms.today.login + 1);
    expect(sms.today.cost).toBe(30 * sms.today.parts);
    await stack.runSchedule("check-invariants");
    await stack.idle();
    const after = (await as(operator, routes.readOperations)).body;
    expect(after.samples[0]).toMatchObject({ broken: 0, faults: [] });
  });
});
