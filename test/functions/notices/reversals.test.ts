import { beforeEach, describe, expect, it } from "vitest";
import type { NoticeMessage } from "../../../lib/contract/messages.ts";
import { followNotices } from "../../../lib/contract/workers/notices.ts";
import type { Checkout } from "../../../lib/domain/checkout.ts";
import { issueWrite, listIssues } from "../../../lib/store/issues.ts";
import { getSourceWithState } from "../../../lib/store/notice-sources.ts";
import { commitOne } from "../../../lib/store/transact.ts";
import { followNotice } from "../../../lib/use-cases/bank-notices/follow.ts";
import { cancelCheckout } from "../../../lib/use-cases/checkouts/change.ts";
import { rejectCheckout } from "../../../lib/use-cases/verification/decisions.ts";
import { asWorker } from "../../support/function-calls.ts";
import { createMerchant, type Merchant } from "../../support/merchant.ts";
import {
  open,
  pair,
  payments,
  read,
  setUpVerification,
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

beforeEach(async () => {
  merchant = await createMerchant(setup.table, { credits: 10 });
  source = await pair(merchant);
});

/** The queue brings a message that payments were taken back. */
async function told(
  references: readonly string[],
  { amounts = [], from = merchant, by = source }: Partial<Told> = {},
): Promise<void> {
  const at = Date.now();
  const content: NoticeMessage["content"] = {
    ...{ kind: "other_money", provider: "telebirr", balance: null },
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
}

async function issues({ accountId }: Merchant = merchant) {
  const page = { limit: 100, internal: true } as const;
  return (await listIssues(setup.table, { accountId }, page, Date.now())).data;
}

async function verified(): Promise<{ checkout: Checkout; reference: string }> {
  const receipt = part(150_000);
  const { checkout } = await verify(merchant, receipt);
  expect(checkout.status).toBe("verified");
  return { checkout, reference: receipt.reference };
}

describe("a bank's message that a payment was reversed", () => {
  it("lists its checkout once in Errors, says that it may be forged, and changes nothing else", async () => {
    const { checkout, reference } = await verified();
    for (let copies = 0; copies < 3; copies++) await told([reference], { amounts: [150_000] });
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
    await told([newReference(), short.reference]);
    expect(await issues()).toMatchObject([{ kind: "payment_reversed", objectId: id }]);
    expect(await read(id)).toMatchObject({ status: "open", amountReceived: 150_000 });
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
    const doubtful = part(150_000, {
      receiver: { institution: "telebirr", name: null, account: null },
    });
    const { checkout } = await verify(merchant, doubtful);
    expect(checkout.status).toBe("review");
    await rejectCheckout(decision(checkout));
    await told([doubtful.reference]);
    expect(await issues()).toEqual([]);
  });
});
