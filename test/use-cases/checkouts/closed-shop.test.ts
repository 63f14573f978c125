import { randomBytes } from "node:crypto";
import { DynamoDBDocumentClient, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createPaymentLink } from "../../../lib/contract/routes/platform-checkouts.ts";
import { createCheckout, verifyCheckout } from "../../../lib/contract/routes/v1.ts";
import { newId } from "../../../lib/domain/ids.ts";
import type { Principal } from "../../../lib/pipeline/principal.ts";
import { changeAppWrite, getAppWithMethods } from "../../../lib/store/apps.ts";
import { getCheckout } from "../../../lib/store/checkouts.ts";
import { transact } from "../../../lib/store/transact.ts";
import { closeAccountWrite } from "../../../lib/store/users.ts";
import { eventsAbout } from "../../support/event.ts";
import { setFunctionEnvironment } from "../../support/function-environment.ts";
import { invoke } from "../../support/invoke.ts";
import { createMerchant } from "../../support/merchant.ts";
import { startTable, type TestTable } from "../../support/table.ts";
import { createUser } from "../../support/user.ts";

let engine: TestTable;
let byKey: unknown;
let fromDashboard: unknown;
let verify: unknown;
let follow: typeof import("../../../lib/use-cases/follow-events/follow-event.ts").followEvent;

beforeAll(async () => {
  engine = await startTable();
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
  // Loaded late: they look at the environment.
  ({ handler: byKey } = await import("../../../functions/v1/create-checkout.ts"));
  ({ handler: verify } = await import("../../../functions/v1/verify-checkout.ts"));
  ({ handler: fromDashboard } = await import("../../../functions/platform/create-checkout.ts"));
  ({ followEvent: follow } = await import("../../../lib/use-cases/follow-events/follow-event.ts"));
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
    key: () =>
      invoke(byKey, createCheckout, { principal: principals.key, body: { amount: 150_000 } }),
    verify: (id: string) =>
      invoke(verify, verifyCheckout, {
        principal: principals.key,
        params: { id },
        body: { provider: "sandbox", input: "TESTLATE1" },
      }),
    user: () =>
      invoke(fromDashboard, createPaymentLink, {
        principal: principals.user,
        body: { amount: 150_000, app_id: appId, livemode: false },
      }),
    end: {
      account: () => transact(engine.table, [closeAccountWrite(accountId, now)]),
      app: async () => {
        const found = await getAppWithMethods(engine.table, accountId, appId);
        if (found) await transact(engine.table, [changeAppWrite(found.app, { deletedAt: now })]);
      },
    },
  };
}

/** Lets something happen after everything was read and before the next transaction is sent. */
function beforeTheCommit(happens: () => Promise<unknown>): void {
  const { send } = DynamoDBDocumentClient.prototype;
  let armed = true;
  vi.spyOn(DynamoDBDocumentClient.prototype, "send").mockImplementation(async function (
    this: DynamoDBDocumentClient,
    ...call: unknown[]
  ) {
    if (armed && call[0] instanceof TransactWriteCommand) {
      armed = false;
      await happens();
    }
    return Reflect.apply(send, this, call);
  });
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
    "made by a key while its %s ends is canceled when its event is followed",
    async (what) => {
      const shop = await openShop();
      beforeTheCommit(shop.end[what]);
      const { status, body } = await shop.key();
      expect(status).toBe(201);
      const told = await followed(shop.accountId, body.id);
      expect((await getCheckout(engine.table, body.id))?.status).toBe("canceled");
      expect(told).toEqual(["checkout.created"]);
      // An event may come twice.
      await followed(shop.accountId, body.id);
    },
  );

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

  test("that has expired takes payments of an open shop", async () => {
    const shop = await openShop();
    const { body } = await shop.key();
    letItExpire(body.expires_at);
    expect((await shop.verify(body.id)).status).toBe(200);
    expect((await getCheckout(engine.table, body.id))?.attemptsCount).toBe(1);
  });

  test("of an open shop stays open when its event is followed", async () => {
    const shop = await openShop();
    const { body } = await shop.key();
    await followed(shop.accountId, body.id);
    expect((await getCheckout(engine.table, body.id))?.status).toBe("open");
  });
});

/** Hands the checkout's first event to the worker that follows events; answers with what it found. */
async function followed(accountId: string, checkoutId: string): Promise<readonly string[]> {
  const events = await eventsAbout(engine.table, checkoutId);
  const created = events.filter(({ type }) => type === "checkout.created");
  for (const { id, appId, livemode, type, sequence } of created) {
    const detail = { version: 1, id, account_id: accountId, app_id: appId, livemode } as const;
    await follow({ ...detail, type, sequence });
  }
  return created.map(({ type }) => type);
}
