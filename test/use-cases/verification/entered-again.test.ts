import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Attempt, FOUND_BY_NOTICE, type Lookup } from "../../../lib/domain/attempt.ts";
import type { Checkout } from "../../../lib/domain/checkout.ts";
import { attemptWrite, leaseAttempt } from "../../../lib/store/attempts.ts";
import { transact } from "../../../lib/store/transact.ts";
import { settleAttempt } from "../../../lib/use-cases/verification/settle-attempt.ts";
import {
  presentVerification,
  submitReference,
} from "../../../lib/use-cases/verification/submit.ts";
import { createMerchant, type Merchant, SHOP } from "../../support/merchant.ts";
import {
  attemptsOf,
  beforeCalls,
  open,
  read,
  receiptOf,
  setUpVerification,
  stored,
  submitted,
  verify,
} from "../../support/verification.ts";

const setup = setUpVerification();
const BANKS = ["telebirr", "cbe", "cbe_birr"] as const;
let merchant: Merchant;
let count = 0;

beforeAll(() => {
  // No bank answers, so that what is submitted stays undecided.
  for (const bank of BANKS)
    process.env[`PROVIDER_${bank.toUpperCase()}_BASE_URL`] = "http://127.0.0.1:1";
  return () => {
    for (const bank of BANKS) delete process.env[`PROVIDER_${bank.toUpperCase()}_BASE_URL`];
  };
});
beforeEach(async () => {
  const accounts = Object.fromEntries(BANKS.map((bank) => [bank, SHOP]));
  merchant = await createMerchant(setup.table, { accounts });
});

interface Entered {
  readonly lookup?: Partial<Lookup>;
  readonly phone?: string | null;
  readonly byNotice?: boolean;
}

const digits = (suffix: string): Entered => ({
  lookup: { provider: "cbe", variant: "pdf", parts: { suffix } },
});
const phone = (text: string | null, provider: "cbe_birr" | "telebirr"): Entered => ({
  lookup: { provider },
  phone: text,
});

/** Submits a reference for a checkout as it is stored now. */
async function enter({ id }: Checkout, reference: string, what: Entered = {}): Promise<Attempt> {
  const lookup: Lookup = {
    ...{ provider: "telebirr", reference, variant: "reference", parts: {}, datedOn: null },
    ...what.lookup,
  };
  const { attempt } = await submitReference({
    checkout: await read(id),
    lookup,
    payerPhone: what.phone ?? null,
    isFoundByNotice: what.byNotice ?? false,
  });
  return attempt;
}

/** Enters one reference twice, and says whether the second time asked the bank for something new. */
async function isNew(first: Entered, second: Entered): Promise<boolean> {
  const checkout = await open(merchant);
  const reference = `FT26328${String(++count).padStart(5, "0")}`;
  const before = await enter(checkout, reference, first);
  const after = await enter(checkout, reference, second);
  const attempts = (await attemptsOf(checkout)).map(({ id }) => id);
  expect(attempts).toEqual(after.id === before.id ? [before.id] : [after.id, before.id]);
  return after.id !== before.id;
}

describe("a reference that is entered again before its bank has answered", () => {
  it("is the same submission, however often", async () => {
    expect(await isNew({}, {})).toBe(false);
    expect(await isNew(digits("12345678"), digits("12345678"))).toBe(false);
  });

  it("is a correction with other account digits, or with the first ones", async () => {
    expect(await isNew(digits("12345678"), digits("12345679"))).toBe(true);
    const without = { lookup: { provider: "cbe", variant: "pdf", parts: {} } } as const;
    expect(await isNew(without, digits("12345678"))).toBe(true);
  });

  it("takes nothing back that is left out", async () => {
    const without = { lookup: { provider: "cbe", variant: "pdf", parts: {} } } as const;
    expect(await isNew(digits("12345678"), without)).toBe(false);
    expect(await isNew(phone("0911220042", "cbe_birr"), phone(null, "cbe_birr"))).toBe(false);
  });

  it("is a correction with another phone only at a bank that is asked with it", async () => {
    const [one, other] = ["0911220042", "0911220043"];
    expect(await isNew(phone(one, "cbe_birr"), phone(other, "cbe_birr"))).toBe(true);
    expect(await isNew(phone(one, "cbe_birr"), phone(one, "cbe_birr"))).toBe(false);
    expect(await isNew(phone(one, "telebirr"), phone(other, "telebirr"))).toBe(false);
  });

  it("says more than a notice that pointed to it, and a notice no more than the customer", async () => {
    expect(await isNew({ byNotice: true }, {})).toBe(true);
    expect(await isNew({}, { byNotice: true })).toBe(false);
    expect(await isNew({ byNotice: true }, { byNotice: true })).toBe(false);
  });

  it("is another one at another bank, and so is another reference at the same bank", async () => {
    expect(await isNew({}, { lookup: { provider: "cbe_birr" } })).toBe(true);
    const checkout = await open(merchant);
    const first = await enter(checkout, "DKE0000001");
    expect((await enter(checkout, "DKE0000002")).id).not.toBe(first.id);
  });

  it("is no correction once its receipt is read and only credits are missing", async () => {
    const poor = await createMerchant(setup.table, {
      credits: 1,
      accounts: { cbe: SHOP, telebirr: SHOP },
    });
    const state = await submitted(await open(poor), "FT2632899999", "cbe");
    await verify(poor, receiptOf("DKE0000020"));
    const receipt = receiptOf("FT2632899999", {
      provider: "cbe",
      receiver: { institution: "cbe", name: SHOP.name, account: SHOP.number },
    });
    const { attempt } = await settleAttempt(state, { kind: "receipt", receipt });
    expect(attempt).toMatchObject({ outcome: "insufficient_credits", settledAt: null });
    expect((await enter(state.checkout, "FT2632899999", digits("12345678"))).id).toBe(attempt.id);
  });
});

describe("a submission beside others of its checkout", () => {
  it("keeps what it knows of where it came from, and no fingerprint yet", async () => {
    const checkout = await open(merchant);
    const found = await enter(checkout, "DKE0000011", { byNotice: true });
    expect(found).toMatchObject({ evidence: FOUND_BY_NOTICE, fingerprints: [] });
    expect((await enter(checkout, "DKE0000012")).evidence).not.toMatchObject(FOUND_BY_NOTICE);
    expect((await read(checkout.id)).pending.map(({ awaitsCredits }) => awaitsCredits)).toEqual([
      false,
      false,
    ]);
  });

  it("waits for one of three that are looked up already, and is told for how long", async () => {
    const checkout = await open(merchant);
    for (const number of [1, 2, 3]) await enter(checkout, `DKE000002${number}`);
    await expect(enter(checkout, "DKE0000024")).rejects.toMatchObject({
      code: "rate_limited",
      extras: { retryAfterSeconds: 15 },
    });
  });
});

describe("a request that finds another one asking the bank", () => {
  it("gets the result as soon as the other one has it", async () => {
    const state = await submitted(await open(merchant), "DKE0000031");
    const receipt = receiptOf("DKE0000031");
    let reads = 0;
    beforeCalls(async (call, input) => {
      const key = (input.Key ?? {}) as { readonly sk?: string };
      if (call !== "GetItem" || key.sk !== state.attempt.id) return;
      reads += 1;
      // The first read finds the attempt; the next one is that of a request which waits.
      if (reads === 2) await settleAttempt(state, { kind: "receipt", receipt });
    });
    const answer = await submitReference({
      checkout: state.checkout,
      lookup: state.attempt.lookup,
      payerPhone: null,
    });
    expect(answer.attempt).toMatchObject({ id: state.attempt.id, outcome: "matched" });
    expect(answer.checkout.status).toBe("verified");
    expect(reads).toBe(2);
  });

  it("waits no longer than the other one's lease: its worker may have died", async () => {
    const state = await submitted(await open(merchant), "DKE0000032");
    await leaseAttempt(setup.table, state.attempt, state.attempt.leaseUntil, -60_000);
    expect(await enter(state.checkout, "DKE0000032")).toMatchObject({
      id: state.attempt.id,
      outcome: "pending",
      settledAt: null,
    });
  });

  it("gives up after eight seconds, before the other one has an answer", async () => {
    const state = await submitted(await open(merchant), "DKE0000033");
    const { checkoutId, id } = state.attempt;
    await transact(setup.table, [
      attemptWrite({ ...state.attempt, leaseUntil: Date.now() + 60_000 }, state.attempt.tries),
    ]);
    vi.useFakeTimers({ toFake: ["Date"] });
    const started = Date.now();
    const reads: number[] = [];
    beforeCalls((call, input) => {
      const key = (input.Key ?? {}) as { readonly sk?: string };
      if (call !== "GetItem" || key.sk !== id) return;
      reads.push(Date.now() - started);
      // As if each of its pauses took three seconds.
      vi.setSystemTime(Date.now() + 3_000);
    });
    const answer = await submitReference({
      checkout: state.checkout,
      lookup: state.attempt.lookup,
      payerPhone: null,
    }).finally(() => vi.useRealTimers());
    expect(answer.attempt).toMatchObject({ checkoutId, id, settledAt: null });
    expect(reads).toEqual([0, 3_000, 6_000]);
  });
});

describe("the answer to a submission", () => {
  const present = (checkout: Checkout) => ({ id: checkout.id });

  it("is 202 with the time of the next question while the bank has not decided", async () => {
    const state = await submitted(await open(merchant), "DKE0000041");
    const { status, headers, body } = presentVerification(state, present);
    expect([status, headers?.["retry-after"]]).toEqual([202, "2"]);
    expect(body).toMatchObject({
      ...{ object: "verification", status: "verifying", outcome: "pending" },
      checkout: { id: state.checkout.id },
    });
  });

  it("is 200 with the outcome once it is settled", async () => {
    const state = await submitted(await open(merchant), "DKE0000042");
    const receipt = receiptOf("DKE0000042");
    const settled = await settleAttempt(state, { kind: "receipt", receipt });
    expect(await stored(settled)).toEqual(settled);
    const { status, headers, body } = presentVerification(settled, present);
    expect([status, headers?.["retry-after"]]).toEqual([200, undefined]);
    expect(body).toMatchObject({ status: "verified", outcome: "matched" });
  });
});
