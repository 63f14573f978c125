import * as z from "zod";
import { provider } from "./checkout.ts";
import { appId, appIdText, flag, id, list, page, text, timestamp } from "./common.ts";

/** Events, from which the books derive, are kept for 90 days. */
export const BOOKS_KEPT_DAYS = 90;

const day = z.iso.date();
const askedDay = day.refine((value) => value.startsWith("2"), "must be in the years 2000 to 2999");
const sum = z.int().min(0).max(Number.MAX_SAFE_INTEGER);
const total = z.object({ count: z.int().min(0), amount: sum });

const range = {
  /** First day, Addis Ababa time. */
  from: askedDay.optional(),
  /** Last day, included; default: today. */
  to: askedDay.optional(),
  app_id: appIdText.optional(),
  /** Default: real ones. */
  livemode: flag.optional().default(true),
};

/** The sums of one app, receiving account and currency, in minor units. */
export const bookSheet = z.object({
  object: z.literal("book_sheet"),
  app_id: appId,
  /** null for an approval without a payment. */
  provider: provider.nullable(),
  /** null if a checkout showed several accounts of this provider. */
  account_number: z.string().nullable(),
  currency: z.string(),
  /** Verified and approved payments. */
  payments: total,
  /** Checkouts that got more money than they asked for, and the surplus. */
  overpaid: total,
  /** Approved checkouts that got less, and the shortfall. */
  underpaid: total,
  /** Payments of checkouts that a person approved; they are among `payments`. */
  approved: total,
  rejected: total,
  /** Payments of canceled checkouts, free for another checkout. */
  released: total,
  credits_spent: z.int().min(0),
});
export type BookSheet = z.output<typeof bookSheet>;

export const bookDaysQuery = z.strictObject(range);

/** A day, Addis Ababa time. Days without entries have no sheets. */
export const bookDay = z.object({
  object: z.literal("book_day"),
  day,
  /** The same day in the Ethiopian calendar, as year, month and day. */
  ethiopian_day: z.string(),
  sheets: z.array(bookSheet),
});

export const bookDays = z.object({
  object: z.literal("book_days"),
  livemode: z.boolean(),
  from: day,
  to: day,
  days: z.array(bookDay),
});

export const bookMonthsQuery = z.strictObject({
  ...range,
  calendar: z.enum(["gregorian", "ethiopian"]).default("gregorian"),
});

/** A month, or the part of it that was asked for. */
export const bookMonth = z.object({
  object: z.literal("book_month"),
  /** Year and month of the calendar, e.g. `2026-11` or `2019-03`. The 13th Ethiopian month has five or six days. */
  month: z.string(),
  from: day,
  to: day,
  /** Whether all of its days were asked for. */
  complete: z.boolean(),
  sheets: z.array(bookSheet),
});

export const bookMonths = z.object({
  object: z.literal("book_months"),
  livemode: z.boolean(),
  calendar: z.enum(["gregorian", "ethiopian"]),
  months: z.array(bookMonth),
});

export const bookEntriesQuery = z.strictObject({
  ...page,
  ...range,
  /** `income`: verified and approved payments, whose sums the sheets show. */
  kind: z.enum(["income", "verified", "approved", "rejected", "released"]).default("income"),
  provider: provider.optional(),
  account_number: text(40).optional(),
  /** `csv`: a file, whatever `limit` says. `Link` has the URL of the next part. */
  format: z.enum(["json", "csv"]).default("json"),
});
export type BookEntriesQuery = z.output<typeof bookEntriesQuery>;

/** One event of one checkout, with its payments. */
export const bookEntry = z.object({
  object: z.literal("book_entry"),
  kind: z.enum(["verified", "approved", "rejected", "released"]),
  day,
  ethiopian_day: z.string(),
  at: timestamp,
  checkout_id: id("co"),
  app_id: appId,
  /** What the checkout asked for. */
  amount: sum,
  currency: z.string(),
  client_reference: z.string().nullable(),
  /** Who approved or rejected it, and why; null if nobody had to. */
  member: z.string().nullable(),
  /** The name that the member has given; null without one. */
  member_name: z.string().nullable(),
  note: z.string().nullable(),
  payments: z.array(
    z.object({
      provider,
      reference: z.string(),
      account_number: z.string().nullable(),
      payer_name: z.string().nullable(),
      amount: sum,
      paid_at: timestamp.nullable(),
    }),
  ),
});
export type BookEntryAnswer = z.output<typeof bookEntry>;

export const bookEntryList = list(bookEntry);

/** A page of the list, or the text of a CSV file (RFC 4180) where `format=csv` asks for one. */
export const bookEntriesOrCsv = z.union([bookEntryList, z.string()]);
