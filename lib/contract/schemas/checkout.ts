import * as z from "zod";
import { CHECKOUT_EXCEPTIONS, SHOWN_STATUSES } from "../../domain/checkout.ts";
import { PAYER_LANGUAGES } from "../../domain/payer-language.ts";
import { MOST_PAYMENTS } from "../../domain/payment.ts";
import { PROVIDERS } from "../../domain/provider.ts";
import {
  amount,
  appId,
  appIdText,
  atLeastOne,
  currency,
  distinct,
  dueAmount,
  id,
  list,
  optional,
  page,
  pageUrl,
  plain,
  receivedAmount,
  text,
  timestamp,
  withDefault,
} from "./common.ts";

export const provider = z.enum(PROVIDERS);

const MAX_METADATA = 20;
const metadata = z
  .record(text(40), text(500, 0))
  .refine((value) => Object.keys(value).length <= MAX_METADATA, "must have at most 20 keys")
  .meta({ maxProperties: MAX_METADATA });

/** The paying customer, as the merchant describes them. */
export const customerInput = z.strictObject({
  name: optional(text(200)),
  phone: optional(text(40)),
  email: optional(plain(z.email().max(254))),
});

/** What a merchant sends to create a checkout. */
export const createCheckoutBody = z.strictObject({
  amount,
  currency: optional(currency),
  client_reference: optional(text(200)),
  description: optional(text(500)),
  customer: optional(customerInput),
  payment_methods: optional(distinct(z.array(id("pm")).min(1).max(20))),
  return_url: optional(pageUrl),
  cancel_url: optional(pageUrl),
  /** Seconds. */
  expires_in: withDefault(z.int().min(300).max(604_800), 1800),
  late_policy: withDefault(z.enum(["review", "accept"]), "review"),
  metadata: withDefault(metadata, {}),
  /** Language of the pay page. Default: the language that the payer's browser asks for. */
  locale: optional(z.enum(PAYER_LANGUAGES)),
  app_id: optional(appId),
});
export type CreateCheckoutBody = z.output<typeof createCheckoutBody>;

/** What can be changed while the checkout is open; `null` removes a text. */
export const updateCheckoutBody = atLeastOne(
  z.strictObject({
    client_reference: text(200).nullable().optional(),
    description: text(500).nullable().optional(),
    /** Replaces all of it. */
    metadata: metadata.optional(),
  }),
);
export type UpdateCheckoutBody = z.output<typeof updateCheckoutBody>;

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
      id: z.enum(["input", "payer_phone", "payer_account_suffix"]),
      label: z.string(),
      example: z.string(),
      pattern: z.string().nullable(),
    }),
  ),
});

const review = z.object({
  /** The reason of the review; `partially_paid` where a partly paid checkout was decided outside a review. */
  reason: z.string(),
  decided_by: z.string().nullable(),
  decided_at: timestamp.nullable(),
  note: z.string().nullable(),
});

/** A payment that belongs to the checkout. */
export const payment = z.object({
  object: z.literal("payment"),
  provider,
  reference: z.string(),
  amount: receivedAmount.nullable(),
  currency: z.string(),
  payer_name: z.string().nullable(),
  paid_at: timestamp.nullable(),
  state: z.enum(["counted", "doubtful"]),
  /** A reason of a review; null if it is counted. */
  reason: z.string().nullable(),
  /** `notice`: the bank's message on the merchant's phone, while the bank's page was down. */
  evidence: z.enum(["receipt", "notice"]).nullable(),
});
export type PaymentAnswer = z.output<typeof payment>;

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
  amount_received: receivedAmount,
  /** 0 once the checkout is verified. */
  amount_due: dueAmount,
  description: z.string().nullable(),
  /** Empty while the account is suspended: do not ask the customer to pay. */
  payment_methods: z.array(shownMethod),
  pay_url: z.string(),
  return_url: z.string().nullable(),
  cancel_url: z.string().nullable(),
  expires_at: timestamp,
  created_at: timestamp,
  verified_at: timestamp.nullable(),
  payments: z.array(payment).max(MOST_PAYMENTS),
  receipt_url: z.string().nullable(),
  /** null: as the payer's browser prefers. */
  locale: z.enum(PAYER_LANGUAGES).nullable(),
  sequence: z.int().min(0),
});
export type PublicCheckout = z.output<typeof publicCheckout>;

/** A payment as its merchant sees it. */
export const merchantPayment = payment.extend({
  /** The payment method whose account received it; null if neither receipt nor bank message fits just one. */
  payment_method: id("pm").nullable(),
  /** Whether a bank statement that should show it does not, or shows its reversal. */
  unconfirmed_by_statement: z.boolean(),
});

/** A checkout as its merchant sees it. */
export const checkout = publicCheckout.extend({
  payments: z.array(merchantPayment).max(MOST_PAYMENTS),
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
  app_id: appIdText.optional(),
});
