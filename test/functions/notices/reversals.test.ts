import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { NoticeMessage } from "../../../lib/contract/messages.ts";
import { createCheckoutBody } from "../../../lib/contract/schemas/checkout.ts";
import { followNotices } from "../../../lib/contract/workers/notices.ts";
import { type Checkout, graceEndsAt } from "../../../lib/domain/checkout.ts";
import type { ProviderId } from "../../../lib/domain/provider.ts";
import { issueWrite, listIssues } from "../../../lib/store/issues.ts";
import { getSourceWithState } from "../../../lib/store/notice-sources.ts";
import { commitOne, transact } from "../../../lib/store/transact.ts";
import { followNotice } from "../../../lib/use-cases/bank-notices/follow.ts";
import { cancelCheckout, changeCheckout } from "../../../lib/use-cases/checkouts/change.ts";
import { createCheckout } from "../../../lib/use-cases/checkouts/create.ts";
import { presentHistory, readHistory } from "../../../lib/use-cases/checkouts/present.ts";
import {
  approveCheckout,
  rejectCheckout,
  releasePayment,
} from "../../../lib/use-cases/verification/decisions.ts";
import { settleAttempt } from "../../../lib/use-cases/verification/settle-attempt.ts";
import { asWorker } from "../../support/function-calls.ts";
import { createMerchant, type Merchant } from "../../support/merchant.ts";
import { pairedPhone } from "../../support/paired-phone.ts";
import {
  open,
  pair,
  payments,
  read,
  setUpVerification,
  stored,
  submitted,
  verify,
} from "../../support/verification.ts";

const setup = setUpVerification();
let merchant: Merchant;
let source: string;
let hashes = 0;
const { newReference, part, pay, decision } = payments(
  "DKR",
  () => setup.table,
  () => merchant,
);
const { openPaired, hear } = pairedPhone(
  () => merchant,
  () => source,
);

beforeEach(async () => {
  merchant = await createMerchant(setup.table, { credits: 10 });
  source = await pair(merchant);
});

/** The queue brings a message that payments were reversed. */
async function told(
  references: readonly string[],
  { amounts = [], from = merchant, by = source, provider = "telebirr" }: Partial<Told> = {},
): Promise<void> {
  const at = Date.now();
  const content: NoticeMessage["content"] = {
    ...{ kind: "other_money", provider, balance: null },
    reversed: { references: [...references], amounts: [...amounts] },
  };
  const common = { version: 1, account_id: from.accountId, source_id: by } as const;
  const hash = String(++hashes);
  const message = { ...common, hash, typed: false, sent_at: at, received_at: at, content };
  await asWorker(followNotices, followNotice)(message, async () => false);
}

interface Told {
  readonly amounts: readonly number[];
  readonly from: Merchant;
  readonly by: string;
  readonly provider: ProviderId;
}

async function issues({ accountId }: Merchant = merchant) {
  const page = { limit: 100, internal: true } as const;
  return (await listIssues(setup.table, { accountId }, page, Date.now())).data;
}

const UNNAMED = { institution: "telebirr", name: null, account: null } as const;

/** When members are shown, for each payment of a checkout, that a message called it reversed. */
async function shown(id: string) {
  const checkout = await read(id);
  const at = Date.now();
  const { payments } = presentHistory(checkout, await readHistory(checkout, at, null), at);
  return payments.map(({ reversal_reported_at }) => reversal_reported_at);
}

async function verified(): Promise<{ checkout: Checkout; reference: string }> {
  const receipt = part(150_000);
  const { checkout } = await verify(merchant, receipt);
  expect(checkout.status).toBe("verified");
  return { checkout, reference: receipt.reference };
}

describe("a bank's message that a payment was reversed", () => {
  it("is shown at its payment and once in Errors, says that it may be forged, and changes nothing else", async () => {
    const { checkout, reference } = await verified();
    expect(await shown(checkout.id)).toEqual([null]);
    const before = Date.now();
    for (let copies = 0; copies < 3; copies++) await told([reference], { amounts: [150_000] });
    const [toldAt] = await shown(checkout.id);
    expect(Date.parse(toldAt ?? "")).toBeGreaterThanOrEqual(before);
    expect(await issues()).toEqual([
      expect.objectContaining({
        ...{ kind: "payment_reversed", objectId: checkout.id, appId: merchant.appId, count: 1 },
        message: expect.stringContaining("check your bank account before you act"),
      }),
    ]);
    expect(await read(checkout.id)).toEqual(checkout);
    const { state } = (await getSourceWithState(setup.table, source)) ?? {};
    expect(state?.last).toEqual({ kind: "other_money", provider: "telebirr" });
  });

  it("finds the payment beside the reversal's own reference, and one that is not decided yet", async () => {
    const { id } = await open(merchant, { amount: 200_000 });
    const short = part(150_000);
    await pay({ id }, short);
    const whole = part(20_000);
    await pay({ id }, whole);
    await told([newReference(), short.reference]);
    expect(await issues()).toMatchObject([{ kind: "payment_reversed", objectId: id }]);
    expect(await shown(id)).toEqual([expect.any(String), null]);
    expect(await read(id)).toMatchObject({ status: "open", amountReceived: 170_000 });
  });

  it("is shown at a payment that a person entered and approved, and at one by another of its numbers", async () => {
    const state = await submitted(await open(merchant), "FT26320BACK1", "manual");
    const { checkout } = await settleAttempt(state, { kind: "manual" });
    await approveCheckout(decision(checkout));
    await told(["FT26320BACK1"], { provider: "cbe" });
    expect(await issues()).toMatchObject([{ objectId: checkout.id }]);
    expect(await shown(checkout.id)).toEqual([expect.any(String)]);
    const order = newReference();
    const aliases = [{ provider: "telebirr", reference: order }] as const;
    const paid = await verify(merchant, part(150_000, { aliases }));
    await told([order]);
    expect(await shown(paid.checkout.id)).toEqual([expect.any(String)]);
  });

  it("finds a late payment that waits for credits at a checkout that has expired", async () => {
    merchant = await createMerchant(setup.table, { credits: 1 });
    const { accountId, appId } = merchant;
    const body = createCheckoutBody.parse({
      amount: 150_000,
      expires_in: 300,
      late_policy: "accept",
    });
    const opened = { accountId, appId, mode: "live", now: Date.now() - 301_000 } as const;
    const late = await createCheckout({ ...opened, body, alongside: () => [] });
    await transact(setup.table, changeCheckout(late, [{ type: "expired" }], Date.now()).writes);
    await verified();
    const receipt = part(150_000);
    const { checkout } = await pay(late, receipt);
    expect(checkout).toMatchObject({ status: "expired", amountReceived: 150_000 });
    await told([receipt.reference], { by: await pair(merchant) });
    const kinds = (await issues()).filter(({ objectId }) => objectId === late.id);
    expect(kinds.map(({ kind }) => kind)).toContain("payment_reversed");
  });

  it("keeps the entry that a statement made", async () => {
    const { checkout, reference } = await verified();
    const { id: objectId, accountId } = checkout;
    const message = "The bank's statement shows a reversal of this payment.";
    const known = { kind: "payment_reversed", objectId, accountId, appId: null, message };
    await commitOne(setup.table, issueWrite({ ...known, at: Date.now() }));
    await told([reference]);
    expect(await issues()).toEqual([expect.objectContaining(known)]);
  });

  it.each<[string, (reference: string) => Promise<void>]>([
    ["a reference that no checkout has", () => told([newReference()])],
    ["no reference", () => told([])],
    ["another amount", (reference) => told([reference], { amounts: [500] })],
    [
      "the payments of two checkouts",
      async (reference) => told([reference, (await verified()).reference]),
    ],
  ])("accuses nobody with %s", async (_name, tell) => {
    const { reference } = await verified();
    await tell(reference);
    expect(await issues()).toEqual([]);
  });

  it("accuses nobody of another account", async () => {
    const { reference } = await verified();
    const stranger = await createMerchant(setup.table, { credits: 1 });
    await told([reference], { from: stranger, by: await pair(stranger) });
    await told([reference], { from: stranger });
    expect([await issues(), await issues(stranger)]).toEqual([[], []]);
  });

  it("accuses no payment that the shop has rejected or released", async () => {
    const receipt = part(50_000);
    const { id } = await open(merchant);
    await pay({ id }, receipt);
    await cancelCheckout(
      () => read(id),
      Date.now(),
      () => [],
    );
    await told([receipt.reference]);
    const doubtful = part(150_000, { receiver: UNNAMED });
    const { checkout } = await verify(merchant, doubtful);
    expect(checkout.status).toBe("review");
    await rejectCheckout(decision(checkout));
    await told([doubtful.reference]);
    expect(await issues()).toEqual([]);
  });
});

describe("a counted part that a bank's message has since contradicted", () => {
  it("does not verify its checkout with the rest: a person decides", async () => {
    const paired = await openPaired();
    const first = part(100_000);
    await pay(paired, first);
    await told([first.reference], { amounts: [100_000] });
    const { checkout, attempt } = await pay(paired, part(50_000));
    expect(attempt.outcome).toBe("counted");
    expect(checkout).toMatchObject({
      ...{ status: "review", review: { reason: "notice_contradicted" }, amountReceived: 50_000 },
      payments: [{ state: "doubtful", reason: "notice_contradicted" }, { state: "counted" }],
    });
  });

  it("is in doubt beside a rest that is in doubt itself, read or not", async () => {
    for (const isRead of [true, false]) {
      const paired = await openPaired();
      const first = part(100_000);
      await pay(paired, first);
      await hear(first.reference, { amountMinor: 10_000 });
      const rest = part(50_000, { receiver: UNNAMED });
      const state = await submitted(await read(paired.id), rest.reference);
      const { checkout } = await settleAttempt(
        state,
        isRead ? { kind: "receipt", receipt: rest } : { kind: "manual" },
      );
      expect(checkout).toMatchObject({
        ...{ status: "review", amountReceived: 0 },
        payments: [{ state: "doubtful", reason: "notice_contradicted" }, { state: "doubtful" }],
      });
    }
  });

  it("keeps a message about the rest from counting while the bank is down", async () => {
    const paired = await openPaired();
    const first = part(100_000);
    await pay(paired, first);
    await told([first.reference]);
    const reference = newReference();
    await hear(reference, { amountMinor: 50_000 });
    const state = await submitted(await read(paired.id), reference);
    const down = { kind: "unavailable", why: "no connection" } as const;
    expect((await settleAttempt(state, down)).checkout.status).toBe("open");
  });

  it("does not verify it either if a late message about it shows another amount", async () => {
    const paired = await openPaired();
    const first = part(100_000);
    await pay(paired, first);
    await hear(first.reference, { amountMinor: 10_000 });
    const { checkout } = await pay(paired, part(50_000));
    expect(checkout).toMatchObject({ status: "review", amountReceived: 50_000 });
  });

  it("does not keep another payment of the whole amount from verifying it, and can be released", async () => {
    const paired = await openPaired();
    const first = part(100_000);
    await pay(paired, first);
    await told([first.reference]);
    const { checkout, attempt } = await pay(paired, part(150_000));
    expect(attempt.outcome).toBe("matched");
    expect(checkout).toMatchObject({ status: "verified", amountReceived: 150_000 });
    const named = { provider: "telebirr", reference: first.reference } as const;
    const released = await releasePayment(decision(checkout), named);
    expect(released).toMatchObject({ status: "verified", payments: [{ amount: 150_000 }] });
  });

  it("counts on if the message is about another amount", async () => {
    const paired = await openPaired();
    const first = part(100_000);
    await pay(paired, first);
    await told([first.reference], { amounts: [500] });
    expect((await pay(paired, part(50_000))).checkout.status).toBe("verified");
  });
});

describe("a payment that is entered after a bank's message that it was reversed", () => {
  const CONTRADICTED = {
    status: "review",
    payments: [{ state: "doubtful", reason: "notice_contradicted" }],
  };
  afterEach(() => vi.useRealTimers());

  it.each([
    ["its amount", [500, 150_000]],
    ["no amount", []],
  ])("goes to review if the message shows %s", async (_, amounts) => {
    const receipt = part(150_000);
    await told([newReference(), receipt.reference], { amounts });
    expect((await pay(await openPaired(), receipt)).checkout).toMatchObject(CONTRADICTED);
    expect(await issues()).toEqual([]);
  });

  it("goes to review if the message names it by another of its numbers", async () => {
    const order = newReference();
    await told([order]);
    const aliases = [{ provider: "telebirr", reference: order }] as const;
    const { checkout } = await pay(await openPaired(), part(150_000, { aliases }));
    expect(checkout).toMatchObject(CONTRADICTED);
    expect(await shown(checkout.id)).toEqual([expect.any(String)]);
  });

  it("goes to review if a message without a checkout was made a sale", async () => {
    const receipt = part(150_000);
    await told([receipt.reference]);
    const sale = await createCheckout({
      ...{ accountId: merchant.accountId, appId: merchant.appId, mode: "live", now: Date.now() },
      body: createCheckoutBody.parse({ amount: 150_000 }),
      ...{ paidFrom: Date.now() - 60_000, alongside: () => [] },
    });
    expect((await pay(sale, receipt)).checkout).toMatchObject(CONTRADICTED);
  });

  it("counts if the message shows another amount, or came to another account", async () => {
    const [fee, stranger] = [part(150_000), part(150_000)];
    const other = await createMerchant(setup.table, { credits: 1 });
    await told([fee.reference], { amounts: [500] });
    await told([stranger.reference], { from: other, by: await pair(other) });
    for (const receipt of [fee, stranger]) {
      expect((await pay(await openPaired(), receipt)).checkout.status).toBe("verified");
    }
  });

  it("stays with its first order, also if it fits a second one", async () => {
    const receipt = part(50_000);
    const { id } = await openPaired();
    await pay({ id }, receipt);
    await told([receipt.reference], { amounts: [50_000] });
    const second = await pay(await openPaired({ amount: 50_000 }), receipt);
    expect(second.attempt.outcome).toBe("already_used");
    expect(await read(id)).toMatchObject({ amountReceived: 50_000 });
  });

  it("needs a person if it waited for credits meanwhile, and nothing paid later adds to it", async () => {
    const poor = await createMerchant(setup.table, { credits: 1 });
    [merchant, source] = [poor, await pair(poor)];
    const waiting = await openPaired();
    await verified();
    const receipt = part(150_000);
    const state = await pay(waiting, receipt);
    expect(state.attempt.outcome).toBe("insufficient_credits");
    await told([receipt.reference]);
    const { checkout } = await settleAttempt(await stored(state), { kind: "receipt", receipt });
    expect(checkout).toMatchObject({ ...CONTRADICTED, amountReceived: 0 });
    const after = await pay(checkout, part(100));
    expect(after.checkout).toMatchObject({ status: "review", amountReceived: 100 });
  });

  it("is shown as contradicted if nobody could read its receipt", async () => {
    const reference = newReference();
    await told([reference]);
    const state = await submitted(await openPaired(), reference);
    vi.useFakeTimers({ toFake: ["Date"], now: graceEndsAt(state.checkout) });
    const { checkout } = await settleAttempt(state, { kind: "unavailable", why: "no connection" });
    expect(checkout).toMatchObject({
      status: "review",
      payments: [{ reason: "provider_unavailable", exceptions: ["notice_contradicted"] }],
    });
  });

  it.each([
    ["its amount", 150_000, "open"],
    ["another one", 500, "verified"],
  ])(
    "counts by an earlier message of the bank while its page is down unless the one about the reversal fits it: with %s",
    async (...[, amount, status]) => {
      const reference = newReference();
      const state = await submitted(await openPaired(), reference);
      await hear(reference);
      await told([reference], { amounts: [amount] });
      const { checkout } = await settleAttempt(state, {
        kind: "unavailable",
        why: "no connection",
      });
      expect(checkout.status).toBe(status);
    },
  );
});
