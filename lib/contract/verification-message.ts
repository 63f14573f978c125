import * as z from "zod";

/** Wakes an attempt. The table is the truth: this only says where to look, and not before when (ms). */
export const verificationMessage = z.object({
  version: z.literal(1),
  checkout_id: z.string(),
  attempt_id: z.string(),
  not_before: z.int(),
  /** `resumed`: what it waited for has come (credits, the bank), so it need not wait for its time. */
  cause: z.enum(["due", "resumed"]),
});

export type VerificationMessage = z.output<typeof verificationMessage>;
