import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { approveCheckout } from "../../../lib/runtime/verification/approve.ts";
import { settleAttempt } from "../../../lib/runtime/verification/settle.ts";
import { getCheckout } from "../../../lib/store/checkouts.ts";
import { setFunctionEnvironment } from "../../support/function-environment.ts";
import { createMerchant, type Merchant, SHOP } from "../../support/merchant.ts";
import { startTable, type TestTable } from "../../support/table.ts";
import {
  accounts,
  catchWakeUps,
  open,
  receiptOf,
  submitted,
  verify,
} from "../../support/verification-desk.ts";

let engine: TestTable;
let wakeUps: ReturnType<typeof catchWakeUps>;
let merchant: Merchant;

beforeAll(async () => {
  engine = await startTable();
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
  wakeUps = catchWakeUps();
});
beforeEach(async () => {
  merchant = await createMerchant(engine.table, { credits: 10 });
});
afterAll(async () => {
  wakeUps.restore();
  await engine.stop();
});

const approve = (id: string) =>
  approveCheckout({
    load: async () => {
      const checkout = await getCheckout(engine.table, id);
      if (!checkout) throw new Error("no such checkout");
      return checkout;
    },
    by: "usr_tester",
    reason: "Seen on the statement",
    now: Date.now(),
    alongside: () => [],
  });

/** A reference that only a person can look up, so that the checkout waits for the decision. */
async function byHand(reference: string) {
  const standing = await submitted(await open(merchant), reference);
  const { attempt } = standing;
  const manual = { ...attempt, lookup: { ...attempt.lookup, provider: "manual" as const } };
  return settleAttempt({ ...standing, attempt: manual }, { kind: "manual" });
}

describe("a payment that was approved by hand", () => {
  it("with a reference whose bank nobody named is used up at every bank", async () => {
    const { checkout } = await byHand("FT26324ABCDE");
    expect((await approve(checkout.id)).status).toBe("verified");
    const receipt = receiptOf("FT26324ABCDE", { provider: "cbe" });
    expect((await verify(merchant, receipt)).attempt.outcome).toBe("already_used");
    expect((await accounts(merchant.accountId)).balance.captured).toBe(1);
  });

  it("is refused where a bank's receipt with that reference has verified another checkout", async () => {
    await verify(merchant, receiptOf("FT26324FGHIJ", { provider: "cbe" }));
    const { checkout } = await byHand("ft26324fghij");
    await expect(approve(checkout.id)).rejects.toMatchObject({ code: "reference_already_used" });
  });

  it("and whose receiver was only likely still stands against the other receipt of the transfer", async () => {
    const wallet = receiptOf("DKR0000001");
    const unsure = { ...wallet, receiver: { ...wallet.receiver, account: null } };
    const { checkout } = await verify(merchant, unsure);
    expect(checkout.review?.reason).toBe("receiver_unconfirmed");
    await approve(checkout.id);
    const bank = receiptOf("FT26324KLMNO", { provider: "cbe" });
    expect((await verify(merchant, bank)).checkout.review?.reason).toBe("possible_duplicate");
    expect((await accounts(merchant.accountId)).balance.captured).toBe(1);
  });

  it("is held against a receipt of the same transfer that came while it waited, and told of once", async () => {
    const wallet = receiptOf("DKR0000003");
    const unsure = { ...wallet, receiver: { ...wallet.receiver, account: null } };
    const { checkout } = await verify(merchant, unsure);
    const bank = await verify(merchant, receiptOf("FT26324PQRST", { provider: "cbe" }));
    expect(bank.checkout.status).toBe("verified");

    await expect(approve(checkout.id)).rejects.toMatchObject({ code: "conflict" });
    const standing = await getCheckout(engine.table, checkout.id);
    expect(standing).toMatchObject({ status: "review" });
    expect(standing?.exceptions).toContain("possible_duplicate");
    expect((await accounts(merchant.accountId)).balance.captured).toBe(1);

    const approved = await approve(checkout.id);
    expect(approved.status).toBe("verified");
    expect(approved.exceptions).toContain("possible_duplicate");
  });

  it("is not taken for one that knows, where two were asked for at once", async () => {
    const receiver = { ...receiptOf("X").receiver, account: null };
    const { checkout } = await verify(merchant, receiptOf("DKR0000005", { receiver }));
    await verify(merchant, receiptOf("FT26324ZYXWV", { provider: "cbe" }));
    const answers = await Promise.allSettled([1, 2, 3].map(() => approve(checkout.id)));
    expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    expect((await accounts(merchant.accountId)).balance.captured).toBe(1);
  });

  it("is not held against what only lies in the neighbouring quarter of an hour", async () => {
    const at = Math.floor(Date.now() / 900_000) * 900_000;
    const receiver = { ...receiptOf("X").receiver, account: null };
    const { checkout } = await verify(merchant, receiptOf("DKR0000004", { receiver, paidAt: at }));
    const later = receiptOf("FT26324UVWXY", { provider: "cbe", paidAt: at + 15 * 60_000 + 1000 });
    expect((await verify(merchant, later)).checkout.status).toBe("verified");
    expect((await approve(checkout.id)).exceptions).not.toContain("possible_duplicate");
  });
});

describe("marks against duplicates", () => {
  it("stay small however many payments of one price come in a quarter of an hour", async () => {
    const rich = await createMerchant(engine.table, { credits: 200 });
    const start = Math.floor(Date.now() / 900_000) * 900_000;
    for (let n = 0; n < 100; n += 1) {
      const reference = `DKS${String(n).padStart(7, "0")}`;
      const paidAt = start + (n % 4) * 1000;
      expect((await verify(rich, receiptOf(reference, { paidAt }))).checkout.status).toBe(
        "verified",
      );
    }
    const key = `FPR#${rich.accountId}#live#telebirr#${SHOP.number}#150000#${start / 900_000}`;
    const { Item } = await engine.table.client.send(
      new GetCommand({ TableName: engine.table.name, Key: { pk: key, sk: "FPR" } }),
    );
    expect(Item).toMatchObject({ at_telebirr: new Set([0, 1, 2, 3]), ttl: expect.any(Number) });
    expect(JSON.stringify(Item).length).toBeLessThan(500);
  });
});

it("money that may have gone to somebody else is no money that came short", async () => {
  const receipt = receiptOf("DKR0000002", { amountMinor: 100 });
  const unsure = { ...receipt, receiver: { ...receipt.receiver, account: null } };
  const { checkout, attempt } = await verify(merchant, unsure);
  expect(attempt).toMatchObject({ outcome: "amount_mismatch", found: null });
  await expect(approve(checkout.id)).rejects.toMatchObject({ code: "checkout_not_open" });
});
