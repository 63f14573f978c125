import { beforeAll, describe, expect, it } from "vitest";
import type { Checkout } from "../../../lib/domain/checkout-terms.ts";
import type { ProviderId } from "../../../lib/domain/provider.ts";
import { awashToken } from "../../../lib/providers/awash/token.ts";
import { approveCheckout } from "../../../lib/use-cases/verification/approve.ts";
import { keysOf } from "../../../lib/use-cases/verification/claim-keys.ts";
import { settleAttempt } from "../../../lib/use-cases/verification/settle.ts";
import { submitInput } from "../../../lib/use-cases/verification/submit.ts";
import { openDesk } from "../../support/desk.ts";
import { createMerchant, type Merchant, SHOP } from "../../support/merchant.ts";
import { open, read, receiptOf, submitted } from "../../support/verification-desk.ts";

const desk = openDesk();
const { name } = SHOP;
const NUMBERS = {
  ...{ cbe: "1000200300401", boa: "200300401" },
  ...{ awash: "01320030040100", wegagen: "0500300400101" },
} as const;
type Bank = keyof typeof NUMBERS;
let merchant: Merchant;
let made = 0;
/** Each test has an amount of its own: equal payments at one time are compared. */
let amount = 70_000;

beforeAll(async () => {
  const banks = Object.entries(NUMBERS).map(([bank, number]) => [bank, { name, number }]);
  const manual = { name, number: "CASH-DESK-1" };
  const accounts = { telebirr: SHOP, manual, ...Object.fromEntries(banks) };
  merchant = await createMerchant(desk.table, { credits: 100, accounts });
});

const newReference = () => `FT26327${String(++made).padStart(5, "0")}`;
function nextAmount(): number {
  amount += 100;
  return amount;
}
const openFor = (total = nextAmount()) => open(merchant, { amount: total });
const approve = (id: string) =>
  approveCheckout({
    ...{ load: () => read(id), by: "usr_tester", reason: "Seen on the statement" },
    ...{ now: Date.now(), alongside: () => [] },
  });
const refused = (id: string) => approve(id).catch((error: Error) => error.message);
const to = (bank: Bank) => ({ institution: bank, name, account: NUMBERS[bank] }) as const;
const HIDDEN = { institution: null, name: null, account: null } as const;
const receiptAt = (bank: Bank, fields: Partial<ReturnType<typeof receiptOf>> = {}) =>
  receiptOf(newReference(), {
    ...{ provider: bank, amountMinor: amount, receiver: to(bank) },
    ...fields,
  });

async function pay(checkout: Checkout, receipt: ReturnType<typeof receiptOf>) {
  const state = await submitted(await read(checkout.id), receipt.reference, receipt.provider);
  return settleAttempt(state, { kind: "receipt", receipt });
}

/** An approval of a reference whose receipt nobody has read. */
async function approveUnread(typed: string, provider: ProviderId) {
  const state = await submitted(await openFor(), typed, provider);
  const { checkout } = await settleAttempt(state, { kind: "manual" });
  expect((await approve(checkout.id)).status).toBe("verified");
}

describe("receipts of one transfer, of which one hides its receiver", () => {
  const twins = () => {
    const hidden = receiptAt("boa", { receiver: HIDDEN });
    const shown = receiptOf(`DKD${newReference().slice(5)}`, {
      ...{ amountMinor: amount, paidAt: hidden.paidAt, receiver: to("boa") },
    });
    return { hidden, shown };
  };

  it("are found, if the one that hides it was approved first", async () => {
    const first = await openFor();
    const { hidden, shown } = twins();
    expect((await pay(first, hidden)).checkout.review?.reason).toBe("receiver_unconfirmed");
    expect((await approve(first.id)).status).toBe("verified");
    const second = await pay(await openFor(amount), shown);
    expect(second.checkout.review?.reason).toBe("possible_duplicate");
  });

  it("are found, if the one that shows it verified a checkout first", async () => {
    const first = await openFor();
    const { hidden, shown } = twins();
    expect((await pay(first, shown)).checkout.status).toBe("verified");
    const { checkout } = await pay(await openFor(amount), hidden);
    expect(await refused(checkout.id)).toContain("may show the same transfer");
    expect((await approve(checkout.id)).status).toBe("verified");
  });
});

it("an approval uses up halves whose receiver the bank hides", async () => {
  const whole = await openFor(nextAmount() * 2);
  const [one, two] = [0, 1].map(() => receiptAt("boa", { receiver: HIDDEN }));
  if (!one || !two) throw new Error("no receipts");
  for (const half of [one, two]) {
    expect((await pay(whole, half)).attempt).toMatchObject({
      ...{ outcome: "amount_mismatch", found: null },
    });
  }
  await submitInput(
    await read(whole.id),
    { provider: "manual", input: "TWO HALVES 1" },
    Date.now(),
  );
  expect((await approve(whole.id)).status).toBe("verified");
  for (const half of [one, two]) {
    expect((await pay(await openFor(amount), half)).attempt.outcome).toBe("already_used");
  }
});

describe("a warning to count one transfer once is caused by", () => {
  it.each(["number", "link"])(
    "one receipt under two references, first by its %s",
    async (first) => {
      const whole = await openFor(nextAmount() * 2);
      const receipt = receiptAt("cbe");
      const link = `v2-AbCdEf99999${made}`;
      const aliases = [{ provider: "cbe", reference: link }] as const;
      const byLink = async () => {
        const state = await submitted(await read(whole.id), link, "cbe");
        await settleAttempt(state, { kind: "receipt", receipt: { ...receipt, aliases } });
      };
      if (first === "link") await byLink();
      await pay(whole, receipt);
      if (first === "number") await byLink();
      expect(await refused(whole.id)).toContain("may show the same transfer");
      expect((await approve(whole.id)).status).toBe("verified");
    },
  );

  it.each([
    ["two receipts", "shown", 0],
    ["two receipts", "hidden", 0],
    ["the first two of three receipts", "shown", 1],
    ["the first two of three receipts", "hidden", 1],
  ])("%s, first the one with a %s receiver", async (_, first, more) => {
    const whole = await openFor(nextAmount() * 2);
    const hidden = receiptAt("boa", { receiver: HIDDEN });
    const shown = receiptAt("cbe", { receiver: to("awash"), paidAt: hidden.paidAt });
    const both = first === "shown" ? [shown, hidden] : [hidden, shown];
    // The receipt that came last is the one in question; the others are compared with each other, too.
    const last = Array.from({ length: more }, () => receiptAt("cbe", { amountMinor: 7 }));
    for (const receipt of [...both, ...last]) await pay(whole, receipt);
    expect(await refused(whole.id)).toContain("may show the same transfer");
    expect((await approve(whole.id)).status).toBe("verified");
  });
});

describe("an approval without a receipt uses up", () => {
  it("a link that only a person can read as it is: it encodes no transaction", () => {
    const lookup = {
      provider: "awash",
      reference: "-SCH0001-AAAA11",
      parts: {},
      datedOn: null,
    } as const;
    const keys = (variant: string) => keysOf([{ receipt: null, lookup: { ...lookup, variant } }]);
    expect(keys("review-link")).toEqual(["awash:SCH0001AAAA11"]);
    expect(keys("receipt")).toContain("awash:SCH0001");
  });

  it.each(["Ref *", "* CBE", "CBE-*", "*12345678", "FT12345 * today", "FT26001AAAAA and *"])(
    "the reference in the slip %s",
    async (text) => {
      const receipt = receiptAt("cbe", { amountMinor: amount + 100 });
      const input = text.replace("*", receipt.reference);
      const slip = await submitInput(await openFor(), { provider: "manual", input }, Date.now());
      expect((await approve(slip.checkout.id)).status).toBe("verified");
      const other = await pay(await openFor(amount), receipt);
      expect(other.attempt.outcome).toBe("already_used");
    },
  );

  it.each([
    ["awash", awashToken("260520123456789", "4V5U6T"), "260520123456789"],
    ["wegagen", "150TBAW2614000011113DABC", "150TBAW261400001"],
  ] as const)("the transaction of a token of %s, which has others", async (bank, token, id) => {
    await approveUnread(token, bank);
    const receipt = receiptAt(bank, { reference: id });
    expect((await pay(await openFor(amount), receipt)).attempt.outcome).toBe("already_used");
  });
});
