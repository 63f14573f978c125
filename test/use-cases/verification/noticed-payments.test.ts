import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { GetCommand } from "../../../lib/cloud/dynamodb.ts";
import type { AttemptState } from "../../../lib/domain/attempt.ts";
import { type Checkout, graceEndsAt } from "../../../lib/domain/checkout.ts";
import { newId } from "../../../lib/domain/ids.ts";
import type { LookupResult } from "../../../lib/providers/adapter.ts";
import { getClaim } from "../../../lib/store/claims.ts";
import { noticeCheckWrite } from "../../../lib/store/notice-checks.ts";
import { deleteSourceWrites } from "../../../lib/store/notice-sources.ts";
import type { StoredNotice } from "../../../lib/store/notices.ts";
import { takeRate } from "../../../lib/store/rate-limits.ts";
import { transact } from "../../../lib/store/transact.ts";
import {
  arrivedNotices,
  TRIES,
  TRIES_AT_PAYMENT,
} from "../../../lib/use-cases/bank-notices/arrived.ts";
import { checkNoticePayments } from "../../../lib/use-cases/bank-notices/check-payments.ts";
import { claimNotice } from "../../../lib/use-cases/bank-notices/claim-notice.ts";
import { settleAttempt } from "../../../lib/use-cases/verification/settle-attempt.ts";
import { createMerchant, grantCredits, type Merchant, SHOP } from "../../support/merchant.ts";
import { allowNotices, pairedPhone } from "../../support/paired-phone.ts";
import {
  accounts,
  beforeCalls,
  forgotten,
  open,
  pair,
  read,
  receiptOf,
  setUpVerification,
  stored,
  submitted,
  verify,
} from "../../support/verification.ts";

const setup = setUpVerification();
let merchant: Merchant;
let source: string;
let count = 0;
const { openPaired, hear } = pairedPhone(
  () => merchant,
  () => source,
);

beforeEach(async () => {
  merchant = await createMerchant(setup.table, { credits: 10 });
  source = await pair(merchant);
});

const newReference = () => `DKN${String(++count).padStart(7, "0")}`;
const RECEIVER = { institution: "telebirr", name: SHOP.name, account: null } as const;
const DOWN: LookupResult = { kind: "unavailable", why: "no connection" };

/** A reference that the customer has entered and that the phone's message names. */
async function heard(checkout: Checkout, reference = newReference()): Promise<AttemptState> {
  const state = await submitted(checkout, reference, "telebirr");
  await hear(reference);
  return state;
}

/** Whether the payment will be compared with its receipt later. */
async function isChecked({ checkout, attempt }: AttemptState): Promise<boolean> {
  const Key = { pk: `NCK#${checkout.id}`, sk: attempt.id };
  const { Item } = await setup.table.client.send(
    new GetCommand({ TableName: setup.table.name, Key, ConsistentRead: true }),
  );
  return Item !== undefined;
}

const owner = (reference: string) =>
  getClaim(setup.table, { accountId: merchant.accountId, mode: "live" }, `telebirr:${reference}`);

/** The account's last credit is spent on another checkout. */
async function parked(): Promise<AttemptState> {
  merchant = await createMerchant(setup.table, { credits: 1 });
  source = await pair(merchant);
  const paired = await openPaired();
  await verify(merchant, receiptOf(newReference(), { amountMinor: 90_000 }), { amount: 90_000 });
  return settleAttempt(await heard(paired), DOWN);
}

async function buyCredits(): Promise<void> {
  const id = newId("led_", Date.now(), new Uint8Array(10));
  const { accountId } = merchant;
  const entry = { id, accountId, kind: "grant", credits: 5, source: "test", note: null } as const;
  await grantCredits(setup.table, { ...entry, createdAt: Date.now() });
}

describe("while the bank is down, a payment that a paired phone's message shows", () => {
  it.each<[string, LookupResult]>([
    ["does not answer", DOWN],
    ["answers with a page that no program can read", { kind: "unreadable", why: "no amount" }],
  ])(
    "verifies the checkout for one credit where the bank %s, and is checked later",
    async (_, result) => {
      const state = await heard(await openPaired());
      const { checkout, attempt } = await settleAttempt(state, result);
      expect(checkout).toMatchObject({ status: "verified", amountReceived: 150_000 });
      expect(checkout.payments[0]).toMatchObject({
        ...{ state: "counted", reason: null, evidence: "notice" },
        ...{ payerName: expect.any(String), methodId: checkout.methods[0]?.id },
      });
      expect(attempt).toMatchObject({
        ...{ outcome: "matched", found: { amount: 150_000, currency: "ETB" } },
        evidence: { notice: { hash: expect.any(String), receivedAt: expect.any(String) } },
      });
      expect(await owner(attempt.lookup.reference)).toBe(checkout.id);
      expect(await isChecked(state)).toBe(true);
      expect((await accounts(merchant.accountId)).balance.captured).toBe(1);
    },
  );

  it.each<[string, Partial<StoredNotice>, Partial<StoredNotice>]>([
    ["whose chain of balances is whole", { balance: "unknown" }, {}],
    ["that was in time", { receivedAt: Date.now() + 3_600_000 }, {}],
    ["that is still paired", { sourceId: "nts_01m8e0000000000000000000000" }, {}],
    ["that came first", {}, { balance: "unknown" }],
  ])("is proved by the one of two phones %s", async (_, first, second) => {
    const checkout = await openPaired();
    const reference = newReference();
    const state = await submitted(checkout, reference, "telebirr");
    const paidAt = Date.now();
    await hear(reference, { paidAt, ...first });
    await hear(reference, { paidAt, ...second });
    const settled = await settleAttempt(state, DOWN);
    expect(settled.checkout.status).toBe("verified");
    expect(settled.checkout.payments).toMatchObject([{ evidence: "notice" }]);
  });

  it.each<[string, Partial<StoredNotice>, Partial<StoredNotice>]>([
    ["no phone's balance is whole", { balance: "unknown" }, { balance: "unknown" }],
    ["the phones say different amounts", {}, { amountMinor: 150_001 }],
    [
      "only the one that is no longer paired proves it",
      { balance: "unknown" },
      { sourceId: "nts_01m8e0000000000000000000000" },
    ],
  ])("is not proved by two phones where %s", async (_, first, second) => {
    const checkout = await openPaired();
    const reference = newReference();
    const state = await submitted(checkout, reference, "telebirr");
    const paidAt = Date.now();
    await hear(reference, { paidAt, ...first });
    await hear(reference, { paidAt, ...second });
    const settled = await settleAttempt(state, DOWN);
    expect(settled.checkout.status).toBe("open");
    expect(settled.checkout.payments).toEqual([]);
  });

  it("pays nothing where another checkout has claimed its reference", async () => {
    const receipt = receiptOf(newReference());
    const first = await verify(merchant, receipt);
    const state = await heard(await openPaired(), receipt.reference);
    const { checkout, attempt } = await settleAttempt(state, DOWN);
    expect(attempt).toMatchObject({ outcome: "provider_unavailable", settledAt: null });
    expect(checkout).toMatchObject({ status: "open", payments: [], amountReceived: 0 });
    expect(await owner(receipt.reference)).toBe(first.checkout.id);
    expect(await isChecked(state)).toBe(false);
  });

  it("needs a person where another receipt may show the same transfer", async () => {
    await verify(merchant, receiptOf(`FT26324${count}Z`, { provider: "cbe" }));
    const state = await heard(await openPaired());
    const { checkout, attempt } = await settleAttempt(state, DOWN);
    expect(checkout).toMatchObject({ status: "review", amountReceived: 0 });
    expect(attempt.outcome).toBe("matched");
    expect(checkout.payments).toMatchObject([
      { state: "doubtful", reason: "possible_duplicate", evidence: "notice" },
    ]);
    expect(await isChecked(state)).toBe(true);
  });

  it("is no second payment where its checkout has it already by another reference", async () => {
    const paired = await openPaired();
    const first = await submitted(paired, `FT26324${++count}Y`, "cbe");
    const state = await heard(first.checkout);
    const { provider, reference } = state.attempt.lookup;
    const aliases = [{ provider, reference }];
    const shown = { provider: "cbe", aliases, receiver: RECEIVER } as const;
    const bank = receiptOf(first.attempt.lookup.reference, shown);
    await settleAttempt({ ...first, checkout: state.checkout }, { kind: "receipt", receipt: bank });
    const { checkout, attempt } = await settleAttempt(state, DOWN);
    expect(attempt).toMatchObject({ outcome: "matched", settledAt: expect.any(Number) });
    expect(checkout).toMatchObject({ status: "review", payments: [{ provider: "cbe" }] });
    expect(await isChecked(state)).toBe(false);
  });

  it("is not added by an attempt that its checkout has ended", async () => {
    const state = await forgotten(await heard(await openPaired()));
    const { checkout, attempt } = await settleAttempt(state, DOWN);
    expect(attempt.outcome).toBe("superseded");
    expect(attempt).toMatchObject({ found: null, evidence: null });
    expect(checkout.payments).toEqual([]);
    expect(await isChecked(state)).toBe(false);
  });

  it.each<[string, (reference: string) => unknown]>([
    ["two messages about it differ", (reference) => hear(reference, { amountMinor: 149_000 })],
    // Perhaps it was stolen.
    ["its phone was deleted", () => transact(setup.table, deleteSourceWrites(source))],
    ["the app's limit is lower now", () => allowNotices(merchant, 149_999)],
  ])("waits for the bank where %s", async (_, change) => {
    const state = await heard(await openPaired());
    await change(state.attempt.lookup.reference);
    const { attempt } = await settleAttempt(state, DOWN);
    expect(attempt).toMatchObject({ outcome: "provider_unavailable", settledAt: null });
    expect(await isChecked(state)).toBe(false);
  });
});

describe("a payment that only a phone's message proves and that waits for credits", () => {
  it("is claimed meanwhile", async () => {
    const state = await parked();
    const { checkout, attempt } = state;
    expect(attempt).toMatchObject({ outcome: "insufficient_credits", settledAt: null });
    expect(checkout).toMatchObject({ status: "open", amountReceived: 150_000 });
    expect(await isChecked(state)).toBe(true);
    expect(await owner(attempt.lookup.reference)).toBe(checkout.id);
  });

  it("verifies once there are credits, although the bank is still down", async () => {
    const state = await parked();
    await buyCredits();
    const { checkout, attempt } = await settleAttempt(await stored(state), DOWN);
    expect(checkout).toMatchObject({ status: "verified", amountReceived: 150_000 });
    expect(checkout.payments).toMatchObject([{ state: "counted", evidence: "notice" }]);
    expect(attempt.outcome).toBe("matched");
  });

  it.each<[string, (reference: string) => LookupResult, string]>([
    [
      "shows it as reversed",
      (reference) => ({ kind: "receipt", receipt: receiptOf(reference, { status: "reversed" }) }),
      "not_completed",
    ],
    ["does not know it", () => ({ kind: "not_found" }), "not_found"],
    [
      "shows it in another account",
      (reference) => ({
        kind: "receipt",
        receipt: receiptOf(reference, { receiver: { ...RECEIVER, account: "251900000002" } }),
      }),
      "receiver_mismatch",
    ],
  ])("needs a person if the bank %s, and nothing paid later adds to it", async (...row) => {
    const [, answer, outcome] = row;
    let state = await parked();
    await buyCredits();
    for (let tries = 0; tries < 3 && state.attempt.settledAt === null; tries++) {
      state = await settleAttempt(await stored(state), answer(state.attempt.lookup.reference));
    }
    expect(state.attempt.outcome).toBe(outcome);
    expect(state.checkout).toMatchObject({ status: "review", amountReceived: 0 });
    expect(state.checkout.payments).toMatchObject([
      { state: "doubtful", reason: "notice_contradicted", exceptions: ["notice_contradicted"] },
    ]);
    const receipt = receiptOf(newReference(), { amountMinor: 100 });
    const rest = await submitted(state.checkout, receipt.reference);
    const after = await settleAttempt(rest, { kind: "receipt", receipt });
    expect(after.checkout).toMatchObject({ status: "review", amountReceived: 100 });
  });
});

describe("a payment that only a phone's message proves, once its check finds something else,", () => {
  afterEach(() => vi.useRealTimers());

  /** The check is due, and the bank has nothing to show since `createdAt`, ms. */
  async function checked({ checkout, attempt }: AttemptState): Promise<void> {
    const { id: checkoutId } = checkout;
    const { id: attemptId, lookup } = attempt;
    const check = { checkoutId, attemptId, lookup, createdAt: 0 };
    await transact(setup.table, [noticeCheckWrite(check, Date.now() - 1)]);
    await checkNoticePayments(performance.now() + 60_000);
  }
  const IN_DOUBT = { state: "doubtful", reason: "notice_contradicted" };

  it("waits for credits no longer", async () => {
    const state = await parked();
    await checked(state);
    await buyCredits();
    const settled = await settleAttempt(await stored(state), DOWN);
    expect(settled.attempt).toMatchObject({
      ...{ outcome: "superseded", settledAt: expect.any(Number) },
    });
    expect(settled.checkout).toMatchObject({
      ...{ status: "review", amountReceived: 0, pending: [], payments: [IN_DOUBT] },
    });
  });

  it("lets no other payment verify its checkout after it has waited for credits in vain", async () => {
    const state = await parked();
    const receipt = receiptOf(newReference(), { amountMinor: 100 });
    const cent = await submitted(await read(state.checkout.id), receipt.reference);
    vi.useFakeTimers({ toFake: ["Date"], now: graceEndsAt(state.checkout) });
    const given = await settleAttempt(await stored(state), DOWN);
    expect(given.attempt.outcome).toBe("insufficient_credits");
    await checked(state);
    await buyCredits();
    const { checkout } = await settleAttempt(await stored(cent), { kind: "receipt", receipt });
    expect(checkout).toMatchObject({
      ...{ status: "review", amountReceived: 100, payments: [IN_DOUBT, { state: "counted" }] },
    });
  });

  it("stays a possible duplicate, which no approval adds to the sum beside its twin", async () => {
    await verify(merchant, receiptOf(`FT26324${count}X`, { provider: "cbe" }));
    const state = await heard(await openPaired());
    await settleAttempt(state, DOWN);
    await checked(state);
    expect((await read(state.checkout.id)).payments).toMatchObject([
      { reason: "possible_duplicate", exceptions: ["possible_duplicate", "notice_contradicted"] },
    ]);
  });

  it("stays as it is where its checkout is verified", async () => {
    const state = await settleAttempt(await heard(await openPaired()), DOWN);
    await checked(state);
    expect(await read(state.checkout.id)).toEqual(state.checkout);
  });
});

describe("a receipt that the phone's message contradicts", () => {
  it.each([
    ["in what it says", {}, "notice_contradicted", ["notice_contradicted"]],
    [
      "and that hides its receiver",
      { receiver: RECEIVER },
      "receiver_unconfirmed",
      ["receiver_unconfirmed", "notice_contradicted"],
    ],
  ] as const)("%s, is for a person", async (_, changes, reason, exceptions) => {
    const state = await submitted(await openPaired(), newReference(), "telebirr");
    await hear(state.attempt.lookup.reference, { amountMinor: 149_000 });
    const receipt = receiptOf(state.attempt.lookup.reference, changes);
    const { checkout } = await settleAttempt(state, { kind: "receipt", receipt });
    expect(checkout).toMatchObject({ status: "review", amountReceived: 0 });
    expect(checkout.payments).toMatchObject([{ state: "doubtful", reason, exceptions }]);
  });

  it("verifies a checkout that was made before the phone was paired", async () => {
    const state = await heard(await open(merchant));
    const { reference } = state.attempt.lookup;
    await hear(reference, { amountMinor: 149_000 });
    const receipt = receiptOf(reference);
    const { checkout } = await settleAttempt(state, { kind: "receipt", receipt });
    expect(checkout.status).toBe("verified");
  });
});

describe("the last characters of a number that a phone's message names", () => {
  it("name nothing once others have used up the tries, even at the same moment", async () => {
    const checkout = await openPaired();
    const reference = newReference();
    await hear(reference);
    // Between the look at the tries and the comparison.
    beforeCalls(async (_, input) => {
      if (!JSON.stringify(input).includes(`telebirr:${reference}`)) return;
      for (let tries = 0; tries < 5; tries++) {
        await takeRate(setup.table, TRIES, checkout.id, Date.now());
      }
    });
    expect(await claimNotice(checkout, reference.slice(-4))).toBeNull();
    expect(await read(checkout.id)).toMatchObject({ pending: [], payments: [] });
  });

  it("name nothing after twenty tries at the payment, from however many checkouts", async () => {
    const [own, ...others] = await Promise.all(Array.from({ length: 6 }, () => openPaired()));
    if (own === undefined) throw new Error("six were opened");
    const reference = newReference();
    await hear(reference);
    for (const stranger of others) {
      for (const last of ["ZZZ1", "ZZZ2", "ZZZ3", "ZZZ4"]) await claimNotice(stranger, last);
    }
    expect(await arrivedNotices(own, Date.now())).toBeNull();
    expect(await claimNotice(own, reference.slice(-4))).toBeNull();
    expect(await read(own.id)).toMatchObject({ pending: [], payments: [] });

    const later = newReference();
    await hear(later);
    expect((await arrivedNotices(own, Date.now()))?.notices).toMatchObject([{ reference: later }]);
  });

  it("name nothing where others use up the tries at the payment at the same moment", async () => {
    const checkout = await openPaired();
    const reference = newReference();
    await hear(reference);
    const [notice] = (await arrivedNotices(checkout, Date.now()))?.notices ?? [];
    beforeCalls(async (_, input) => {
      // Between the look at the tries and the comparison, as above.
      const isTaken = "UpdateExpression" in input;
      if (!isTaken || !JSON.stringify(input).includes(`${TRIES.name}#${checkout.id}`)) return;
      for (let tries = 0; tries < 20; tries++) {
        await takeRate(setup.table, TRIES_AT_PAYMENT, notice?.hash ?? "", Date.now());
      }
    });
    expect(await claimNotice(checkout, reference.slice(-4))).toBeNull();
    expect(await read(checkout.id)).toMatchObject({ pending: [], payments: [] });
  });
});
