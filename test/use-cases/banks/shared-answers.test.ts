import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { Checkout } from "../../../lib/domain/checkout.ts";
import { table } from "../../../lib/pipeline/deps.ts";
import { submitInput } from "../../../lib/use-cases/verification/submit.ts";
import { referenceThat } from "../../support/hostile-bank.ts";
import { createMerchant, SHOP } from "../../support/merchant.ts";
import { aroundSends } from "../../support/table.ts";
import { open, setUpHostileBank } from "../../support/verification.ts";

let bank: Awaited<ReturnType<typeof setUpHostileBank>>;

beforeAll(async () => {
  bank = await setUpHostileBank();
});
afterAll(() => bank.stop());

interface Watcher {
  readonly beforeSharing: () => Promise<void>;
  readonly afterSharing?: () => void;
  readonly beforeSettling: () => void;
}

/** Watches how the bank's answer is stored for other requests, and how the attempt is settled. */
function watch({ beforeSharing, afterSharing, beforeSettling }: Watcher): void {
  const undo = aroundSends(table().client, async ({ operation, input }, next) => {
    if (operation === "TransactWriteItems") beforeSettling();
    const { Item } = input as { Item?: object };
    if (!Item || !("answer" in Item)) return next();
    await beforeSharing();
    const result = await next();
    afterSharing?.();
    return result;
  });
  onTestFinished(undo);
}

const openCheckout = async () =>
  open(await createMerchant(bank.table, { accounts: { http: SHOP } }));
const submit = (checkout: Checkout, number: number) =>
  submitInput(checkout, { input: referenceThat("receipt", number), provider: "http" });

test("an attempt is settled while the bank's answer is shared", async () => {
  const checkout = await openCheckout();
  const isSettling = Promise.withResolvers<void>();
  watch({ beforeSharing: () => isSettling.promise, beforeSettling: () => isSettling.resolve() });
  expect((await submit(checkout, 1)).attempt.outcome).toBe("matched");
});

test("an attempt that can't be settled ends only after the bank's answer is shared", async () => {
  const checkout = await openCheckout();
  const settlingFailed = Promise.withResolvers<void>();
  const order: string[] = [];
  watch({
    beforeSharing: () => settlingFailed.promise,
    afterSharing: () => order.push("shared"),
    beforeSettling: () => {
      settlingFailed.resolve();
      throw new Error("no table");
    },
  });
  await submit(checkout, 2).catch((error: Error) => order.push(error.message));
  expect(order).toEqual(["shared", "no table"]);
});
