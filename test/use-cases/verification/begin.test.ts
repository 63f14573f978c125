import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PutCommand, UpdateCommand } from "../../../lib/cloud/dynamodb.ts";
import type { Checkout } from "../../../lib/domain/checkout.ts";
import { newId } from "../../../lib/domain/ids.ts";
import { writePurchase } from "../../../lib/domain/payment-link.ts";
import { randomBytes } from "../../../lib/pipeline/deps.ts";
import { changeAppWrite, getAppWithMethods } from "../../../lib/store/apps.ts";
import { leaseAttempt } from "../../../lib/store/attempts.ts";
import { hasOpenCheckout } from "../../../lib/store/checkout-lists.ts";
import { itemsOf } from "../../../lib/store/recoveries.ts";
import { type Item, transact } from "../../../lib/store/transact.ts";
import { closeAccountWrite, newAccountWrite } from "../../../lib/store/users.ts";
import {
  cancelCheckout,
  changeCheckout,
  expireCheckout,
} from "../../../lib/use-cases/checkouts/change.ts";
import { submitInput } from "../../../lib/use-cases/verification/submit.ts";
import { createMerchant, type Merchant } from "../../support/merchant.ts";
import {
  attemptsOf,
  beforeCalls,
  open,
  read,
  setUpVerification,
  unlisted,
} from "../../support/verification.ts";

const verification = setUpVerification();
let merchant: Merchant;
let count = 0;

beforeEach(async () => {
  merchant = await createMerchant(verification.table);
});
afterEach(() => {
  vi.useRealTimers();
});

const REFERENCE = "TESTOK1";
const openTest = (fields: Parameters<typeof open>[1] = {}) =>
  open(merchant, { mode: "test", ...fields });
const submit = (checkout: Checkout, input = REFERENCE) => submitInput(checkout, { input });

type Input = Readonly<Record<string, unknown>>;
const keyOf = ({ Key, Item }: Input) => (Key ?? Item) as { readonly sk: string } | undefined;
const isAttempt = (call: string, input: Input) =>
  call === "PutItem" && keyOf(input)?.sk.startsWith("att_") === true;
const isState = (call: string, input: Input) =>
  call === "UpdateItem" && keyOf(input)?.sk === "CO.state";

/** Until the test ends, runs before the first call of a kind. */
function beforeFirst(is: typeof isState, run: (input: Input) => unknown): void {
  let isOver = false;
  beforeCalls(async (call, input) => {
    if (isOver || !is(call, input)) return;
    isOver = true;
    await run(input);
  });
}

/** Items of all attempts of a checkout, also of those that it does not list. */
async function attemptItems({ id }: Checkout): Promise<readonly Item[]> {
  const found: Item[] = [];
  for await (const item of itemsOf(verification.table, `ATT#${id}`)) {
    if (item.entity === "attempt") found.push(item);
  }
  return found;
}

/** Another request changes the checkout. */
async function touch({ id }: Checkout): Promise<void> {
  await transact(verification.table, changeCheckout(await read(id), [], Date.now()).writes);
}

describe("a submission", () => {
  it("stores its attempt, then the state that lists it, and asks only after both", async () => {
    const calls: string[] = [];
    const checkout = await openTest();
    beforeCalls(async (call, input) => {
      calls.push(call);
      if (!isState(call, input)) return;
      const [stored, ...others] = await attemptItems(checkout);
      expect(others).toEqual([]);
      // A sweeper's worker must not ask at the same time.
      expect(stored?.leaseUntil).toBeGreaterThan(Date.now() + 20_000);
    });
    expect((await submit(checkout)).checkout.status).toBe("verified");
    expect(calls).toEqual(["PutItem", "UpdateItem", "TransactWriteItems"]);
  });

  it("of the other mode's reference names the reference, or the provider that was sent, and what test mode takes", async () => {
    const call = submit(await open(merchant));
    await expect(call).rejects.toThrow("input: is a test reference");
    const checkout = await openTest();
    const named = submitInput(checkout, { provider: "telebirr", input: "DKK3A7B9XZ" });
    await expect(named).rejects.toThrow(
      "provider: telebirr is only for live mode; in test mode, send a test reference such as TESTOK1",
    );
    const words = submit(checkout, "paid to the shop");
    await expect(words).rejects.toThrow("input: is not a test reference such as TESTOK1");
  });

  it.each([
    ["attempt", isAttempt, PutCommand],
    ["state", isState, UpdateCommand],
  ] as const)(
    "goes on where the response of its first try was lost: %s",
    async (_, is, Command) => {
      const checkout = await openTest();
      beforeFirst(is, (input) =>
        verification.table.client.send(new Command(input as never) as never),
      );
      const { checkout: after, attempt } = await submit(checkout);
      expect(after).toMatchObject({
        status: "verified",
        attemptsCount: 1,
        payments: [{ attemptId: attempt.id }],
      });
      expect(await attemptItems(checkout)).toHaveLength(1);
    },
  );

  it("starts over with a new attempt where the checkout has changed in between", async () => {
    const checkout = await openTest();
    const seen: unknown[] = [];
    beforeFirst(isState, async () => {
      seen.push(...(await attemptItems(checkout)).map(({ id }) => id));
      await touch(checkout);
    });
    const { checkout: after, attempt } = await submit(checkout);
    expect(after).toMatchObject({ status: "verified", attemptsCount: 1 });
    expect((await attemptItems(checkout)).map(({ id }) => id)).toEqual([attempt.id]);
    expect(seen).not.toContain(attempt.id);
  });

  it("in time keeps its app and account from closing, also where its checkout expires before it is stored", async () => {
    const checkout = await openTest();
    const { accountId, appId, expiresAt } = checkout;
    vi.useFakeTimers({ toFake: ["Date"], now: expiresAt - 1 });
    const open: boolean[] = [];
    beforeFirst(isState, async () => {
      for (const app of [null, appId])
        open.push(await hasOpenCheckout(verification.table, accountId, app, expiresAt + 30_000));
    });
    expect((await submit(checkout)).checkout.status).toBe("verified");
    expect(open).toEqual([true, true]);
  });

  it("leaves nothing behind where the checkout was canceled in between", async () => {
    const checkout = await openTest();
    beforeFirst(isState, () =>
      cancelCheckout(
        () => read(checkout.id),
        Date.now(),
        () => [],
      ),
    );
    await expect(submit(checkout)).rejects.toMatchObject({ code: "checkout_not_open" });
    expect(await attemptItems(checkout)).toEqual([]);
    expect(await read(checkout.id)).toMatchObject({ status: "canceled", attemptsCount: 0 });
  });

  it("finds the attempt of another request for the same reference, and keeps only that one", async () => {
    const checkout = await openTest();
    const input = "TESTDOWN2";
    const { attempt, list } = await unlisted(checkout, input);
    beforeFirst(isState, async () => {
      expect(await list()).not.toBeNull();
      // The test does not wait for the other request.
      await leaseAttempt(verification.table, attempt, attempt.leaseUntil, -60_000);
    });
    const found = (await submit(checkout, input)).attempt;
    expect(found).toMatchObject({ id: attempt.id, outcome: "pending" });
    expect((await attemptItems(checkout)).map(({ id }) => id)).toEqual([attempt.id]);
    expect((await read(checkout.id)).attemptsCount).toBe(1);
  });
});

describe("a submission past the checkout's expiry", () => {
  /** Of a shop with an open account. */
  const expired = async () => {
    await transact(verification.table, [
      newAccountWrite({
        ...{ id: merchant.accountId, ownerId: "usr_01kagx2m8e0000000000000000" },
        ...{ createdAt: 0, closedAt: null },
      }),
    ]);
    const checkout = await openTest();
    vi.useFakeTimers({ toFake: ["Date"], now: checkout.expiresAt });
    return checkout;
  };

  it("is stored in one transaction, with the checks of its shop", async () => {
    const checkout = await expired();
    const calls: string[] = [];
    beforeCalls((call) => calls.push(call));
    const { checkout: after, attempt } = await submit(checkout);
    expect(after).toMatchObject({ attemptsCount: 1, payments: [{ attemptId: attempt.id }] });
    expect(calls).toEqual(["TransactWriteItems", "TransactWriteItems"]);
  });

  it.each([
    ["account is closed", () => closeAccountWrite(merchant.accountId, Date.now())],
    [
      "app is removed",
      async () => {
        const { accountId, appId } = merchant;
        const found = await getAppWithMethods(verification.table, accountId, appId);
        if (found === null) throw new Error("the merchant has no app");
        return changeAppWrite(found.app, { deletedAt: Date.now() });
      },
    ],
  ])("is refused, and leaves nothing behind, where the shop's %s", async (_, end) => {
    const checkout = await expired();
    await transact(verification.table, [await end()]);
    const calls: string[] = [];
    beforeCalls((call) => calls.push(call));
    await expect(submit(checkout)).rejects.toMatchObject({ code: "checkout_not_open" });
    expect(calls).toEqual(["TransactWriteItems"]);
    expect(await attemptItems(checkout)).toEqual([]);
  });

  it("is refused for a closed account also by a clock that is behind the one that has expired it", async () => {
    const { id, expiresAt } = await expired();
    await expireCheckout(id, Date.now());
    await transact(verification.table, [closeAccountWrite(merchant.accountId, Date.now())]);
    vi.setSystemTime(expiresAt - 1_000);
    const checkout = await read(id);
    await expect(submit(checkout)).rejects.toMatchObject({ code: "checkout_not_open" });
    expect(await attemptItems(checkout)).toEqual([]);
  });

  /** Pays for credits of another account. */
  const payFor = async (checkout: Checkout, buyer: "open" | "closed" | "gone") => {
    const accountId = newId("acc_", Date.now(), randomBytes(10));
    const closedAt = buyer === "closed" ? Date.now() : null;
    const account = { id: accountId, ownerId: "usr_01kagx2m8e0000000000000000", createdAt: 0 };
    if (buyer !== "gone") {
      await transact(verification.table, [newAccountWrite({ ...account, closedAt })]);
    }
    return submit({ ...checkout, purchaseId: writePurchase({ accountId, credits: 8 }) });
  };

  it.each(["closed", "gone"] as const)(
    "is refused, and leaves nothing behind, where it pays for credits of an account that is %s",
    async (buyer) => {
      const checkout = await expired();
      await expect(payFor(checkout, buyer)).rejects.toMatchObject({ code: "checkout_not_open" });
      expect(await attemptItems(checkout)).toEqual([]);
    },
  );

  it("is accepted where it pays for credits of an account that is open", async () => {
    const { checkout } = await payFor(await expired(), "open");
    expect(checkout).toMatchObject({ attemptsCount: 1 });
  });

  it("is accepted where it pays for credits of the shop itself", async () => {
    const credits = writePurchase({ accountId: merchant.accountId, credits: 8 });
    const { checkout } = await submit({ ...(await expired()), purchaseId: credits });
    expect(checkout).toMatchObject({ attemptsCount: 1 });
  });

  it("starts over where the checkout has changed in between", async () => {
    const checkout = await expired();
    beforeFirst(
      (call) => call === "TransactWriteItems",
      () => touch(checkout),
    );
    const { checkout: after, attempt } = await submit(checkout);
    expect(after).toMatchObject({ attemptsCount: 1, payments: [{ attemptId: attempt.id }] });
    expect((await attemptItems(checkout)).map(({ id }) => id)).toEqual([attempt.id]);
  });
});

describe("a submission that finds nothing to store", () => {
  it("of the reference that verified the checkout has the same result", async () => {
    const first = await submit(await openTest());
    const calls: string[] = [];
    beforeCalls((call) => calls.push(call));
    const again = await submit(first.checkout);
    expect(again).toEqual({ ...first, attempt: { ...first.attempt, evidence: expect.anything() } });
    expect(calls.filter((call) => call !== "GetItem" && call !== "Query")).toEqual([]);
    await expect(submit(first.checkout, "TESTOK9")).rejects.toMatchObject({
      code: "checkout_not_open",
    });
  });

  it("because others change the checkout each time is a conflict, and leaves nothing behind", async () => {
    const checkout = await openTest();
    beforeCalls(async (call, input) => {
      if (isState(call, input)) await touch(checkout);
    });
    await expect(submit(checkout)).rejects.toMatchObject({ code: "conflict" });
    expect(await attemptItems(checkout)).toEqual([]);
  });
});

describe("a submission that dies between its two writes", () => {
  const died = new Error("the process died");
  const dead = async (checkout: Checkout, input = REFERENCE) => {
    beforeFirst(isState, () => Promise.reject(died));
    await expect(submit(checkout, input)).rejects.toBe(died);
    expect(await attemptItems(checkout)).toHaveLength(1);
  };

  it("changes nothing that anyone sees", async () => {
    const checkout = await openTest();
    await dead(checkout);
    expect(await read(checkout.id)).toEqual(checkout);
    expect(await attemptsOf(checkout)).toEqual([]);
  });

  it("does not keep the customer from submitting the same reference again", async () => {
    const checkout = await openTest();
    await dead(checkout);
    const { checkout: after, attempt } = await submit(checkout);
    expect(after).toMatchObject({
      status: "verified",
      attemptsCount: 1,
      payments: [{ attemptId: attempt.id }],
    });
    expect((await attemptsOf(checkout)).map(({ id }) => id)).toEqual([attempt.id]);
  });

  it("is not taken for the same manual reference, which only a person can look up", async () => {
    const accounts = { manual: { name: "Shop", number: "CASH-DESK-1" } };
    const checkout = await open(await createMerchant(verification.table, { accounts }));
    const slip = { provider: "manual", input: `SLIP-B${++count}` } as const;
    beforeFirst(isState, () => Promise.reject(died));
    await expect(submitInput(checkout, slip)).rejects.toBe(died);
    const { checkout: after, attempt } = await submitInput(checkout, slip);
    expect(after.review).toMatchObject({ reason: "manual" });
    expect(after.payments).toMatchObject([{ attemptId: attempt.id }]);
    expect((await attemptsOf(checkout)).map(({ id }) => id)).toEqual([attempt.id]);
  });

  it("does not keep the checkout from being canceled", async () => {
    const checkout = await openTest();
    await dead(checkout);
    const load = () => read(checkout.id);
    const canceled = await cancelCheckout(load, Date.now(), () => []);
    expect(canceled).toMatchObject({ status: "canceled", attemptsCount: 0 });
    // The sweeper ends it.
    expect(await attemptItems(checkout)).toMatchObject([{ outcome: "pending", settledAt: null }]);
  });
});
