import * as z from "zod";
import { POINT_KINDS } from "../../domain/statement-points.ts";
import { provider } from "./checkout.ts";
import {
  amount,
  appId,
  appIdText,
  currency,
  flag,
  id,
  list,
  optional,
  page,
  text,
  timestamp,
  withDefault,
} from "./common.ts";

/** Events, from which the books derive, are kept for 90 days. */
export const BOOKS_KEPT_DAYS = 90;

const day = z.iso.date();
const askedDay = day.refine((value) => value.startsWith("2"), "must be in the years 2000 to 2999");
const sum = z.int().min(0).max(Number.MAX_SAFE_INTEGER);
/** Count and sum of payments, in minor units. */
export const total = z.object({ count: z.int().min(0), amount: sum });

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
const bookSheet = z.object({
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
const bookDay = z.object({
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
const bookMonth = z.object({
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
const bookEntry = z.object({
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

const bookEntryList = list(bookEntry);

/** A page of the list, or the text of a CSV file (RFC 4180) where `format=csv` asks for one. */
export const bookEntriesOrCsv = z.union([bookEntryList, z.string()]);

/** Rows of one request. */
const MOST_ROWS = 5_000;
/** 5,000 rows with 200 characters of text in three bytes each, and their other fields. */
export const STATEMENT_BYTES = 5 * 1024 * 1024;

const days = z
  .strictObject({ from: askedDay, to: askedDay })
  .refine(({ from, to }) => from <= to, "must not end before it begins");

const row = z.strictObject({
  /** Its line in the file. */
  line: z.int().min(1).max(10_000_000),
  /** Of the booking. */
  date: askedDay,
  amount,
  direction: z.enum(["in", "out"]),
  text: text(200, 0),
  reference: optional(text(64)),
});

/** What the browser has read of a statement: no balances, and no file. */
export const compareStatementBody = z.strictObject({
  provider,
  /** One of the receiving accounts of the apps. */
  account_number: text(40),
  currency: withDefault(currency, "ETB"),
  rows: z.array(row).min(1).max(MOST_ROWS),
  /** Days that the statement covers completely. Only payments of these days can be missing. */
  complete: withDefault(z.array(days).max(100), []),
});
export type CompareStatementBody = z.output<typeof compareStatementBody>;

const wait = z.int().min(0);

/** The result of a comparison. Amounts in minor units. */
export const bookStatement = z.object({
  object: z.literal("book_statement"),
  id: id("stm"),
  provider,
  account_number: z.string(),
  currency: z.string(),
  /** Days of the first and the last row. */
  from: z.iso.date(),
  to: z.iso.date(),
  complete: z.array(z.object({ from: z.iso.date(), to: z.iso.date() })),
  rows: z.int().min(1),
  money_in: total,
  money_out: total,
  agreed: total,
  /** Rows whose payment has another amount. */
  amounts_differ: total,
  /** By how much those payments are higher than their rows; negative if lower. */
  difference: z.int(),
  reversed: total,
  /** Incoming rows without a payment. */
  unknown: total,
  /** Outgoing rows that are no reversals. */
  other: total,
  /** Verified payments that are not on the statement. */
  missing: total,
  /** Payments of these days that are not on the statement, and why that means nothing yet. */
  waiting: z.object({
    not_covered: wait,
    too_soon: wait,
    account_unknown: wait,
    confirmed_before: wait,
  }),
  open_points: z.int().min(0),
  /** Points beyond the 1,000 that are kept. */
  points_left_out: z.int().min(0),
  /** Who compared it last. */
  member: z.string(),
  compared_at: timestamp,
});
export type BookStatement = z.output<typeof bookStatement>;

/** The result, and whether the same rows had been compared before: then it replaces that result. */
export const comparedStatement = bookStatement.extend({ repeated: z.boolean() });

export const bookStatementList = list(bookStatement);
export const listStatementsQuery = z.strictObject(page);
export const statementParams = z.strictObject({ id: id("stm") });

const settlement = z.object({
  /** null if a later statement settled it. */
  member: z.string().nullable(),
  at: timestamp,
  note: z.string(),
});

/** A difference. Amounts in minor units; null where one side has nothing. */
const bookPoint = z.object({
  object: z.literal("book_point"),
  id: z.string(),
  kind: z.enum(POINT_KINDS),
  checkout_id: id("co").nullable(),
  reference: z.string().nullable(),
  paid_amount: z.int().nullable(),
  paid_on: z.iso.date().nullable(),
  booked_amount: z.int().nullable(),
  booked_on: z.iso.date().nullable(),
  /** Of the statement's file. */
  line: z.int().nullable(),
  /** Above 1: so many payments of the same amount could be the one. */
  among: z.int().min(1),
  settled: settlement.nullable(),
});
export type BookPoint = z.output<typeof bookPoint>;

/** A difference for members. Events, which leave the service, carry no names of people. */
export const namedPoint = bookPoint.extend({
  /** `member_name`: what the member is called, or their masked phone; null where the member is unknown. */
  settled: settlement.extend({ member_name: z.string().nullable() }).nullable(),
});
export type NamedPoint = z.output<typeof namedPoint>;

export const statementQuery = z.strictObject({
  /** `csv`: the points as a file. */
  format: z.enum(["json", "csv"]).default("json"),
});

/** A statement with all its points, the most serious first. */
export const statementWithPoints = bookStatement.extend({ points: z.array(namedPoint) });
export const statementOrCsv = z.union([statementWithPoints, z.string()]);

export const settlePointBody = z.strictObject({
  /** Id of the point. */
  point: text(300),
  /** Stored with the person and the time. */
  note: text(500),
});

export const sellPointBody = z.strictObject({
  /** Id of a point of kind `unknown`. */
  point: text(300),
  app_id: appId,
  /** Stored with the person and the time. */
  note: text(500),
});

/** A receiving account, with its last statement. */
const bookAccount = z.object({
  object: z.literal("book_account"),
  provider,
  account_number: z.string(),
  account_name: z.string(),
  app_ids: z.array(appId),
  last_statement: z.object({ id: id("stm"), to: z.iso.date(), open_points: z.int() }).nullable(),
});
export const bookAccountList = list(bookAccount);
/** There are few accounts, so there is one page. */
export const listBookAccountsQuery = z.strictObject({});

/** What `books.difference` carries: the result, and the first 100 new points. */
export const statementDifference = bookStatement.extend({ new_points: z.array(bookPoint) });
