import * as z from "zod";
import { provider } from "./checkout.ts";
import { amount, receivedAmount, timestamp } from "./common.ts";

/** What anyone may know about a paid checkout: nothing about the customer. */
export const publicReceipt = z.object({
  object: z.literal("receipt"),
  genuine: z.literal(true),
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
    }),
  ),
  verified_at: timestamp,
  livemode: z.boolean(),
});
export type PublicReceipt = z.output<typeof publicReceipt>;
