import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { SendMessageCommand, SQSClient } from "../../../lib/cloud/aws-services.ts";
import { DocumentClient, UpdateCommand } from "../../../lib/cloud/dynamodb.ts";
import { createPaymentLink } from "../../../lib/contract/routes/platform-checkouts.ts";
import { createApiKey } from "../../../lib/contract/routes/platform-keys.ts";
import { readPublicCheckout } from "../../../lib/contract/routes/public.ts";
import { submitLink } from "../../../lib/contract/routes/public-links.ts";
import { ROUTES } from "../../../lib/contract/routes/table.ts";
import { createCheckout, readCheckout, verifyCheckout } from "../../../lib/contract/routes/v1.ts";
import { newId } from "../../../lib/domain/ids.ts";
import { now } from "../../../lib/pipeline/deps.ts";
import { variableOf } from "../../../lib/pipeline/environment.ts";
import type { Principal } from "../../../lib/pipeline/principal.ts";
import { getApiKey, hashKey, revokeApiKeyWrite } from "../../../lib/store/api-keys.ts";
import { getAppWithMethods } from "../../../lib/store/apps.ts";
import { listAudit } from "../../../lib/store/audit.ts";
import { getCheckout } from "../../../lib/store/checkouts.ts";
import { getBalance } from "../../../lib/store/credit-shards.ts";
import { newLinkWrite } from "../../../lib/store/payment-links.ts";
import { transact } from "../../../lib/store/transact.ts";
import { closeAccountWrite, getAccount } from "../../../lib/store/users.ts";
import {
  changeSuspension,
  previewSuspension,
} from "../../../lib/use-cases/operator/suspend-account.ts";
import { beforeTheCommit } from "../../simulation/chosen-order.ts";
import { mockClient } from "../../support/aws-mock.ts";
import {
  answer,
  invoke,
  loadHandler,
  setFunctionEnvironment,
} from "../../support/function-calls.ts";
import { createMerchant, grantCredits } from "../../support/merchant.ts";
import { startTable, type TestTable } from "../../support/table.ts";
import { createUser } from "../../support/users.ts";

let engine: TestTable;
const handlers = new Map<string, unknown>();
let follow: (event: unknown, context: object) => Promise<unknown>;
let followSuspension: typeof import("../../../lib/use-cases/accounts/follow-suspension.ts").followSuspension;
let queue: ReturnType<typeof mockClient>;

const OUTBOX = {
  client: new SQSClient({}),
  urlOf: (name: string) => variableOf("QUEUE_URL", name),
};
const REASON = "Customers report that nothing is delivered";
const LOADED = [
  ...["v1-create-checkout", "v1-read-checkout", "v1-verify-checkout", "platform-create-checkout"],
  ...["platform-create-api-key", "public-submit-link", "public-read-checkout"],
  "public-show-pay-page",
];

beforeAll(async () => {
  engine = await startTable();
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
  queue = mockClient(SQSClient);
  // Loaded late: they look at the environment.
  for (const name of LOADED) handlers.set(name, await loadHandler(name));
  follow = await loadHandler("workers-follow-events");
  ({ followSuspension } = await import("../../../lib/use-cases/accounts/follow-suspension.ts"));
});
beforeEach(() => {
  queue.reset();
  queue.on(SendMessageCommand).resolves({ MessageId: "1" });
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => engine.stop());

const table = () => engine.table;

interface Sent {
  readonly queue: string;
  readonly delay: number;
  // biome-ignore lint/suspicious/noExplicitAny: messages of several kinds
  readonly body: any;
}

/** Messages that were sent since the last look. */
function sent(): readonly Sent[] {
  const calls = queue.commandCalls(SendMessageCommand);
  const found = calls.map(({ args: [{ input }] }) => ({
    queue: input.QueueUrl?.split("/").at(-1) ?? "",
    delay: input.DelaySeconds ?? 0,
    body: JSON.parse(input.MessageBody ?? ""),
  }));
  queue.resetHistory();
  return found;
}

/** Gives the worker its messages, in the order of their delays, until it sends none. */
async function work(messages = sent()): Promise<void> {
  const mine = messages.filter((one) => one.queue === "follow-up");
  for (const { body } of mine.toSorted((one, other) => one.delay - other.delay)) {
    const event = { Records: [{ messageId: "m", body: JSON.stringify(body) }] };
    expect(await follow(event, {})).toEqual({ batchItemFailures: [] });
  }
  const more = sent();
  if (more.length > 0) await work(more);
}

async function openShop() {
  const accountId = newId("acc_", now(), randomBytes(10));
  const user = await createUser(table(), accountId, now());
  const merchant = await createMerchant(table(), { accountId });
  const { appId } = merchant;
  await grantCredits(table(), {
    ...{ id: newId("led_", now(), randomBytes(10)), accountId, kind: "grant", credits: 100 },
    ...{ source: "test", note: null, createdAt: now() },
  });
  const code = randomBytes(6).toString("hex");
  const link = { code, accountId, appId, livemode: false, amount: 150_000, currency: "ETB" };
  const counts = { checkoutsCount: 0, verifiedCount: 0, description: null, active: true };
  await transact(table(), [newLinkWrite({ ...link, ...counts, createdAt: now() })]);
  const scopes = ["checkouts:read", "checkouts:write"];
  const key = (mode: "live" | "test") =>
    ({ kind: "key", keyId: "key_test", accountId, appId, mode, scopes }) satisfies Principal;
  return {
    ...merchant,
    user,
    key,
    byKey: (mode: "live" | "test" = "test") =>
      invoke(handlers.get("v1-create-checkout"), createCheckout, {
        ...{ principal: key(mode), body: { amount: 150_000 } },
      }),
    byMember: () =>
      invoke(handlers.get("platform-create-checkout"), createPaymentLink, {
        ...{ principal: user, body: { amount: 150_000, app_id: appId, livemode: false } },
      }),
    /** Where a customer is sent who pays by the link. */
    byLink: async () => {
      const form = { params: { code: link.code }, body: {} };
      const { headers } = await answer(handlers.get("public-submit-link"), submitLink, form);
      return headers.location ?? "";
    },
    verify: (id: string, input: string) =>
      invoke(handlers.get("v1-verify-checkout"), verifyCheckout, {
        ...{ principal: key("test"), params: { id }, body: { provider: "sandbox", input } },
      }),
    read: (id: string) =>
      invoke(handlers.get("v1-read-checkout"), readCheckout, {
        ...{ principal: key("test"), params: { id } },
      }),
    suspend: (suspended = true) =>
      changeSuspension(
        {
          ...{ table: table(), accountId, suspended, kept: [] },
          ...{ by: { name: "hanna" }, reason: REASON, now: now() },
        },
        OUTBOX,
      ),
    account: async () => {
      const account = await getAccount(table(), accountId);
      if (account === null) throw new Error("The account is gone.");
      return account;
    },
  };
}
type Shop = Awaited<ReturnType<typeof openShop>>;

const isMarked = async (id: string) => (await getCheckout(table(), id))?.suspended === true;

async function payPage(id: string): Promise<string> {
  const checkout = await getCheckout(table(), id);
  const route = ROUTES.find(({ operation }) => operation === "show-pay-page");
  if (!checkout || !route) throw new Error("There is no page.");
  const params = { token: checkout.token };
  return (await answer(handlers.get("public-show-pay-page"), route, { params })).body;
}

async function publicMethods(id: string): Promise<readonly unknown[]> {
  const token = (await getCheckout(table(), id))?.token ?? "";
  const { body } = await invoke(handlers.get("public-read-checkout"), readPublicCheckout, {
    params: { token },
  });
  return body.payment_methods;
}

describe("a suspended account", () => {
  test("opens no checkout: not by a key, in the dashboard, or by a payment link", async () => {
    const shop = await openShop();
    expect([(await shop.byKey()).status, (await shop.byMember()).status]).toEqual([201, 201]);
    expect(await shop.byLink()).toContain("/pay/");
    await shop.suspend();
    for (const made of [
      await shop.byKey("test"),
      await shop.byKey("live"),
      await shop.byMember(),
    ]) {
      expect([made.status, made.body.code]).toEqual([403, "account_suspended"]);
    }
    expect(await shop.byLink()).toContain("problem=closed");
    await shop.suspend(false);
    const again = [await shop.byKey("test"), await shop.byKey("live"), await shop.byMember()];
    expect(again.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(await shop.byLink()).toContain("/pay/");
  });

  test("has open checkouts that ask nobody to pay, in both modes, until it is resumed", async () => {
    const shop = await openShop();
    const other = await openShop();
    const ids = [await shop.byKey("test"), await shop.byKey("live")].map(({ body }) => body.id);
    const theirs = (await other.byKey()).body.id;
    const before = await Promise.all(ids.map((id) => getCheckout(table(), id)));
    await shop.suspend();
    await work();
    for (const id of ids) {
      expect(await payPage(id)).toContain("Don&#39;t pay now");
      expect(await payPage(id)).not.toContain("251900000001");
      expect(await payPage(id)).toContain('name="input"');
      expect(await publicMethods(id)).toEqual([]);
    }
    expect(await isMarked(theirs)).toBe(false);
    // Its own program sees what it has configured.
    expect((await shop.read(ids[0])).body.payment_methods).not.toEqual([]);
    await shop.suspend(false);
    await work();
    expect(await Promise.all(ids.map((id) => getCheckout(table(), id)))).toEqual(before);
    expect(await publicMethods(ids[0])).not.toEqual([]);
  });

  test("still verifies what a customer has paid, with the same calls to the table", async () => {
    const shop = await openShop();
    const ids = [(await shop.byKey()).body.id, (await shop.byKey()).body.id];
    const calls: string[][] = [];
    const send = DocumentClient.prototype.send;
    vi.spyOn(DocumentClient.prototype, "send").mockImplementation(function (
      this: DocumentClient,
      ...call: unknown[]
    ) {
      calls.at(-1)?.push((call[0] as object).constructor.name);
      return Reflect.apply(send, this, call);
    });
    calls.push([]);
    expect((await shop.verify(ids[0], "TESTOK11")).body.checkout.status).toBe("verified");
    calls.push([]);
    await payPage(ids[1]);
    await shop.suspend();
    await work();
    calls.push([]);
    expect((await shop.verify(ids[1], "TESTOK12")).body.checkout.status).toBe("verified");
    const [active, , suspended] = calls.map((made) => made.toSorted());
    expect(suspended).toEqual(active);
  });

  test("settles a payment that was submitted before, and keeps its credits", async () => {
    const shop = await openShop();
    const { id } = (await shop.byKey()).body;
    const credits = await getBalance(table(), shop.accountId);
    beforeTheCommit(async () => {
      await shop.suspend();
      await work();
    });
    expect((await shop.verify(id, "TESTOK21")).body.checkout.status).toBe("verified");
    expect(await getBalance(table(), shop.accountId)).toEqual(credits);
  });

  test("refuses its members what could take payments, before it asks for a proof, and closing", async () => {
    const shop = await openShop();
    await shop.suspend();
    const refused = ROUTES.filter((route) => route.needsActiveAccount);
    expect(refused.map(({ operation }) => operation).toSorted()).toEqual([
      ...["close-account", "create-api-key", "create-app", "create-notice-source"],
      ...["create-payment-link", "create-payment-method", "create-webhook", "invite-member"],
      ...["offer-ownership", "rotate-api-key", "rotate-notice-source", "update-app"],
      "update-payment-method",
    ]);
    for (const route of refused) {
      const handler = await loadHandler(`platform-${route.operation}`);
      const { status, body } = await invoke(handler, route, { principal: shop.user });
      expect([status, body.code], route.operation).toEqual([403, "account_suspended"]);
    }
  });

  test.each(["account-profile", "list-checkouts", "list-audit", "read-credits"])(
    "lets its members read: %s",
    async (operation) => {
      const shop = await openShop();
      await shop.suspend();
      const name = operation === "account-profile" ? "read-account" : operation;
      const route = ROUTES.find((one) => one.surface === "platform" && one.operation === name);
      if (route === undefined) throw new Error(name);
      const handler = await loadHandler(`platform-${name}`);
      const { status, body } = await invoke(handler, route, { principal: shop.user });
      expect(status).toBe(200);
      if (name === "read-account") expect(body.suspended).toMatchObject({ reason: REASON });
    },
  );

  test("keeps what its members have revoked: a resumed account gets no key back", async () => {
    const shop = await openShop();
    const key = await getApiKey(table(), hashKey(shop.liveKey));
    if (key === null) throw new Error("The key is gone.");
    await shop.suspend();
    await transact(table(), [revokeApiKeyWrite(key, now())]);
    await shop.suspend(false);
    await work();
    expect((await getApiKey(table(), hashKey(shop.liveKey)))?.revokedAt).not.toBeNull();
    expect((await getApiKey(table(), hashKey(shop.testKey)))?.revokedAt).toBeNull();
    const app = await getAppWithMethods(table(), shop.accountId, shop.appId);
    expect(app?.methods.map(({ enabled }) => enabled)).toEqual([true]);
  });

  test("gains nothing by a key that was created at the same moment", async () => {
    const shop = await openShop();
    beforeTheCommit(() => shop.suspend());
    const made = await invoke(handlers.get("platform-create-api-key"), createApiKey, {
      principal: shop.user,
      body: { name: "Late", app_id: shop.appId, mode: "test" },
    });
    expect(made.status).toBe(201);
    expect((await shop.byKey()).body.code).toBe("account_suspended");
  });

  test("tells its members, and writes to its audit log, once", async () => {
    const shop = await openShop();
    await shop.suspend();
    await shop.suspend();
    const told = sent().filter((one) => one.queue === "notifications");
    expect(told.map(({ body }) => body.facts.type)).toEqual(["account.suspended"]);
    await shop.suspend(false);
    expect(sent().map(({ body }) => body.facts?.type)).toContain("account.resumed");
    const { data } = await listAudit(table(), shop.accountId, { limit: 5 }, now());
    expect(data).toMatchObject([
      { action: "account.resumed", actor: "operator:hanna", note: REASON },
      { action: "account.suspended", actor: "operator:hanna", note: REASON },
    ]);
  });
});

describe("the pay pages of a suspended account", () => {
  const behind = async (shop: Shop) => (await shop.account()).pagesBehindSince !== undefined;

  test("follow it at once, and once more when no earlier request can be running", async () => {
    const shop = await openShop();
    const { id } = (await shop.byKey()).body;
    // A request that has read the account before commits after the first work.
    beforeTheCommit(async () => {
      await shop.suspend();
      await work(messages(false));
      expect(await isMarked(id)).toBe(true);
    });
    const late = (await shop.byKey()).body.id;
    expect([await isMarked(late), await behind(shop)]).toEqual([false, true]);
    await work(messages(true));
    expect([await isMarked(late), await behind(shop)]).toEqual([true, false]);
  });

  let kept: readonly Sent[] = [];
  /** The first or the last message of the change; keeps the others for later. */
  function messages(last: boolean): readonly Sent[] {
    const all = [...kept, ...sent()].filter((one) => one.queue === "follow-up");
    kept = all.filter(({ body }) => body.last !== last);
    return all.filter(({ body }) => body.last === last);
  }

  test("are announced to the worker before the commit, so that a crash after it loses nothing", async () => {
    const shop = await openShop();
    queue.on(SendMessageCommand).callsFake(async () => {
      if ((await shop.account()).suspended) throw new Error("died");
      return { MessageId: "1" };
    });
    const { id } = (await shop.byKey()).body;
    await expect(shop.suspend()).rejects.toThrow("died");
    queue.on(SendMessageCommand).resolves({ MessageId: "1" });
    const [last] = sent().filter(({ body }) => body.last === true);
    expect(last).toMatchObject({ queue: "follow-up", delay: 120 });
    await work(last ? [last] : []);
    expect([await isMarked(id), await behind(shop)]).toEqual([true, false]);
  });

  test("follow step by step: work that runs out of time or dies goes on where it was", async () => {
    const shop = await openShop();
    const ids: string[] = [];
    for (let made = 0; made < 45; made++) ids.push((await shop.byKey()).body.id);
    await shop.suspend();
    const [, last] = sent().filter((one) => one.queue === "follow-up");
    const marked = async () => (await Promise.all(ids.map(isMarked))).filter(Boolean).length;
    // Out of time at once, each time: one step for each message.
    const steps: number[] = [];
    let message = { ...last?.body, last: true };
    for (;;) {
      await followSuspension(message, 0);
      steps.push(await marked());
      const [next] = sent();
      if (next === undefined) break;
      message = next.body;
    }
    expect(steps[0]).toBe(20);
    expect(steps.at(-1)).toBe(45);
    expect(await behind(shop)).toBe(false);
    // One that died in the middle of a step is delivered again.
    await shop.suspend(false);
    const [again] = sent().filter((one) => one.body.last === true);
    failOnce((command) => command instanceof UpdateCommand);
    const event = { Records: [{ messageId: "m", body: JSON.stringify(again?.body) }] };
    expect(await follow(event, {})).toEqual({ batchItemFailures: [{ itemIdentifier: "m" }] });
    expect(await behind(shop)).toBe(true);
    await work(again ? [again] : []);
    expect([await marked(), await behind(shop)]).toEqual([0, false]);
  });

  function failOnce(which: (command: unknown) => boolean): void {
    const { send } = DocumentClient.prototype;
    let armed = true;
    vi.spyOn(DocumentClient.prototype, "send").mockImplementation(async function (
      this: DocumentClient,
      ...call: unknown[]
    ) {
      if (armed && which(call[0])) {
        armed = false;
        throw new Error("died");
      }
      return Reflect.apply(send, this, call);
    });
  }

  test("follow the latest change, however late the messages of an earlier one come", async () => {
    const shop = await openShop();
    const { id } = (await shop.byKey()).body;
    await shop.suspend();
    const early = sent();
    await shop.suspend(false);
    const later = sent();
    await work(later);
    await work(early);
    expect([await isMarked(id), await behind(shop)]).toEqual([false, false]);
    // Nor one that was never committed.
    const lost = { ...later[0]?.body, since: now() + 1_000 };
    await work([{ queue: "follow-up", delay: 0, body: lost }]);
    expect(await isMarked(id)).toBe(false);
  });

  test("start to follow again where an operator repeats the command, until they do", async () => {
    const shop = await openShop();
    const { id } = (await shop.byKey()).body;
    await shop.suspend();
    sent();
    const first = await shop.account();
    // All messages are lost.
    await shop.suspend();
    expect((await shop.account()).suspended).toEqual(first.suspended);
    await work();
    expect([await isMarked(id), await behind(shop)]).toEqual([true, false]);
    await expect(shop.suspend()).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("suspending an account", () => {
  const change = (accountId: string, more: object = {}) => ({
    ...{ table: table(), accountId, suspended: true, kept: [] as string[] },
    ...{ by: { name: "hanna" }, reason: REASON, now: now() },
    ...more,
  });

  test("shows whose account it is, and changes nothing before it is confirmed", async () => {
    const shop = await openShop();
    const before = await shop.account();
    expect(await previewSuspension(change(shop.accountId))).toMatchObject({
      ...{ account: shop.accountId, apps: ["Selam Coffee"], suspended: null },
    });
    expect(await shop.account()).toEqual(before);
    expect(sent()).toEqual([]);
  });

  test("is refused for an unknown, a closed, a kept and an active account to be resumed", async () => {
    const shop = await openShop();
    const codeOf = async (given: ReturnType<typeof change>) => {
      const both = [previewSuspension(given), changeSuspension(given, OUTBOX)];
      const results = await Promise.allSettled(both);
      return results.map((one) => one.status === "rejected" && one.reason.code);
    };
    const unknown = newId("acc_", now(), randomBytes(10));
    expect(await codeOf(change(unknown))).toEqual(["not_found", "not_found"]);
    const kept = change(shop.accountId, { kept: [shop.accountId] });
    expect(await codeOf(kept)).toEqual(["conflict", "conflict"]);
    const lift = change(shop.accountId, { suspended: false });
    expect(await codeOf(lift)).toEqual(["conflict", "conflict"]);
    await transact(table(), [closeAccountWrite(shop.accountId, now())]);
    expect(await codeOf(change(shop.accountId))).toEqual(["conflict", "conflict"]);
    expect(sent()).toEqual([]);
  });

  test("by two operators at the same moment happens once", async () => {
    const shop = await openShop();
    beforeTheCommit(() => shop.suspend());
    await shop.suspend();
    const { data } = await listAudit(table(), shop.accountId, { limit: 5 }, now());
    expect(data.map(({ action }) => action)).toEqual(["account.suspended"]);
    await work();
    expect((await shop.account()).pagesBehindSince).toBeUndefined();
  });
});
