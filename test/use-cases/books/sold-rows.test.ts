import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { addDays, dayOf, startOfDay } from "../../../lib/contract/days.ts";
import type { ProviderId } from "../../../lib/domain/provider.ts";
import { cancelCheckout } from "../../../lib/use-cases/checkouts/change.ts";
import { settleAttempt } from "../../../lib/use-cases/verification/settle-attempt.ts";
import { type BooksSetup, openBooks, walletStatement } from "../../support/filled-tables.ts";
import { createMerchant, SHOP } from "../../support/merchant.ts";
import { createUser } from "../../support/users.ts";
import { open, receiptOf, submitted } from "../../support/verification.ts";

let books: BooksSetup;
beforeAll(async () => {
  books = await openBooks();
});
afterAll(() => books.engine.stop());

const { row, compareRows, unknownOf, sell } = walletStatement(() => books);

describe("after the sale of a row, a receipt of its amount and days may be of the same money:", () => {
  const today = dayOf(Date.now());
  const noon = startOfDay(today) + 43_200_000;
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: noon }));
  afterEach(() => void vi.useRealTimers());

  /** A customer of the shop pays 500, and the bank shows this receipt. */
  async function pay(reference: string, provider: ProviderId, account: PaidAccount) {
    const { institution, number, amount: amountMinor = 500, due = amountMinor } = account;
    const receiver = { institution, name: SHOP.name, account: number };
    const receipt = receiptOf(reference, { provider, amountMinor, receiver });
    const checkout = await open(books.shop, { amount: due });
    const state = await submitted(checkout, reference, provider);
    return (await settleAttempt(state, { kind: "receipt", receipt })).checkout;
  }
  interface PaidAccount {
    readonly institution: ProviderId;
    readonly number: string;
    readonly amount?: number;
    readonly due?: number;
  }
  const DUPLICATE = { status: "review", payments: [{ exceptions: ["possible_duplicate"] }] };

  async function shopWith(provider: "cbe" | "cbe_birr", number: string) {
    const { table } = books.engine;
    const accounts = { telebirr: SHOP, [provider]: { name: SHOP.name, number } };
    books.shop = await createMerchant(table, { accounts });
    books.user = await createUser(table, books.shop.accountId);
    return { provider, account_number: number };
  }

  it("where a payment with another form of number got a row without one, that may be the sold one's payer's", async () => {
    const number = "1000123456789";
    const account = await shopWith("cbe", number);
    const into = { institution: "cbe", number } as const;
    for (const [reference, provider, amount] of [
      ["FT26320SALE4", "cbe", 300],
      ["DKR1AB2CG1", "telebirr", 500],
    ] as const)
      expect((await pay(reference, provider, { ...into, amount })).status).toBe("verified");
    vi.setSystemTime(noon + 1_000);
    const rows = [
      row({ amount: 300, reference: "FT26320SALE4" }),
      row({ line: 2, reference: "FT26320SALE5" }),
      row({ line: 3, date: addDays(today, 1) }),
    ];
    const { id } = (await compareRows(rows, account)).statement;
    const [point, ...others] = await unknownOf(id);
    expect([point?.line, others]).toEqual([2, []]);
    vi.setSystemTime(noon + 3_600_000);
    const part = await pay("FT26320SALE7", "cbe", { ...into, due: 900 });
    expect(part.status).toBe("open");
    expect((await sell(id, point?.id)).body.detail).toContain("nobody has decided about");
    await cancelCheckout(
      async () => part,
      Date.now(),
      () => [],
    );
    expect((await sell(id, point?.id)).status).toBe(201);
    expect(await pay("FT26320SALE6", "cbe", into)).toMatchObject(DUPLICATE);
  });

  it("where receipts of its bank show several numbers, of which it has one", async () => {
    const number = "251911000042";
    const { id } = (
      await compareRows([row({ reference: "DKR1AB2CG2" })], await shopWith("cbe_birr", number))
    ).statement;
    expect((await sell(id, (await unknownOf(id))[0]?.id)).status).toBe(201);
    const into = { institution: "cbe_birr", number } as const;
    expect(await pay("DKR1AB2CG3", "cbe_birr", into)).toMatchObject(DUPLICATE);
  });
});
