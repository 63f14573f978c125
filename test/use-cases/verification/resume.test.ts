import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { VerificationMessage } from "../../../lib/contract/messages.ts";
import { verifyAttempt } from "../../../lib/contract/workers/verification.ts";
import type { Attempt, AttemptState } from "../../../lib/domain/attempt.ts";
import { UNTRIED } from "../../../lib/domain/breaker.ts";
import { attemptWrite, removeWrite } from "../../../lib/store/attempts.ts";
import { getBreaker, putBreaker } from "../../../lib/store/banks.ts";
import { transact } from "../../../lib/store/transact.ts";
import { resumeAttempt as resumeOne } from "../../../lib/use-cases/verification/resume.ts";
import { settleAttempt } from "../../../lib/use-cases/verification/settle-attempt.ts";
import { asWorker } from "../../support/function-calls.ts";
import { referenceThat } from "../../support/hostile-bank.ts";
import { createMerchant, type Merchant, SHOP } from "../../support/merchant.ts";
import {
  accounts,
  beforeCalls,
  open,
  receiptOf,
  setUpHostileBank,
  stored,
  submitted,
  verify,
} from "../../support/verification.ts";

const resumeAttempt = asWorker(verifyAttempt, resumeOne);

const MINUTE = 60_000;
let setup: Awaited<ReturnType<typeof setUpHostileBank>>;
let merchant: Merchant;
let made = 0;

const withBank = (credits: number) =>
  createMerchant(setup.table, { credits, accounts: { http: SHOP, telebirr: SHOP } });

beforeAll(async () => {
  setup = await setUpHostileBank();
  merchant = await withBank(50);
});
beforeEach(() => {
  setup.messages.length = 0;
  setup.bank.asked.length = 0;
});
afterAll(() => setup.stop());

/** Another worker asks the bank at present. */
const leased = async (owner = merchant) =>
  submitted(await open(owner), referenceThat("receipt", ++made), "http");

/** Nobody asks the bank at present; the attempt is to be tried at `nextAt`. */
async function waiting(nextAt: number, owner = merchant): Promise<AttemptState> {
  const { checkout, attempt } = await leased(owner);
  const planned: Attempt = { ...attempt, nextAt, leaseUntil: 0 };
  await transact(setup.table, [attemptWrite(planned, attempt.tries)]);
  return { checkout, attempt: planned };
}

const messageOf = (
  { attempt }: AttemptState,
  cause: VerificationMessage["cause"],
  notBefore = Date.now(),
): VerificationMessage => ({
  ...{ version: 1, checkout_id: attempt.checkoutId, attempt_id: attempt.id },
  ...{ not_before: notBefore, cause },
});

describe("a wake-up", () => {
  it("asks the bank once, and settles", async () => {
    const state = await waiting(Date.now());
    await resumeAttempt(messageOf(state, "due"));
    expect((await stored(state)).checkout.status).toBe("verified");
    expect(setup.bank.asked).toEqual([state.attempt.lookup.reference]);
  });

  it("that comes early waits again for the rest of its time, and changes nothing", async () => {
    const state = await waiting(Date.now() + MINUTE);
    const message = messageOf(state, "resumed", Date.now() + MINUTE);
    await resumeAttempt(message);
    expect(setup.messages).toEqual([message]);
    expect((await stored(state)).attempt).toEqual(state.attempt);
  });

  it("whose time another plan has moved is dropped, but not at the moment of that plan", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const state = await waiting(Date.now() + MINUTE);
    await resumeAttempt(messageOf(state, "due"));
    expect((await stored(state)).attempt).toEqual(state.attempt);
    vi.setSystemTime(Date.now() + MINUTE);
    await resumeAttempt(messageOf(state, "due"));
    vi.useRealTimers();
    expect((await stored(state)).attempt.outcome).toBe("matched");
  });

  it("that something new has caused does not wait for the plan", async () => {
    const state = await waiting(Date.now() + MINUTE);
    await resumeAttempt(messageOf(state, "resumed"));
    expect((await stored(state)).attempt.outcome).toBe("matched");
  });

  it("for an attempt that is settled or gone is dropped, also where it comes early", async () => {
    const state = await leased();
    const receipt = receiptOf(state.attempt.lookup.reference, { provider: "http" });
    const settled = await settleAttempt(state, { kind: "receipt", receipt });
    const gone = { ...state, attempt: { ...state.attempt, id: "att_01kagx2m8e0000000000000000" } };
    for (const one of [state, gone]) {
      await resumeAttempt(messageOf(one, "resumed"));
      await resumeAttempt(messageOf(one, "due", Date.now() + MINUTE));
    }
    expect(setup.messages).toEqual([]);
    expect(await stored(state)).toEqual(settled);
  });

  it("of a payment that waits for credits tries its stored receipt, and asks the bank nothing", async () => {
    const poor = await withBank(1);
    const state = await leased(poor);
    await verify(poor, receiptOf("DKV0000099"));
    const { reference } = state.attempt.lookup;
    const account = { institution: "http", name: SHOP.name, account: SHOP.number } as const;
    const receipt = receiptOf(reference, { provider: "http", receiver: account });
    const parked = await settleAttempt(state, { kind: "receipt", receipt });
    expect(parked.attempt).toMatchObject({ outcome: "insufficient_credits", settledAt: null });
    const { balance } = await accounts(poor.accountId);
    expect(balance.available).toBe(0);
    await resumeAttempt(messageOf(parked, "resumed"));
    expect((await stored(state)).attempt).toMatchObject({ settledAt: null, tries: 2 });
    expect(setup.bank.asked).toEqual([]);
  });
});

describe("a wake-up that meets another worker's lease", () => {
  it.each(["resumed", "trial"] as const)(
    "comes again at its end, if something new has caused it: %s",
    async (cause) => {
      const state = await leased();
      await resumeAttempt(messageOf(state, cause));
      const { id, leaseUntil } = state.attempt;
      expect(setup.messages).toEqual([
        expect.objectContaining({ attempt_id: id, not_before: leaseUntil, cause }),
      ]);
    },
  );

  it("is dropped as a duplicate, if only its time has come", async () => {
    await resumeAttempt(messageOf(await leased(), "due"));
    expect(setup.messages).toEqual([]);
  });

  it.each([
    [
      "has settled it",
      async (state: AttemptState) => {
        const receipt = receiptOf(state.attempt.lookup.reference, { provider: "http" });
        await settleAttempt(state, { kind: "receipt", receipt });
      },
    ],
    [
      "has let it end",
      async ({ attempt }: AttemptState) => {
        const ended = { ...attempt, leaseUntil: Date.now() };
        await transact(setup.table, [attemptWrite(ended, attempt.tries)]);
      },
    ],
    [
      "has removed what nobody lists",
      async ({ attempt }: AttemptState) => {
        await transact(setup.table, [removeWrite(attempt)]);
      },
    ],
  ])("is dropped, if that worker %s by then", async (_, meanwhile) => {
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const state = await leased();
    let reads = 0;
    beforeCalls(async (call, input) => {
      const { sk } = (input.Key ?? {}) as { readonly sk?: string };
      if (call !== "GetItem" || sk !== state.attempt.id) return;
      reads += 1;
      if (reads === 2) await meanwhile(state);
    });
    await resumeAttempt(messageOf(state, "resumed"));
    expect(reads).toBe(2);
    expect(setup.messages).toEqual([]);
  });
});

describe("a wake-up while the bank is known to be down", () => {
  it("asks it only as a trial", async () => {
    // Later than any answer that this process keeps.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + MINUTE });
    onTestFinished(() => void vi.useRealTimers());
    const { version } = await getBreaker(setup.table, "http", "current");
    const down = { ...UNTRIED, state: "open", cause: "no_answer", since: Date.now() } as const;
    await putBreaker(setup.table, "http", { ...down, trialAt: Date.now() + MINUTE }, version);
    const state = await waiting(Date.now());
    await resumeAttempt(messageOf(state, "due"));
    expect(setup.bank.asked).toEqual([]);
    expect((await stored(state)).attempt).toMatchObject({ outcome: "provider_unavailable" });
    await resumeAttempt(messageOf(state, "trial"));
    expect(setup.bank.asked).toEqual([state.attempt.lookup.reference]);
    expect((await stored(state)).attempt.outcome).toBe("matched");
  });
});
