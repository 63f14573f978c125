import { describe, expect, it } from "vitest";
import type { Checkout } from "../../../lib/domain/checkout.ts";
import { getCheckout } from "../../../lib/store/checkouts.ts";
import { putReversal } from "../../../lib/store/notices.ts";
import { transact } from "../../../lib/store/transact.ts";
import { pairedWrite } from "../../../lib/store/users.ts";
import { presentAttempt } from "../../../lib/use-cases/checkouts/present.ts";
import { approveCheckout } from "../../../lib/use-cases/verification/decisions.ts";
import { submitInput } from "../../../lib/use-cases/verification/submit.ts";
import { createMerchant, SHOP } from "../../support/merchant.ts";
import { createUser } from "../../support/users.ts";
import { attemptsOf, open, read, setUpVerification } from "../../support/verification.ts";

const verification = setUpVerification();

const approve = ({ id, sequence }: Checkout, now = Date.now()) =>
  approveCheckout({
    load: () => read(id),
    sequence,
    by: "usr_tester",
    reason: "Seen in the account",
    now,
    alongside: () => [],
  });

const body = { provider: "manual", input: "BELIEVE-ME-1" } as const;

describe("a reference of the manual provider", () => {
  it("goes to review if the merchant offers the provider `manual`", async () => {
    const accounts = { manual: { name: SHOP.name, number: "CASH-DESK-1" } };
    const checkout = await open(await createMerchant(verification.table, { accounts }));
    const settled = await submitInput(checkout, body);
    expect(settled.checkout.review?.reason).toBe("manual");
  });

  it("stays pending until a person decides", async () => {
    const merchant = await createMerchant(verification.table, {
      accounts: { manual: { name: SHOP.name, number: "CASH-DESK-1" } },
    });
    const { checkout, attempt } = await submitInput(await open(merchant), body);
    const undecided = { outcome: "pending", settled_at: null, waiting_for: null };
    expect(presentAttempt(attempt, checkout)).toMatchObject(undecided);

    const decidedAt = Date.now() + 60_000;
    const approved = await approve(checkout, decidedAt);
    const [stored] = await attemptsOf(checkout);
    if (!stored) throw new Error("no attempt");
    const settled = { outcome: "matched", settled_at: expect.any(String) };
    expect(presentAttempt(stored, approved)).toMatchObject(settled);
    // Had the payment been released before, the same attempt would be superseded.
    const without = { ...approved, payments: [] };
    expect(presentAttempt(stored, without)).toMatchObject({ ...settled, outcome: "superseded" });
  });

  it("is doubted if a paired phone was told that the bank's payment with this number was reversed", async () => {
    const accounts = { manual: { name: SHOP.name, number: "CASH-DESK-1" } };
    const merchant = await createMerchant(verification.table, { accounts });
    const { accountId } = merchant;
    await createUser(verification.table, accountId);
    await transact(verification.table, [pairedWrite(accountId, true)]);
    const about = { accountId, provider: "cbe", reference: "FT26320BACK1" } as const;
    const receivedAt = Date.now();
    await putReversal(verification.table, { ...about, amounts: [], hash: "h", receivedAt });
    const submit = async (input: string) =>
      (await submitInput(await open(merchant), { provider: "manual", input })).checkout;
    expect((await submit("ft26320back1 thanks")).payments).toMatchObject([
      { state: "doubtful", exceptions: ["notice_contradicted"] },
    ]);
    expect((await submit("FT26320BACK2")).payments).toMatchObject([{ exceptions: [] }]);
  });

  it("is claimed at once, also under a spelling that was corrected", async () => {
    const accounts = { manual: { name: SHOP.name, number: "CASH-DESK-1" } };
    const merchant = await createMerchant(verification.table, { accounts });
    const type = (checkout: Checkout, input: string) =>
      submitInput(checkout, { provider: "manual", input });
    const mistyped = await type(await open(merchant), "SLIP-TYP0");
    await type(mistyped.checkout, "SLIP-RIGHT");
    for (const used of ["SLIP-TYP0", "slip-right"]) {
      const other = await type(await open(merchant), used);
      expect(other.attempt.outcome).toBe("already_used");
      expect(other.checkout.status).toBe("open");
    }
    const approved = await approve(await read(mistyped.checkout.id));
    expect(approved.payments.map(({ reference }) => reference)).toEqual([
      "SLIP-TYP0",
      "SLIP-RIGHT",
    ]);
  });

  it("is rejected if the merchant does not offer it", async () => {
    const checkout = await open(await createMerchant(verification.table));
    await expect(submitInput(checkout, body)).rejects.toMatchObject({
      code: "invalid_request",
    });
    expect(await getCheckout(verification.table, checkout.id)).toMatchObject({ status: "open" });
  });
});
