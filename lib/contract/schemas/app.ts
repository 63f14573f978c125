import * as z from "zod";
import { provider, publicCheckout } from "./checkout.ts";
import { appId, id, list, page, text, timestamp } from "./common.ts";

/** One shop or product of the account. Its name is what customers read on the pay page. */
export const app = z.object({
  app_id: appId,
  object: z.literal("app"),
  name: z.string(),
  created_at: timestamp,
});
export const appList = list(app);

const name = text(100).refine(
  (value) => value.trim() === value,
  "must not begin or end in a space",
);
export const createAppBody = z.strictObject({ name });
export const updateAppBody = z.strictObject({ name });
export const listAppsQuery = z.strictObject(page);

/** `app_id` in a path. */
export const appIdText = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, "must be a positive whole number")
  .transform(Number);
export const appParams = z.strictObject({ app_id: appIdText });

/** A receiving account of an app. */
export const paymentMethod = publicCheckout.shape.payment_methods.element.extend({
  object: z.literal("payment_method"),
  app_id: appId,
  enabled: z.boolean(),
  /** Order on the pay page, from 0. */
  position: z.int().min(0),
  created_at: timestamp,
});
/** The answer of create. */
export const newPaymentMethod = paymentMethod.extend({
  /** What its owner should know, e.g. that another account receives into the same number. */
  warning: z.string().nullable(),
});
export const paymentMethodList = list(paymentMethod);
export type PaymentMethodAnswer = z.output<typeof paymentMethod>;

const position = z.int().min(0).max(1000);

export const createPaymentMethodBody = z.strictObject({
  provider,
  account_name: text(100),
  /** A wallet's phone number or a bank account; checked by the provider's own rules. */
  account_number: text(40),
  label: text(100).optional(),
  instructions: text(500).optional(),
  enabled: z.boolean().default(true),
  /** Default: after the others. */
  position: position.optional(),
});

export const updatePaymentMethodBody = z
  .strictObject({
    account_name: text(100).optional(),
    label: text(100).nullable().optional(),
    instructions: text(500).nullable().optional(),
    enabled: z.boolean().optional(),
    position: position.optional(),
  })
  .refine((body) => Object.keys(body).length > 0, "must change something");

export const paymentMethodParams = z.strictObject({ app_id: appIdText, id: id("pm") });
