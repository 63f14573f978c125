import * as z from "zod";

/** Balance of the account; all 0 in test mode. `available = granted − captured`. */
export const credits = z.object({
  object: z.literal("credits"),
  available: z.int().min(0),
  granted: z.int().min(0),
  captured: z.int().min(0),
  livemode: z.boolean(),
});
