import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { graceEndsAt } from "../../../lib/domain/checkout.ts";
import type { Receipt } from "../../../lib/domain/receipt.ts";
import { widenWrites } from "../../../lib/store/credit-shards.ts";
import { listIssues } from "../../../lib/store/issues.ts";
import { transact } from "../../../lib/store/transact.ts";
import { settleAttempt } from "../../../lib/use-cases/verification/settle.ts";
import type { AttemptState } from "../../../lib/use-cases/verification/settlement.ts";
import { openDesk } from "../../support/desk.ts";
import { createMerchant, type Merchant, SHOP } from "../../support/merchant.ts";
import {
  accounts,
  open,
  receiptOf,
  stored,
  submitted,
  verify,
} from "../../support/verification-desk.ts";

const [START, HOUR] = [Date.UTC(2026, 10, 20, 9), 3_600_000];
const desk = openDesk();
let merchant: Merchant;
let made = 0;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: START });
  merchant = await createMerchant(desk.table, { credits: 10 });
});
afterEach(() => vi.useRealTimers());

const newReference = () => `DKQ${String(++made).padStart(7, "0")}`;
const newBankReference = () => `FT26324Q${String(++made).padStart(4, "0")}`;
const waiting = async () => submitted(await open(merchant), newReference());
const answer = (state: AttemptState, changes: Partial<Receipt> = {}) =>
  settleAttempt(state, {
    kind: "receipt",
    receipt: receiptOf(state.attempt.lookup.reference, changes),
  });
const issues = async (of: Merchant) =>
  (await listIssues(desk.table, of, { limit: 9 }, Date.now())).data.map(({ kind }) => kind);
const noAccount = { institution: "telebirr", name: SHOP.name, account: null } as const;

describe("a receipt that does not fit", () => {
  it("by its amount is kept for an approval, and reported", async () => {
    const receipt = receiptOf(newReference(), { amountMinor: 149_999 });
    const { checkout, attempt } = await verify(merchant, receipt);
    expect(checkout).toMatchObject({ status: "open", failedAttempts: 1, pending: [] });
    expect(attempt).toMatchObject({
      ...{ outcome: "amount_mismatch", receipt, settledAt: START },
      found: { amount: 149_999, currency: "ETB", paidAt: START },
    });
    expect(await issues(merchant)).toEqual(["underpaid"]);
  });

  it("shows no time where the bank shows only a day", async () => {
    const receipt = { amountMinor: 1, dateOnly: true, paidAt: START };
    expect((await verify(merchant, receiptOf(newReference(), receipt))).attempt.found).toEqual({
      ...{ amount: 1, currency: "ETB", paidAt: null },
    });
  });

  it("by its receiver is a stranger's: only the verdicts are kept", async () => {
    const receiver = { institution: "telebirr", name: "Other", account: "251900000009" } as const;
    const { attempt } = await verify(merchant, receiptOf(newReference(), { receiver }));
    expect(attempt).toMatchObject({ outcome: "receiver_mismatch", receipt: null, found: null });
    expect(attempt.evidence).toEqual({
      fields: {
        status: { ok: true, reason: "completed" },
        receiver: { verdict: "mismatch", reason: "number_differs" },
      },
      source: expect.objectContaining({ urlHost: "bank.example" }),
    });
    expect(await issues(merchant)).toEqual([]);
  });

  it("in itself is asked for again", async () => {
    const { attempt } = await answer(await waiting(), { paidAt: START + HOUR });
    expect(attempt).toMatchObject({ outcome: "unreadable", settledAt: null });
    expect(await issues(merchant)).toEqual(["unreadable_receipt"]);
  });

  it.each<[string, Partial<Receipt>]>([
    ["too_old", { paidAt: START - HOUR }],
    ["amount_mismatch", { amountMinor: 1 }],
    ["matched", { receiver: noAccount }],
  ])("is %s unless the reference, or an alias, is used up", async (outcome, changes) => {
    const fresh = receiptOf(newReference(), changes);
    expect((await verify(merchant, fresh)).attempt.outcome).toBe(outcome);
    const alias = newBankReference();
    const aliases = [{ provider: "cbe", reference: alias }] as const;
    await verify(merchant, receiptOf(newReference(), { aliases }));
    const again = receiptOf(newReference(), { ...changes, aliases });
    const { attempt, checkout } = await verify(merchant, again);
    expect(attempt).toMatchObject({ outcome: "already_used", receipt: null });
    expect(checkout).toMatchObject({ status: "open", failedAttempts: 1 });
  });

  it("because it is reversed says so, whether it is used up or not", async () => {
    const receipt = receiptOf(newReference());
    await verify(merchant, receipt);
    const reversed = await verify(merchant, { ...receipt, status: "reversed" });
    expect(reversed.attempt.outcome).toBe("not_completed");
  });
});

describe("a receipt of what may be the same transfer", () => {
  it("is for a person, with its reason", async () => {
    await verify(merchant, receiptOf(newReference()));
    const bank = receiptOf(newBankReference(), { provider: "cbe" });
    const { checkout, attempt } = await verify(merchant, bank);
    expect(checkout).toMatchObject({
      ...{ status: "review", review: { reason: "possible_duplicate" } },
      ...{ exceptions: ["possible_duplicate"], amountReceived: 150_000 },
    });
    expect(attempt).toMatchObject({ outcome: "matched", receipt: bank });
    expect((await accounts(merchant.accountId)).balance.captured).toBe(1);
  });

  it("verifies where the other payment was at another time", async () => {
    await verify(merchant, receiptOf(newReference(), { paidAt: START }));
    vi.setSystemTime(START + HOUR / 2);
    // In the next quarter of an hour, but 16 minutes later.
    const bank = receiptOf(newBankReference(), { provider: "cbe", paidAt: START + 16 * 60_000 });
    const { checkout } = await verify(merchant, bank);
    expect(checkout).toMatchObject({ status: "verified", exceptions: [] });
  });

  it("verifies where the other payment went to another account of the merchant", async () => {
    const cbe = { name: SHOP.name, number: "1000123456789" };
    const shop = await createMerchant(desk.table, { accounts: { telebirr: SHOP, cbe } });
    await verify(shop, receiptOf(newReference()));
    const receiver = { institution: "cbe", name: cbe.name, account: cbe.number } as const;
    const bank = receiptOf(newBankReference(), { provider: "cbe", receiver });
    expect((await verify(shop, bank)).checkout.status).toBe("verified");
    const both = receiptOf(newReference(), { receiver });
    expect((await verify(shop, both)).checkout.review?.reason).toBe("possible_duplicate");
  });
});

describe("without a credit", () => {
  const poorAndWaiting = async () => {
    const poor = await createMerchant(desk.table, { credits: 1 });
    const checkouts = [await open(poor), await open(poor), await open(poor)] as const;
    await answer(await submitted(checkouts[0], newReference()));
    return { poor, checkouts };
  };

  it("a receipt that fits waits for one, and is kept", async () => {
    const { poor, checkouts } = await poorAndWaiting();
    const state = await submitted(checkouts[1], newReference());
    const sent = desk.messages.length;
    const waits = await answer(state);
    expect(await stored(waits)).toEqual(waits);
    expect(waits.attempt).toMatchObject({
      ...{ outcome: "insufficient_credits", settledAt: null, nextAt: START + 15_000 },
      ...{ streak: { reason: "insufficient_credits", count: 1 } },
      receipt: { reference: state.attempt.lookup.reference },
    });
    expect(waits.checkout).toMatchObject({ status: "open", pending: [{ awaitsCredits: true }] });
    expect(desk.messages).toHaveLength(sent + 1);
    expect(await issues(poor)).toEqual(["parked_checkout"]);
    vi.setSystemTime(graceEndsAt(waits.checkout));
    const { checkout, attempt } = await answer(waits, { paidAt: START, amountMinor: 150_100 });
    expect(checkout).toMatchObject({
      ...{ status: "review", review: { reason: "insufficient_credits" }, exceptions: ["overpaid"] },
      ...{ amountReceived: 150_100, payment: { payerName: "A*** K***", paidAt: START } },
    });
    expect(attempt.outcome).toBe("insufficient_credits");
    expect((await accounts(poor.accountId)).balance.captured).toBe(1);
  });

  it("a receipt that a person must decide does not wait", async () => {
    const { checkouts } = await poorAndWaiting();
    const state = await submitted(checkouts[2], newReference());
    expect((await answer(state, { receiver: noAccount })).checkout.status).toBe("review");
    const test = await submitted(await open(merchant, { mode: "test" }), newReference());
    const receipt = receiptOf(test.attempt.lookup.reference, { receiver: noAccount });
    const played = { kind: "receipt", receipt, assume: "no_credits" } as const;
    expect((await settleAttempt(test, played)).checkout.status).toBe("review");
  });

  it("in its own shard, a receipt takes one of another shard, until none is left", async () => {
    const wide = await createMerchant(desk.table, { credits: 4 });
    await transact(desk.table, widenWrites(wide.accountId, 1, 3));
    const checkouts = [];
    for (let count = 0; count < 5; count++) checkouts.push(await open(wide));
    const outcomes = [];
    for (const checkout of checkouts) {
      outcomes.push((await answer(await submitted(checkout, newReference()))).attempt.outcome);
    }
    expect(outcomes).toEqual([...Array(4).fill("matched"), "insufficient_credits"]);
    const { balance, ledger } = await accounts(wide.accountId);
    expect(balance).toEqual({ granted: 4, captured: 4, available: 0 });
    expect(ledger).toEqual(balance);
  });
});

it.each([
  ["possible_duplicate", "review", "matched"],
  ["no_credits", "open", "insufficient_credits"],
] as const)("the sandbox can play %s", async (assume, status, outcome) => {
  const state = await submitted(await open(merchant, { mode: "test" }), newReference());
  const receipt = receiptOf(state.attempt.lookup.reference, { provider: "sandbox" });
  const played = await settleAttempt(state, { kind: "receipt", receipt, assume });
  expect([played.checkout.status, played.attempt.outcome]).toEqual([status, outcome]);
  expect(await issues(merchant)).toEqual([]);
});
