import { beforeEach, describe, expect, it, vi } from "vitest";
import { UpdateCommand } from "../../../lib/cloud/dynamodb.ts";
import { type AttemptState, FOUND_BY_NOTICE } from "../../../lib/domain/attempt.ts";
import type { LookupResult } from "../../../lib/providers/adapter.ts";
import { putNotice } from "../../../lib/store/notices.ts";
import { noticedPayment } from "../../../lib/use-cases/verification/notice-evidence.ts";
import {
  judge,
  readPayment,
  withFindings,
} from "../../../lib/use-cases/verification/read-payment.ts";
import { settleAttempt } from "../../../lib/use-cases/verification/settle-attempt.ts";
import { createMerchant, type Merchant } from "../../support/merchant.ts";
import { allowNotices } from "../../support/paired-phone.ts";
import {
  forgotten,
  open,
  pair,
  receiptOf,
  setUpVerification,
  stored,
  submitted,
} from "../../support/verification.ts";

const verification = setUpVerification();
let merchant: Merchant;
let count = 0;

beforeEach(async () => {
  merchant = await createMerchant(verification.table, { credits: 10 });
});

const newReference = () => `DKR${String(++count).padStart(7, "0")}`;
const waiting = async (mode: "live" | "test" = "live") =>
  submitted(await open(merchant, { mode }), newReference(), "telebirr");
const STRANGER = { institution: "telebirr", name: "Other", account: "251900000009" } as const;

/** The metrics that settling writes. */
async function metricsOf(state: AttemptState, result: LookupResult) {
  const output = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  output.mockClear();
  await settleAttempt(state, result);
  const lines = output.mock.calls.map(([line]) => JSON.parse(String(line)));
  return lines.filter((line) => "_aws" in line);
}

describe("what is counted of an attempt", () => {
  it("is its time and that of its first try, and the verified checkout with its credit", async () => {
    const state = await waiting();
    const receipt = receiptOf(state.attempt.lookup.reference);
    const [line, ...others] = await metricsOf(state, { kind: "receipt", receipt });
    expect(others).toEqual([]);
    expect(line).toMatchObject({
      ...{ AttemptsSettled: 1, CheckoutsVerified: 1, CreditsCaptured: 1 },
      ...{ provider: "telebirr", outcome: "matched" },
    });
    expect(line.VerificationTime).toBeLessThan(3_600_000);
    expect(line.FirstLookupTime).toBe(line.VerificationTime);
  });

  it("is no credit in test mode, and no checkout that is not verified", async () => {
    const state = await waiting("test");
    const receipt = receiptOf(state.attempt.lookup.reference);
    const [inTest] = await metricsOf(state, { kind: "receipt", receipt });
    expect(inTest).toMatchObject({ AttemptsSettled: 1, CheckoutsVerified: 1 });
    expect(inTest).not.toHaveProperty("CreditsCaptured");
    const failed = await waiting();
    const stranger = receiptOf(failed.attempt.lookup.reference, { receiver: STRANGER });
    const [line] = await metricsOf(failed, { kind: "receipt", receipt: stranger });
    expect(line).toMatchObject({ AttemptsSettled: 1, outcome: "receiver_mismatch" });
    expect(line).not.toHaveProperty("CheckoutsVerified");
  });

  it("is no second verification where another reference has verified the checkout", async () => {
    const lost = await forgotten(await waiting());
    const other = await submitted(lost.checkout, newReference(), "telebirr");
    const receipt = receiptOf(other.attempt.lookup.reference);
    const { checkout } = await settleAttempt(other, { kind: "receipt", receipt });
    const [line] = await metricsOf({ ...lost, checkout }, { kind: "not_found" });
    expect(line).toMatchObject({ AttemptsSettled: 1, outcome: "superseded" });
    expect(line).not.toHaveProperty("CheckoutsVerified");
  });

  it("is nothing while it waits, and no first try after that", async () => {
    const state = await waiting();
    expect(await metricsOf(state, { kind: "unavailable", why: "timeout" })).toEqual([]);
    const { attempt, checkout } = await stored(state);
    await verification.table.client.send(
      new UpdateCommand({
        TableName: verification.table.name,
        Key: { pk: `ATT#${checkout.id}`, sk: attempt.id },
        UpdateExpression: "SET tries = :two",
        ExpressionAttributeValues: { ":two": 2 },
      }),
    );
    const receipt = receiptOf(attempt.lookup.reference);
    const [line] = await metricsOf(await stored(state), { kind: "receipt", receipt });
    expect(line).toHaveProperty("VerificationTime");
    expect(line).not.toHaveProperty("FirstLookupTime");
  });
});

describe("the sandbox can assume", () => {
  it.each([
    ["possible_duplicate", { status: "review" }, "matched"],
    ["no_credits", { status: "open", amountReceived: 150_000 }, "insufficient_credits"],
    [undefined, { status: "verified" }, "matched"],
  ] as const)("%s", async (assume, expected, outcome) => {
    const state = await waiting("test");
    const receipt = receiptOf(state.attempt.lookup.reference);
    const result = { kind: "receipt", receipt, ...(assume && { assume }) } as LookupResult;
    const { checkout, attempt } = await settleAttempt(state, result);
    expect(checkout).toMatchObject(expected);
    expect(attempt.outcome).toBe(outcome);
  });
});

it("of a stranger's receipt only the verdicts are kept", async () => {
  const state = await waiting();
  const receipt = receiptOf(state.attempt.lookup.reference, { receiver: STRANGER });
  const { attempt } = await settleAttempt(state, { kind: "receipt", receipt });
  const { fields } = attempt.evidence as { readonly fields: Record<string, object> };
  expect(Object.keys(fields)).toEqual(["status", "receiver"]);
  expect(fields.status).toEqual({ ok: true, reason: expect.anything() });
  expect(Object.keys(fields.receiver ?? {})).toEqual(["verdict", "reason"]);
  expect(JSON.stringify(attempt.evidence)).not.toContain("251900000009");
});

describe("a receipt", () => {
  const HOUR_MS = 3_600_000;

  it("may be as old as the order that it pays, which can be older than its checkout", async () => {
    const { checkout, attempt } = await waiting();
    const receipt = receiptOf(attempt.lookup.reference, {
      paidAt: checkout.createdAt - 2 * HOUR_MS,
    });
    const order = { ...checkout, paidFrom: checkout.createdAt - 3 * HOUR_MS };
    expect(judge(receipt, attempt, order, false).outcome).toBe("matched");
    expect(judge(receipt, attempt, checkout, false).outcome).toBe("too_old");
    expect(judge(receipt, attempt, checkout, true).outcome).toBe("already_used");
  });

  it("that came late counts where the shop accepts it", async () => {
    const { checkout, attempt } = await waiting();
    const { reference } = attempt.lookup;
    const at = checkout.expiresAt + 2 * HOUR_MS;
    const source = { ...receiptOf(reference).source, fetchedAt: at };
    const receipt = receiptOf(reference, { paidAt: at - HOUR_MS, source });
    const judged = (latePolicy: "accept" | "review") =>
      judge(receipt, { ...attempt, createdAt: at }, { ...checkout, latePolicy }, false);
    expect(judged("review").doubt).toBe("paid_late");
    expect(judged("accept").decision).toBe("count");
  });

  it("of one day says no time, and names the account that it confirms, also if the shop lists it twice", async () => {
    const { checkout, attempt } = await waiting();
    const again = checkout.methods.map((one) => ({
      ...one,
      id: "pm_2",
      accountNumber: "0900000001",
    }));
    const state = { attempt, checkout: { ...checkout, methods: [...checkout.methods, ...again] } };
    const receipt = receiptOf(state.attempt.lookup.reference, {
      ...{ dateOnly: true, paidAt: Math.floor(Date.now() / 86_400_000) * 86_400_000 },
    });
    const match = judge(receipt, state.attempt, state.checkout, false);
    expect(withFindings(state.attempt, receipt, match).found).toEqual({
      ...{ amount: 150_000, currency: "ETB", paidAt: null },
    });
    expect(readPayment(state, receipt, match, false)).toMatchObject({
      ...{ methodId: state.checkout.methods[0]?.id, typed: null },
    });
  });

  it("without its receiver names no account, and keeps what was typed", async () => {
    const state = await waiting();
    const { checkout, attempt } = state;
    const receiver = {
      institution: "telebirr",
      name: "Selam Coffee House",
      account: null,
    } as const;
    const receipt = receiptOf("DKR9999999", { receiver });
    const payment = readPayment(state, receipt, judge(receipt, attempt, checkout, false), true);
    expect(payment).not.toHaveProperty("methodId");
    expect(payment).toMatchObject({ typed: attempt.lookup.reference, state: "doubtful" });
    expect(payment.exceptions.at(-1)).toBe("possible_duplicate");
  });
});

describe("a message of a paired phone while the bank is down", () => {
  /** A reference that waits at a checkout with a limit, and the phone's message about it. */
  async function told(evidence: AttemptState["attempt"]["evidence"]): Promise<AttemptState> {
    await allowNotices(merchant, 200_000);
    const opened = await open(merchant);
    const checkout = { ...opened, notices: { limit: 200_000, distinct: false } };
    const { attempt } = await submitted(opened, newReference(), "telebirr");
    const at = Date.now();
    await putNotice(verification.table, {
      ...({ provider: "telebirr", balance: "continues" } as const),
      ...{ amountMinor: 150_000, currency: "ETB", account: null, accountId: merchant.accountId },
      payer: { name: null, account: null },
      ...{ reference: attempt.lookup.reference, link: null, paidAt: at, precisionMs: 1_000 },
      ...{
        sourceId: await pair(merchant),
        hash: attempt.id,
        typed: false,
        sentAt: at,
        receivedAt: at,
      },
    });
    return { checkout, attempt: { ...attempt, evidence } };
  }

  it("proves the payment whose reference the customer entered", async () => {
    expect(await noticedPayment(await told(null))).toMatchObject({
      payment: { evidence: "notice", amount: 150_000, state: "counted" },
    });
  });

  it("proves nothing by itself: not where it has pointed to the reference", async () => {
    const state = await told(FOUND_BY_NOTICE);
    expect(await noticedPayment(state)).toBeNull();
    // Nor after a receipt that could not be used.
    const receipt = receiptOf(state.attempt.lookup.reference);
    const seen = withFindings(
      state.attempt,
      receipt,
      judge(receipt, state.attempt, state.checkout, false),
    );
    expect(await noticedPayment({ ...state, attempt: seen })).toBeNull();
  });
});
