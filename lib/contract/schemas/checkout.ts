import * as z from "zod";
import { CHECKOUT_EXCEPTIONS, SHOWN_STATUSES } from "../../domain/checkout.ts";
import { PROVIDERS } from "../../domain/provider.ts";
import {
  amount,
  appId,
  currency,
  httpsUrl,
  id,
  list,
  page,
  receivedAmount,
  text,
  timestamp,
} from "./common.ts";

export const provider = z.enum(PROVIDERS);

const metadata = z
  .record(text(40), z.string().max(500))
  .refine((value) => Object.keys(value).length <= 20, "must have at most 20 keys");

const customer = z.strictObject({
  name: text(200).optional(),
  phone: text(40).optional(),
  email: z.email().max(254).optional(),
});

/** What a merchant sends to create a checkout. */
export const createCheckoutBody = z.strictObject({
  amount,
  currency: currency.optional(),
  client_reference: text(200).optional(),
  description: text(500).optional(),
  customer: customer.optional(),
  payment_methods: z.array(id("pm")).min(1).max(20).optional(),
  return_url: httpsUrl.optional(),
  cancel_url: httpsUrl.optional(),
  /** Seconds. */
  expires_in: z.int().min(300).max(604_800).default(1800),
  late_policy: z.enum(["review", "accept"]).default("review"),
  metadata: metadata.default({}),
  /** Language of the pay page; without it, the payer's browser says which. */
  locale: z.enum(["en", "am"]).optional(),
  app_id: appId.optional(),
});
export type CreateCheckoutBody = z.output<typeof createCheckoutBody>;

const shownMethod = z.object({
  id: id("pm"),
  provider,
  account_name: z.string(),
  account_number: z.string(),
  label: z.string().nullable(),
  instructions: z.string().nullable(),
  /** What the customer has to type. */
  inputs: z.array(
    z.object({
      id: z.enum(["input", "payer_phone"]),
      label: z.string(),
      example: z.string(),
      pattern: z.string().nullable(),
    }),
  ),
});

const review = z.object({
  /** Why a person was asked; `amount_mismatch` where he approved money that came short without being asked. */
  reason: z.string(),
  decided_by: z.string().nullable(),
  decided_at: timestamp.nullable(),
  note: z.string().nullable(),
});

const payment = z.object({
  provider,
  reference: z.string(),
  payer_name: z.string().nullable(),
  paid_at: timestamp.nullable(),
});

/** A checkout as anyone with its token may see it. */
export const publicCheckout = z.object({
  id: id("co"),
  object: z.literal("checkout"),
  livemode: z.boolean(),
  app_id: appId,
  merchant_name: z.string(),
  status: z.enum(SHOWN_STATUSES),
  exceptions: z.array(z.enum(CHECKOUT_EXCEPTIONS)),
  review: review.nullable(),
  amount,
  currency: z.string(),
  amount_received: receivedAmount.nullable(),
  description: z.string().nullable(),
  payment_methods: z.array(shownMethod),
  pay_url: z.string(),
  return_url: z.string().nullable(),
  cancel_url: z.string().nullable(),
  expires_at: timestamp,
  created_at: timestamp,
  verified_at: timestamp.nullable(),
  payment: payment.nullable(),
  receipt_url: z.string().nullable(),
  /** null: as the payer's browser prefers. */
  locale: z.enum(["en", "am"]).nullable(),
  sequence: z.int().min(0),
});
export type PublicCheckout = z.output<typeof publicCheckout>;

/** A checkout as its merchant sees it. */
export const checkout = publicCheckout.extend({
  client_reference: z.string().nullable(),
  customer: z
    .object({
      name: z.string().nullable(),
      phone: z.string().nullable(),
      email: z.string().nullable(),
    })
    .nullable(),
  late_policy: z.enum(["review", "accept"]),
  attempts_count: z.int().min(0),
  metadata: z.record(z.string(), z.string()),
});
export type CheckoutAnswer = z.output<typeof checkout>;

export const checkoutList = list(checkout);

export const checkoutParams = z.strictObject({ id: id("co") });

export const listCheckoutsQuery = z.strictObject({
  ...page,
  status: z.enum(SHOWN_STATUSES).optional(),
  client_reference: text(200).optional(),
  created_gte: z.iso.datetime({ offset: true }).optional(),
  created_lt: z.iso.datetime({ offset: true }).optional(),
  app_id: z
    .string()
    .regex(/^[1-9]\d{0,15}$/, "must be a positive whole number")
    .transform(Number)
    .optional(),
});
