import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { type Attempt, FOUND_BY_NOTICE, type Lookup } from "../../../lib/domain/attempt.ts";
import type { Checkout } from "../../../lib/domain/checkout.ts";
import { attemptWrite, removeWrite } from "../../../lib/store/attempts.ts";
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

  it("is a correction where it asks another host, as the first one may be down", async () => {
    const linked = { lookup: { provider: "cbe", variant: "link", parts: { digits: "12345678" } } };
    const bare = { lookup: { provider: "cbe", variant: "pdf", parts: {} } } as const;
    expect(await isNew(linked as Entered, bare)).toBe(true);
    expect(await isNew(bare, linked as Entered)).toBe(true);
    expect(await isNew(linked as Entered, linked as Entered)).toBe(false);
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
    const { id } = await open(poor);
    await verify(poor, receiptOf("DKE0000020"));
    const before = await enter(await read(id), "FT2632899999", digits("12345678"));
    const receipt = receiptOf("FT2632899999", {
      provider: "cbe",
      receiver: { institution: "cbe", name: SHOP.name, account: SHOP.number },
    });
    const state = { checkout: await read(id), attempt: before };
    const { attempt } = await settleAttempt(state, { kind: "receipt", receipt });
    expect(attempt).toMatchObject({ outcome: "insufficient_credits", settledAt: null });
    const again = await enter(await read(id), "FT2632899999", digits("12345679"));
    expect(again.id).toBe(before.id);
  });

  it("is found by what was typed, where the bank's receipt spells it in another way", async () => {
    const state = await submitted(await open(merchant, { amount: 300_000 }), "DKE0000051");
    const receipt = receiptOf("DKE0000052");
    const { checkout, attempt } = await settleAttempt(state, { kind: "receipt", receipt });
    expect(checkout.payments).toMatchObject([{ state: "counted", typed: "DKE0000051" }]);
    expect((await enter(checkout, "DKE0000051")).id).toBe(attempt.id);
    expect((await enter(checkout, "DKE0000053")).id).not.toBe(attempt.id);
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
    const attempts: Attempt[] = [];
    for (const number of [1, 2, 3]) attempts.push(await enter(checkout, `DKE000002${number}`));
    const refused = { code: "rate_limited", extras: { retryAfterSeconds: 15 } };
    await expect(enter(checkout, "DKE0000024")).rejects.toMatchObject(refused);
    // The sweeper has deleted them since the checkout was read.
    expect(await transact(setup.table, attempts.map(removeWrite))).toEqual({ committed: true });
    await expect(enter(checkout, "DKE0000024")).rejects.toMatchObject(refused);
  });

  it("is told to wait until a bank that is down is asked again", async () => {
    const checkout = await open(merchant);
    for (const number of [1, 2, 3]) {
      const attempt = await enter(checkout, `DKE000003${number}`);
      const nextAt = Date.now() + 3_600_000 * number;
      expect(
        (await transact(setup.table, [attemptWrite({ ...attempt, nextAt }, attempt.tries)]))
          .committed,
      ).toBe(true);
    }
    const refused = enter(checkout, "DKE0000034");
    await expect(refused).rejects.toMatchObject({ code: "rate_limited" });
    const seconds = await refused.catch((error) => error.extras.retryAfterSeconds);
    expect(seconds).toBeGreaterThan(3_500);
    expect(seconds).toBeLessThanOrEqual(3_600);
  });
});

/** Times of all reads of an attempt from now on; `then` is called after each with their number. */
function readsOf({ id }: Attempt, then: (count: number) => unknown): readonly number[] {
  const reads: number[] = [];
  beforeCalls(async (call, input) => {
    const { sk } = (input.Key ?? {}) as { readonly sk?: string };
    if (call !== "GetItem" || sk !== id) return;
    reads.push(Date.now());
    await then(reads.length);
  });
  return reads;
}

describe("a request that finds another one asking the bank", () => {
  it("gets the result as soon as the other one has it", async () => {
    const state = await submitted(await open(merchant), "DKE0000031");
    const receipt = receiptOf("DKE0000031");
    // The first read finds the attempt; the next one is that of a request which waits.
    const reads = readsOf(state.attempt, async (count) => {
      if (count === 2) await settleAttempt(state, { kind: "receipt", receipt });
    });
    const answer = await submitReference({
      checkout: state.checkout,
      lookup: state.attempt.lookup,
      payerPhone: null,
    });
    expect(answer.attempt).toMatchObject({ id: state.attempt.id, outcome: "matched" });
    expect(answer.checkout.status).toBe("verified");
    expect(reads).toHaveLength(2);
  });

  it("waits no longer than the other one's lease: its worker may have died", async () => {
    const state = await submitted(await open(merchant), "DKE0000032");
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const ended = { ...state.attempt, leaseUntil: Date.now() };
    await transact(setup.table, [attemptWrite(ended, state.attempt.tries)]);
    const reads = readsOf(ended, () => {});
    expect(await enter(state.checkout, "DKE0000032")).toMatchObject({
      ...{ id: state.attempt.id, outcome: "pending", settledAt: null },
    });
    expect(reads).toHaveLength(1);
  });

  it("gives up within eight seconds, before the other one has an answer", async () => {
    const state = await submitted(await open(merchant), "DKE0000033");
    const held = { ...state.attempt, leaseUntil: Date.now() + 60_000 };
    await transact(setup.table, [attemptWrite(held, state.attempt.tries)]);
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const started = Date.now();
    // As if its first pauses had taken so long. The next one is 400 ms: it would end at eight seconds.
    const clock = [2_500, 5_000, 7_600];
    const reads = readsOf(held, (count) => {
      vi.setSystemTime(started + (clock[count - 1] ?? 60_000));
    });
    const { attempt } = await submitReference({
      ...{ checkout: state.checkout, lookup: held.lookup, payerPhone: null },
    });
    expect(attempt).toMatchObject({ id: held.id, settledAt: null });
    expect(reads.map((at) => at - started)).toEqual([0, 2_500, 5_000]);
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
