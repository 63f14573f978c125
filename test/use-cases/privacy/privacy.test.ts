import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { DocumentClient, UpdateCommand } from "../../../lib/cloud/dynamodb.ts";
import { newId } from "../../../lib/domain/ids.ts";
import { changeAppWrite, getAppWithMethods } from "../../../lib/store/apps.ts";
import { attemptWrite } from "../../../lib/store/attempts.ts";
import { createWrites } from "../../../lib/store/checkout-item.ts";
import { transact } from "../../../lib/store/transact.ts";
import { createMerchant } from "../../support/merchant.ts";
import type { TestTable } from "../../support/table.ts";
import {
  DAY,
  damage,
  everything,
  modules,
  NOW,
  newAttempt,
  newCustomer,
  startPrivacyTable,
} from "./setup.ts";

let engine: TestTable;

beforeAll(async () => {
  engine = await startPrivacyTable();
});
afterAll(() => engine?.stop());

describe("customer data", () => {
  it("is redacted after 400 days and not before; amounts and references stay", async () => {
    const { checkout } = await newCustomer(engine, NOW);
    const { redactOldCustomerData, getCheckout } = await modules();
    const until = performance.now() + 60_000;
    await redactOldCustomerData(NOW + 400 * DAY - 1, until);
    expect((await getCheckout(engine.table, checkout.id))?.customer).toEqual(checkout.customer);
    await redactOldCustomerData(NOW + 402 * DAY, until);
    const after = await getCheckout(engine.table, checkout.id);
    expect(after).toEqual({ ...checkout, customer: null });
    expect(after?.clientReference).toBe("order-1");
  });

  it("is redacted even after months of missed runs", async () => {
    const { checkout } = await newCustomer(engine, NOW + 500 * DAY);
    const { redactOldCustomerData, getCheckout } = await modules();
    await redactOldCustomerData(NOW + 1_300 * DAY, performance.now() + 60_000);
    expect((await getCheckout(engine.table, checkout.id))?.customer).toBeNull();
  });

  it("is redacted from attempts too: phones, links to receipts and receivers on receipts", async () => {
    const { checkout } = await newCustomer(engine, NOW);
    const { redactOldCustomerData, getAttempt } = await modules();
    const attempt = newAttempt(checkout, NOW);
    const bare = { ...newAttempt(checkout, NOW + 1), evidence: null };
    const link = "https://receipts.example/rt/1234567890123";
    const linked = { ...newAttempt(checkout, NOW + 2), evidence: { link, unreadable: "labels" } };
    for (const one of [attempt, bare, linked]) {
      await transact(engine.table, [attemptWrite(one, "new")]);
    }
    await redactOldCustomerData(NOW + 450 * DAY, performance.now() + 60_000);
    const after = await getAttempt(engine.table, checkout.id, attempt.id);
    const text = JSON.stringify(after);
    for (const trace of ["251911998877", "Sara", "1000123456789"]) {
      expect(text).not.toContain(trace);
    }
    expect(after).toMatchObject({
      lookup: { reference: "CBE1234567" },
      evidence: {
        fields: { receiver: { verdict: "mismatch" } },
        source: { urlHost: "cbe.example" },
      },
    });
    const other = await getAttempt(engine.table, checkout.id, bare.id);
    expect(other).toEqual({ ...bare, payerPhone: null, lookup: { ...bare.lookup, parts: {} } });
    const third = await getAttempt(engine.table, checkout.id, linked.id);
    expect(third?.evidence).toEqual({ unreadable: "labels" });
  });

  it("of a large merchant is redacted page by page, over all its apps; an interrupted run continues", async () => {
    const start = NOW + 3_500 * DAY;
    const { user, checkout } = await newCustomer(engine, start);
    const { accountId } = user;
    const other = await createMerchant(engine.table, { accountId, now: start });
    const { redactOldCustomerData, getCheckout } = await modules();
    const ids: string[] = [checkout.id];
    for (let count = 1; count < 250; count++) {
      const id = newId("co_", start + count, randomBytes(10));
      ids.push(id);
      const twin = { ...checkout, id, createdAt: start + count, clientReference: null };
      const appId = count % 3 === 0 ? other.appId : checkout.appId;
      await transact(engine.table, createWrites({ ...twin, appId }));
    }
    const touched: string[] = [];
    let failsAfter = 220;
    const { send } = DocumentClient.prototype;
    vi.spyOn(DocumentClient.prototype, "send").mockImplementation(async function (
      this: DocumentClient,
      ...call: unknown[]
    ) {
      const pk = call[0] instanceof UpdateCommand ? String(call[0].input.Key?.pk) : "";
      if (ids.includes(pk.replace("CO#", ""))) touched.push(pk.replace("CO#", ""));
      if (touched.length > failsAfter) throw new Error("the function dies");
      return Reflect.apply(send, this, call);
    });
    const run = (at: number) => redactOldCustomerData(at, performance.now() + 60_000);
    await expect(run(start + 402 * DAY)).rejects.toThrow("the function dies");
    touched.length = 0;
    failsAfter = Number.POSITIVE_INFINITY;
    // Lists of deleted apps, and of apps that are new, change nothing.
    const { app } = (await getAppWithMethods(engine.table, accountId, other.appId)) ?? {};
    if (!app) throw new Error("the app is not there");
    await transact(engine.table, [changeAppWrite(app, { deletedAt: start + 402 * DAY })]);
    await createMerchant(engine.table, { accountId, now: start + 402 * DAY });
    await run(start + 403 * DAY);
    vi.restoreAllMocks();
    // From the last instant of the one page that was done, where more might have been made.
    expect([...new Set(touched)].toSorted()).toEqual(ids.slice(199));
    const customers = await Promise.all(ids.map((id) => getCheckout(engine.table, id)));
    expect(customers.filter((one) => one?.customer !== null)).toEqual([]);
  });

  it("is redacted although other items cannot be read; the run fails, and repeats those", async () => {
    const start = NOW + 5_000 * DAY;
    const [unreadable, partly, other] = [
      await newCustomer(engine, start),
      await newCustomer(engine, start + 1),
      await newCustomer(engine, start + 2),
    ];
    const { redactOldCustomerData, getCheckout, getAttempt } = await modules();
    const attempt = newAttempt(partly.checkout, start);
    await transact(engine.table, [attemptWrite(attempt, "new")]);
    const id = newId("co_", start + DAY, randomBytes(10));
    const later = { ...partly.checkout, id, createdAt: start + DAY, clientReference: null };
    await transact(engine.table, createWrites(later));
    const repairs = [
      await damage(engine, (item) => item.id === unreadable.user.accountId),
      await damage(engine, (item) => item.id === attempt.id, { evidence: Uint8Array.of(9, 9) }),
    ];
    const run = (day: number) =>
      redactOldCustomerData(start + day * DAY, performance.now() + 60_000);
    const progress = async () =>
      (await everything(engine)).find((item) => item.id === partly.user.accountId);
    for (const day of [402, 403]) {
      await expect(run(day)).rejects.toThrow("is not");
      expect(await progress()).toMatchObject({
        liveDataDroppedTo: start + (day - 400) * DAY,
        unredacted: [partly.checkout.id],
      });
    }
    for (const checkout of [partly.checkout, later, other.checkout]) {
      expect((await getCheckout(engine.table, checkout.id))?.customer).toBeNull();
    }
    for (const repair of repairs) await repair();
    await run(404);
    const after = await getAttempt(engine.table, partly.checkout.id, attempt.id);
    expect(after?.payerPhone).toBeNull();
    expect(await progress()).toMatchObject({ unredacted: [] });
    expect((await getCheckout(engine.table, unreadable.checkout.id))?.customer).toBeNull();
  });

  it("is not looked for in an account without an app, which is done at once", async () => {
    const { signIn, redactOldCustomerData } = await modules();
    const start = NOW + 6_000 * DAY;
    const login = { kind: "phone", phone: "+251917999999" } as const;
    const { user } = await signIn(login, "test", start, "a pepper for tests, long enough");
    await redactOldCustomerData(start + 402 * DAY, performance.now() + 60_000);
    const account = (await everything(engine)).find(({ id }) => id === user.accountId);
    expect(account).toMatchObject({
      liveDataDroppedTo: start + 2 * DAY,
      testDataDroppedTo: start + 2 * DAY,
    });
  });

  it("is left to the next run when time is up", async () => {
    const { checkout } = await newCustomer(engine, NOW + 2_000 * DAY);
    const { redactOldCustomerData, getCheckout } = await modules();
    await redactOldCustomerData(NOW + 3_000 * DAY, performance.now() - 1);
    expect((await getCheckout(engine.table, checkout.id))?.customer).not.toBeNull();
  });
});
