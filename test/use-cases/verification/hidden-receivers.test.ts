import { describe, expect, it } from "vitest";
import type { Checkout } from "../../../lib/domain/checkout.ts";
import type { ProviderId } from "../../../lib/domain/provider.ts";
import { fingerprintsOf } from "../../../lib/use-cases/verification/read-payment.ts";
import { settleAttempt } from "../../../lib/use-cases/verification/settle-attempt.ts";
import { createMerchant, type Merchant, SHOP } from "../../support/merchant.ts";
import { open, read, receiptOf, setUpVerification, submitted } from "../../support/verification.ts";

const verification = setUpVerification();
const DAY = 86_400_000;
const HIDDEN = { institution: null, name: null, account: null } as const;
const ACCOUNTS = {
  telebirr: SHOP,
  ...Object.fromEntries(
    [
      ["cbe", "1000200300401"],
      ["boa", "200300401"],
      ["awash", "01320030040100"],
      ["wegagen", "0500300400101"],
      ["dashen", "5300200300401"],
      ["amhara", "9900200300401"],
      ["manual", "CASH-DESK-1"],
    ].map(([bank, number]) => [bank, { name: SHOP.name, number }]),
  ),
};
let made = 0;
const newReference = () => `FT26327H${String(++made).padStart(4, "0")}`;
async function pay(checkout: Checkout, receipt: ReturnType<typeof receiptOf>) {
  const state = await submitted(await read(checkout.id), receipt.reference, receipt.provider);
  return settleAttempt(state, { kind: "receipt", receipt });
}

describe("a receipt that hides its receiver, of a shop with accounts at many banks", () => {
  const shop = () => createMerchant(verification.table, { credits: 50, accounts: ACCOUNTS });
  const today = Math.floor(Date.now() / DAY) * DAY;
  const resembles = async (merchant: Merchant, amount: number, bank: ProviderId) => {
    const number = ACCOUNTS[bank as keyof typeof ACCOUNTS].number;
    const receiver = { institution: bank, name: SHOP.name, account: number };
    // Any provider but the one of the hidden receipt, to which it is compared.
    const provider = bank === "cbe" ? "telebirr" : "cbe";
    const receipt = receiptOf(newReference(), { provider, amountMinor: amount, receiver });
    const { checkout } = await pay(await open(merchant, { amount }), receipt);
    return checkout.review?.reason === "possible_duplicate";
  };

  it.each([
    ["a time: its own bank and three others", { dateOnly: false }, 4],
    ["only a day: its own bank", { dateOnly: true, paidAt: today }, 1],
  ])("resembles payments to a few accounts with %s", async (_, shown, accounts) => {
    const merchant = await shop();
    const amount = 61_000 + accounts;
    const fields = { provider: "boa", receiver: HIDDEN, amountMinor: amount, ...shown } as const;
    const { checkout } = await pay(
      await open(merchant, { amount }),
      receiptOf(newReference(), fields),
    );
    expect(checkout.review?.reason).toBe("receiver_unconfirmed");
    expect(await resembles(merchant, amount, "boa")).toBe(true);
    const banks = ["telebirr", "cbe", "awash", "wegagen", "dashen", "amhara"] as const;
    const alike = [];
    for (const bank of banks) if (await resembles(merchant, amount, bank)) alike.push(bank);
    expect(alike).toHaveLength(accounts - 1);
  });

  it("may have gone to its own bank's account and three others, but to none that only the shop checks", async () => {
    const receipt = receiptOf(newReference(), { provider: "boa", receiver: HIDDEN });
    const state = await submitted(await open(await shop()), receipt.reference, "boa");
    const { checkout, attempt } = state;
    const banks = fingerprintsOf(receipt, checkout, attempt.lookup).map(
      ({ institution }) => institution,
    );
    expect(banks).toEqual(["boa", "telebirr", "cbe", "awash"]);
    const manual = checkout.methods.filter(({ provider }) => provider === "manual");
    const kept = { ...checkout, methods: manual };
    expect(fingerprintsOf(receipt, kept, attempt.lookup)).toEqual([]);
  });
});
