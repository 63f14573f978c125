import * as z from "zod";

/** Resumes an attempt. The table is the truth: this only says where to look, and not before when (ms). */
export const verificationMessage = z.object({
  version: z.literal(1),
  checkout_id: z.string(),
  attempt_id: z.string(),
  not_before: z.int(),
  /**
   * `due`: its time has come. `resumed`: what it waited for is there (credits, the bank), so it runs
   * before its time. `trial`: it asks the bank even if the breaker is open.
   */
  cause: z.enum(["due", "resumed", "trial"]),
});

export type VerificationMessage = z.output<typeof verificationMessage>;
