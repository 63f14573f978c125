import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { VerificationMessage } from "../../../lib/contract/messages.ts";
import { verifyAttempt } from "../../../lib/contract/workers/verification.ts";
import { healthOf } from "../../../lib/domain/breaker.ts";
import { table } from "../../../lib/pipeline/deps.ts";
import { getBreaker } from "../../../lib/store/banks.ts";
import { getCheckout } from "../../../lib/store/checkouts.ts";
import { checkProviderHealth } from "../../../lib/use-cases/verification/check-provider-health.ts";
import { resumeAttempt as resumeOne } from "../../../lib/use-cases/verification/resume.ts";
import { submitInput } from "../../../lib/use-cases/verification/submit.ts";
import { asWorker, setFunctionEnvironment } from "../../support/function-calls.ts";
import {
  type BankAnswer,
  HOSTILE_BANK_SETTINGS,
  type HostileBank,
  referenceThat,
  startHostileBank,
} from "../../support/hostile-bank.ts";
import { createMerchant, type Merchant, SHOP } from "../../support/merchant.ts";
import { LONG_TEST_MS, startTable, type TestTable } from "../../support/table.ts";
import { catchWakeUps, open } from "../../support/verification.ts";

const resumeAttempt = asWorker(verifyAttempt, resumeOne);

const MINUTE = 60_000;
const DAY = 86_400_000;
const START = Date.UTC(2026, 10, 2, 6);
/** `check-provider-health` runs each minute and the longest wait for a trial is five minutes. */
const TRIAL_PERIOD_MINUTES = 6;

let engine: TestTable;
let bank: HostileBank;
let wakeUps: ReturnType<typeof catchWakeUps>;
let count = 0;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: START });
  engine = await startTable();
  bank = await startHostileBank(Date.now);
  setFunctionEnvironment({
    tableName: engine.table.name,
    dynamoDbEndpoint: engine.endpoint,
    config: {
      providers: {
        http: {
          enabled: true,
          baseUrl: bank.url,
          settings: { ...HOSTILE_BANK_SETTINGS, canaryReference: "GW0000000000" },
        },
      },
    },
  });
  wakeUps = catchWakeUps();
});
beforeEach(async () => {
  await hoursLater();
});
afterAll(async () => {
  vi.useRealTimers();
  wakeUps.restore();
  await bank.close();
  await engine.stop();
});

/** The bank answers again, nothing waits, and the breaker has seen a receipt. */
async function hoursLater(): Promise<void> {
  bank.canary = "not_found";
  vi.setSystemTime(Date.now() + 3 * 3_600_000);
  await checkProviderHealth();
  wakeUps.messages.length = 0;
  expect(await submit(await newMerchant(), "receipt")).toMatchObject({ status: "verified" });
  expect(healthOf(await breaker())).toBe("up");
  bank.asked.length = 0;
}

function newMerchant(createdAt = Date.now()): Promise<Merchant> {
  return createMerchant(engine.table, { accounts: { http: SHOP }, now: createdAt });
}

/** An account that is two days old and has verified a payment: it has a vote of its own. */
async function provenMerchant(): Promise<Merchant> {
  const merchant = await newMerchant(Date.now() - 2 * DAY);
  const { status } = await submit(merchant, "receipt");
  expect(status).toBe("verified");
  return merchant;
}

async function submit(merchant: Merchant, answer: BankAnswer, reference?: string) {
  const checkout = await open(merchant);
  const input = reference ?? referenceThat(answer, ++count);
  const body = { input, provider: "http" as const };
  const { attempt } = await submitInput(checkout, body);
  const status = (await getCheckout(table(), checkout.id))?.status;
  return { id: checkout.id, status, outcome: attempt.outcome };
}

/** Runs `check-provider-health` and then every wake-up whose time has come. */
async function passMinute(): Promise<void> {
  vi.setSystemTime(Date.now() + MINUTE);
  await checkProviderHealth();
  const isDue = ({ not_before }: VerificationMessage) => not_before <= Date.now() + MINUTE / 2;
  const due = wakeUps.messages.filter(isDue);
  const later = wakeUps.messages.filter((message) => !isDue(message));
  wakeUps.messages.splice(0, wakeUps.messages.length, ...later);
  for (const message of due) await resumeAttempt({ ...message, not_before: 0 });
}

const breaker = async () => (await getBreaker(table(), "http", "current")).breaker;

describe("one account", () => {
  it("can't open the breaker with unreadable receipts or block others", async () => {
    const [hostile, honest] = [await provenMerchant(), await newMerchant()];
    const reference = referenceThat("unreadable", ++count);
    for (let round = 0; round < 6; round++) await submit(hostile, "unreadable", reference);
    for (let round = 0; round < 6; round++) await submit(hostile, "unreadable");
    expect(healthOf(await breaker())).toBe("degraded");
    for (let minute = 0; minute < 10; minute++) {
      await passMinute();
      expect((await breaker()).state).toBe("closed");
      expect(await submit(honest, "receipt")).toMatchObject({ status: "verified" });
    }
  });

  it.each(["server_error", "hang_up"] as const)(
    "can't open the breaker with %s",
    async (answer) => {
      const [hostile, honest] = [await provenMerchant(), await newMerchant()];
      for (let round = 0; round < 8; round++) await submit(hostile, answer);
      expect((await breaker()).state).toBe("closed");
      expect(await submit(honest, "receipt")).toMatchObject({ status: "verified" });
      for (let minute = 0; minute < 3; minute++) {
        await passMinute();
        expect((await breaker()).state).toBe("closed");
      }
    },
  );

  it("still reveals a real outage: a canary confirms it within a minute", async () => {
    const merchant = await newMerchant();
    await submit(merchant, "hang_up");
    bank.canary = "hang_up";
    await passMinute();
    expect(await breaker()).toMatchObject({ state: "open", cause: "no_answer" });
    const { id, outcome } = await submit(merchant, "receipt");
    expect(outcome).toBe("provider_unavailable");
    bank.canary = "not_found";
    await passMinute();
    await passMinute();
    expect(await getCheckout(table(), id)).toMatchObject({ status: "verified" });
  });
});

describe("accounts that are new or have verified nothing", () => {
  it("have one vote together", async () => {
    const crowd = await Promise.all(Array.from({ length: 8 }, () => newMerchant()));
    const old = await newMerchant(Date.now() - 9 * DAY);
    for (const merchant of [...crowd, old]) await submit(merchant, "server_error");
    expect(await breaker()).toMatchObject({ state: "closed", failures: [{ account: "unproven" }] });
  });
});

describe("a reference that was found unreadable", () => {
  it("is not evidence again, even after its series has ended", async () => {
    const hostile = await provenMerchant();
    const reference = referenceThat("unreadable", ++count);
    await submit(hostile, "unreadable", reference);
    expect((await breaker()).unreadable).toHaveLength(1);
    await submit(hostile, "receipt");
    expect((await breaker()).unreadable).toEqual([]);
    await submit(hostile, "unreadable", reference);
    expect((await breaker()).unreadable).toEqual([]);
  });

  it("is never used for a trial", async () => {
    const [hostile, honest] = [await provenMerchant(), await newMerchant()];
    const reference = referenceThat("unreadable", ++count);
    await submit(hostile, "unreadable", reference);
    bank.canary = "unreadable";
    await submit(hostile, "hang_up");
    await passMinute();
    expect((await breaker()).state).toBe("open");
    // The same reference on another account, parked without a question.
    expect(await submit(honest, "unreadable", reference)).toMatchObject({
      outcome: "provider_unavailable",
    });
    bank.asked.length = 0;
    for (let minute = 0; minute < TRIAL_PERIOD_MINUTES; minute++) await passMinute();
    expect(bank.asked).not.toContain(reference);
  });
});

describe("five proven accounts together", () => {
  it("only degrade a bank by unreadable pages: readable receipts verify at once", async () => {
    const hostile = await Promise.all(Array.from({ length: 5 }, provenMerchant));
    for (const merchant of hostile) await submit(merchant, "unreadable");
    expect(healthOf(await breaker())).toBe("degraded");
    expect((await breaker()).state).toBe("degraded");
    expect(await submit(await newMerchant(), "receipt")).toMatchObject({ status: "verified" });
    expect((await breaker()).state).toBe("closed");
  });
});

it("an honest, paid receipt verifies within two trial periods whenever the bank answers", {
  timeout: LONG_TEST_MS,
}, async () => {
  const proven = await Promise.all(Array.from({ length: 6 }, provenMerchant));
  const fresh = await Promise.all(Array.from({ length: 3 }, () => newMerchant()));
  const crowd = [...proven, ...fresh];
  const honest = await newMerchant();
  const answers = fc.constantFrom<BankAnswer>("not_found", "unreadable", "server_error", "hang_up");
  const action = fc.record({
    account: fc.nat({ max: crowd.length - 1 }),
    answer: answers,
    minutes: fc.constantFrom(0, 0, 0, 1),
  });
  const attack = async ({ account, answer, minutes }: Value<typeof action>) => {
    const merchant = crowd[account];
    if (merchant === undefined) throw new Error("no such account");
    await submit(merchant, answer);
    for (let minute = 0; minute < minutes; minute++) await passMinute();
  };
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        before: fc.array(action, { minLength: 5, maxLength: 9 }),
        after: fc.array(action, { maxLength: 3 }),
        // The bank answers, but may have changed its page for unknown references.
        canary: fc.constantFrom<BankAnswer>("not_found", "not_found", "unreadable"),
        wasDown: fc.boolean(),
      }),
      async ({ before, after, canary, wasDown }) => {
        await hoursLater();
        bank.canary = wasDown ? "hang_up" : canary;
        for (const step of before) await attack(step);
        bank.canary = canary;
        const paid = await submit(honest, "receipt");
        for (const step of after) await attack({ ...step, minutes: 0 });
        for (let minute = 0; minute < 2 * TRIAL_PERIOD_MINUTES; minute++) {
          const { status } = (await getCheckout(table(), paid.id)) ?? {};
          if (status === "verified") return;
          await passMinute();
        }
        expect(await getCheckout(table(), paid.id)).toMatchObject({ status: "verified" });
      },
    ),
    { numRuns: Number(process.env.HOSTILE_RUNS ?? 5) },
  );
});

type Value<A> = A extends fc.Arbitrary<infer T> ? T : never;
