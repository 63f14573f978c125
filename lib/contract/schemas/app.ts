import * as z from "zod";
import { MAX_NOTICE_LIMIT } from "../../domain/notice-fit.ts";
import { provider, publicCheckout } from "./checkout.ts";
import {
  appId,
  appIdText,
  atLeastOne,
  id,
  list,
  optional,
  page,
  pattern,
  text,
  timestamp,
  withDefault,
} from "./common.ts";

/** New apps of an account, deleted ones included: these stay beside the others. */
export const APPS_PER_DAY = 20;

/** One shop or product of the account. Its name is what customers read on the pay page. */
export const app = z.object({
  app_id: appId,
  object: z.literal("app"),
  name: z.string(),
  /** Color of buttons and links on the pay page, `#rrggbb`; null for ours. */
  color: z.string().nullable(),
  /** Shown on the pay page and the receipt; null where there is none. */
  logo_url: z.string().nullable(),
  /** Amount up to which a bank's message on a paired phone counts while the bank's page is down, minor units; 0: never. */
  notice_limit: z.int().min(0),
  /** New live checkouts ask for 1 to 99 santim more where needed, so that no two open ones ask for the same amount. */
  distinct_amounts: z.boolean(),
  created_at: timestamp,
});
export const appList = list(app);

const name = text(100).refine(
  (value) => value.trim() === value,
  "must not begin or end in a space",
);
export const createAppBody = z.strictObject({ name });
const color = pattern(/^#[0-9a-fA-F]{6}$/, "must be a color like #0b5d48").transform((value) =>
  value.toLowerCase(),
);

export const updateAppBody = atLeastOne(
  z.strictObject({
    name: name.optional(),
    color: color.nullable().optional(),
    /** At most 500000 (ETB 5,000.00). */
    notice_limit: z.int().min(0).max(MAX_NOTICE_LIMIT).optional(),
    distinct_amounts: z.boolean().optional(),
  }),
);

/** Largest logo, in bytes of the file. */
export const MAX_LOGO_BYTES = 50 * 1024;

export const logoBody = z.strictObject({
  content_type: z.enum(["image/png", "image/svg+xml"]),
  /** The file in base64. */
  data: z.base64().max(Math.ceil(MAX_LOGO_BYTES / 3) * 4, "must be at most 50 KB"),
});
export const listAppsQuery = z.strictObject(page);

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
/** The response of create. */
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
  label: optional(text(100)),
  instructions: optional(text(500)),
  enabled: withDefault(z.boolean(), true),
  /** Default: after the others. */
  position: optional(position),
});

export const updatePaymentMethodBody = atLeastOne(
  z.strictObject({
    account_name: text(100).optional(),
    /** Checked like a new one. Checkouts that exist keep the number they were created with. */
    account_number: text(40).optional(),
    label: text(100).nullable().optional(),
    instructions: text(500).nullable().optional(),
    enabled: z.boolean().optional(),
    position: position.optional(),
  }),
);

export const paymentMethodParams = z.strictObject({ app_id: appIdText, id: id("pm") });
