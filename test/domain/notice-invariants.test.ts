import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Checkout } from "../../lib/domain/checkout.ts";
import {
  type Candidate,
  type HeardNotice,
  isEvidence,
  namedCheckout,
  reasonCode,
} from "../../lib/domain/notice-fit.ts";
import type { Receipt } from "../../lib/domain/receipt.ts";

// The two invariants of notices, with a planted fault for each: a checker that never complains proves nothing.

const AT = Date.UTC(2026, 10, 24, 9, 3);
const phone = fc.constantFrom("251911220042", "251911330042", "251911220043", "251922220042");
const masked = fc.constantFrom("2519****0042", "25191*****42", "2519****0043", "251911220042");
const REFERENCE = "DKX1NOTICE";
const code = fc.constantFrom("aaaaaa", "bbbbbb", "cccccc");

interface Situation {
  readonly notice: HeardNotice;
  readonly receipt: Receipt;
  readonly candidates: readonly Candidate[];
}

const candidate = fc
  .record({
    code,
    phone: fc.option(phone),
    given: fc.option(phone),
    distinct: fc.boolean(),
    received: fc.constantFrom(0, 0, 20_000),
    entered: fc.constantFrom(null, null, "DKX1OTHER1", REFERENCE),
  })
  .map(
    ({ code: last, phone: known, given, distinct, received, entered }): Candidate => ({
      checkout: {
        id: `co_01k9zz00000000000000${last}`,
        customer: known === null ? null : { name: null, phone: known, email: null },
        notices: { limit: 0, distinct },
        amount: 150_000,
        amountReceived: received,
        payments: received === 0 ? [] : [{ state: "counted", amount: received }],
        pending: entered === null ? [] : [{ provider: "telebirr", reference: entered }],
      } as unknown as Checkout,
      payerPhone: given,
    }),
  );

const situation = fc
  .record({
    told: masked,
    printed: masked,
    reason: fc.constantFrom(null, "AAAAAA", "for bbbbbb", "lunch"),
    candidates: fc.array(candidate, { maxLength: 4 }),
  })
  .map(
    ({ told, printed, reason, candidates }): Situation => ({
      notice: { provider: "telebirr", payer: { name: null, account: told } } as HeardNotice,
      receipt: {
        reference: REFERENCE,
        payer: { name: null, account: printed },
        reason,
      } as Receipt,
      candidates,
    }),
  );

/** Digit by digit, without the code under test: a mask hides what its star stands for. */
function fits(mask: string, known: string): boolean {
  const [start = "", end = ""] = mask.split(/\*+/);
  return mask.includes("*") ? known.startsWith(start) && known.endsWith(end) : mask === known;
}

const knownTo = ({ checkout, payerPhone }: Candidate) =>
  [payerPhone, checkout.customer?.phone ?? null].filter((one) => one !== null);

function isPayers({ notice, receipt }: Situation, known: string): boolean {
  const shown = [notice.payer.account ?? "", receipt.payer.account ?? ""];
  const isLong = (mask: string) => (mask.split(/\*+/).at(-1) ?? "").length >= 4;
  return shown.every((mask) => fits(mask, known)) && shown.some(isLong);
}

function isNamedByReason({ receipt }: Situation, { checkout }: Candidate): boolean {
  return (receipt.reason ?? "").toUpperCase().split(/\W+/).includes(reasonCode(checkout));
}

function isNamed(situation: Situation, candidate: Candidate): boolean {
  const { candidates } = situation;
  const { checkout } = candidate;
  const isWhole = checkout.notices?.distinct === true && checkout.payments.length === 0;
  // Whoever entered the reference has to prove the payment.
  if (candidates.some((one) => one.checkout.pending.some(isOfNotice))) return false;
  return (
    knownTo(candidate).some((known) => isPayers(situation, known)) ||
    isNamedByReason(situation, candidate) ||
    (isWhole && candidates.length === 1)
  );
}

/** A number that anybody may have typed says nothing while another checkout may be the payer's. */
function isSure(situation: Situation, candidate: Candidate): boolean {
  const { notice, receipt, candidates } = situation;
  const customers = candidate.checkout.customer?.phone ?? null;
  const isElse = (known: string) =>
    [notice, receipt].some(({ payer }) => !fits(payer.account ?? "", known));
  return (
    isNamedByReason(situation, candidate) ||
    (customers !== null && isPayers(situation, customers)) ||
    candidates.every(
      (one) => one === candidate || (knownTo(one).length > 0 && knownTo(one).every(isElse)),
    )
  );
}

const isOfNotice = ({ reference }: { readonly reference: string }) => reference === REFERENCE;

type Name = typeof namedCheckout;

/** A situation in which `name` verifies a checkout that the payment does not name, or one of several. */
function wrongYes(name: Name): Situation | null {
  const result = fc.check(
    fc.property(situation, (one) => {
      const chosen = name(one.notice, one.receipt, one.candidates);
      const named = one.candidates.filter((candidate) => isNamed(one, candidate));
      const [only, ...others] = named;
      const isOne = only !== undefined && others.length === 0 && isSure(one, only);
      return chosen === (isOne ? only.checkout : null);
    }),
    { numRuns: 3_000 },
  );
  return result.failed ? (result.counterexample?.[0] ?? null) : null;
}

test("a notice verifies a checkout only if the payment names it and no other", () => {
  expect(wrongYes(namedCheckout)).toBeNull();
});

test("planted: the first of two customers, one who is not named, or one by a number that anybody typed, is found", () => {
  const first: Name = (notice, receipt, candidates) =>
    candidates.map((one) => namedCheckout(notice, receipt, [one])).find((one) => one !== null) ??
    null;
  const only: Name = (_notice, _receipt, candidates) =>
    candidates.length === 1 ? (candidates[0]?.checkout ?? null) : null;
  const typed: Name = (notice, receipt, candidates) => {
    const believed = candidates.map(({ checkout, payerPhone: phone }) => ({
      checkout:
        phone === null ? checkout : { ...checkout, customer: { name: null, phone, email: null } },
      payerPhone: null,
    }));
    const chosen = namedCheckout(notice, receipt, believed);
    return candidates[believed.findIndex(({ checkout }) => checkout === chosen)]?.checkout ?? null;
  };
  expect(wrongYes(first)).not.toBeNull();
  expect(wrongYes(only)).not.toBeNull();
  expect(wrongYes(typed)).not.toBeNull();
});

type Counts = typeof isEvidence;

/** An amount above the limit that counts without a receipt, or a message whose balance is unknown. */
function wrongEvidence(counts: Counts): readonly unknown[] | null {
  const result = fc.check(
    fc.property(
      fc.integer({ min: 1, max: 700_000 }),
      fc.integer({ min: 0, max: 700_000 }),
      fc.constantFrom("continues", "unknown") as fc.Arbitrary<HeardNotice["balance"]>,
      (amount, limit, balance) => {
        const notice = {
          provider: "telebirr",
          amountMinor: amount,
          currency: "ETB",
          payer: { name: null, account: null },
          account: null,
          reference: "DKX1AB2CD3",
          link: null,
          paidAt: AT,
          precisionMs: 1_000,
          sentAt: AT,
          receivedAt: AT,
          typed: false,
          balance,
        } satisfies HeardNotice;
        const checkout = {
          status: "open",
          amount,
          amountReceived: 0,
          currency: "ETB",
          createdAt: AT - 1_000,
          expiresAt: AT + 1_000,
          customer: null,
          methods: [{ provider: "telebirr", accountNumber: "0911000142" }],
        } as unknown as Checkout;
        const counted = counts(notice, { checkout, payerPhone: null }, "DKX1AB2CD3", limit);
        return counted === (amount <= Math.min(limit, 500_000) && balance === "continues");
      },
    ),
    { numRuns: 2_000 },
  );
  return result.failed ? (result.counterexample ?? []) : null;
}

test("without a receipt nothing above the limit counts, and nothing whose balance is unknown", () => {
  expect(wrongEvidence(isEvidence)).toBeNull();
});

test("planted: a limit that is not looked at, and a balance that is not, are found", () => {
  const unlimited: Counts = (notice, one, reference) =>
    isEvidence(notice, one, reference, Number.MAX_SAFE_INTEGER);
  const careless: Counts = (notice, one, reference, limit) =>
    isEvidence({ ...notice, balance: "continues" }, one, reference, limit);
  expect(wrongEvidence(unlimited)).not.toBeNull();
  expect(wrongEvidence(careless)).not.toBeNull();
});
