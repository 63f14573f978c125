import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { getCheckout } from "../../../lib/store/checkouts.ts";
import { fingerprintWrites } from "../../../lib/store/fingerprints.ts";
import { transact, type Write } from "../../../lib/store/transact.ts";
import { approveCheckout } from "../../../lib/use-cases/verification/approve.ts";
import { settleAttempt } from "../../../lib/use-cases/verification/settle.ts";
import { openDesk } from "../../support/desk.ts";
import { createMerchant, type Merchant, SHOP } from "../../support/merchant.ts";
import {
  accounts,
  beforeCalls,
  open,
  read,
  receiptOf,
  submitted,
  verify,
} from "../../support/verification-desk.ts";

const desk = openDesk();
let merchant: Merchant;

beforeEach(async () => {
  merchant = await createMerchant(desk.table, { credits: 10 });
});
afterEach(() => vi.useRealTimers());

const approve = (id: string) =>
  approveCheckout({
    load: () => read(id),
    by: "usr_tester",
    reason: "Seen on the statement",
    now: Date.now(),
    alongside: () => [],
  });

/** A reference that only a person can look up, so that the checkout waits for the decision. */
async function inReview(reference: string) {
  const state = await submitted(await open(merchant), reference);
  const { attempt } = state;
  const manual = { ...attempt, lookup: { ...attempt.lookup, provider: "manual" as const } };
  return settleAttempt({ ...state, attempt: manual }, { kind: "manual" });
}

describe("a manually approved payment", () => {
  it("with a reference of an unknown bank is used up at every bank", async () => {
    const { checkout } = await inReview("FT26324ABCDE");
    expect((await approve(checkout.id)).status).toBe("verified");
    const receipt = receiptOf("FT26324ABCDE", { provider: "cbe" });
    expect((await verify(merchant, receipt)).attempt.outcome).toBe("already_used");
    expect((await accounts(merchant.accountId)).balance.captured).toBe(1);
  });

  it("is refused if a bank's receipt with that reference has verified another checkout", async () => {
    await verify(merchant, receiptOf("FT26324FGHIJ", { provider: "cbe" }));
    const { checkout } = await inReview("ft26324fghij");
    await expect(approve(checkout.id)).rejects.toMatchObject({ code: "reference_already_used" });
  });

  it("with an unconfirmed receiver still blocks the other receipt of the transfer", async () => {
    const wallet = receiptOf("DKR0000001");
    const unsure = { ...wallet, receiver: { ...wallet.receiver, account: null } };
    const { checkout } = await verify(merchant, unsure);
    expect(checkout.review?.reason).toBe("receiver_unconfirmed");
    await approve(checkout.id);
    const bank = receiptOf("FT26324KLMNO", { provider: "cbe" });
    expect((await verify(merchant, bank)).checkout.review?.reason).toBe("possible_duplicate");
    expect((await accounts(merchant.accountId)).balance.captured).toBe(1);
  });

  it("is checked against a receipt of the same transfer that arrived while it waited, with one warning", async () => {
    const wallet = receiptOf("DKR0000003");
    const unsure = { ...wallet, receiver: { ...wallet.receiver, account: null } };
    const { checkout } = await verify(merchant, unsure);
    const bank = await verify(merchant, receiptOf("FT26324PQRST", { provider: "cbe" }));
    expect(bank.checkout.status).toBe("verified");

    await expect(approve(checkout.id)).rejects.toMatchObject({
      ...{ code: "conflict", message: expect.stringContaining("may show the same transfer") },
    });
    const state = await getCheckout(desk.table, checkout.id);
    expect(state).toMatchObject({ status: "review" });
    expect(state?.exceptions).toContain("possible_duplicate");
    expect((await accounts(merchant.accountId)).balance.captured).toBe(1);

    const approved = await approve(checkout.id);
    expect(approved.status).toBe("verified");
    expect(approved.exceptions).toContain("possible_duplicate");
  });

  it("does not skip a warning that a concurrent approval received", async () => {
    const receiver = { ...receiptOf("X").receiver, account: null };
    const { checkout } = await verify(merchant, receiptOf("DKR0000005", { receiver }));
    await verify(merchant, receiptOf("FT26324ZYXWV", { provider: "cbe" }));
    const answers = await Promise.allSettled([1, 2, 3].map(() => approve(checkout.id)));
    expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    expect((await accounts(merchant.accountId)).balance.captured).toBe(1);
  });

  it("keeps its warning although the checkout changes while it is given", async () => {
    const receiver = { ...receiptOf("X").receiver, account: null };
    const { checkout } = await verify(merchant, receiptOf("DKR0000006", { receiver }));
    await verify(merchant, receiptOf("FT26324BCDFG", { provider: "cbe" }));
    let commits = 0;
    beforeCalls(async (call) => {
      // The second one notes the warning.
      if (call !== "TransactWriteItems" || ++commits !== 2) return;
      const now = await getCheckout(desk.table, checkout.id);
      if (now) await submitted(now, "DKR0000007");
    });
    await expect(approve(checkout.id)).rejects.toMatchObject({ code: "conflict" });
    const warned = await getCheckout(desk.table, checkout.id);
    expect(warned).toMatchObject({
      ...{ status: "review", attemptsCount: 2 },
      exceptions: ["receiver_unconfirmed", "possible_duplicate"],
    });
  });

  it("does not conflict with a payment in the adjacent slot", async () => {
    const at = Date.UTC(2026, 10, 20, 9);
    vi.useFakeTimers({ toFake: ["Date"], now: at });
    const receiver = { ...receiptOf("X").receiver, account: null };
    const { checkout } = await verify(merchant, receiptOf("DKR0000004", { receiver, paidAt: at }));
    vi.setSystemTime(at + 16 * 60_000);
    const later = receiptOf("FT26324UVWXY", { provider: "cbe", paidAt: Date.now() });
    expect((await verify(merchant, later)).checkout.status).toBe("verified");
    expect((await approve(checkout.id)).exceptions).not.toContain("possible_duplicate");
  });
});

describe("fingerprints", () => {
  it("stay under 2 KB for any number of equal payments in six hours", async () => {
    const quarterDay = 82_000;
    const print = {
      ...({ accountId: merchant.accountId, mode: "live" } as const),
      ...({ provider: "telebirr", institution: "telebirr", account: SHOP.number } as const),
      ...{ amount: 150_000, paidAt: 0, dateOnly: false },
    };
    // A whole quarter of an hour, twice a minute; the six hours have 24 of them.
    for (let half = 0; half < 30; half += 1) {
      const paidAt = (quarterDay * 360 + 345) * 60_000 + half * 30_000;
      const [mark] = fingerprintWrites([{ ...print, paidAt }], new Map());
      expect(await transact(desk.table, [mark as Write])).toEqual({ committed: true });
    }
    const key = `FPR#${merchant.accountId}#live#telebirr#${SHOP.number}#150000#${quarterDay}`;
    const { Item } = await desk.table.client.send(
      new GetCommand({ TableName: desk.table.name, Key: { pk: key, sk: "FPR" } }),
    );
    const { p23, m23_telebirr: minutes, ...rest } = Item ?? {};
    expect(minutes).toHaveProperty("size", 15);
    expect(storedBytes(rest) + 24 * storedBytes({ p23, m23_telebirr: minutes })).toBeLessThan(2048);
  });
});

/** About what DynamoDB counts: names, texts, and a number's digits in pairs with one byte more. */
function storedBytes(value: unknown): number {
  if (typeof value === "number") return Math.ceil(String(value).length / 2) + 1;
  if (typeof value === "string") return Buffer.byteLength(value);
  if (value instanceof Set) return [...value].reduce((sum, each) => sum + storedBytes(each), 3);
  return Object.entries(value ?? {}).reduce(
    (sum, [name, each]) => sum + name.length + storedBytes(each),
    0,
  );
}

it("a payment that may have gone to another receiver is not an underpayment", async () => {
  const receipt = receiptOf("DKR0000002", { amountMinor: 100 });
  const unsure = { ...receipt, receiver: { ...receipt.receiver, account: null } };
  const { checkout, attempt } = await verify(merchant, unsure);
  expect(attempt).toMatchObject({ outcome: "amount_mismatch", found: null });
  await expect(approve(checkout.id)).rejects.toMatchObject({ code: "checkout_not_open" });
});
