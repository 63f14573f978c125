import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Checkout } from "../../../lib/domain/checkout-terms.ts";
import { approveCheckout } from "../../../lib/use-cases/verification/approve.ts";
import { settleAttempt } from "../../../lib/use-cases/verification/settle.ts";
import { openDesk } from "../../support/desk.ts";
import { createMerchant, type Merchant } from "../../support/merchant.ts";
import { open, read, receiptOf, submitted, verify } from "../../support/verification-desk.ts";

const desk = openDesk();
const DAY = 86_400_000;
const PART = 50_000;
let merchant: Merchant;
let made = 0;

beforeAll(async () => {
  merchant = await createMerchant(desk.table, { credits: 100 });
});

afterEach(() => vi.useRealTimers());

type Part = Partial<ReturnType<typeof receiptOf>>;
const wallet = (fields: Part = {}) => receiptOf(`DKP${number()}`, fields);
/** Another bank's receipt of what may be the same transfer. */
const bank = (fields: Part = {}) =>
  receiptOf(`FT26325${number().slice(2)}`, { provider: "cbe", ...fields });
const number = () => String(++made).padStart(7, "0");
const approve = (id: string) =>
  approveCheckout({
    load: () => read(id),
    by: "usr_tester",
    reason: "Seen on the statement",
    now: Date.now(),
    alongside: () => [],
  });

const verifyPart = (receipt: ReturnType<typeof receiptOf>) =>
  verify(merchant, receipt, { amount: receipt.amountMinor });

async function paidWith(...receipts: readonly ReturnType<typeof receiptOf>[]): Promise<Checkout> {
  let checkout = await open(merchant);
  for (const receipt of receipts) {
    const state = await submitted(checkout, receipt.reference, receipt.provider);
    ({ checkout } = await settleAttempt(state, { kind: "receipt", receipt }));
  }
  return checkout;
}

/** Each test has an amount of its own: equal payments at one time would be compared. */
let amount = PART;
const amounts = () => {
  amount += 100;
  return { part: { amountMinor: amount }, rest: { amountMinor: amount + 50 } };
};

describe("a part of an approved checkout", () => {
  it("blocks the other bank's receipt of the same transfer", async () => {
    const { part, rest } = amounts();
    const { id } = await paidWith(wallet(part), wallet(rest));
    expect((await approve(id)).status).toBe("verified");
    const other = await verifyPart(bank(part));
    expect(other.checkout.review?.reason).toBe("possible_duplicate");
  });

  it("blocks it beside an equal part that was paid in the same minute", async () => {
    const { part } = amounts();
    const { id } = await paidWith(wallet(part), wallet(part), wallet(part));
    expect((await approve(id)).status).toBe("verified");
    const other = await verifyPart(bank(part));
    expect(other.checkout.review?.reason).toBe("possible_duplicate");
  });

  it("causes one warning if the other bank's receipt has verified a checkout before", async () => {
    const { part, rest } = amounts();
    expect((await verifyPart(bank(part))).checkout.status).toBe("verified");
    const { id } = await paidWith(wallet(part), wallet(rest));
    await expect(approve(id)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("may show the same transfer"),
    });
    expect((await read(id)).exceptions).toContain("possible_duplicate");
    expect((await approve(id)).status).toBe("verified");
  });

  it("does not block or warn of an equal payment an hour later", async () => {
    const { part, rest } = amounts();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    expect((await verifyPart(bank(part))).checkout.status).toBe("verified");
    vi.setSystemTime(Date.now() + 3_600_000);
    const { id } = await paidWith(wallet(part), wallet(rest));
    expect((await approve(id)).exceptions).not.toContain("possible_duplicate");
  });
});

describe("two references of one checkout that may be the same transfer", () => {
  it.each([
    ["within 15 minutes", {}, {}],
    ["of which one shows only its day", {}, { dateOnly: true, paidAt: today() }],
  ])("cause one warning: %s", async (_, first, second) => {
    const { part, rest } = amounts();
    const { id } = await paidWith(
      wallet({ ...part, ...first }),
      wallet(rest),
      bank({ ...part, ...second }),
    );
    await expect(approve(id)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("count each transfer only once"),
    });
    expect((await read(id)).status).toBe("open");
    expect((await approve(id)).status).toBe("verified");
  });
});

function today(): number {
  return Math.floor(Date.now() / DAY) * DAY;
}
