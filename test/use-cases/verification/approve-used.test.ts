import { beforeAll, describe, expect, it } from "vitest";
import type { Checkout } from "../../../lib/domain/checkout-terms.ts";
import { listAttempts } from "../../../lib/store/attempts.ts";
import { approveCheckout } from "../../../lib/use-cases/verification/approve.ts";
import { settleAttempt } from "../../../lib/use-cases/verification/settle.ts";
import { submitInput } from "../../../lib/use-cases/verification/submit.ts";
import { openDesk } from "../../support/desk.ts";
import { createMerchant, type Merchant, SHOP } from "../../support/merchant.ts";
import { beforeCalls, open, read, receiptOf, submitted } from "../../support/verification-desk.ts";

const desk = openDesk();
const { name } = SHOP;
const CBE = "1000200300401";
const TO_CBE = { institution: "cbe", name, account: CBE } as const;
let merchant: Merchant;
let made = 0;
/** Each test has an amount of its own: equal payments at one time are compared. */
let amount = 50_000;

beforeAll(async () => {
  const accounts = { telebirr: SHOP, cbe: { name, number: CBE }, manual: { name, number: "DESK" } };
  merchant = await createMerchant(desk.table, { credits: 100, accounts });
});
function nextAmount(): number {
  amount += 1000;
  return amount;
}
const newReference = () => `FT26327${String(++made).padStart(5, "0")}`;
const openFor = (total: number) => open(merchant, { amount: total });
const approve = (id: string) =>
  approveCheckout({
    ...{ load: () => read(id), by: "usr_tester", reason: "Seen on the statement" },
    ...{ now: Date.now(), alongside: () => [] },
  });
const refused = (id: string) => approve(id).catch((error: Error) => error.message);
const receiptFor = (amountMinor: number, fields: Partial<ReturnType<typeof receiptOf>> = {}) =>
  receiptOf(newReference(), { provider: "cbe", amountMinor, receiver: TO_CBE, ...fields });
/** Another provider's receipt of the same transfer. */
const twinOf = ({ amountMinor, paidAt }: ReturnType<typeof receiptOf>) =>
  receiptOf(`DKT${newReference().slice(5)}`, { amountMinor, paidAt, receiver: TO_CBE });
const outcomes = async ({ id }: Checkout) =>
  (await listAttempts(desk.table, await read(id), { limit: 9 })).data.map(({ outcome }) => outcome);

async function pay(checkout: Checkout, receipt: ReturnType<typeof receiptOf>) {
  const state = await submitted(await read(checkout.id), receipt.reference, receipt.provider);
  return settleAttempt(state, { kind: "receipt", receipt });
}
/** The receipt verifies a checkout of its own. */
async function spend(receipt: ReturnType<typeof receiptOf>) {
  const { checkout } = await pay(await openFor(receipt.amountMinor), receipt);
  expect(checkout.status).toBe("verified");
}
const type = async (checkout: Checkout, input: string) =>
  submitInput(await read(checkout.id), { provider: "manual", input }, Date.now());

const USED = "has since verified another checkout";
const REFUSED = "Reject or cancel this one";
const ALIKE = "may show the same transfer";

describe("an approval goes on, after one warning, without", () => {
  it("a slip that the customer has corrected, whose reference is used", async () => {
    const used = receiptFor(nextAmount());
    const checkout = await openFor(nextAmount());
    await type(checkout, `my ${used.reference} sorry`);
    await type(checkout, newReference());
    await spend(used);
    expect(await refused(checkout.id)).toContain(USED);
    expect(await outcomes(checkout)).toEqual(["pending", "already_used"]);
    expect((await approve(checkout.id)).status).toBe("verified");
  });

  it("a reference that nobody could read, beside a receipt in review", async () => {
    const used = receiptFor(nextAmount());
    const checkout = await openFor(nextAmount());
    const state = await submitted(checkout, used.reference, "cbe");
    await settleAttempt(state, { kind: "manual" });
    const hidden = receiptFor(amount, { receiver: { ...TO_CBE, account: null } });
    await pay(checkout, hidden);
    await spend(used);
    expect(await refused(checkout.id)).toContain(USED);
    expect((await approve(checkout.id)).payment?.reference).toBe(hidden.reference);
  });

  it("the reference that the review was about, if a slip is left", async () => {
    const used = receiptFor(nextAmount());
    const checkout = await openFor(nextAmount());
    const state = await submitted(checkout, used.reference, "cbe");
    await settleAttempt(state, { kind: "manual" });
    await type(checkout, "CASH DESK 2");
    await spend(used);
    expect(await refused(checkout.id)).toContain(USED);
    expect((await approve(checkout.id)).payment?.reference).toBe("CASH-DESK-2");
  });

  it("the newest part of the amount, whose receipt would be shown", async () => {
    const half = nextAmount();
    const checkout = await openFor(half * 2);
    const [first, last] = [receiptFor(half - 1), receiptFor(half + 1)];
    await pay(checkout, first);
    await pay(checkout, last);
    await spend(last);
    expect(await refused(checkout.id)).toContain(USED);
    expect((await approve(checkout.id)).payment?.reference).toBe(first.reference);
  });
});

it("an approval is refused for good if the only payment is used", async () => {
  const half = nextAmount();
  const checkout = await openFor(half * 2);
  const only = receiptFor(half);
  await pay(checkout, only);
  await type(checkout, "CASH DESK 1");
  await spend(only);
  expect(await refused(checkout.id)).toContain(USED);
  expect((await approve(checkout.id)).payment?.reference).toBe("CASH-DESK-1");
  const other = await openFor(half * 2);
  await pay(other, only);
  const again = await openFor(half * 2);
  const part = receiptFor(half - 3);
  await pay(again, part);
  await spend(part);
  await submitted(await read(again.id), newReference(), "cbe");
  for (const _ of [1, 2]) expect(await refused(again.id)).toContain(REFUSED);
});

it("an approval is refused after the warning if only a part that nobody reviews is left", async () => {
  const used = receiptFor(nextAmount());
  const checkout = await openFor(nextAmount() * 2);
  const state = await submitted(checkout, used.reference, "cbe");
  await pay(checkout, receiptFor(amount - 9));
  await settleAttempt({ ...state, checkout: await read(checkout.id) }, { kind: "manual" });
  await spend(used);
  expect(await refused(checkout.id)).toContain(USED);
  for (const _ of [1, 2]) expect(await refused(checkout.id)).toContain(REFUSED);
});

it("an approval is refused after the warning if the payment has verified a checkout by another reference", async () => {
  const checkout = await openFor(nextAmount());
  const own = receiptFor(amount);
  const aliases = [{ provider: "cbe", reference: own.reference }] as const;
  await pay(checkout, receiptFor(amount, { receiver: { ...TO_CBE, account: null }, aliases }));
  await pay(checkout, receiptFor(amount - 9));
  await spend(own);
  expect(await refused(checkout.id)).toContain(USED);
  for (const _ of [1, 2]) expect(await refused(checkout.id)).toContain(REFUSED);
});

it("an approval is about the reference that the review began with, before a later slip", async () => {
  const checkout = await openFor(nextAmount());
  const reference = newReference();
  await settleAttempt(await submitted(checkout, reference, "cbe"), { kind: "manual" });
  await type(checkout, "CASH DESK 3");
  expect((await approve(checkout.id)).payment?.reference).toBe(reference);
});

it("an approval is refused for good if what is left is a reference that nobody could read", async () => {
  const used = receiptFor(nextAmount());
  const checkout = await openFor(nextAmount());
  const first = await submitted(checkout, used.reference, "cbe");
  const second = await submitted(await read(checkout.id), newReference(), "cbe");
  await settleAttempt(first, { kind: "manual" });
  await settleAttempt({ ...second, checkout: await read(checkout.id) }, { kind: "manual" });
  await spend(used);
  for (const _ of [1, 2]) expect(await refused(checkout.id)).toContain(REFUSED);
});

it("each of two approvals at once is warned that a part is used", async () => {
  const half = nextAmount();
  const whole = await openFor(half * 2);
  const [used, rest] = [receiptFor(half - 4), receiptFor(half + 4)];
  await pay(whole, used);
  await pay(whole, rest);
  await spend(used);
  let second: string | Checkout | undefined;
  beforeCalls(async (call) => {
    // The first one has read everything and is about to write.
    if (call === "TransactWriteItems") second ??= await refused(whole.id);
  });
  expect(await refused(whole.id)).toContain(USED);
  expect(second).toContain(USED);
  expect((await approve(whole.id)).payment?.reference).toBe(rest.reference);
});

describe("a warning does not stand for", () => {
  it("a later one that a part is used", async () => {
    const whole = await openFor(nextAmount() * 2);
    const [one, other] = [receiptFor(amount), receiptFor(amount, { provider: "boa" })];
    await pay(whole, one);
    await pay(whole, other);
    await spend(one);
    expect(await refused(whole.id)).toContain(ALIKE);
    expect(await refused(whole.id)).toContain(USED);
    expect(await outcomes(whole)).toContain("already_used");
    expect((await approve(whole.id)).status).toBe("verified");
  });

  it("a later one that another part may have verified a checkout by another receipt", async () => {
    const half = nextAmount();
    const whole = await openFor(half * 2);
    const [used, rest] = [receiptFor(half - 2), receiptFor(half + 2)];
    await pay(whole, used);
    await pay(whole, rest);
    await spend(used);
    await spend(twinOf(rest));
    expect(await refused(whole.id)).toContain(USED);
    expect(await refused(whole.id)).toContain(ALIKE);
    expect((await approve(whole.id)).status).toBe("verified");
  });

  it("one that a reference which is still looked up is used", async () => {
    const half = nextAmount();
    const whole = await openFor(half * 2);
    const [used, rest] = [receiptFor(half - 3), receiptFor(half + 3)];
    await pay(whole, rest);
    await submitted(await read(whole.id), used.reference, "cbe");
    await spend(used);
    await spend(twinOf(rest));
    expect(await refused(whole.id)).toContain(USED);
    expect(await refused(whole.id)).toContain(ALIKE);
    expect((await approve(whole.id)).payment?.reference).toBe(rest.reference);
  });

  it("one about a payment that came after the review began", async () => {
    const checkout = await openFor(nextAmount());
    const hidden = receiptFor(amount, { receiver: { ...TO_CBE, account: null } });
    await pay(checkout, hidden);
    await spend(twinOf(hidden));
    expect(await refused(checkout.id)).toContain(ALIKE);
    const later = receiptFor(amount + 7);
    await spend(twinOf(later));
    await pay(checkout, later);
    expect(await refused(checkout.id)).toContain(ALIKE);
    expect((await approve(checkout.id)).payment?.reference).toBe(hidden.reference);
  });

  it("one about a payment that came later", async () => {
    const half = nextAmount();
    const whole = await openFor(half * 2);
    const first = receiptFor(half - 5);
    await pay(whole, first);
    await pay(whole, first);
    expect(await refused(whole.id)).toContain(ALIKE);
    const later = receiptFor(half + 5);
    await spend(twinOf(later));
    await pay(whole, later);
    expect(await refused(whole.id)).toContain(ALIKE);
    expect((await approve(whole.id)).status).toBe("verified");
  });
});
