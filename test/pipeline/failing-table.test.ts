import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ServiceError } from "../../lib/domain/errors.ts";
import { toServiceError } from "../../lib/pipeline/http.ts";
import { overdueAttempts } from "../../lib/store/attempts.ts";
import { getCheckout } from "../../lib/store/checkouts.ts";
import { resumeAttempt } from "../../lib/use-cases/verification/resume.ts";
import { settleAttempt } from "../../lib/use-cases/verification/settle-attempt.ts";
import { submitInput } from "../../lib/use-cases/verification/submit.ts";
import { setFunctionEnvironment } from "../support/function-calls.ts";
import { createMerchant } from "../support/merchant.ts";
import {
  type FlakyTable,
  flakyTable,
  LONG_TEST_MS,
  startTable,
  type TestTable,
} from "../support/table.ts";
import {
  accounts,
  attemptsOf,
  catchWakeUps,
  eventTypes,
  open,
  receiptOf,
  stored,
  submitted,
} from "../support/verification.ts";

/** Every third call fails, nearly half of these only after the table has done it. */
const SHARE = 0.2;

let engine: TestTable;
let flaky: FlakyTable;
let wakeUps: ReturnType<typeof catchWakeUps>;

beforeAll(async () => {
  engine = await startTable();
  flaky = await flakyTable(engine.endpoint, SHARE, seeded(11));
  // The SDK's own tries would hide most of the faults.
  process.env.AWS_MAX_ATTEMPTS = "1";
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: flaky.endpoint });
  wakeUps = catchWakeUps();
});
afterAll(async () => {
  vi.useRealTimers();
  wakeUps.restore();
  await flaky.close();
  await engine.stop();
});

describe("a table with random failures before and after writes", () => {
  it("leaves no partial state: each checkout is verified once, or not at all", {
    timeout: LONG_TEST_MS,
  }, async () => {
    const live = await createMerchant(engine.table, { credits: 100 });
    const states = await Promise.all(
      Array.from({ length: 25 }, async (_, index) => {
        const checkout = await untilItWorks(() => open(live));
        return untilItWorks(() => submittedOnce(checkout.id, `DKT${1000 + index}`));
      }),
    );
    const settling = states.map((state) =>
      settleAttempt(state, {
        kind: "receipt",
        receipt: receiptOf(state.attempt.lookup.reference),
      }).catch(onlyPassing),
    );
    await Promise.all(settling);
    expect(flaky.faults.before).toBeGreaterThan(10);
    expect(flaky.faults.after).toBeGreaterThan(10);
    flaky.heal();

    const now = await Promise.all(states.map(stored));
    const verified = now.filter(({ checkout }) => checkout.status === "verified");
    expect(verified.length).toBeGreaterThan(0);
    for (const { checkout, attempt } of now) {
      const isVerified = checkout.status === "verified";
      expect(attempt.outcome).toBe(isVerified ? "matched" : "pending");
      expect(await eventTypes(checkout)).toEqual(
        isVerified ? ["checkout.created", "checkout.verified"] : ["checkout.created"],
      );
    }
    const { balance, ledger, entries } = await accounts(live.accountId);
    expect(balance.captured).toBe(verified.length);
    expect(ledger).toEqual(balance);
    const captures = entries.filter(({ kind }) => kind === "capture").map(({ source }) => source);
    expect(captures.toSorted()).toEqual(verified.map(({ checkout }) => checkout.id).toSorted());
  });

  it("lets the sweeper finish interrupted work", { timeout: LONG_TEST_MS }, async () => {
    const merchant = await createMerchant(engine.table);
    const checkouts = await Promise.all(
      Array.from({ length: 25 }, () => open(merchant, { mode: "test" })),
    );
    flaky.hurt(0.6);
    await Promise.all(
      checkouts.map((checkout, index) =>
        submitInput(checkout, { input: `TESTOK${index}` }).catch(onlyPassing),
      ),
    );
    flaky.heal();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * 60_000 });

    const left = await overdueAttempts(engine.table, Date.now(), 100);
    expect(left.length).toBeGreaterThan(0);
    for (const attempt of left) {
      await resumeAttempt({
        version: 1,
        checkout_id: attempt.checkoutId,
        attempt_id: attempt.id,
        not_before: 0,
        cause: "resumed",
      });
    }

    for (const { id } of checkouts) {
      const attempts = await attemptsOf({ id });
      // Where one of the first two writes failed, the payer was told so and no attempt was made.
      const verified = attempts.length === 1;
      expect(attempts.map(({ outcome }) => outcome)).toEqual(verified ? ["matched"] : []);
      expect(await eventTypes({ id })).toEqual(
        verified ? ["checkout.created", "checkout.verified"] : ["checkout.created"],
      );
    }
  });
});

/** A reference is taken once, also if the caller did not hear of it the first time. */
async function submittedOnce(checkoutId: string, reference: string) {
  const checkout = await getCheckout(engine.table, checkoutId);
  if (!checkout) throw new Error("the checkout is gone");
  if (checkout.pending.length === 0) return submitted(checkout, reference);
  const [attempt] = await attemptsOf(checkout);
  if (!attempt) throw new Error("the attempt is gone");
  return { checkout, attempt };
}

async function untilItWorks<T>(run: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await run();
    } catch (error) {
      onlyPassing(error);
    }
  }
}

/** Nothing but "try again" may come out of it. */
function onlyPassing(error: unknown): null {
  const shown = error instanceof ServiceError ? error : toServiceError(error);
  expect(shown.code, String(error)).toBe("service_unavailable");
  return null;
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
