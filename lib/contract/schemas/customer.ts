import * as z from "zod";
import { checkout } from "./checkout.ts";
import { cursor, flag, list, page, text, withDefault } from "./common.ts";
import { checkoutNotice } from "./dashboard-checkout.ts";
import { attempt } from "./verification.ts";

/** A phone number as people write it: `0911…`, `+251 911…`. */
const phone = text(40).refine(
  (value) => value.replaceAll(/\P{Nd}/gu, "").length >= 7,
  "must have at least 7 digits",
);

export const exportCustomerQuery = z.strictObject({
  ...page,
  phone,
  /** Default: real checkouts. */
  livemode: flag.optional().default(true),
});

/** A checkout of the customer with its attempts, at most 100 of them, and what the bank told a paired phone about them. */
export const customerCheckout = checkout.extend({
  attempts: z.array(attempt),
  notices: z.array(checkoutNotice),
});
export const customerCheckoutList = list(customerCheckout);

export const eraseCustomerBody = z.strictObject({
  phone,
  livemode: withDefault(z.boolean(), true),
  /** Of the answer before, to go on with older checkouts. */
  cursor: cursor.optional(),
});

export const erasure = z.object({
  object: z.literal("erasure"),
  /** Checkouts of this part whose personal data is gone. */
  erased: z.int().min(0),
  /** Checkouts of this part that keep their data: see `eraseCustomer`. Erase them later. */
  undecided: z.int().min(0),
  /** Null when no older checkout is left to look at. */
  next_cursor: z.string().nullable(),
});
