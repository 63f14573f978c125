import { afterEach, describe, expect, it, vi } from "vitest";
import { graceEndsAt } from "../../../lib/domain/checkout.ts";
import { getCheckout } from "../../../lib/store/checkouts.ts";
import { getClaim } from "../../../lib/store/claims.ts";
import { approveCheckout } from "../../../lib/use-cases/verification/approve.ts";
import { settleAttempt } from "../../../lib/use-cases/verification/settle.ts";
import { openDesk } from "../../support/desk.ts";
import { grantCredits } from "../../support/grant-credits.ts";
import { createMerchant } from "../../support/merchant.ts";
import { open, receiptOf, stored, submitted, verify } from "../../support/verification-desk.ts";

const desk = openDesk();

afterEach(() => vi.useRealTimers());

describe("a checkout in review after an unanswered lookup", () => {
  it("is approved with the receipt that only waited for a credit, and uses it up", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 20, 9) });
    const merchant = await createMerchant(desk.table, { credits: 1 });
    const checkout = await open(merchant, { amount: 151_000 });
    await verify(merchant, receiptOf("DKM0000009"));
    const receipt = receiptOf("DKM0000002", { amountMinor: 151_000 });
    const proved = await submitted(checkout, receipt.reference);
    await settleAttempt(proved, { kind: "receipt", receipt });
    expect((await stored(proved)).attempt.outcome).toBe("insufficient_credits");

    const { checkout: waiting } = await stored(proved);
    await settleAttempt(await submitted(waiting, "DKM0000001"), { kind: "manual" });
    // The time for credits ends, too.
    vi.setSystemTime(graceEndsAt(checkout));
    await settleAttempt(await stored(proved), { kind: "receipt", receipt });
    expect(await stored(proved)).toMatchObject({
      checkout: { status: "review" },
      attempt: { outcome: "insufficient_credits", settledAt: Date.now() },
    });

    await grantCredits(desk.table, {
      id: "led_later",
      accountId: merchant.accountId,
      kind: "grant",
      credits: 1,
      source: "test",
      note: null,
      createdAt: Date.now(),
    });
    const approved = await approveCheckout({
      load: async () => (await getCheckout(desk.table, checkout.id)) ?? checkout,
      by: "usr_tester",
      reason: "Seen in the account",
      now: Date.now(),
      alongside: () => [],
    });
    expect(approved.payment?.reference).toBe("DKM0000002");
    const scope = { accountId: merchant.accountId, mode: "live" } as const;
    expect(await getClaim(desk.table, scope, "telebirr:DKM0000002")).toBe(checkout.id);
  });
});
