import { beforeAll, describe, expect, it } from "vitest";
import type { Receipt } from "../../../lib/domain/receipt.ts";
import { presentHistory, readHistory } from "../../../lib/use-cases/checkouts/present.ts";
import { fingerprintsOf } from "../../../lib/use-cases/verification/read-payment.ts";
import { settleAttempt } from "../../../lib/use-cases/verification/settle-attempt.ts";
import { submitInput } from "../../../lib/use-cases/verification/submit.ts";
import { createMerchant, type Merchant } from "../../support/merchant.ts";
import {
  open,
  receiptOf,
  setUpVerification,
  stored,
  submitted,
  verify,
} from "../../support/verification.ts";

const verification = setUpVerification();
let merchant: Merchant;

beforeAll(async () => {
  merchant = await createMerchant(verification.table, { credits: 10 });
});

const STRANGER = { institution: "telebirr", name: "Other Shop", account: "2519****2333" } as const;

/** Everything that the dashboard is given of a checkout. */
async function shownOf(receipt: Receipt): Promise<string> {
  const { checkout } = await verify(merchant, receipt);
  return JSON.stringify(
    presentHistory(checkout, await readHistory(checkout, Date.now(), null), Date.now()),
  );
}

describe("a stranger's receipt, submitted by the owner of another shop", () => {
  it("shows that it is not theirs, and nothing else", async () => {
    const paidAt = Date.now() - 61_000;
    const shown = await shownOf(
      receiptOf("DKV0000001", { receiver: STRANGER, amountMinor: 777_777, paidAt }),
    );
    expect(shown).toContain("receiver_mismatch");
    for (const secret of ["Other Shop", "2519****2333", "777777", String(paidAt)]) {
      expect(shown).not.toContain(secret);
    }
  });

  it("shows nothing of a receipt without a receiver that is refused for its currency", async () => {
    const receiver = { ...STRANGER, name: null, account: null };
    const fields = { receiver, amountMinor: 143_957, currency: "USD" };
    const shown = await shownOf(receiptOf("DKV0000002", fields));
    expect(shown).toContain("currency_mismatch");
    expect(shown).not.toContain("143957");
  });
});

it("a payment into none of the merchant's accounts is compared with no other payment", async () => {
  const receipt = receiptOf("DKV0000005", { receiver: STRANGER });
  const { checkout, attempt } = await submitted(await open(merchant), receipt.reference);
  expect(fingerprintsOf(receipt, checkout, attempt.lookup)).toEqual([]);
});

it("a receipt in review is shown field by field", async () => {
  const receipt = receiptOf("DKV0000003", { amountMinor: 150_100 });
  const shown = await shownOf({ ...receipt, receiver: { ...receipt.receiver, account: null } });
  expect(shown).toContain("receiver_unconfirmed");
  expect(shown).toContain("150100");
});

it("a payment that has waited for credits is shown beside the amount that was due before it", async () => {
  const shop = await createMerchant(verification.table, { credits: 1 });
  const waiting = await open(shop);
  await verify(shop, receiptOf("DKV0000006"));
  const receipt = receiptOf("DKV0000007");
  let state = await submitted(waiting, receipt.reference);
  for (const _ of ["first", "again"]) {
    await settleAttempt(state, { kind: "receipt", receipt });
    state = await stored(state);
    expect(state.attempt).toMatchObject({
      outcome: "insufficient_credits",
      evidence: { fields: { amount: { expected: 150_000, found: 150_000, reason: "equal" } } },
    });
  }
});

it("an unreadable receipt shows the label or rule that failed", async () => {
  const state = await submitted(await open(merchant), "DKV0000004");
  const why = "Payment date: not a known date format";
  const settled = await settleAttempt(state, { kind: "unreadable", why });
  const history = await readHistory(settled.checkout, Date.now(), null);
  const { attempts } = presentHistory(settled.checkout, history, Date.now());
  expect(attempts[0]).toMatchObject({
    outcome: "pending",
    waiting_for: "provider",
    evidence: { unreadable: why },
  });
});

it("a receipt that only a person can read shows its link in the review", async () => {
  const link = "https://share.zemenbank.com/rt/12340401103ABCD261400001/pdf";
  const accounts = { zemen: { name: "Selam Coffee House", number: "1032003004010012" } };
  const shop = await createMerchant(verification.table, { accounts });
  const { checkout } = await submitInput(await open(shop), { input: `Paid: ${link}` });
  expect(checkout).toMatchObject({ status: "review", review: { reason: "manual" } });
  const history = await readHistory(checkout, Date.now(), null);
  expect(presentHistory(checkout, history, Date.now()).attempts[0]).toMatchObject({
    provider: "zemen",
    outcome: "pending",
    settled_at: null,
    evidence: { link },
  });
});
