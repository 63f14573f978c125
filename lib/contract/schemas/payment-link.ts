import * as z from "zod";
import {
  amount,
  appId,
  appIdText,
  atLeastOne,
  currency,
  id,
  list,
  optional,
  page,
  text,
  timestamp,
  withDefault,
} from "./common.ts";

/** A reusable link: each customer who opens it gets a checkout of their own. */
export const paymentLink = z.object({
  /** `lnk_` and the code of the short URL. */
  id: id("lnk"),
  object: z.literal("payment_link"),
  app_id: appId,
  livemode: z.boolean(),
  /** The short URL that customers open: `{base}/p/{code}`. */
  url: z.string(),
  /** A printable card with the link's QR code, for the counter. */
  card_url: z.string(),
  /** null: each customer enters the amount. */
  amount: amount.nullable(),
  currency: z.string(),
  /** What the payment is for, shown to customers and copied to their checkouts. */
  description: z.string().nullable(),
  /** An inactive link creates no checkouts. */
  active: z.boolean(),
  /** Checkouts that customers have created through the link. */
  checkouts_count: z.int().min(0),
  /** How many of these were verified. */
  verified_count: z.int().min(0),
  created_at: timestamp,
});
export type PaymentLinkAnswer = z.output<typeof paymentLink>;
export const paymentLinkList = list(paymentLink);

const description = text(500);

export const createReusableLinkBody = z.strictObject({
  app_id: appId,
  livemode: withDefault(z.boolean(), true),
  /** Default: each customer enters the amount. */
  amount: amount.nullable().default(null),
  currency: optional(currency),
  description: optional(description),
  active: withDefault(z.boolean(), true),
});

/** Checkouts that exist keep the amount and description that they were created with. */
export const updateReusableLinkBody = atLeastOne(
  z.strictObject({
    amount: amount.nullable().optional(),
    description: description.nullable().optional(),
    active: z.boolean().optional(),
  }),
);

export const listReusableLinksQuery = z.strictObject({
  ...page,
  app_id: appIdText.optional(),
});

export const paymentLinkParams = z.strictObject({ id: id("lnk") });

/** The short URL of one checkout. */
export const shortLink = z.object({
  object: z.literal("short_link"),
  checkout_id: id("co"),
  url: z.string(),
});
