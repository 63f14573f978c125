import { setTimeout as pause } from "node:timers/promises";
import type { Checkout } from "../../domain/checkout.ts";
import { awsPatienceMs, now, table } from "../../pipeline/deps.ts";
import { environment } from "../../pipeline/environment.ts";
import { glanceAtCheckout } from "../../store/checkouts.ts";

const DAY_MS = 86_400_000;
/** Body of an id that no checkout has: ids begin with the time of their creation. */
const NOBODY = "0".repeat(26);

/**
 * Does at a function's start what its first request would wait for: looks for a checkout that does not exist, which builds
 * the client and opens the connection to the table, and runs `steps`. Lambda gives a whole processor to a start, and to a
 * request the part that belongs to the function's memory. Never rejects, and ends after a second: what has failed or is not
 * ready then is left to the first request.
 *
 * @returns what has failed
 */
export async function warmUp(
  ...steps: readonly (() => Promise<unknown>)[]
): Promise<readonly unknown[]> {
  const read = () => glanceAtCheckout(table(), `co_${NOBODY}`);
  const done = new AbortController();
  const results = await Promise.race([
    Promise.allSettled([read, ...steps].map(async (step) => step())),
    pause(awsPatienceMs() / 2, [], { signal: done.signal }),
  ]);
  done.abort();
  return results.filter(({ status }) => status === "rejected");
}

/** A checkout that is stored nowhere, to run code with. */
export function sampleCheckout(): Checkout {
  const createdAt = now();
  const account = { accountName: "Shop", accountNumber: "0911000000" };
  return {
    id: `co_${NOBODY}`,
    token: NOBODY + "0".repeat(32),
    accountId: "acc_0",
    appId: 0,
    livemode: true,
    merchantName: "Shop",
    amount: 150_000,
    currency: environment().defaultCurrency,
    methods: [{ id: "pm_0", provider: "telebirr", ...account, label: null, instructions: null }],
    ...{ clientReference: null, description: null, customer: null, metadata: {}, locale: null },
    ...{ returnUrl: null, cancelUrl: null, latePolicy: "review", purchaseId: null },
    createdAt,
    expiresAt: createdAt + DAY_MS,
    ...{ status: "open", version: 1, sequence: 1, hasWaited: false, eventIds: [] },
    ...{ pending: [], attemptsCount: 0, failedAttempts: 0, payments: [], amountReceived: 0 },
    ...{ review: null, verifiedAt: null, receiptCode: null },
  };
}
