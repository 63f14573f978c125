import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AttemptState } from "../../../lib/domain/attempt.ts";
import { graceEndsAt } from "../../../lib/domain/checkout.ts";
import type { Receipt } from "../../../lib/domain/receipt.ts";
import type { LookupResult } from "../../../lib/providers/adapter.ts";
import { checkoutIdByReceiptCode, getClaim } from "../../../lib/store/claims.ts";
import { listIssues } from "../../../lib/store/issues.ts";
import { presentCheckout } from "../../../lib/use-cases/checkouts/present.ts";
import { settleAttempt } from "../../../lib/use-cases/verification/settle-attempt.ts";
import { createMerchant, type Merchant, SHOP } from "../../support/merchant.ts";
import {
  accounts,
  open,
  receiptOf,
  setUpVerification,
  stored,
  submitted,
  verify,
} from "../../support/verification.ts";

const START = Date.UTC(2026, 10, 20, 9);
const MINUTE_MS = 60_000;
const verification = setUpVerification();
let merchant: Merchant;
let made = 0;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: START });
  merchant = await createMerchant(verification.table, { credits: 10 });
  verification.messages.length = 0;
});
afterEach(() => vi.useRealTimers());

const newReference = () => `DKZ${String(++made).padStart(7, "0")}`;
const waiting = async () => submitted(await open(merchant), newReference());
/** The answers of one bank, one after the other, as the queue asks for them. */
async function answers(state: AttemptState, ...results: readonly LookupResult[]) {
  let now = state;
  for (const result of results) {
    now = await settleAttempt(now, result);
    expect(await stored(now)).toEqual(now);
  }
  return now;
}
const issues = async () =>
  (await listIssues(verification.table, merchant, { limit: 10 }, Date.now())).data.map(
    ({ kind, objectId }) => [kind, objectId],
  );
const claimed = (key: string, mode: "live" | "test" = "live") =>
  getClaim(verification.table, { accountId: merchant.accountId, mode }, key);
const NO_ANSWER: LookupResult = { kind: "unavailable", why: "timeout" };
const NOT_FOUND: LookupResult = { kind: "not_found" };
const UNREADABLE: LookupResult = { kind: "unreadable", why: "no date" };
const unsure = (changes: Partial<Receipt> = {}) =>
  receiptOf(newReference(), {
    receiver: { institution: "telebirr", name: SHOP.name, account: null },
    ...changes,
  });

describe("a receipt that fits", () => {
  it("verifies, uses up reference, aliases and one credit, and leaves nothing waiting", async () => {
    const alias = { provider: "cbe", reference: "FT26324ALIAS" } as const;
    const receipt = receiptOf(newReference(), { aliases: [alias] });
    const state = await verify(merchant, receipt);
    const { checkout, attempt } = state;
    expect(await stored(state)).toEqual(state);
    expect(checkout).toMatchObject({
      ...{ status: "verified", verifiedAt: START, pending: [] },
      payments: [
        {
          ...{ attemptId: attempt.id, provider: "telebirr", reference: receipt.reference },
          ...{ amount: 150_000, payerName: "A*** K***", paidAt: START, typed: null },
          ...{ state: "counted", reason: null, exceptions: [], evidence: "receipt" },
          claims: [`telebirr:${receipt.reference}`, "cbe:FT26324ALIAS"],
        },
      ],
      ...{ amountReceived: 150_000, review: null },
    });
    expect(attempt).toMatchObject({
      ...{ outcome: "matched", settledAt: START, nextAt: null, leaseUntil: 0 },
      ...{ streak: null, receipt: null, fingerprints: [expect.stringMatching(/^FPR#/)] },
      found: { amount: 150_000, currency: "ETB", paidAt: START },
      evidence: { source: receipt.source, fields: { amount: { ok: true } } },
    });
    expect(await claimed(`telebirr:${receipt.reference}`)).toBe(checkout.id);
    expect(await claimed("cbe:FT26324ALIAS")).toBe(checkout.id);
    expect(await checkoutIdByReceiptCode(verification.table, checkout.receiptCode ?? "")).toBe(
      checkout.id,
    );
    const { entries, balance } = await accounts(merchant.accountId);
    expect(entries.find(({ kind }) => kind === "capture")).toMatchObject({
      ...{ id: expect.stringMatching(/^led_/), credits: 1 },
      ...{ source: checkout.id, note: null, createdAt: START },
    });
    expect(balance).toEqual({ granted: 10, captured: 1, available: 9 });
    expect(verification.messages).toEqual([]);
    expect(await issues()).toEqual([]);
  });

  it("costs nothing in test mode, where its reference is used up for itself", async () => {
    const receipt = receiptOf(newReference(), { provider: "sandbox" });
    const { checkout } = await verify(merchant, receipt, { mode: "test" });
    expect(checkout.status).toBe("verified");
    expect(await claimed(`sandbox:${receipt.reference}`, "test")).toBe(checkout.id);
    expect(await claimed(`sandbox:${receipt.reference}`)).toBeNull();
    expect((await accounts(merchant.accountId)).balance.captured).toBe(0);
  });

  it("is logged by its ids, and counted", async () => {
    const output = vi.spyOn(process.stdout, "write");
    const from = output.mock.calls.length;
    const { checkout, attempt } = await verify(merchant, receiptOf(newReference()));
    const lines = output.mock.calls.slice(from).map(([line]) => JSON.parse(String(line)));
    expect(lines).toContainEqual(
      expect.objectContaining({
        ...{ level: "info", message: "attempt", account_id: merchant.accountId },
        ...{ checkout_id: checkout.id, attempt_id: attempt.id },
        ...{ provider: "telebirr", outcome: "matched" },
      }),
    );
    expect(lines).toContainEqual(expect.objectContaining({ CheckoutsVerified: 1 }));
  });

  it("ends the wait, and resolves what was reported about it", async () => {
    const state = await answers(await waiting(), NO_ANSWER);
    expect(await issues()).toEqual([["parked_checkout", state.checkout.id]]);
    const receipt = receiptOf(state.attempt.lookup.reference);
    await answers(state, { kind: "receipt", receipt });
    expect(await issues()).toEqual([]);
  });
});

it.each([
  [28, "verified"],
  [15, "review"],
] as const)(
  "a payment of the same amount %i minutes after another bank's leads to: %s",
  async (minutes, status) => {
    vi.setSystemTime(START - 15 * MINUTE_MS);
    const [one, other] = [await open(merchant), await open(merchant)];
    vi.setSystemTime(START + 14 * MINUTE_MS);
    // Both are in neighboring quarters of an hour.
    const paidAt = START - 14 * MINUTE_MS;
    const first = receiptOf(`FT26324${++made}K`, { provider: "cbe", paidAt });
    const second = receiptOf(newReference(), { paidAt: paidAt + minutes * MINUTE_MS });
    await answers(await submitted(one, first.reference, "cbe"), {
      ...{ kind: "receipt", receipt: first },
    });
    const { checkout } = await answers(await submitted(other, second.reference), {
      ...{ kind: "receipt", receipt: second },
    });
    expect(checkout.status).toBe(status);
    expect(checkout.payments[0]?.exceptions).toEqual(
      status === "review" ? ["possible_duplicate"] : [],
    );
  },
);

describe("a bank without an answer that decides", () => {
  it.each<[LookupResult, string, string, string | null]>([
    [NOT_FOUND, "pending", "not_found", null],
    [NO_ANSWER, "provider_unavailable", "provider_unavailable", "parked_checkout"],
    // Our own deadline says nothing about the bank.
    [{ kind: "unavailable", why: "aborted" }, "provider_unavailable", "provider_unavailable", null],
    [UNREADABLE, "unreadable", "unreadable", "unreadable_receipt"],
  ])("%j: is asked again after 15 seconds", async (result, outcome, reason, issue) => {
    const before = await waiting();
    const { checkout, attempt } = await answers(before, result);
    expect(attempt).toMatchObject({
      ...{ outcome, streak: { reason, count: 1 }, settledAt: null },
      ...{ nextAt: START + 15_000, leaseUntil: 0 },
    });
    expect(checkout).toEqual(before.checkout);
    expect(checkout.pending).toMatchObject([{ id: attempt.id, awaitsCredits: false }]);
    expect(verification.messages).toMatchObject([
      { attempt_id: attempt.id, not_before: START + 15_000, cause: "due" },
    ]);
    expect(await issues()).toEqual(issue === null ? [] : [[issue, checkout.id]]);
  });

  it("is asked less often for the same reason, and anew for another one", async () => {
    const twice = await answers(await waiting(), NO_ANSWER, NO_ANSWER);
    expect(twice.attempt).toMatchObject({ streak: { count: 2 }, nextAt: START + 60_000 });
    const { attempt } = await answers(twice, UNREADABLE);
    expect(attempt).toMatchObject({
      ...{ streak: { reason: "unreadable", count: 1 }, nextAt: START + 15_000 },
      evidence: { unreadable: "no date" },
    });
  });

  it("has found nothing after three tries, which resolves what was reported", async () => {
    const state = await answers(await waiting(), NO_ANSWER, NOT_FOUND, NOT_FOUND);
    const { checkout, attempt } = await answers(state, NOT_FOUND);
    expect(attempt).toMatchObject({ outcome: "not_found", settledAt: START, nextAt: null });
    expect(checkout).toMatchObject({ status: "open", failedAttempts: 1, pending: [] });
    expect(verification.messages).toHaveLength(3);
    expect(await issues()).toEqual([]);
  });

  it.each([
    [NO_ANSWER, "provider_unavailable", "parked_checkout"],
    [UNREADABLE, "unreadable", "unreadable_receipt"],
  ] as const)("%j until the end: a person decides", async (result, reason, issue) => {
    const state = await answers(await waiting(), result);
    vi.setSystemTime(graceEndsAt(state.checkout));
    const { checkout, attempt } = await answers(state, result);
    expect(checkout).toMatchObject({
      ...{ status: "review", review: { reason } },
      payments: [
        {
          ...{ attemptId: attempt.id, provider: "telebirr", amount: null, evidence: null },
          ...{ reference: attempt.lookup.reference, payerName: null, paidAt: null },
          ...{ state: "doubtful", reason },
        },
      ],
      amountReceived: 0,
    });
    expect(await claimed(`telebirr:${attempt.lookup.reference}`)).toBe(checkout.id);
    expect(attempt).toMatchObject({ outcome: reason, settledAt: Date.now(), receipt: null });
    expect(await issues()).toEqual([[issue, checkout.id]]);
  });

  it("with a receipt that cannot be is asked again, as for a page that no program can read", async () => {
    const state = await waiting();
    const receipt = receiptOf(state.attempt.lookup.reference, { paidAt: START + 86_400_000 });
    const { attempt } = await answers(state, { kind: "receipt", receipt });
    expect(attempt).toMatchObject({
      ...{ outcome: "unreadable", streak: { reason: "unreadable", count: 1 } },
      ...{ nextAt: START + 15_000, settledAt: null },
    });
  });

  it("and finds nothing at the end: not found", async () => {
    const state = await waiting();
    vi.setSystemTime(graceEndsAt(state.checkout));
    expect((await answers(state, NOT_FOUND)).attempt.outcome).toBe("not_found");
  });
});

it.each([
  [{ kind: "manual" }, null],
  [{ kind: "manual", link: "https://bank.example/1" }, { link: "https://bank.example/1" }],
] as const)("%j is for a person at once", async (result, evidence) => {
  const { checkout, attempt } = await answers(await waiting(), result);
  expect(checkout).toMatchObject({ status: "review", review: { reason: "manual" } });
  expect(attempt).toMatchObject({ outcome: "pending", settledAt: START, evidence });
});

it("a payment that waits for credits until the end is for a person", async () => {
  const poor = await createMerchant(verification.table, { credits: 1 });
  const state = await submitted(await open(poor), newReference());
  await verify(poor, receiptOf(newReference(), { amountMinor: 1_000 }), { amount: 1_000 });
  vi.setSystemTime(graceEndsAt(state.checkout));
  const receipt = receiptOf(state.attempt.lookup.reference, { paidAt: START });
  const { checkout, attempt } = await answers(state, { kind: "receipt", receipt });
  expect(checkout).toMatchObject({
    ...{ status: "review", review: { reason: "insufficient_credits" } },
    amountReceived: 150_000,
  });
  expect(attempt).toMatchObject({ outcome: "insufficient_credits", settledAt: Date.now() });
});

describe("a receipt that a person must decide", () => {
  it("belongs to the checkout, and hides what may be a stranger's", async () => {
    const receipt = unsure();
    const state = await verify(merchant, receipt);
    expect(state.checkout).toMatchObject({
      ...{ status: "review", review: { reason: "receiver_unconfirmed" } },
      payments: [{ reference: receipt.reference, state: "doubtful", amount: 150_000 }],
      ...{ amountReceived: 0, receiptCode: null },
    });
    expect(presentCheckout(state.checkout, START)).toMatchObject({
      payments: [{ reference: receipt.reference, amount: null, payer_name: null, paid_at: null }],
      ...{ amount_received: 0, amount_due: 150_000, exceptions: ["receiver_unconfirmed"] },
    });
    expect(state.attempt).toMatchObject({ outcome: "matched", receipt: null, found: null });
    expect(await stored(state)).toEqual(state);
    expect(await claimed(`telebirr:${receipt.reference}`)).toBe(state.checkout.id);
    expect((await accounts(merchant.accountId)).balance.captured).toBe(0);
  });
});
