import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { graceEndsAt } from "../../../lib/domain/checkout.ts";
import { approveCheckout } from "../../../lib/use-cases/verification/decisions.ts";
import { settleAttempt } from "../../../lib/use-cases/verification/settle-attempt.ts";
import { createMerchant, type Merchant } from "../../support/merchant.ts";
import { open, payments, setUpVerification, submitted } from "../../support/verification.ts";

const START = Date.UTC(2026, 10, 20, 9);
const setup = setUpVerification();
let merchant: Merchant;
let made = 0;
const { decision } = payments(
  "DKU",
  () => setup.table,
  () => merchant,
);

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: START });
  merchant = await createMerchant(setup.table, { credits: 10 });
});
afterEach(() => vi.useRealTimers());

const number = () => `FT26324${String(++made).padStart(5, "A")}`;
const link = () => `v2-opaque${++made}`;

/** CBE does not answer until the end, so that a person must decide. */
async function unread(reference: string, amount = 150_000) {
  const state = await submitted(await open(merchant, { amount }), reference, "cbe");
  vi.setSystemTime(graceEndsAt(state.checkout));
  const { checkout } = await settleAttempt(state, { kind: "unavailable", why: "no connection" });
  vi.setSystemTime(START);
  expect(checkout).toMatchObject({ status: "review", review: { reason: "provider_unavailable" } });
  return checkout;
}
const doubtsOf = async (reference: string, amount?: number) =>
  (await unread(reference, amount)).payments[0]?.exceptions;

describe("of two payments that nobody could read, the second", () => {
  it.each([
    ["a number", number, "a link", link],
    ["a link", link, "a number", number],
  ])("is shown as a possible duplicate after %s if it is %s", async (_, first, _other, second) => {
    expect(await doubtsOf(first())).toEqual([]);
    expect(await doubtsOf(second())).toEqual(["possible_duplicate"]);
  });

  it("is so after the first was approved, and its own approval is still a person's decision", async () => {
    await approveCheckout(decision(await unread(number())));
    const checkout = await unread(link());
    expect(checkout.payments).toMatchObject([{ exceptions: ["possible_duplicate"] }]);
    expect(await approveCheckout(decision(checkout))).toMatchObject({ status: "verified" });
  });

  it.each<[string, () => Promise<unknown>]>([
    ["two numbers, which are two transfers", () => doubtsOf(number())],
    ["another amount", () => doubtsOf(link(), 150_001)],
    [
      "another day",
      () => {
        vi.setSystemTime(START + 3 * 86_400_000);
        return doubtsOf(link());
      },
    ],
  ])("is not with %s", async (_, second) => {
    expect(await doubtsOf(number())).toEqual([]);
    expect(await second()).toEqual([]);
  });
});
