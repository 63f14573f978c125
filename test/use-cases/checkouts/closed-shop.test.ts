import { randomBytes } from "node:crypto";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from "vitest";
import {
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from "../../../lib/cloud/aws-services.ts";
import { BatchGetCommand, DocumentClient } from "../../../lib/cloud/dynamodb.ts";
import { followUpMessage, type OrphanSearch } from "../../../lib/contract/messages.ts";
import { createPaymentLink } from "../../../lib/contract/routes/platform-checkouts.ts";
import { createCheckout, verifyCheckout } from "../../../lib/contract/routes/v1.ts";
import type { Checkout } from "../../../lib/domain/checkout.ts";
import { newId } from "../../../lib/domain/ids.ts";
import { environment } from "../../../lib/pipeline/environment.ts";
import type { Principal } from "../../../lib/pipeline/principal.ts";
import { changeAppWrite, getAppWithMethods } from "../../../lib/store/apps.ts";
import { getCheckout } from "../../../lib/store/checkouts.ts";
import { endpointsOfAccount, newEndpointWrite } from "../../../lib/store/endpoints.ts";
import { newIdentityWrite } from "../../../lib/store/identities.ts";
import { transact } from "../../../lib/store/transact.ts";
import { closeAccountWrite, getAccount, getUser } from "../../../lib/store/users.ts";
import { beforeTheCommit } from "../../simulation/chosen-order.ts";
import { mockClient } from "../../support/aws-mock.ts";
import { eventsAbout } from "../../support/events.ts";
import {
  invoke,
  loadHandler,
  meanwhile,
  setFunctionEnvironment,
} from "../../support/function-calls.ts";
import { createMerchant } from "../../support/merchant.ts";
import { startTable, type TestTable } from "../../support/table.ts";
import { createUser } from "../../support/users.ts";

let engine: TestTable;
let byKey: unknown;
let fromDashboard: unknown;
let verify: unknown;
let close: typeof import("../../../lib/use-cases/accounts/close-account.ts").closeAccount;
let remove: typeof import("../../../lib/use-cases/apps/remove-app.ts").removeApp;
let cancelCheckout: typeof import("../../../lib/use-cases/checkouts/change.ts").cancelCheckout;
let orderCredits: typeof import("../../../lib/use-cases/credits/purchases.ts").orderCredits;
let rejectCheckout: typeof import("../../../lib/use-cases/verification/decisions.ts").rejectCheckout;
let releasePayment: typeof import("../../../lib/use-cases/verification/decisions.ts").releasePayment;
let follow: (event: unknown, context: object) => Promise<unknown>;

beforeAll(async () => {
  engine = await startTable();
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
  // Loaded late: they look at the environment.
  ({ createCheckout: byKey } = await import("../../../functions/v1/checkouts.ts"));
  ({ verifyCheckout: verify } = await import("../../../functions/v1/checkouts.ts"));
  ({ createCheckout: fromDashboard } = await import("../../../functions/platform/checkouts.ts"));
  ({ closeAccount: close } = await import("../../../lib/use-cases/accounts/close-account.ts"));
  ({ removeApp: remove } = await import("../../../lib/use-cases/apps/remove-app.ts"));
  ({ cancelCheckout } = await import("../../../lib/use-cases/checkouts/change.ts"));
  ({ orderCredits } = await import("../../../lib/use-cases/credits/purchases.ts"));
  ({ rejectCheckout, releasePayment } = await import(
    "../../../lib/use-cases/verification/decisions.ts"
  ));
  follow = await loadHandler("workers-follow-events");
});
beforeEach(() => {
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
afterAll(() => engine.stop());

async function openShop() {
  const now = Date.now();
  const accountId = newId("acc_", now, randomBytes(10));
  const user = await createUser(engine.table, accountId, now);
  const { appId } = await createMerchant(engine.table, { accountId });
  const scopes = ["checkouts:write"];
  const principals = {
    key: { kind: "key", keyId: "key_test", accountId, appId, mode: "test", scopes },
    user,
  } as const satisfies Record<string, Principal>;
  return {
    accountId,
    appId,
    key: () =>
      invoke(byKey, createCheckout, { principal: principals.key, body: { amount: 150_000 } }),
    verify: (id: string, input = "TESTLATE1") =>
      invoke(verify, verifyCheckout, {
        principal: principals.key,
        params: { id },
        body: { provider: "sandbox", input },
      }),
    user: () =>
      invoke(fromDashboard, createPaymentLink, {
        principal: principals.user,
        body: { amount: 150_000, app_id: appId, livemode: false },
      }),
    /** As the dashboard does it. */
    remove: async (what: "account" | "app") => {
      const stored = await getUser(engine.table, user.userId);
      if (stored === null) throw new Error("there is no user");
      const login = { kind: "phone", phone: stored.phone ?? "" } as const;
      if (what === "app") return remove(user, appId, Date.now());
      await transact(engine.table, [newIdentityWrite(login, user.userId, Date.now())]);
      await close(user, stored, Date.now());
    },
    end: {
      account: () => transact(engine.table, [closeAccountWrite(accountId, now)]),
      app: async () => {
        const found = await getAppWithMethods(engine.table, accountId, appId);
        if (found) await transact(engine.table, [changeAppWrite(found.app, { deletedAt: now })]);
      },
    },
  };
}

function letItExpire(expiresAt: string): void {
  vi.useFakeTimers({ now: Date.parse(expiresAt), toFake: ["Date"] });
}

const CASES = [
  ["key", "account"],
  ["key", "app"],
  ["user", "account"],
  ["user", "app"],
] as const;

describe("a checkout", () => {
  test.each(CASES)("can't be created with a %s that outlives its %s", async (caller, what) => {
    const shop = await openShop();
    expect((await shop[caller]()).status).toBe(201);
    await shop.end[what]();
    const { status, body } = await shop[caller]();
    expect([status, body.code]).toEqual([404, "not_found"]);
  });

  test.each([
    ["account", 401],
    ["app", 404],
  ] as const)(
    "created in the dashboard is refused where its %s ends meanwhile",
    async (what, status) => {
      const shop = await openShop();
      beforeTheCommit(shop.end[what]);
      expect((await shop.user()).status).toBe(status);
    },
  );

  test.each(["account", "app"] as const)(
    "made by a key while its %s ends is canceled by the search that follows",
    async (what) => {
      const shop = await openShop();
      const others = await openShop();
      beforeTheCommit(shop.end[what]);
      const made = [await shop.key(), await others.key()];
      expect(made.map(({ status }) => status)).toEqual([201, 201]);
      const [mine, theirs] = made.map(({ body }) => body.id as string);
      await search(shop, what);
      expect((await getCheckout(engine.table, mine ?? ""))?.status).toBe("canceled");
      expect((await getCheckout(engine.table, theirs ?? ""))?.status).toBe("open");
      const types = (await eventsAbout(engine.table, mine ?? "")).map(({ type }) => type);
      expect(types).toEqual(["checkout.canceled", "checkout.created"]);
      // A message may come twice.
      await search(shop, what);
      expect(await eventsAbout(engine.table, mine ?? "")).toHaveLength(2);
    },
  );

  test.each(["account", "app"] as const)(
    "is searched for ten seconds and two minutes after its %s has ended, even if that request dies at once",
    async (what) => {
      const shop = await openShop();
      const sqs = mockClient(SQSClient);
      const isOpen = async () => (await shop.key()).status === 201;
      const wasOpen: boolean[] = [];
      sqs.on(SendMessageCommand).callsFake(async () => {
        wasOpen.push(await isOpen());
        return { MessageId: "1" };
      });
      await shop.remove(what);
      expect(wasOpen).toEqual([true, true]);
      expect(await isOpen()).toBe(false);
      const sent = sqs.commandCalls(SendMessageCommand).map(({ args: [{ input }] }) => input);
      expect(sent.map(({ DelaySeconds }) => DelaySeconds)).toEqual([10, 120]);
      for (const { MessageBody = "" } of sent)
        expect(followUpMessage.parse(JSON.parse(MessageBody))).toEqual(searchOf(shop, what));
      sqs.restore();
    },
  );

  test("that buys credits keeps its buyer's account open if it is made while the account closes", async () => {
    const seller = await createMerchant(engine.table, { credits: 2 });
    const buyer = await openShop();
    const { accountId: operatorAccountId, appId: operatorAppId } = seller;
    Object.assign(environment().config, { operatorAccountId, operatorAppId });
    onTestFinished(() => {
      Object.assign(environment().config, { operatorAccountId: null, operatorAppId: null });
    });
    const { accountId } = buyer;
    const order = () =>
      orderCredits({ accountId, credits: 8, now: Date.now(), alongside: () => [] });
    const made: Checkout[] = [];
    beforeItEnds(async () => made.push(await order()));
    await expect(buyer.remove("account")).rejects.toMatchObject({ code: "conflict" });
    const load = async () => (await getCheckout(engine.table, made[0]?.id ?? "")) as Checkout;
    await cancelCheckout(load, Date.now(), () => []);
    letItExpire(new Date(Date.now() + 121_000).toISOString());
    await buyer.remove("account");
    expect((await getAccount(engine.table, accountId))?.closedAt).not.toBeNull();
  });

  test.each(["account", "app"] as const)(
    "in review keeps its %s from ending, also if it changes lists while they are read",
    async (what) => {
      const shop = await openShop();
      const { body } = await shop.key();
      const { status } = (await shop.verify(body.id, "TESTREVIEW1")).body.checkout;
      expect(status).toBe("review");
      await expect(shop.remove(what)).rejects.toMatchObject({ code: "conflict" });
      const load = async () => {
        const checkout = await getCheckout(engine.table, body.id);
        if (checkout === null) throw new Error("The checkout is gone.");
        return checkout;
      };
      const { sequence, payments } = await load();
      const [payment] = payments;
      if (payment === undefined) throw new Error("There is no payment.");
      // The list of those in review has been read by then, that of the open ones long before.
      beforeTheCheckoutsAreRead(() =>
        releasePayment(
          { load, by: "usr_tester", reason: "", sequence, now: Date.now(), alongside: () => [] },
          payment,
        ),
      );
      await expect(shop.remove(what)).rejects.toMatchObject({ code: "conflict" });
      expect((await load()).status).toBe("open");
    },
  );

  test.each(["account", "app"] as const)(
    "that has expired takes payments of an open shop, also while its %s ends, which then stays for two minutes with its endpoints",
    async (what) => {
      const shop = await openShop();
      const { accountId, appId } = shop;
      const endpoint = newEndpointWrite({
        ...{ id: newId("whk_", Date.now(), randomBytes(10)), accountId, appId, livemode: false },
        ...{ url: "https://shop.example/hook", events: ["*"], description: null, slow: false },
        ...{ status: "enabled", disabledReason: null, disabledAt: null, deletedAt: null },
        ...{ failuresInARow: 0, timeoutsInARow: 0, failingSince: null, lastSuccessAt: null },
        ...{ secret: "sealed", previousSecret: null },
        createdAt: Date.now(),
      });
      await transact(engine.table, [endpoint]);
      const { body } = await shop.key();
      letItExpire(body.expires_at);
      const early = { code: "conflict", message: expect.stringContaining("expired") };
      await expect(shop.remove(what)).rejects.toMatchObject(early);
      letItExpire(new Date(Date.now() + 121_000).toISOString());
      beforeItEnds(() => shop.verify(body.id));
      const refusal = { code: "conflict", message: expect.stringContaining("late payment") };
      await expect(shop.remove(what)).rejects.toMatchObject(refusal);
      expect(await getCheckout(engine.table, body.id)).toMatchObject({
        status: "review",
        attemptsCount: 1,
      });
      expect((await getAccount(engine.table, accountId))?.closedAt).toBeNull();
      expect(await getAppWithMethods(engine.table, accountId, appId)).not.toBeNull();
      expect(await endpointsOfAccount(engine.table, accountId)).toHaveLength(1);
      const load = async () => (await getCheckout(engine.table, body.id)) as Checkout;
      const { sequence } = await load();
      const decision = { load, by: "usr_tester", reason: "", sequence, now: Date.now() };
      await rejectCheckout({ ...decision, alongside: () => [] });
      await expect(shop.remove(what)).rejects.toMatchObject(refusal);
      letItExpire(new Date(Date.now() + 121_000).toISOString());
      await shop.remove("app");
      expect(await endpointsOfAccount(engine.table, accountId)).toEqual([]);
    },
  );

  test("is canceled also beyond the first page of orphans, and if it is being verified", async () => {
    const shop = await openShop();
    const made: Awaited<ReturnType<typeof shop.key>>[] = [];
    // All at once would take longer on a busy machine than a request waits for the table.
    while (made.length < 103)
      made.push(...(await Promise.all(Array.from({ length: 10 }, () => shop.key()))));
    expect(made.filter(({ status }) => status !== 201)).toEqual([]);
    const ids = made.map(({ body }) => body.id as string);
    await shop.verify(ids[0] ?? "", "TESTDOWN1");
    await shop.end.app();
    await search(shop, "app");
    const found = await Promise.all(ids.map((id) => getCheckout(engine.table, id)));
    expect(found.map((checkout) => checkout?.status)).toEqual(ids.map(() => "canceled"));
  });

  test.each(["account", "app"] as const)(
    "that has expired takes no payments once its %s has ended",
    async (what) => {
      const shop = await openShop();
      const { body } = await shop.key();
      await shop.end[what]();
      letItExpire(body.expires_at);
      const { status, body: problem } = await shop.verify(body.id);
      expect([status, problem.code]).toEqual([409, "checkout_not_open"]);
      expect(await getCheckout(engine.table, body.id)).toMatchObject({
        status: "open",
        attemptsCount: 0,
      });
    },
  );

  test.each(["account", "app"] as const)(
    "that has expired takes no payment that comes while its %s ends",
    async (what) => {
      const shop = await openShop();
      const { body } = await shop.key();
      letItExpire(body.expires_at);
      beforeTheCommit(shop.end[what]);
      const { status, body: problem } = await shop.verify(body.id);
      expect([status, problem.code]).toEqual([409, "checkout_not_open"]);
      expect((await getCheckout(engine.table, body.id))?.attemptsCount).toBe(0);
    },
  );

  test.each(["account", "app"] as const)(
    "stays open where the end of its %s did not commit after all",
    async (what) => {
      const shop = await openShop();
      const { body } = await shop.key();
      await search(shop, what);
      expect((await getCheckout(engine.table, body.id))?.status).toBe("open");
    },
  );
});

/** Lets something happen once, after the checkouts of an account that closes have been read. */
function beforeItEnds(happens: () => Promise<unknown>): void {
  const sqs = mockClient(SQSClient);
  onTestFinished(() => {
    sqs.restore();
  });
  let isOver = false;
  sqs.on(SendMessageCommand).callsFake(async () => {
    if (!isOver) {
      isOver = true;
      await happens();
    }
    return { MessageId: "1" };
  });
  sqs.on(SendMessageBatchCommand).callsFake(async ({ Entries }) => ({ Successful: Entries }));
}

/** Lets something happen after a list has been read and before its checkouts are. */
function beforeTheCheckoutsAreRead(happens: () => Promise<unknown>): void {
  const { send } = DocumentClient.prototype;
  let armed = true;
  vi.spyOn(DocumentClient.prototype, "send").mockImplementation(async function (
    this: DocumentClient,
    ...call: unknown[]
  ) {
    if (armed && call[0] instanceof BatchGetCommand) {
      armed = false;
      await meanwhile(happens);
    }
    return Reflect.apply(send, this, call);
  });
}

interface ShopIds {
  readonly accountId: string;
  readonly appId: number;
}

/** The search that follows the end of an app or account. */
async function search(shop: ShopIds, what: "account" | "app"): Promise<void> {
  const body = JSON.stringify(searchOf(shop, what));
  const answer = await follow({ Records: [{ messageId: "m", body }] }, {});
  expect(answer).toEqual({ batchItemFailures: [] });
}

function searchOf({ accountId, appId }: ShopIds, what: "account" | "app"): OrphanSearch {
  return {
    version: 1,
    kind: "cancel-orphans",
    account_id: accountId,
    app_id: what === "app" ? appId : null,
  };
}
