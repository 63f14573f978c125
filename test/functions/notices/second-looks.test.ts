import { beforeEach, describe, expect, it } from "vitest";
import { type NoticeMessage, noticeMessage } from "../../../lib/contract/messages.ts";
import { followNotices } from "../../../lib/contract/workers/notices.ts";
import { listIssues } from "../../../lib/store/issues.ts";
import { deleteSourceWrites } from "../../../lib/store/notice-sources.ts";
import { transact } from "../../../lib/store/transact.ts";
import { followNotice } from "../../../lib/use-cases/bank-notices/follow.ts";
import { settleAttempt } from "../../../lib/use-cases/verification/settle-attempt.ts";
import { asWorker } from "../../support/function-calls.ts";
import { createMerchant, type Merchant } from "../../support/merchant.ts";
import { pairedPhone } from "../../support/paired-phone.ts";
import {
  beforeCalls,
  open,
  pair,
  payments,
  read,
  setUpVerification,
  stored,
} from "../../support/verification.ts";

const setup = setUpVerification();
let merchant: Merchant;
let source: string;
const { part, pay } = payments(
  "DKL",
  () => setup.table,
  () => merchant,
);
const { openPaired } = pairedPhone(
  () => merchant,
  () => source,
);

beforeEach(async () => {
  merchant = await createMerchant(setup.table, { credits: 10 });
  source = await pair(merchant);
});

const follow = (message: NoticeMessage) =>
  asWorker(followNotices, followNotice)(message, async () => false);

function reversalOf(reference: string): NoticeMessage {
  const at = Date.now();
  const reversed = { references: [reference], amounts: [] };
  return {
    ...{ version: 1, account_id: merchant.accountId, source_id: source, typed: false },
    ...{ hash: `reversal of ${reference}`, sent_at: at, received_at: at },
    content: { kind: "other_money", provider: "telebirr", balance: null, reversed },
  };
}

async function reversals(): Promise<readonly string[]> {
  const page = { limit: 100, internal: true } as const;
  const { data } = await listIssues(setup.table, merchant, page, Date.now());
  return data.filter(({ kind }) => kind === "payment_reversed").map(({ objectId }) => objectId);
}

/** The queue brings what was sent to it since. */
async function lookAgain(sent: number): Promise<void> {
  const again = setup.others.slice(sent).map((one) => noticeMessage.safeParse(one));
  for (const { data } of again) if (data !== undefined) await follow(data);
}

describe("the second look for a payment that a message called reversed", () => {
  it("lists one that was verified after its messages were read and before this one was stored", async () => {
    const paired = await openPaired();
    const receipt = part(150_000);
    const sent = setup.others.length;
    let isTold = false;
    beforeCalls(async (call) => {
      if (call !== "TransactWriteItems" || isTold) return;
      const { pending } = await read(paired.id);
      if (pending.length === 0) return;
      isTold = true;
      await follow(reversalOf(receipt.reference));
    });
    const { checkout } = await pay(paired, receipt);
    expect([checkout.status, isTold]).toEqual(["verified", true]);
    expect(await reversals()).toEqual([]);
    await lookAgain(sent);
    expect(await reversals()).toEqual([paired.id]);
  });

  it("lists one whose message failed and whose phone was deleted before the next try", async () => {
    const paired = await openPaired();
    const receipt = part(150_000);
    await pay(paired, receipt);
    const sent = setup.others.length;
    let isBroken = true;
    beforeCalls((call, input) => {
      if (isBroken && call === "GetItem" && JSON.stringify(input).includes("CLM#"))
        throw new Error("the table does not answer");
    });
    const message = reversalOf(receipt.reference);
    await expect(follow(message)).rejects.toThrow("does not answer");
    isBroken = false;
    await transact(setup.table, deleteSourceWrites(source));
    await follow(message);
    expect(await reversals()).toEqual([]);
    await lookAgain(sent);
    expect(await reversals()).toEqual([paired.id]);
  });

  it("is the last one, and finds nothing new where the first has listed the payment", async () => {
    const paired = await openPaired();
    const receipt = part(150_000);
    await pay(paired, receipt);
    const sent = setup.others.length;
    await follow(reversalOf(receipt.reference));
    expect(await reversals()).toEqual([paired.id]);
    const looks = () => setup.others.filter((one) => JSON.stringify(one).includes('"again":true'));
    const before = looks().length;
    await lookAgain(sent);
    expect(looks()).toHaveLength(before);
    expect(await reversals()).toEqual([paired.id]);
  });
});

it("a payment that waits for credits needs a person if a message named a number which only another receipt shows", async () => {
  merchant = await createMerchant(setup.table, { credits: 1 });
  source = await pair(merchant);
  const paired = await openPaired();
  await pay(await open(merchant), part(150_000));
  const receipt = part(150_000);
  const state = await pay(paired, receipt);
  expect(state.attempt.outcome).toBe("insufficient_credits");
  const other = part(150_000);
  await follow(reversalOf(other.reference));
  const aliases = [{ provider: "telebirr", reference: receipt.reference }] as const;
  await pay(paired, { ...other, aliases });
  const { checkout } = await settleAttempt(await stored(state), { kind: "receipt", receipt });
  expect(checkout).toMatchObject({
    ...{ status: "review", amountReceived: 0 },
    payments: [{ reason: "notice_contradicted" }],
  });
});
