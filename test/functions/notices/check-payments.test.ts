import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it, test } from "vitest";
import { UpdateCommand } from "../../../lib/cloud/dynamodb.ts";
import { checkNoticePayments as worker } from "../../../lib/contract/workers/notices.ts";
import type { AttemptState } from "../../../lib/domain/attempt.ts";
import type { Checkout } from "../../../lib/domain/checkout.ts";
import { newId } from "../../../lib/domain/ids.ts";
import type { Payment } from "../../../lib/domain/payment.ts";
import type { Receipt } from "../../../lib/domain/receipt.ts";
import { listIssues } from "../../../lib/store/issues.ts";
import {
  dueNoticeChecks,
  endNoticeCheckWrite,
  noticeCheckWrite,
} from "../../../lib/store/notice-checks.ts";
import { UnreadableItem } from "../../../lib/store/shape.ts";
import { transact } from "../../../lib/store/transact.ts";
import { checkNoticePayments } from "../../../lib/use-cases/bank-notices/check-payments.ts";
import { reportReversal } from "../../../lib/use-cases/bank-notices/report-reversal.ts";
import { askOnce } from "../../../lib/use-cases/banks/lookup.ts";
import { providerAdapters } from "../../../lib/use-cases/banks/providers.ts";
import { approveCheckout, releasePayment } from "../../../lib/use-cases/verification/decisions.ts";
import { settleAttempt } from "../../../lib/use-cases/verification/settle-attempt.ts";
import { asWorker } from "../../support/function-calls.ts";
import { createMerchant, grantCredits, type Merchant, SHOP } from "../../support/merchant.ts";
import { pairedPhone } from "../../support/paired-phone.ts";
import {
  open,
  pair,
  payments,
  read,
  receiptOf,
  setUpVerification,
  stored,
  submitted,
} from "../../support/verification.ts";

const setup = setUpVerification();

test.each([
  ["the account that the message names, so that the books can miss it there", "2519****0042", 1],
  ["no account if the message fits two", "2519****", null],
  ["no account if the message names none of them", null, null],
])("a payment that a message proves went to %s", async (_, account, index) => {
  const merchant = await createMerchant(setup.table, { credits: 1 });
  const source = await pair(merchant);
  const { openPaired, hear } = pairedPhone(
    () => merchant,
    () => source,
  );
  const opened = await openPaired();
  const [first] = opened.methods;
  const second = { ...first, id: "pm_0000000002", accountNumber: "251922000042" } as typeof first;
  const methods = [first, second].filter((one) => one !== undefined);
  expect(first?.accountNumber).toBe(SHOP.number);
  const reference = `DKM000000${String(account?.length ?? 0).slice(-1)}`;
  const state = await submitted(opened, reference, "telebirr");
  await hear(reference, { account });
  const { checkout } = await settleAttempt(
    { ...state, checkout: { ...state.checkout, methods } },
    { kind: "unavailable", why: "no connection" },
  );
  expect(checkout.payments).toMatchObject([{ evidence: "notice" }]);
  expect(checkout.payments[0]?.methodId ?? null).toBe(index === null ? null : methods[index]?.id);
});

/** Due now. Unless there is such a checkout, it ends at once, without the bank. */
async function dueCheck(checkoutId = newId("co_", Date.now(), randomBytes(10))): Promise<void> {
  const [at, variant] = [Date.now(), "receipt"] as const;
  const lookup = { provider: "telebirr", reference: "DKC0000001", variant, parts: {} } as const;
  const attemptId = newId("att_", at, randomBytes(10));
  const check = { checkoutId, attemptId, lookup: { ...lookup, datedOn: null }, createdAt: at };
  await transact(setup.table, [noticeCheckWrite(check, at - 1)]);
}

test("a checkout that is unreadable keeps no payment of another from its check, and the run fails", async () => {
  const { client, name: TableName } = setup.table;
  const { id } = await open(await createMerchant(setup.table));
  const Key = { pk: `CO#${id}`, sk: "CO.state" };
  const state = { UpdateExpression: "SET payments = :wrong", TableName, Key };
  const wrong = { ExpressionAttributeValues: { ":wrong": "of a newer release" } };
  await client.send(new UpdateCommand({ ...state, ...wrong }));
  await dueCheck(id);
  for (let count = 0; count < 20; count++) await dueCheck();
  const run = checkNoticePayments(performance.now() + 60_000);
  await expect(run).rejects.toThrow(UnreadableItem);
  const left = await dueNoticeChecks(setup.table, Date.now(), 25);
  expect(left.map(({ checkoutId }) => checkoutId)).toEqual([id]);
  await transact(setup.table, left.map(endNoticeCheckWrite));
});

test("payments that a message proved wait for the next run once a slow bank has used up the time", async () => {
  const at = Date.now();
  for (let count = 0; count < 2; count++) await dueCheck();
  expect(await checkNoticePayments(performance.now() - 1)).toBe(0);
  expect(await dueNoticeChecks(setup.table, at, 25)).toHaveLength(2);
  expect(await checkNoticePayments(performance.now() + 60_000)).toBe(2);
  expect(await dueNoticeChecks(setup.table, at, 25)).toHaveLength(0);
});

describe("a receipt that confirms what a message proved", () => {
  let merchant: Merchant;
  let source: string;
  const { openPaired, hear } = pairedPhone(
    () => merchant,
    () => source,
  );
  const { newReference, pay, owner, decision } = payments(
    "UKC",
    () => setup.table,
    () => merchant,
  );
  /** The other number on the receipt. */
  const ALIAS = "DKC3A7B9XZ";
  const receiver = { institution: "mpesa", name: SHOP.name, account: SHOP.number } as const;
  const MPESA = { provider: "mpesa", receiver } as const;

  let paired: Checkout;
  let other: Checkout;
  beforeEach(async () => {
    const accounts = { mpesa: SHOP, telebirr: SHOP, manual: { name: SHOP.name, number: "DESK" } };
    merchant = await createMerchant(setup.table, { credits: 1, accounts });
    source = await pair(merchant);
    paired = await openPaired();
    other = await open(merchant);
  });
  /** Then a checkout is not verified by what it receives: it waits. */
  const spendCredits = () => open(merchant).then((one) => pay(one, receiptOf("DKC0000009")));

  /** A payment that only the message proves, while the bank is down. */
  async function noticed(): Promise<AttemptState> {
    const reference = newReference();
    const state = await submitted(paired, reference, "mpesa");
    await hear(reference, { provider: "mpesa" });
    const after = await settleAttempt(state, { kind: "unavailable", why: "no connection" });
    expect(after.checkout.payments.at(-1)).toMatchObject({ evidence: "notice" });
    return after;
  }

  /** The bank is back and shows a receipt with both numbers. */
  async function check({ checkout, attempt }: AttemptState): Promise<void> {
    const { lookup, id: attemptId } = attempt;
    const alias = { provider: "mpesa", reference: ALIAS } as const;
    const receipt: Receipt = receiptOf(lookup.reference, { ...MPESA, aliases: [alias] });
    const adapter = (await providerAdapters()).mpesa;
    const requests = adapter.requests(lookup, { accounts: checkout.methods } as never);
    const inquiry = { adapter, lookup, requests };
    const { shared } = await askOnce(inquiry, 1_000, async () => ({ kind: "receipt", receipt }));
    await shared;
    const due = { checkoutId: checkout.id, attemptId, lookup, createdAt: Date.now() };
    await transact(setup.table, [noticeCheckWrite(due, Date.now() - 1)]);
    await asWorker(worker, checkNoticePayments)(performance.now() + 60_000);
  }

  const enterByHand = async () => {
    const state = await submitted(await read(other.id), ALIAS, "manual");
    return (await settleAttempt(state, { kind: "manual" })).checkout;
  };
  /** The queue brings a message that the payment with this number was reversed. */
  async function reversed(reference: string): Promise<void> {
    const at = Date.now();
    const about = { reversed: { references: [reference], amounts: [150_000] } };
    const content = { kind: "other_money", provider: "mpesa", balance: null, ...about } as const;
    const common = { version: 1, account_id: merchant.accountId, source_id: source } as const;
    const times = { sent_at: at, received_at: at };
    await reportReversal({ ...common, ...times, hash: reference, typed: false, content });
  }
  const issues = async () => {
    const { data } = await listIssues(setup.table, merchant, { limit: 10 }, Date.now());
    return data.map(({ kind, objectId }) => [kind, objectId]);
  };

  it("claims its other numbers, so that none of them is a payment of another checkout", async () => {
    const state = await noticed();
    await check(state);
    expect((await read(state.checkout.id)).payments).toMatchObject([{ evidence: "receipt" }]);
    expect(await owner(ALIAS, "mpesa")).toBe(state.checkout.id);
    expect(await enterByHand()).toMatchObject({ status: "open", payments: [] });
    expect(await issues()).toEqual([]);
  });

  it("lists its reversal if an earlier message named only one of its other numbers", async () => {
    const state = await noticed();
    await reversed(ALIAS);
    expect(await issues()).toEqual([]);
    await check(state);
    expect(await issues()).toEqual([["payment_reversed", state.checkout.id]]);
  });

  it("gives up those claims with the payment", async () => {
    await spendCredits();
    const state = await noticed();
    await check(state);
    const [{ provider, reference } = { provider: "mpesa", reference: "" } as const] = (
      await read(state.checkout.id)
    ).payments;
    const released = await releasePayment(decision(await read(state.checkout.id)), {
      provider,
      reference,
    });
    expect(released.payments).toEqual([]);
    expect(await owner(ALIAS, "mpesa")).toBeNull();
  });

  it("confirms nothing where one of its numbers has been entered for another checkout", async () => {
    await spendCredits();
    const state = await noticed();
    expect((await enterByHand()).status).toBe("review");
    await check(state);
    expect(await read(state.checkout.id)).toMatchObject({
      ...{ status: "review", amountReceived: 0 },
      payments: [{ evidence: "notice", exceptions: ["notice_contradicted"] }],
    });
    expect(await issues()).toContainEqual(["notice_contradicted", state.checkout.id]);
    expect(await owner(ALIAS, "mpesa")).toBe(other.id);
  });

  it("confirms nothing where another counted part of its checkout has one of its numbers", async () => {
    paired = await openPaired({ amount: 200_000 });
    const part = receiptOf(ALIAS, { ...MPESA, amountMinor: 50_000 });
    paired = (await pay(paired, part)).checkout;
    const state = await noticed();
    await check(state);
    expect(await read(state.checkout.id)).toMatchObject({
      payments: [{ evidence: "receipt" }, { evidence: "notice" }],
    });
    expect(await issues()).toContainEqual(["notice_contradicted", state.checkout.id]);
  });

  it("no longer counts it beside another part if one of its numbers has been entered elsewhere", async () => {
    paired = await openPaired({ amount: 200_000 });
    await spendCredits();
    paired = (await pay(paired, receiptOf(newReference(), { ...MPESA, amountMinor: 50_000 })))
      .checkout;
    const state = await noticed();
    expect(state.checkout).toMatchObject({ status: "open", amountReceived: 200_000 });
    await enterByHand();
    await check(state);
    const after = await read(state.checkout.id);
    expect(after).toMatchObject({ status: "review", amountReceived: 50_000 });
  });

  describe("once credits have come", () => {
    async function grant(): Promise<void> {
      const { accountId } = merchant;
      const more = { kind: "grant", credits: 5, source: "operator", note: null } as const;
      const id = newId("led_", Date.now(), randomBytes(10));
      await grantCredits(setup.table, { id, accountId, ...more, createdAt: Date.now() });
    }

    /** The bank is back at the next try. */
    async function resume(state: AttemptState, changes: Partial<Receipt> = {}): Promise<Checkout> {
      await grant();
      const aliases = [{ provider: "mpesa", reference: ALIAS }] as const;
      const { reference } = state.attempt.lookup;
      const receipt = receiptOf(reference, { ...MPESA, aliases, ...changes });
      return (await settleAttempt(await stored(state), { kind: "receipt", receipt })).checkout;
    }

    it("claims its other numbers with the verification", async () => {
      await spendCredits();
      const verified = await resume(await noticed());
      expect(verified).toMatchObject({ status: "verified", payments: [{ evidence: "receipt" }] });
      expect(await owner(ALIAS, "mpesa")).toBe(verified.id);
    });

    it("claims its other numbers also if it brings the payment into doubt, and gives them up with it", async () => {
      await spendCredits();
      const doubtful = await resume(await noticed(), { receiver: { ...receiver, account: null } });
      expect(doubtful).toMatchObject({ status: "review", amountReceived: 0 });
      expect(await enterByHand()).toMatchObject({ status: "open", payments: [] });
      const [{ provider, reference } = { provider: "mpesa", reference: "" } as const] =
        doubtful.payments;
      await releasePayment(decision(await read(doubtful.id)), { provider, reference });
      expect(await owner(ALIAS, "mpesa")).toBeNull();
    });

    it.each([
      ["the verification", resume],
      ["the later check", (state: AttemptState) => check(state).then(grant)],
    ])(
      "counts nothing twice by an approval where %s finds it in another part of its checkout",
      async (_, run) => {
        paired = await openPaired({ amount: 300_000 });
        await spendCredits();
        paired = (await pay(paired, receiptOf(ALIAS, MPESA))).checkout;
        const { id } = paired;
        await run(await noticed());
        const approved = await approveCheckout(decision(await read(id)));
        expect(approved).toMatchObject({ status: "verified", amountReceived: 150_000 });
      },
    );

    it("verifies nothing where one of its numbers has been entered for another checkout", async () => {
      await spendCredits();
      const state = await noticed();
      await enterByHand();
      expect(await resume(state)).toMatchObject({ status: "review", amountReceived: 0 });
    });

    it("verifies nothing where another counted part of its checkout has one of its numbers", async () => {
      paired = await openPaired({ amount: 300_000 });
      await spendCredits();
      paired = (await pay(paired, receiptOf(ALIAS, MPESA))).checkout;
      const state = await noticed();
      expect(state.checkout.amountReceived).toBe(300_000);
      expect(await resume(state)).toMatchObject({ status: "review", amountReceived: 150_000 });
    });

    it("stays with a part in doubt that has one of its numbers, also if it fits another checkout", async () => {
      await spendCredits();
      const { checkout, attempt: own } = await noticed();
      const { reference } = own.lookup;
      const second = `${ALIAS.slice(0, -1)}9`;
      const alias = (one: string) => [{ provider: "mpesa", reference: one }] as const;
      await pay(checkout, receiptOf(second, { ...MPESA, aliases: alias(reference) }));
      const byHand = await submitted(await read(checkout.id), ALIAS, "manual");
      await settleAttempt(byHand, { kind: "manual" });
      await pay(checkout, receiptOf(reference, { ...MPESA, aliases: alias(ALIAS) }));
      await grant();
      const { attempt } = await pay(other, receiptOf(second, MPESA));
      expect(attempt.outcome).toBe("already_used");
      expect(await owner(ALIAS, "mpesa")).toBe(checkout.id);
    });
  });

  describe("and lists the number of a part in doubt that was entered manually", () => {
    let held: Checkout;
    beforeEach(async () => {
      await spendCredits();
      const state = await noticed();
      const own = await submitted(state.checkout, ALIAS, "manual");
      await settleAttempt(own, { kind: "manual" });
      await check(state);
      held = await read(state.checkout.id);
    });
    const release = async (payment: Payment | undefined) =>
      releasePayment(decision(await read(held.id)), {
        ...{ provider: payment?.provider ?? "manual", reference: payment?.reference ?? "" },
      });

    it("confirms the payment, and releasing either part frees no number of the other one", async () => {
      const [byMessage, byHand] = held.payments;
      expect([byMessage?.evidence, byHand?.evidence]).toEqual(["receipt", null]);
      await release(byHand);
      expect(await enterByHand()).toMatchObject({ status: "open", payments: [] });
      expect(await owner(ALIAS, "mpesa")).toBe(held.id);
      await release(byMessage);
      expect(await owner(ALIAS, "mpesa")).toBeNull();
      expect((await enterByHand()).status).toBe("review");
    });

    it("lists their reversal once, by the number of both", async () => {
      await reversed(ALIAS);
      expect(await issues()).toContainEqual(["payment_reversed", held.id]);
    });

    it("keeps the bank's number for the part that was entered manually", async () => {
      const [byMessage, byHand] = held.payments;
      await release(byMessage);
      expect(await owner(byMessage?.reference ?? "", "mpesa")).toBe(held.id);
      await release(byHand);
      expect(await owner(byMessage?.reference ?? "", "mpesa")).toBeNull();
    });
  });

  it("of a part that was entered manually claims the bank's number as well", async () => {
    const byHand = await submitted(other, ALIAS, "manual");
    other = (await settleAttempt(byHand, { kind: "manual" })).checkout;
    const reference = newReference();
    const aliases = [{ provider: "mpesa", reference: ALIAS }] as const;
    const { attempt } = await pay(other, receiptOf(reference, { ...MPESA, aliases }));
    expect(attempt.outcome).toBe("matched");
    expect(await owner(reference, "mpesa")).toBe(other.id);
    const again = await submitted(await open(merchant), reference, "manual");
    expect((await settleAttempt(again, { kind: "manual" })).attempt.outcome).toBe("already_used");
    const named = { provider: "manual", reference: ALIAS } as const;
    await releasePayment(decision(await read(other.id)), named);
    expect(await owner(reference, "mpesa")).toBeNull();
  });

  it("of a part that was entered manually moves no payment here from another checkout", async () => {
    await spendCredits();
    const { checkout, attempt: own } = await noticed();
    other = await enterByHand();
    const aliases = [{ provider: "mpesa", reference: ALIAS }] as const;
    const { reference } = own.lookup;
    const { attempt } = await pay(other, receiptOf(reference, { ...MPESA, aliases }));
    expect(attempt.outcome).toBe("already_used");
    expect(await owner(reference, "mpesa")).toBe(checkout.id);
    expect(await read(other.id)).toMatchObject({ status: "review", payments: other.payments });
  });
});
