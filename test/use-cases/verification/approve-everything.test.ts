import { beforeAll, describe, expect, it } from "vitest";
import type { Checkout } from "../../../lib/domain/checkout-terms.ts";
import { newId } from "../../../lib/domain/ids.ts";
import { attemptWrite } from "../../../lib/store/attempts.ts";
import { getClaim } from "../../../lib/store/claims.ts";
import { transact } from "../../../lib/store/transact.ts";
import { approveCheckout } from "../../../lib/use-cases/verification/approve.ts";
import { settleAttempt } from "../../../lib/use-cases/verification/settle.ts";
import { submitInput } from "../../../lib/use-cases/verification/submit.ts";
import { openDesk } from "../../support/desk.ts";
import { createMerchant, type Merchant, SHOP } from "../../support/merchant.ts";
import {
  attemptsOf,
  open,
  read,
  receiptOf,
  submitted,
  verify,
} from "../../support/verification-desk.ts";

const desk = openDesk();
const PART = 75_000;
let merchant: Merchant;
let made = 0;

beforeAll(async () => {
  merchant = await createMerchant(desk.table, {
    credits: 100,
    accounts: { telebirr: SHOP, cbe: SHOP, manual: { name: SHOP.name, number: "CASH-DESK-1" } },
  });
});

const newReference = () => `DKE${String(++made).padStart(7, "0")}`;
const partOf = () => receiptOf(newReference(), { amountMinor: PART });
const approve = (id: string) =>
  approveCheckout({
    load: () => read(id),
    by: "usr_tester",
    reason: "Seen on the statement",
    now: Date.now(),
    alongside: () => [],
  });
const type = async (checkout: Checkout, input: string) =>
  (await submitInput(checkout, { provider: "manual", input }, Date.now())).checkout;
const claimed = (key: string) =>
  getClaim(desk.table, { accountId: merchant.accountId, mode: "live" }, key);

async function pay(checkout: Checkout, receipt: ReturnType<typeof receiptOf>) {
  const state = await submitted(checkout, receipt.reference, receipt.provider);
  return settleAttempt(state, { kind: "receipt", receipt });
}

async function paidInParts() {
  const [first, second] = [partOf(), partOf()];
  const { checkout } = await pay(await open(merchant), first);
  await pay(checkout, second);
  return { id: checkout.id, first, second };
}

describe("an approval uses up", () => {
  it("each part of the amount, so that none pays for another checkout", async () => {
    const other = await open(merchant, { amount: PART });
    const { id, first, second } = await paidInParts();
    expect((await approve(id)).payment?.reference).toBe(second.reference);
    expect(await claimed(`telebirr:${first.reference}`)).toBe(id);
    expect((await pay(other, first)).attempt.outcome).toBe("already_used");
  });

  it("what a merchant is shown beside the receipt that counts", async () => {
    const slip = newReference();
    const checkout = await type(await open(merchant), slip);
    const receiver = { institution: "telebirr", name: SHOP.name, account: null } as const;
    const junk = receiptOf(newReference(), { receiver });
    expect((await pay(checkout, junk)).attempt.outcome).toBe("matched");
    await approve(checkout.id);
    expect((await verify(merchant, receiptOf(slip))).attempt.outcome).toBe("already_used");
  });

  it("a reference that was typed with the digits of the account, as the bank's receipt has it", async () => {
    const checkout = await type(await open(merchant), "FT26140EVERY12345678");
    await approve(checkout.id);
    const receipt = receiptOf("FT26140EVERY", { provider: "cbe" });
    expect((await verify(merchant, receipt)).attempt.outcome).toBe("already_used");
  });

  it("a reference that only a person can look up, beside the one in question", async () => {
    const [first, second] = [newReference(), newReference()];
    const both = await submitted((await submitted(await open(merchant), first)).checkout, second);
    for (const attempt of await attemptsOf(both.checkout)) {
      const checkout = await read(both.checkout.id);
      await settleAttempt({ checkout, attempt }, { kind: "manual" });
    }
    await approve(both.checkout.id);
    for (const one of [first, second]) {
      expect(await claimed(`telebirr:${one}`)).toBe(both.checkout.id);
    }
  });

  it("a reference whose bank has not answered yet, also if the bank answers later", async () => {
    const { id } = (await pay(await open(merchant), partOf())).checkout;
    const late = partOf();
    const waiting = await submitted(await read(id), late.reference);
    expect((await approve(id)).status).toBe("verified");
    expect(await claimed(`telebirr:${late.reference}`)).toBe(id);
    const settled = await settleAttempt(waiting, { kind: "receipt", receipt: late });
    expect(settled.attempt.outcome).toBe("superseded");
    const other = await open(merchant, { amount: PART });
    expect((await pay(other, late)).attempt.outcome).toBe("already_used");
  });
});

describe("an approval", () => {
  it("warns once that another part has verified a checkout since, and then goes on without it", async () => {
    const { id, first } = await paidInParts();
    const other = await pay(await open(merchant, { amount: PART }), first);
    expect(other.checkout.status).toBe("verified");
    await expect(approve(id)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("has since verified another checkout"),
    });
    expect((await approve(id)).status).toBe("verified");
    expect(await claimed(`telebirr:${first.reference}`)).toBe(other.checkout.id);
  });

  it("goes on after one warning if a reference in process has verified another checkout", async () => {
    const { id } = (await pay(await open(merchant), partOf())).checkout;
    const late = partOf();
    await submitted(await read(id), late.reference);
    const other = await pay(await open(merchant, { amount: PART }), late);
    expect(other.checkout.status).toBe("verified");
    await expect(approve(id)).rejects.toMatchObject({ code: "conflict" });
    expect((await approve(id)).status).toBe("verified");
    expect(await claimed(`telebirr:${late.reference}`)).toBe(other.checkout.id);
  });

  it("is refused where one transaction cannot use up all, and changes nothing", async () => {
    const { id } = await paidInParts();
    const [last] = await attemptsOf({ id });
    if (!last?.receipt) throw new Error("no receipt");
    const { receipt } = last;
    const more = Array.from({ length: 98 }, () => {
      const reference = newReference();
      const attempt = { ...last, receipt: { ...receipt, reference } };
      return attemptWrite(
        { ...attempt, id: newId("att_", 1, crypto.getRandomValues(new Uint8Array(10))) },
        "new",
      );
    });
    await transact(desk.table, more);
    const before = await read(id);
    await expect(approve(id)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("more references than one approval can use up"),
    });
    expect(await read(id)).toEqual(before);
  });
});
