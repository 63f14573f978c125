import * as z from "zod";
import { ATTEMPT_OUTCOMES, LONGEST_INPUT, WAITING_FOR } from "../../domain/attempt.ts";
import { checkout, provider, publicCheckout } from "./checkout.ts";
import {
  amount,
  dueAmount,
  id,
  list,
  optional,
  pattern,
  publishAs,
  receivedAmount,
  text,
  timestamp,
} from "./common.ts";

/** What the customer, or the merchant on their behalf, submits to prove a payment. */
export const verifyBody = z.strictObject({
  provider: optional(provider),
  /** A reference, the receipt's link, or the whole SMS. */
  input: text(LONGEST_INPUT),
  payer_phone: optional(pattern(/^\+?[0-9 ]{9,15}$/, "must be a phone number")),
  /** The last digits of the account that paid, where the payment method asks for them. */
  payer_account_suffix: optional(
    pattern(/^[0-9]{5}$/, "must be the last 5 digits of the account that paid"),
  ),
});
export type VerifyBody = z.output<typeof verifyBody>;

const seen = z.object({ amount: dueAmount, currency: z.string() });

export const attempt = z.object({
  id: id("att"),
  object: z.literal("attempt"),
  /** `pending` until the outcome is final. */
  outcome: z.enum(ATTEMPT_OUTCOMES),
  /** What a pending attempt waits for. Null while a lookup runs, while a person decides, and once the outcome is final. */
  waiting_for: z.enum(WAITING_FOR).nullable(),
  provider,
  reference: z.string(),
  /** What was still due when the reference was entered. */
  expected: seen,
  /** What the receipt said; null until the receiver is known to be the merchant. */
  found: z
    .object({ amount: z.int().min(0), currency: z.string(), paid_at: timestamp.nullable() })
    .nullable(),
  created_at: timestamp,
  /** null while the outcome is pending. */
  settled_at: timestamp.nullable(),
});
export type AttemptAnswer = z.output<typeof attempt>;

export const attemptList = list(attempt);

const verification = z.object({
  object: z.literal("verification"),
  /** The checkout's shown status. */
  status: publicCheckout.shape.status,
  /** The attempt's outcome. */
  outcome: z.enum(ATTEMPT_OUTCOMES),
  attempt,
});
export const serverVerification = verification.extend({ checkout });
export const publicVerification = verification.extend({ checkout: publicCheckout });

/** What anyone may know about a paid checkout: nothing about the customer. */
export const publicReceipt = z.object({
  object: z.literal("receipt"),
  // As a constant, Java's generator makes of it a class that does not compile.
  genuine: publishAs(z.literal(true), { type: "boolean" }),
  merchant_name: z.string(),
  /** What was asked for. */
  amount,
  /** Sum of the counted payments; 0 where the merchant confirmed them without a receipt. */
  amount_received: receivedAmount,
  currency: z.string(),
  /** `merchant`: a person there has decided, whatever the bank's receipt says. */
  confirmed_by: z.enum(["bank", "merchant"]),
  /** The counted payments, in the order of their arrival. */
  payments: z.array(
    z.object({
      provider,
      amount: receivedAmount.nullable(),
      paid_at: timestamp.nullable(),
      /** `notice`: the bank's message on the shop's phone; its receipt has not confirmed it yet. */
      evidence: publicCheckout.shape.payments.element.shape.evidence,
    }),
  ),
  verified_at: timestamp,
  livemode: z.boolean(),
});
export type PublicReceipt = z.output<typeof publicReceipt>;
