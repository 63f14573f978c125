import { beforeEach, describe, expect, it } from "vitest";
import type { Checkout } from "../../../lib/domain/checkout.ts";
import type { Receipt } from "../../../lib/domain/receipt.ts";
import { claimWrites } from "../../../lib/store/claims.ts";
import { transact } from "../../../lib/store/transact.ts";
import { releasePayment } from "../../../lib/use-cases/verification/decisions.ts";
import { settleAttempt } from "../../../lib/use-cases/verification/settle-attempt.ts";
import { createMerchant, type Merchant, SHOP } from "../../support/merchant.ts";
import { pairedPhone } from "../../support/paired-phone.ts";
import {
  beforeCalls,
  eventTypes,
  open,
  pair,
  payments,
  read,
  setUpVerification,
  submitted,
} from "../../support/verification.ts";

const verification = setUpVerification();
let merchant: Merchant;
let count = 0;

beforeEach(async () => {
  merchant = await createMerchant(verification.table, { credits: 10 });
});

const { newReference, part, pay, owner, decision, captured } = payments(
  "DKO",
  () => verification.table,
  () => merchant,
);

describe("a payment of the wrong order", () => {
  const twoOrders = async (first = 200_000, second = 150_000) => ({
    wrong: await open(merchant, { amount: first }),
    right: await open(merchant, { amount: second }),
  });

  /** The shop pairs a phone, and then gets the right order. */
  const withPhone = async () => {
    const source = await pair(merchant);
    const { openPaired, hear } = pairedPhone(
      () => merchant,
      () => source,
    );
    return { right: await openPaired(), hear };
  };

  it("moves to the order that it fits, and its first order asks for all of it again", async () => {
    const { wrong, right } = await twoOrders();
    const alias = { provider: "cbe", reference: `FT26324M${++count}` } as const;
    const receipt = part(150_000, { aliases: [alias] });
    const before = await pay(wrong, receipt);
    const { checkout, attempt } = await pay(right, receipt);
    expect(attempt.outcome).toBe("matched");
    expect(checkout).toMatchObject({ status: "verified", amountReceived: 150_000 });
    const left = await read(wrong.id);
    expect(left).toMatchObject({ status: "open", payments: [], amountReceived: 0 });
    expect(left.sequence).toBe(before.checkout.sequence + 1);
    // It is on its way, so its shop is not told of a release.
    expect((await eventTypes(left)).at(-1)).toBe("checkout.partially_paid");
    expect(await owner(receipt.reference)).toBe(right.id);
    expect(await captured()).toBe(1);
    expect((await pay(wrong, receipt)).attempt.outcome).toBe("already_used");
  });

  it("moves with all the references that its first reading claimed", async () => {
    const { wrong, right } = await twoOrders();
    const alias = { provider: "cbe", reference: `FT26324N${++count}` } as const;
    const receipt = part(150_000, { aliases: [alias] });
    await pay(wrong, receipt);
    const bank = { ...receipt, ...alias, aliases: [] };
    expect((await pay(right, bank)).checkout.status).toBe("verified");
    expect(await owner(receipt.reference)).toBe(right.id);
  });

  it("also fits as the rest of an order", async () => {
    const { wrong, right } = await twoOrders();
    await pay(right, part(120_000));
    const rest = part(30_000);
    await pay(wrong, rest);
    expect((await pay(right, rest)).checkout.status).toBe("verified");
    expect((await read(wrong.id)).payments).toEqual([]);
  });

  it("stays where it is if the phone's message contradicts its receipt", async () => {
    const { wrong } = await twoOrders();
    const receipt = part(150_000);
    await pay(wrong, receipt);
    const { right, hear } = await withPhone();
    await hear(receipt.reference, { amountMinor: 149_000 });
    const { checkout, attempt } = await pay(right, receipt);
    expect(attempt.outcome).toBe("already_used");
    expect(checkout).toMatchObject({ status: "open", payments: [] });
    expect((await read(wrong.id)).payments).toMatchObject([{ state: "counted" }]);
  });

  it("stays where it is if a message contradicts another part of the order that it fits", async () => {
    const { wrong } = await twoOrders();
    const receipt = part(50_000);
    await pay(wrong, receipt);
    const { right, hear } = await withPhone();
    const first = part(100_000);
    await pay(right, first);
    await hear(first.reference, { amountMinor: 10_000 });
    expect((await pay(right, receipt)).attempt.outcome).toBe("already_used");
    expect((await read(wrong.id)).payments).toMatchObject([{ state: "counted" }]);
    expect((await read(right.id)).payments).toMatchObject([{ amount: 100_000 }]);
  });

  it.each<[string, () => Promise<{ wrong: Checkout; right: Checkout; receipt: Receipt }>]>([
    [
      "is more than the other order lacks",
      async () => ({ ...(await twoOrders(200_000, 100_000)), receipt: part(150_000) }),
    ],
    [
      "is less than the other order lacks",
      async () => ({ ...(await twoOrders(200_000, 180_000)), receipt: part(150_000) }),
    ],
    [
      "has verified its order",
      async () => ({ ...(await twoOrders(150_000, 150_000)), receipt: part(150_000) }),
    ],
    [
      "is in doubt",
      async () => {
        const receiver = { institution: "telebirr", name: SHOP.name, account: null } as const;
        return { ...(await twoOrders()), receipt: part(150_000, { receiver }) };
      },
    ],
    [
      "is one of two of its order that the receipt names",
      async () => {
        const { wrong, right } = await twoOrders(300_000);
        const bank = { provider: "cbe", reference: `FT26324Q${++count}` } as const;
        const receipt = part(150_000, { aliases: [bank] });
        // Counted by the bank's reference; the wallet's was only typed, and no bank could be asked.
        await pay(wrong, { ...receipt, ...bank, aliases: [] });
        const state = await submitted(await read(wrong.id), receipt.reference);
        await settleAttempt(state, { kind: "manual" });
        return { wrong, right, receipt };
      },
    ],
    [
      "belongs to another app of the account",
      async () => {
        const sister = await createMerchant(verification.table, { accountId: merchant.accountId });
        const right = await open(sister, { amount: 150_000 });
        return { ...(await twoOrders()), right, receipt: part(150_000) };
      },
    ],
  ])("stays where it is if it %s", async (_, given) => {
    const { wrong, right, receipt } = await given();
    const before = await pay(wrong, receipt);
    const { checkout, attempt } = await pay(right, receipt);
    expect(attempt.outcome).toBe("already_used");
    expect(checkout).toMatchObject({ status: "open", payments: [] });
    expect(await read(wrong.id)).toEqual(before.checkout);
  });

  it("stays where it is if the other order could not be verified for want of credits", async () => {
    merchant = await createMerchant(verification.table, { credits: 1 });
    const { wrong, right } = await twoOrders();
    const last = await open(merchant, { amount: 1_000 });
    expect((await pay(last, part(1_000))).checkout.status).toBe("verified");
    const receipt = part(150_000);
    const before = await pay(wrong, receipt);
    expect(before.attempt.outcome).toBe("counted");
    expect((await pay(right, receipt)).attempt.outcome).toBe("already_used");
    expect(await read(wrong.id)).toEqual(before.checkout);
  });

  it("stays where it is if it may be a duplicate", async () => {
    const wrong = await open(merchant, { amount: 200_000, mode: "test" });
    const right = await open(merchant, { mode: "test" });
    const receipt = part(150_000, { provider: "sandbox" });
    const before = await pay(wrong, receipt);
    const state = await submitted(right, receipt.reference);
    const result = { kind: "receipt", receipt, assume: "possible_duplicate" } as const;
    expect((await settleAttempt(state, result)).attempt.outcome).toBe("already_used");
    expect(await read(wrong.id)).toEqual(before.checkout);
  });

  it("takes along what its second reading names besides", async () => {
    const { wrong, right } = await twoOrders();
    const receipt = part(150_000);
    await pay(wrong, receipt);
    const reference = `FT26324R${++count}`;
    await pay(right, { ...receipt, aliases: [{ provider: "cbe", reference }] });
    expect(await owner(receipt.reference)).toBe(right.id);
    expect(await owner(reference, "cbe")).toBe(right.id);
  });

  it("stays where it is if the receipt names references of two other orders", async () => {
    const { wrong, right } = await twoOrders();
    const receipt = part(150_000);
    const alias = { provider: "cbe", reference: `FT26324S${++count}` } as const;
    const before = await pay(wrong, receipt);
    await pay(await open(merchant), { ...part(20_000), ...alias });
    const { attempt } = await pay(right, { ...receipt, aliases: [alias] });
    expect(attempt.outcome).toBe("already_used");
    expect(await read(wrong.id)).toEqual(before.checkout);
  });

  it("counts as any other if it is released while it is entered again", async () => {
    const { wrong, right } = await twoOrders(200_000, 180_000);
    const receipt = part(150_000);
    const { checkout } = await pay(wrong, receipt);
    const state = await submitted(await read(right.id), receipt.reference);
    let commits = 0;
    beforeCalls(async (call, input) => {
      if (call === "TransactWriteItems") commits += 1;
      if (call !== "Query" || !JSON.stringify(input).includes(wrong.id) || commits !== 1) return;
      await releasePayment(decision(checkout), receipt);
    });
    const settled = await settleAttempt(state, { kind: "receipt", receipt });
    expect(settled.attempt.outcome).toBe("counted");
    expect(await owner(receipt.reference)).toBe(right.id);
  });

  const unsure = { institution: "telebirr", name: SHOP.name, account: null } as const;
  it.each<[string, Partial<Receipt>, Partial<Receipt>, number]>([
    ["was in doubt before", { receiver: unsure }, {}, 150_000],
    ["is in doubt by now", {}, { receiver: unsure }, 150_000],
    ["has another amount by now", {}, { amountMinor: 120_000 }, 120_000],
  ])("stays where it is if it %s", async (_, first, second, due) => {
    const { wrong, right } = await twoOrders(200_000, due);
    const receipt = part(150_000);
    const before = await pay(wrong, { ...receipt, ...first });
    expect((await pay(right, { ...receipt, ...second })).attempt.outcome).toBe("already_used");
    expect(await read(wrong.id)).toEqual(before.checkout);
  });

  it("stays used if its order is gone", async () => {
    const { right } = await twoOrders();
    const receipt = part(150_000);
    const scope = { accountId: merchant.accountId, mode: "live" } as const;
    const claims = [`telebirr:${receipt.reference}`];
    await transact(verification.table, claimWrites(scope, claims, "co_gone", Date.now()));
    expect((await pay(right, receipt)).attempt.outcome).toBe("already_used");
    expect(await owner(receipt.reference)).toBe("co_gone");
  });

  it("of the same order is the same payment, whichever reference is settled first", async () => {
    const order = await open(merchant, { amount: 200_000 });
    const receipt = part(150_000);
    const bank = { provider: "cbe", reference: `FT26324T${++count}` } as const;
    const state = await submitted(order, receipt.reference);
    const late = await submitted(state.checkout, bank.reference, "cbe");
    const stale = await submitted(late.checkout, newReference());
    await settleAttempt(
      { ...state, checkout: stale.checkout },
      { kind: "receipt", receipt: { ...receipt, aliases: [bank] } },
    );
    const shown = { ...receipt, ...bank, aliases: [{ ...receipt, provider: "telebirr" }] } as const;
    const old = { ...late, checkout: stale.checkout };
    const settled = await settleAttempt(old, { kind: "receipt", receipt: shown });
    expect(settled.attempt.outcome).toBe("counted");
    expect(settled.checkout.amountReceived).toBe(150_000);
  });

  it("of the same order is not used because only a person can read its other reference", async () => {
    const order = await open(merchant, { amount: 200_000 });
    const receipt = part(150_000);
    const bank = { provider: "cbe", reference: `FT26324U${++count}` } as const;
    const state = await submitted(order, receipt.reference);
    const late = await submitted(state.checkout, bank.reference, "cbe");
    const all = { ...receipt, aliases: [bank] };
    await settleAttempt({ ...state, checkout: late.checkout }, { kind: "receipt", receipt: all });
    const settled = await settleAttempt(late, { kind: "manual" });
    expect(settled.attempt.outcome).toBe("counted");
  });

  it("is called used rather than too old", async () => {
    const { wrong, right } = await twoOrders();
    const receipt = part(150_000);
    await pay(wrong, receipt);
    const paidAt = Date.now() - 3_600_000;
    expect((await pay(right, { ...receipt, paidAt })).attempt.outcome).toBe("already_used");
    expect((await pay(right, part(150_000, { paidAt }))).attempt.outcome).toBe("too_old");
  });

  it("is released by the shop, and then counts for any order", async () => {
    const { wrong, right } = await twoOrders(200_000, 180_000);
    const receipt = part(150_000);
    const { checkout } = await pay(wrong, receipt);
    const named = { provider: "telebirr", reference: receipt.reference.toLowerCase() } as const;
    const stale = { ...decision(checkout), sequence: checkout.sequence - 1 };
    await expect(releasePayment(stale, named)).rejects.toMatchObject({ code: "conflict" });
    const unknown = { provider: "cbe", reference: receipt.reference } as const;
    const none = releasePayment(decision(checkout), unknown);
    await expect(none).rejects.toMatchObject({ code: "conflict" });
    const released = await releasePayment(decision(checkout), named);
    expect(released).toMatchObject({ status: "open", payments: [], amountReceived: 0 });
    expect(await owner(receipt.reference)).toBeNull();
    expect((await pay(right, receipt)).attempt.outcome).toBe("counted");
    const gone = releasePayment(decision(released), named);
    await expect(gone).rejects.toMatchObject({ code: "conflict" });
  });

  it("which its order did not need after all, is released by the shop and reviewed at another", async () => {
    const { wrong, right } = await twoOrders(100_000, 150_000);
    const receiver = { institution: "telebirr", name: SHOP.name, account: null } as const;
    const receipt = part(150_000, { receiver });
    await pay(wrong, receipt);
    const own = part(100_000);
    const { checkout } = await pay(wrong, own);
    expect(checkout).toMatchObject({ status: "verified", amountReceived: 100_000 });
    expect((await pay(right, receipt)).attempt.outcome).toBe("already_used");
    const counted = { provider: "telebirr", reference: own.reference } as const;
    const refused = releasePayment(decision(checkout), counted);
    await expect(refused).rejects.toMatchObject({ code: "checkout_not_open" });
    const named = { provider: "telebirr", reference: receipt.reference } as const;
    const released = await releasePayment(decision(checkout), named);
    const left = { status: "verified", amountReceived: 100_000, verifiedAt: checkout.verifiedAt };
    expect(released).toMatchObject({ ...left, payments: [{ reference: own.reference }] });
    expect((await eventTypes(released)).at(-1)).toBe("checkout.payment_released");
    expect((await pay(right, receipt)).checkout).toMatchObject({
      ...{ status: "review", payments: [{ reason: "receiver_unconfirmed" }] },
    });
    expect(await captured()).toBe(1);
  });

  it("stays in doubt as a possible duplicate after its release by a verified order", async () => {
    const { wrong, right } = await twoOrders(160_000, 150_000);
    const receiver = { institution: "telebirr", name: SHOP.name, account: SHOP.number } as const;
    const wallet = part(150_000, { receiver });
    const bank = { ...wallet, provider: "cbe", reference: `FT26324R${++count}` } as const;
    const first = await open(merchant, { amount: 200_000 });
    await pay(first, wallet);
    await pay(wrong, bank);
    expect((await pay(wrong, part(160_000))).checkout.status).toBe("verified");
    const named = { provider: "cbe", reference: bank.reference } as const;
    await releasePayment(decision(await read(wrong.id)), named);
    expect((await pay(right, bank)).checkout).toMatchObject({
      ...{ status: "review", payments: [{ reason: "possible_duplicate" }] },
    });
  });
});
