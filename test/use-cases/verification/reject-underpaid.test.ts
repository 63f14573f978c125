import { describe, expect, it } from "vitest";
import type { Checkout } from "../../../lib/domain/checkout-terms.ts";
import { getClaim } from "../../../lib/store/claims.ts";
import { listIssues } from "../../../lib/store/issues.ts";
import { expireCheckout } from "../../../lib/use-cases/checkouts/expire.ts";
import { rejectCheckout } from "../../../lib/use-cases/verification/approve.ts";
import { settleAttempt } from "../../../lib/use-cases/verification/settle.ts";
import { openDesk } from "../../support/desk.ts";
import { createMerchant, type Merchant, SHOP } from "../../support/merchant.ts";
import {
  accounts,
  attemptsOf,
  eventTypes,
  read,
  receiptOf,
  submitted,
  verify,
} from "../../support/verification-desk.ts";

const desk = openDesk();
let made = 0;

const DECIDED_AT = Date.now() + 60_000;
const newMerchant = (credits: number) =>
  createMerchant(desk.table, { credits, accounts: { telebirr: SHOP } });
const reject = (id: string) =>
  rejectCheckout({
    ...{ load: () => read(id), by: "usr_tester", reason: "Refunded", now: DECIDED_AT },
    alongside: () => [],
  });
const newReference = () => `DKR${String(++made).padStart(7, "0")}`;
const underpaid = () => receiptOf(newReference(), { amountMinor: 149_000 });
const attempts = async (checkout: Checkout) => (await attemptsOf(checkout)).toReversed();
const issues = async (shop: Merchant) =>
  (await listIssues(desk.table, shop, { limit: 10 }, Date.now())).data.map(({ kind }) => kind);

describe("a rejection of an underpaid checkout", () => {
  it.each(["open", "expired"])(
    "that is %s names the payment and who decided, and resolves the issue",
    async (status) => {
      const shop = await newMerchant(10);
      const receipt = underpaid();
      const { checkout } = await verify(shop, receipt);
      if (status === "expired") await expireCheckout(checkout.id, checkout.expiresAt);
      expect(await read(checkout.id)).toMatchObject({ status });
      expect(await issues(shop)).toEqual(["underpaid"]);
      expect(await reject(checkout.id)).toMatchObject({
        ...{ status: "rejected", verifiedAt: null, receiptCode: null, amountReceived: 149_000 },
        payment: { reference: receipt.reference },
        review: { reason: "amount_mismatch", decidedBy: "usr_tester", decidedAt: DECIDED_AT },
      });
      expect(await eventTypes(checkout)).toContain("checkout.rejected");
      expect(await attempts(checkout)).toMatchObject([
        { outcome: "amount_mismatch", receipt: null },
      ]);
      expect(await issues(shop)).toEqual([]);
    },
  );

  it("uses up neither a reference nor a credit, and ends what is still looked up", async () => {
    const shop = await newMerchant(10);
    const receipt = underpaid();
    const { checkout } = await verify(shop, receipt);
    const reference = newReference();
    const pending = await submitted(await read(checkout.id), reference);
    expect(await reject(checkout.id)).toMatchObject({ status: "rejected", pending: [] });
    const late = await settleAttempt(pending, { kind: "receipt", receipt: receiptOf(reference) });
    expect(late.checkout.status).toBe("rejected");
    expect((await attempts(checkout)).map(({ outcome }) => outcome)).toEqual([
      ...["amount_mismatch", "superseded"],
    ]);
    const owner = { accountId: shop.accountId, mode: "live" } as const;
    for (const key of [receipt.reference, reference]) {
      expect(await getClaim(desk.table, owner, `telebirr:${key}`)).toBeNull();
    }
    expect((await accounts(shop.accountId)).balance.captured).toBe(0);
  });

  it("is refused while a proven payment waits for credits", async () => {
    const poor = await newMerchant(1);
    const { checkout } = await verify(poor, underpaid());
    await verify(poor, receiptOf(newReference()));
    const reference = newReference();
    await settleAttempt(await submitted(await read(checkout.id), reference), {
      ...{ kind: "receipt", receipt: receiptOf(reference) },
    });
    const waiting = await read(checkout.id);
    expect(waiting.pending).toMatchObject([{ awaitsCredits: true }]);
    await expect(reject(checkout.id)).rejects.toMatchObject({ code: "conflict" });
    expect(await read(checkout.id)).toEqual(waiting);
  });
});
