import * as z from "zod";
import { amount, receivedAmount, timestamp } from "./common.ts";

/** What anyone may know about a paid checkout: nothing about the customer. */
export const publicReceipt = z.object({
  object: z.literal("receipt"),
  genuine: z.literal(true),
  merchant_name: z.string(),
  /** What was asked for. */
  amount,
  /** What the bank says came in; null where the merchant confirmed the payment without a bank's receipt. */
  amount_received: receivedAmount.nullable(),
  currency: z.string(),
  /** `merchant`: a person there has decided, whatever the bank's receipt says. */
  confirmed_by: z.enum(["bank", "merchant"]),
  verified_at: timestamp,
  livemode: z.boolean(),
});
export type PublicReceipt = z.output<typeof publicReceipt>;
