import * as z from "zod";
import { ATTEMPT_OUTCOMES } from "../../domain/attempt.ts";
import { checkout, provider, publicCheckout } from "./checkout.ts";
import { amount, id, list, text, timestamp } from "./common.ts";

/** What the customer (or the merchant for him) gives to prove a payment. */
export const verifyBody = z.strictObject({
  provider: provider.optional(),
  /** A reference, the receipt's link, or the whole SMS. */
  input: z.string().min(1).max(4000),
  payer_phone: text(20)
    .regex(/^\+?[0-9 ]{9,15}$/, "must be a phone number")
    .optional(),
});
export type VerifyBody = z.output<typeof verifyBody>;

const seen = z.object({ amount, currency: z.string() });

export const attempt = z.object({
  id: id("att"),
  object: z.literal("attempt"),
  outcome: z.enum(ATTEMPT_OUTCOMES),
  provider,
  reference: z.string(),
  expected: seen,
  /** What the receipt said; null until the receiver is known to be the merchant. */
  found: z
    .object({ amount: z.int().min(0), currency: z.string(), paid_at: timestamp.nullable() })
    .nullable(),
  created_at: timestamp,
  /** null while it is still being tried. */
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
