import { beforeEach, describe, expect, it } from "vitest";
import { checkNoticePayments as worker } from "../../../lib/contract/workers/notices.ts";
import type { AttemptState } from "../../../lib/domain/attempt.ts";
import type { Checkout } from "../../../lib/domain/checkout.ts";
import type { Receipt } from "../../../lib/domain/receipt.ts";
import type { LookupResult } from "../../../lib/providers/adapter.ts";
import { listIssues } from "../../../lib/store/issues.ts";
import {
  CHECKED_FOR_MS,
  dueNoticeChecks,
  noticeCheckWrite,
} from "../../../lib/store/notice-checks.ts";
import { transact } from "../../../lib/store/transact.ts";
import { checkNoticePayments } from "../../../lib/use-cases/bank-notices/check-payments.ts";
import { askOnce } from "../../../lib/use-cases/banks/lookup.ts";
import { providerAdapters } from "../../../lib/use-cases/banks/providers.ts";
import { settleAttempt } from "../../../lib/use-cases/verification/settle-attempt.ts";
import { asWorker } from "../../support/function-calls.ts";
import { createMerchant, type Merchant } from "../../support/merchant.ts";
import { pairedPhone } from "../../support/paired-phone.ts";
import {
  beforeCalls,
  open,
  pair,
  payments,
  read,
  receiptOf,
  setUpVerification,
  submitted,
} from "../../support/verification.ts";

const setup = setUpVerification();
let merchant: Merchant;
let source: string;
let state: AttemptState;
const { openPaired, hear } = pairedPhone(
  () => merchant,
  () => source,
);
const { newReference, part, pay } = payments(
  "DVC",
  () => setup.table,
  () => merchant,
);

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Longer than a test takes. */
const MINUTE_MS = 60_000;

/** A payment of ETB 1,500 that only a message proves, because its bank is down. */
async function noticed(checkout: Checkout): Promise<AttemptState> {
  const reference = newReference();
  const asked = await submitted(checkout, reference, "telebirr");
  await hear(reference);
  return settleAttempt(asked, { kind: "unavailable", why: "no connection" });
}

beforeEach(async () => {
  merchant = await createMerchant(setup.table, { credits: 2 });
  source = await pair(merchant);
  state = await noticed(await openPaired());
  expect(state.checkout).toMatchObject({ status: "verified", payments: [{ evidence: "notice" }] });
});

/**
 * Runs the check of a payment that counted `ageMs` ago. It waits for another caller, which the bank gives this answer.
 *
 * @returns how many it settled
 */
async function check(answer: LookupResult, ageMs = 0): Promise<number> {
  const { lookup, id: attemptId } = state.attempt;
  const { id: checkoutId, methods } = state.checkout;
  const adapter = (await providerAdapters()).telebirr;
  const requests = adapter.requests(lookup, { accounts: methods } as never);
  const [isAsked, isAnswered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const asking = askOnce({ adapter, lookup, requests }, 60_000, async () => {
    isAsked.resolve();
    await isAnswered.promise;
    return answer;
  });
  await isAsked.promise;
  beforeCalls(async (call, { Key }) => {
    const isWatch = call === "GetItem" && JSON.stringify(Key).includes(lookup.reference);
    if (!isWatch) return;
    isAnswered.resolve();
    await (await asking).shared;
  });
  const at = Date.now();
  const due = { checkoutId, attemptId, lookup, createdAt: at - ageMs };
  await transact(setup.table, [noticeCheckWrite(due, at - 1)]);
  return asWorker(worker, checkNoticePayments)(performance.now() + 60_000);
}

const receipt = (changes: Partial<Receipt> = {}): LookupResult => ({
  kind: "receipt",
  receipt: receiptOf(state.attempt.lookup.reference, changes),
});

/** What the payment is proven by, whether it is listed in Errors, and in how many minutes its receipt is looked up again. */
async function outcome() {
  const { payments: held } = await read(state.checkout.id);
  const { data } = await listIssues(setup.table, merchant, { limit: 10 }, Date.now());
  const isDue = async (minutes: number) => {
    const due = await dueNoticeChecks(setup.table, Date.now() + minutes * MINUTE_MS, 25);
    return due.some(({ attemptId }) => attemptId === state.attempt.id);
  };
  return {
    evidence: held.find(({ attemptId }) => attemptId === state.attempt.id)?.evidence,
    issues: data.map(({ kind }) => kind),
    again: [await isDue(9), await isDue(11)],
  };
}

const ENDED = [false, false];
const CONTRADICTED = { evidence: "notice", issues: ["notice_contradicted"], again: ENDED };
const WAITS = { evidence: "notice", issues: [], again: [false, true] };

describe("the check of a payment that a message proved", () => {
  it.each([
    ["of its amount to the shop", {}],
    [
      "whose number of the shop is hidden",
      { receiver: { institution: null, name: null, account: null } },
    ],
  ] as const)("ends with a receipt %s", async (_, changes) => {
    expect(await check(receipt(changes))).toBe(1);
    expect(await outcome()).toEqual({ evidence: "receipt", issues: [], again: ENDED });
  });

  it.each([
    ["less", { amountMinor: 149_999 }],
    ["more", { amountMinor: 150_001 }],
    [
      "another account",
      { receiver: { institution: "telebirr", name: "Sara Bekele", account: "251922000099" } },
    ],
    ["another currency", { currency: "USD" }],
    ["a reversed payment", { status: "reversed" }],
    ["a failed payment", { status: "failed" }],
    ["a status that nobody knows", { status: "unknown" }],
    ["a payment from long before the checkout", { paidAt: Date.now() - 30 * DAY_MS }],
  ] as const)("lists it at once where the receipt shows %s", async (_, changes) => {
    expect(await check(receipt(changes))).toBe(1);
    expect(await outcome()).toEqual(CONTRADICTED);
  });

  it.each([
    ["the payment is pending", () => receipt({ status: "pending" }), HOUR_MS],
    ["the bank has no such receipt yet", () => ({ kind: "not_found" }), HOUR_MS - MINUTE_MS],
    [
      "the bank does not answer",
      () => ({ kind: "unavailable", why: "no connection" }),
      CHECKED_FOR_MS - MINUTE_MS,
    ],
    [
      "the receipt cannot be read",
      () => ({ kind: "unreadable", why: "no amount" }),
      CHECKED_FOR_MS - MINUTE_MS,
    ],
  ] satisfies [string, () => LookupResult, number][])(
    "is repeated after ten minutes while %s",
    async (_, answer, ageMs) => {
      expect(await check(answer(), ageMs)).toBe(0);
      expect(await outcome()).toEqual(WAITS);
    },
  );

  it.each([
    ["for an hour has no such receipt", () => ({ kind: "not_found" }), HOUR_MS],
    [
      "for a week does not answer",
      () => ({ kind: "unavailable", why: "no connection" }),
      CHECKED_FOR_MS,
    ],
    [
      "for a week shows a receipt that cannot be read",
      () => ({ kind: "unreadable", why: "no amount" }),
      CHECKED_FOR_MS,
    ],
    ["for a week calls the payment pending", () => receipt({ status: "pending" }), CHECKED_FOR_MS],
  ] satisfies [string, () => LookupResult, number][])(
    "lists it where the bank %s",
    async (_, answer, ageMs) => {
      expect(await check(answer(), ageMs)).toBe(1);
      expect(await outcome()).toEqual(CONTRADICTED);
    },
  );

  it("compares its receipt with it alone, and not with another part of the amount", async () => {
    const { checkout } = await pay(await openPaired({ amount: 200_000 }), part(50_000));
    state = await noticed(checkout);
    expect(await check(receipt())).toBe(1);
    expect(await outcome()).toEqual({ evidence: "receipt", issues: [], again: ENDED });
  });

  it("ends without an entry in Errors where its checkout no longer holds the payment", async () => {
    const { id: checkoutId } = await open(merchant);
    const { lookup, id: attemptId } = state.attempt;
    const at = Date.now();
    await transact(setup.table, [
      noticeCheckWrite({ checkoutId, attemptId, lookup, createdAt: at }, at - 1),
    ]);
    expect(await asWorker(worker, checkNoticePayments)(performance.now() + 60_000)).toBe(1);
    const due = await dueNoticeChecks(setup.table, at, 25);
    expect(due.filter((check) => check.checkoutId === checkoutId)).toEqual([]);
    expect(await outcome()).toMatchObject({ evidence: "notice", issues: [] });
  });
});
