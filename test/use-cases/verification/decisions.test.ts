import { beforeEach, describe, expect, it, vi } from "vitest";
import type { AttemptState } from "../../../lib/domain/attempt.ts";
import type { Checkout } from "../../../lib/domain/checkout.ts";
import { ServiceError } from "../../../lib/domain/errors.ts";
import { newId } from "../../../lib/domain/ids.ts";
import { writePurchase } from "../../../lib/domain/payment-link.ts";
import { claimKey } from "../../../lib/domain/receipt.ts";
import { randomBytes } from "../../../lib/pipeline/deps.ts";
import { getClaim, receiptCodeWrite, scopeOf } from "../../../lib/store/claims.ts";
import { widenWrites } from "../../../lib/store/credit-shards.ts";
import { listIssues } from "../../../lib/store/issues.ts";
import { transact } from "../../../lib/store/transact.ts";
import { newAccountWrite } from "../../../lib/store/users.ts";
import { cancelCheckout, changeCheckout } from "../../../lib/use-cases/checkouts/change.ts";
import {
  approveCheckout,
  type ManualDecision,
  rejectCheckout,
  releasePayment,
} from "../../../lib/use-cases/verification/decisions.ts";
import { settleAttempt } from "../../../lib/use-cases/verification/settle-attempt.ts";
import { createMerchant, creditAccounts, type Merchant, SHOP } from "../../support/merchant.ts";
import {
  accounts,
  beforeCalls,
  eventTypes,
  open,
  read,
  receiptOf,
  setUpVerification,
  stored,
  submitted,
} from "../../support/verification.ts";

const verification = setUpVerification();
let merchant: Merchant;
let count = 0;

beforeEach(async () => {
  merchant = await createMerchant(verification.table, { credits: 10 });
});

const UNSURE = { institution: "telebirr", name: SHOP.name, account: null } as const;
const newReference = () => `DKD${String(++count).padStart(7, "0")}`;
async function pay(shop: Merchant, amountMinor: number, checkout?: Checkout) {
  const state = await submitted(checkout ?? (await open(shop)), newReference());
  const receipt = receiptOf(state.attempt.lookup.reference, { amountMinor });
  return settleAttempt(state, { kind: "receipt", receipt });
}
/** In review, after a wait that was reported. */
async function inReview(): Promise<AttemptState> {
  const state = await submitted(await open(merchant), newReference());
  await settleAttempt(state, { kind: "unavailable", why: "timeout" });
  const receipt = receiptOf(state.attempt.lookup.reference, { receiver: UNSURE });
  const doubtful = await settleAttempt(await stored(state), { kind: "receipt", receipt });
  expect(doubtful.checkout.status).toBe("review");
  return doubtful;
}
const decision = (
  { id, sequence }: Checkout,
  changes: Partial<ManualDecision> = {},
): ManualDecision => ({
  load: () => read(id),
  ...{ by: "usr_tester", reason: "Seen in the account", sequence, now: Date.now() },
  alongside: () => [],
  ...changes,
});
const issues = async () =>
  (await listIssues(verification.table, merchant, { limit: 9 }, Date.now())).data.map(
    ({ kind }) => kind,
  );
const touch = async (id: string) =>
  transact(verification.table, changeCheckout(await read(id), [], Date.now()).writes);

describe("a decision", () => {
  it.each([
    ["approval", approveCheckout, "verified"],
    ["rejection", rejectCheckout, "rejected"],
  ] as const)("by %s says who and why, and ends what was reported", async (_, decide, status) => {
    const { checkout } = await inReview();
    expect(await issues()).toEqual(["parked_checkout"]);
    const decided = await decide(decision(checkout));
    expect(decided).toMatchObject({
      ...{ status, payments: [{ attemptId: checkout.payments[0]?.attemptId }] },
      review: { decidedBy: "usr_tester", note: "Seen in the account" },
    });
    expect(await read(checkout.id)).toEqual(decided);
    expect((await eventTypes(decided)).at(-1)).toBe(`checkout.${status}`);
    expect(await issues()).toEqual([]);
    await expect(decide(decision(decided))).rejects.toMatchObject({ code: "checkout_not_open" });
  });

  it("that releases the last payment ends what was reported, unless a reference waits; one of several does not", async () => {
    const { checkout } = await inReview();
    const second = await submitted(checkout, newReference());
    const receipt = receiptOf(second.attempt.lookup.reference, { receiver: UNSURE });
    const both = (await settleAttempt(second, { kind: "receipt", receipt })).checkout;
    const [one, other] = both.payments;
    if (one === undefined || other === undefined) throw new Error("There are no two payments.");
    const left = await releasePayment(decision(both), one);
    expect([left.status, await issues()]).toEqual(["review", ["parked_checkout"]]);
    const open = await releasePayment(decision(left), other);
    expect([open.status, await issues()]).toEqual(["open", []]);

    const reviewed = await inReview();
    const waiting = (await submitted(reviewed.checkout, newReference())).checkout;
    const [payment] = waiting.payments;
    if (payment === undefined) throw new Error("There is no payment.");
    const verifying = await releasePayment(decision(waiting), payment);
    expect([verifying.status, verifying.pending.length]).toEqual(["open", 1]);
    expect(await issues()).toEqual(["parked_checkout"]);
  });

  it.each([
    ["closed", Date.now()],
    ["gone", undefined],
    ["open", null],
  ] as const)(
    "approves no purchase of credits of an account that is closed or gone, but may reject it: %s",
    async (state, closedAt) => {
      const { checkout } = await pay(merchant, 1_000);
      const accountId = newId("acc_", Date.now(), randomBytes(10));
      const account = { id: accountId, ownerId: "usr_01kagx2m8e0000000000000000", createdAt: 0 };
      if (closedAt !== undefined) {
        await transact(verification.table, [newAccountWrite({ ...account, closedAt })]);
      }
      const purchaseId = writePurchase({ accountId, credits: 8 });
      const load = async () => ({ ...(await read(checkout.id)), purchaseId });
      const approved = approveCheckout(decision(checkout, { load }));
      if (state === "open") return expect(await approved).toMatchObject({ status: "verified" });
      await expect(approved).rejects.toMatchObject({ code: "conflict" });
      expect(await rejectCheckout(decision(checkout, { load }))).toMatchObject({
        status: "rejected",
      });
    },
  );

  it.each([approveCheckout, rejectCheckout])("is counted only if it verifies", async (decide) => {
    const { checkout } = await pay(merchant, 1_000);
    const output = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    // The setup keeps lines out of the output, too.
    output.mockClear();
    await decide(decision(checkout));
    const metrics = output.mock.calls.map(([line]) => JSON.parse(String(line)));
    expect(metrics).toMatchObject(
      decide === approveCheckout ? [{ CheckoutsVerified: 1, provider: "telebirr" }] : [],
    );
  });

  it.each([approveCheckout, rejectCheckout])(
    "goes on after a change that leaves the sequence, and gives up after 12",
    async (decide) => {
      const { checkout } = await pay(merchant, 1_000);
      let left = 12;
      const load = vi.fn(() => read(checkout.id));
      beforeCalls(async (call, input) => {
        const items = (input.TransactItems ?? []) as readonly object[];
        if (call === "TransactWriteItems" && items.length > 0 && left-- > 0) {
          await touch(checkout.id);
        }
      });
      await expect(decide(decision(checkout, { load }))).rejects.toMatchObject({
        code: "conflict",
        message: expect.stringContaining("Another request"),
      });
      expect(load).toHaveBeenCalledTimes(12);
      left = 1;
      expect((await decide(decision(checkout, { load }))).review?.decidedBy).toBe("usr_tester");
      expect(load).toHaveBeenCalledTimes(14);
    },
  );

  it.each([approveCheckout, rejectCheckout])(
    "is refused at once for a reason that another round cannot change",
    async (decide) => {
      const { checkout } = await pay(merchant, 1_000);
      const code = `TAKEN${++count}`;
      await transact(verification.table, [receiptCodeWrite(code, "co_other")]);
      const load = vi.fn(() => read(checkout.id));
      const alongside = () => [receiptCodeWrite(code, checkout.id)];
      const refused = decide(decision(checkout, { load, alongside }));
      await expect(refused).rejects.toMatchObject({ code: "conflict" });
      expect(load).toHaveBeenCalledTimes(1);
      expect(await read(checkout.id)).toEqual(checkout);
    },
  );
});

describe("an approval", () => {
  it("needs a credit", async () => {
    const poor = await createMerchant(verification.table, { credits: 1 });
    const { checkout } = await pay(poor, 1_000);
    await pay(poor, 150_000);
    const refused = approveCheckout(decision(checkout));
    await expect(refused).rejects.toMatchObject({
      code: "insufficient_credits",
      message: "No credits are left. Buy more to continue.",
    });
    expect(await read(checkout.id)).toEqual(checkout);
  });

  it("takes its credit from another shard if its own has none", async () => {
    const { accountId } = merchant;
    const { checkout } = await pay(merchant, 1_000);
    const credits = creditAccounts(verification.table);
    await transact(verification.table, widenWrites(accountId, 1, 2));
    await credits.capture(accountId, { shard: 1, draw: { shard: 0, credits: 9 } });
    await credits.capture(accountId, { shard: 0, draw: null });
    expect((await approveCheckout(decision(checkout))).status).toBe("verified");
    expect((await accounts(accountId)).balance).toMatchObject({ available: 7, captured: 3 });
  });
});

it("a rejection waits while the whole amount waits for credits", async () => {
  const poor = await createMerchant(verification.table, { credits: 1 });
  const state = await submitted(await open(poor), newReference());
  await pay(poor, 150_000);
  const receipt = receiptOf(state.attempt.lookup.reference);
  const { checkout } = await settleAttempt(state, { kind: "receipt", receipt });
  await expect(rejectCheckout(decision(checkout))).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("waits for credits"),
  });
});

it.each([
  ["a rejection", (one: Checkout) => rejectCheckout(decision(one)), "rejected"],
  [
    "a cancellation",
    ({ id }: Checkout) =>
      cancelCheckout(
        () => read(id),
        Date.now(),
        () => [],
      ),
    "canceled",
  ],
] as const)(
  "%s no longer waits once a part of that amount was released",
  async (_, end, status) => {
    const poor = await createMerchant(verification.table, { credits: 1 });
    const part = await pay(poor, 100_000);
    await pay(poor, 150_000);
    const { checkout, attempt } = await pay(poor, 50_000, part.checkout);
    expect(attempt.outcome).toBe("insufficient_credits");
    await expect(end(checkout)).rejects.toBeInstanceOf(ServiceError);
    const released = await releasePayment(decision(checkout), part.attempt.lookup);
    expect((await end(released)).status).toBe(status);
    expect((await stored({ checkout, attempt })).attempt.outcome).toBe("superseded");
    const { provider, reference } = attempt.lookup;
    const claim = await getClaim(
      verification.table,
      scopeOf(checkout),
      claimKey(provider, reference),
    );
    expect(claim).toBe(status === "canceled" ? null : checkout.id);
  },
);

it("a release takes the named payment of the named bank, and no other", async () => {
  const one = await pay(merchant, 1_000);
  const two = await pay(merchant, 2_000, one.checkout);
  const { provider, reference } = two.attempt.lookup;
  const released = await releasePayment(decision(two.checkout), { provider, reference });
  expect(released.payments.map(({ amount }) => amount)).toEqual([1_000]);
  expect(released.amountReceived).toBe(1_000);
  expect((await eventTypes(released)).at(-1)).toBe("checkout.payment_released");
  const gone = releasePayment(decision(released), { provider, reference });
  await expect(gone).rejects.toMatchObject({
    code: "conflict",
    message: "This checkout does not have this payment.",
  });
});
