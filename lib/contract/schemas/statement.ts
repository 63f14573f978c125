import * as z from "zod";
import { POINT_KINDS } from "../../domain/statement-points.ts";
import { provider } from "./checkout.ts";
import {
  amount,
  appId,
  currency,
  id,
  list,
  optional,
  page,
  text,
  timestamp,
  withDefault,
} from "./common.ts";

/** Rows of one request. */
export const MOST_ROWS = 5_000;
/** 5,000 rows with 200 characters of text in three bytes each, and their other fields. */
export const STATEMENT_BYTES = 5 * 1024 * 1024;

const day = z.iso
  .date()
  .refine((value) => value.startsWith("2"), "must be in the years 2000 to 2999");
const days = z
  .strictObject({ from: day, to: day })
  .refine(({ from, to }) => from <= to, "must not end before it begins");

const row = z.strictObject({
  /** Where it stands in the file. */
  line: z.int().min(1).max(10_000_000),
  /** Of the booking. */
  date: day,
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

const total = z.object({ count: z.int().min(0), amount: z.int().min(0) });
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

/** A difference. Amounts in minor units; null where one side has nothing. */
export const bookPoint = z.object({
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
  settled: z
    .object({
      /** null if a later statement settled it. */
      member: z.string().nullable(),
      at: timestamp,
      note: z.string(),
    })
    .nullable(),
});
export type BookPoint = z.output<typeof bookPoint>;

export const statementQuery = z.strictObject({
  /** `csv`: the points as a file. */
  format: z.enum(["json", "csv"]).default("json"),
});

/** A statement with all its points, the most serious first. */
export const statementWithPoints = bookStatement.extend({ points: z.array(bookPoint) });
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
export const bookAccount = z.object({
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
