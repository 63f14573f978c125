import { type ExpectedAccount, matchReceiver, type ReceiverMatch } from "./matching-receiver.ts";
import { type ExpectedTimes, matchTime, type TimeMatch } from "./matching-time.ts";
import type { Party, Receipt, ReceiptStatus } from "./receipt.ts";

/** What a checkout expects of a receipt. Times in ms since the epoch, money in minor units. */
export interface Expectation extends ExpectedTimes {
  /** What is still due. */
  readonly amountMinor: number;
  /** ISO 4217. */
  readonly currency: string;
  /** Time after `expiresAt` during which the late policy may accept a payment (24 h). */
  readonly graceMs: number;
  readonly latePolicy: "review" | "accept";
  readonly accounts: readonly ExpectedAccount[];
  /** The account has used up the reference or one of its aliases. */
  readonly usedBefore: boolean;
}

/** The comparison of one field, kept as evidence. */
export interface FieldMatch<Value> {
  readonly ok: boolean;
  readonly expected: Value;
  readonly found: Value;
  readonly reason: string;
}

export interface MatchFields {
  readonly status: FieldMatch<ReceiptStatus>;
  readonly receiver: ReceiverMatch & { readonly found: Party };
  readonly currency: FieldMatch<string>;
  readonly used: { readonly ok: boolean; readonly reason: string };
  readonly time: TimeMatch & {
    readonly ok: boolean;
    readonly paidAt: number;
    readonly dateOnly: boolean;
  };
  readonly amount: FieldMatch<number>;
}

/** Compares every field, so that the evidence is complete even if one fails. */
export function matchFields(receipt: Receipt, expectation: Expectation): MatchFields {
  const { status, currency, amountMinor, paidAt, dateOnly } = receipt;
  const { name, account } = receipt.receiver;
  const time = matchTime(receipt, expectation);
  return {
    status: field("completed", status, status === "completed", "completed", status),
    receiver: {
      ...matchReceiver(receipt.receiver, expectation.accounts),
      found: { name, account },
    },
    currency: field(expectation.currency, currency, currency === expectation.currency),
    used: expectation.usedBefore
      ? { ok: false, reason: "claimed_before" }
      : { ok: true, reason: "never_claimed" },
    time: { ...time, ok: time.verdict === "in_time", paidAt, dateOnly },
    amount: field(
      expectation.amountMinor,
      amountMinor,
      amountMinor >= expectation.amountMinor,
      amountMinor === expectation.amountMinor ? "equal" : "more_than_asked",
      "less_than_asked",
    ),
  };
}

function field<Value>(
  expected: Value,
  found: Value,
  ok: boolean,
  fits = "equal",
  fails = "differs",
): FieldMatch<Value> {
  return { ok, expected, found, reason: ok ? fits : fails };
}
