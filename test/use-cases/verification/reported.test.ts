import { beforeEach, describe, expect, it } from "vitest";
import type { AttemptState } from "../../../lib/domain/attempt.ts";
import type { Receipt } from "../../../lib/domain/receipt.ts";
import type { LookupResult } from "../../../lib/providers/adapter.ts";
import { listIssues } from "../../../lib/store/issues.ts";
import { releasePayment } from "../../../lib/use-cases/verification/decisions.ts";
import { settleAttempt } from "../../../lib/use-cases/verification/settle-attempt.ts";
import { createMerchant, type Merchant, SHOP } from "../../support/merchant.ts";
import {
  beforeCalls,
  forgotten,
  open,
  receiptOf,
  setUpVerification,
  stored,
  submitted,
} from "../../support/verification.ts";

const verification = setUpVerification();
let merchant: Merchant;
let made = 0;

beforeEach(async () => {
  merchant = await createMerchant(verification.table, { credits: 10 });
});

const newReference = () => `DKW${String(++made).padStart(7, "0")}`;
const waiting = async () => submitted(await open(merchant), newReference());
/** Another reference for the same checkout. */
const beside = async (state: AttemptState) =>
  submitted((await stored(state)).checkout, newReference());
const settle = async (state: AttemptState, result: LookupResult) =>
  settleAttempt(await stored(state), result);
const answer = (state: AttemptState, changes: Partial<Receipt> = {}) =>
  settle(state, {
    kind: "receipt",
    receipt: receiptOf(state.attempt.lookup.reference, changes),
  });
const issues = async () =>
  (await listIssues(verification.table, merchant, { limit: 9 }, Date.now())).data
    .map(({ kind }) => kind)
    .toSorted();
const NO_ANSWER: LookupResult = { kind: "unavailable", why: "timeout" };
const UNREADABLE: LookupResult = { kind: "unreadable", why: "no date" };
const NOT_FOUND: LookupResult = { kind: "not_found" };
const STRANGER = { institution: "telebirr", name: "Other", account: "251900000009" } as const;
const UNSURE = { institution: "telebirr", name: SHOP.name, account: null } as const;

describe("what was reported about a checkout", () => {
  it("stays while one of its references waits, and ends with the last one", async () => {
    const first = await waiting();
    await settle(first, NO_ANSWER);
    const second = await beside(first);
    expect((await answer(second, { receiver: STRANGER })).checkout.status).toBe("open");
    expect(await issues()).toEqual(["parked_checkout"]);
    await answer(first, { receiver: STRANGER });
    expect(await issues()).toEqual([]);
  });

  it("ends with a reference that never waited, after one that did", async () => {
    const first = await waiting();
    await settle(first, NO_ANSWER);
    await settle(first, UNREADABLE);
    const second = await beside(first);
    for (let tries = 0; tries < 3; tries++) await settle(first, NOT_FOUND);
    expect((await stored(first)).attempt.outcome).toBe("not_found");
    expect(await issues()).toEqual(["parked_checkout", "unreadable_receipt"]);
    await answer(second, { receiver: STRANGER });
    expect(await issues()).toEqual([]);
  });

  it("ends when another reference verifies it at once", async () => {
    const first = await waiting();
    await settle(first, NO_ANSWER);
    const second = await beside(first);
    expect((await answer(second)).checkout.status).toBe("verified");
    expect(await issues()).toEqual([]);
  });

  it("ends when another reference verifies it out of a review", async () => {
    const first = await waiting();
    await settle(first, NO_ANSWER);
    expect((await answer(first, { receiver: UNSURE })).checkout.status).toBe("review");
    expect(await issues()).toEqual(["parked_checkout"]);
    const second = await beside(first);
    expect((await answer(second)).checkout.status).toBe("verified");
    expect(await issues()).toEqual([]);
  });
});

it("what was reported of a payment that waits for credits ends with the reference after its release", async () => {
  const poor = await createMerchant(verification.table, { credits: 1 });
  const other = await submitted(await open(poor), newReference());
  const first = await submitted(await open(poor), newReference());
  await answer(other);
  await answer(first);
  const kinds = async () =>
    (await listIssues(verification.table, poor, { limit: 9 }, Date.now())).data.map(
      ({ kind }) => kind,
    );
  expect(await kinds()).toEqual(["parked_checkout"]);
  const { checkout } = await stored(first);
  const { provider, reference } = first.attempt.lookup;
  await releasePayment(
    {
      load: async () => (await stored(first)).checkout,
      ...{ by: "usr_tester", reason: "Seen", sequence: checkout.sequence, now: Date.now() },
      alongside: () => [],
    },
    { provider, reference },
  );
  await answer(await beside(first), { receiver: STRANGER });
  expect(await kinds()).toEqual([]);
});

describe("nothing is reported", () => {
  it.each<[string, Partial<Receipt>]>([
    ["too_old", { paidAt: Date.now() - 3_600_000 }],
    ["receiver_mismatch", { receiver: STRANGER }],
    ["currency_mismatch", { currency: "USD" }],
  ])("of a payment that is %s", async (outcome, changes) => {
    const { attempt } = await answer(await waiting(), changes);
    expect(attempt.outcome).toBe(outcome);
    expect(await issues()).toEqual([]);
  });

  it("nor resolved, by the second part of an amount whose parts were settled at once", async () => {
    const first = await waiting();
    await answer(first, { amountMinor: 100_000 });
    const second = await beside(first);
    const written: string[] = [];
    beforeCalls((_, input) => written.push(JSON.stringify(input)));
    expect((await answer(second, { amountMinor: 50_000 })).checkout.status).toBe("verified");
    expect(written.join()).toContain(`CO#${second.checkout.id}`);
    expect(written.join()).not.toContain("ISS#");
  });

  it("nor resolved, by a waiting reference that its checkout has lost", async () => {
    const first = await waiting();
    await settle(first, NO_ANSWER);
    const lost = await forgotten(await stored(first));
    const written: string[] = [];
    beforeCalls((_, input) => written.push(JSON.stringify(input)));
    expect((await settle(lost, NOT_FOUND)).attempt.outcome).toBe("superseded");
    expect(written.join()).not.toContain("ISS#");
  });

  it("nor resolved, by a reference that is settled at once", async () => {
    const first = await waiting();
    const second = await waiting();
    const written: string[] = [];
    beforeCalls((_, input) => written.push(JSON.stringify(input)));
    expect((await answer(first)).checkout.status).toBe("verified");
    expect((await answer(second, { receiver: STRANGER })).checkout.status).toBe("open");
    expect(written.join()).toContain(`CO#${second.checkout.id}`);
    expect(written.join()).not.toContain("ISS#");
  });
});
