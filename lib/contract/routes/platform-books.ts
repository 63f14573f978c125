import { route } from "../route.ts";
import {
  bookAccountList,
  bookDays,
  bookDaysQuery,
  bookEntriesOrCsv,
  bookEntriesQuery,
  bookMonths,
  bookMonthsQuery,
  bookStatement,
  bookStatementList,
  comparedStatement,
  compareStatementBody,
  listBookAccountsQuery,
  listStatementsQuery,
  STATEMENT_BYTES,
  sellPointBody,
  settlePointBody,
  statementOrCsv,
  statementParams,
  statementQuery,
} from "../schemas/books.ts";
import { checkout } from "../schemas/checkout.ts";
import { accessOfAll, IDEMPOTENCY_ACCESS, SUBMIT_ACCESS } from "./access-sets.ts";
import {
  approveCheckout,
  cancelCheckout,
  createPaymentLink,
  listCheckouts,
} from "./platform-checkouts.ts";

/** The books: what was paid, and whether the bank agrees. They derive from the lists of events. */

const BOOKS = "/api/platform/books/";
const READ_EVENTS = { app: ["Query"], event: ["Query"] } as const;

export const listBookDays = route({
  surface: "platform",
  operation: "list-book-days",
  method: "GET",
  path: `${BOOKS}days/`,
  auth: "jwt",
  permission: "reports",
  request: { query: bookDaysQuery },
  responses: { 200: bookDays },
  errors: ["not_found"],
  access: { table: READ_EVENTS },
  timeoutSeconds: 29,
  summary: "Read the daily sheets: sums by app and receiving account",
  description:
    "At most 31 of the last 90 days, in Addis Ababa time. A payment counts on the day its checkout was verified. The sums are those of the entries. An answer has at most 6,000 sheets: without `from`, it begins later if there are more; otherwise `invalid_request`.",
  example: { from: "2026-11-01", to: "2026-11-20" },
});

export const listBookMonths = route({
  surface: "platform",
  operation: "list-book-months",
  method: "GET",
  path: `${BOOKS}months/`,
  auth: "jwt",
  permission: "reports",
  request: { query: bookMonthsQuery },
  responses: { 200: bookMonths },
  errors: ["not_found"],
  access: { table: READ_EVENTS },
  timeoutSeconds: 29,
  summary: "Read the monthly sheets, by the Gregorian or the Ethiopian calendar",
  description: "Like the daily sheets, but for at most 92 days; default: the last 90.",
  example: { calendar: "ethiopian" },
});

export const listBookEntries = route({
  surface: "platform",
  operation: "list-book-entries",
  method: "GET",
  path: `${BOOKS}entries/`,
  auth: "jwt",
  permission: "reports",
  request: { query: bookEntriesQuery },
  responses: { 200: bookEntriesOrCsv },
  csv: true,
  headers: ["Content-Disposition", "Link"],
  errors: ["not_found"],
  access: { table: { ...READ_EVENTS, audit: ["PutItem"], user: ["BatchGetItem"] } },
  timeoutSeconds: 29,
  summary: "List or export the entries behind the sheets, oldest first",
  description:
    'With `format=csv`, returns a CSV file with one row for each payment: up to 10,000 entries, from `cursor` on if given. If entries are left out, the file is named `books-part.csv` and the header `Link: <…>; rel="next"` has the URL of the next part. Amounts are decimals, dates those of Addis Ababa.',
  example: { from: "2026-11-20", to: "2026-11-20" },
});

const STATEMENTS = `${BOOKS}statements/` as const;
const STATEMENT = `${STATEMENTS}{id}/` as const;

export const listBookAccounts = route({
  surface: "platform",
  operation: "list-book-accounts",
  method: "GET",
  path: `${BOOKS}accounts/`,
  auth: "jwt",
  permission: "reports",
  request: { query: listBookAccountsQuery },
  responses: { 200: bookAccountList },
  errors: [],
  access: { table: { app: ["Query"], books: ["Query"] } },
  summary: "List the receiving accounts of all apps, with their last statement",
});

export const compareStatement = route({
  surface: "platform",
  operation: "compare-statement",
  method: "POST",
  path: STATEMENTS,
  auth: "jwt",
  permission: "reports",
  request: { body: compareStatementBody, maxBodyBytes: STATEMENT_BYTES },
  responses: { 200: comparedStatement },
  errors: ["not_found", "rate_limited"],
  access: {
    table: {
      ...IDEMPOTENCY_ACCESS,
      ...READ_EVENTS,
      event: ["Query", "PutItem"],
      outbox: ["PutItem"],
      books: ["Query", "GetItem", "PutItem"],
      checkout: ["UpdateItem"],
      issue: ["UpdateItem", "DeleteItem"],
      audit: ["PutItem"],
      rate: ["UpdateItem"],
    },
  },
  idempotent: true,
  timeoutSeconds: 29,
  summary: "Compare a bank statement with the verified payments of its account",
  description:
    "Rows match payments by the reference in their text, then by exact amount and day (the day before, to the next banking day), then by an amount that is up to 3 % lower. Each payment matches at most one row. A payment is missing only if it was made at least two banking days ago, on a day that the account's statements cover completely. The order of the rows does not matter. Sending the same rows again replaces the result and keeps its notes. The text of the rows is not stored. At most 200 comparisons a day (429 beyond).",
  example: {
    provider: "cbe",
    account_number: "1000200300401",
    rows: [
      {
        line: 9,
        date: "2026-11-16",
        amount: 150000,
        direction: "in",
        text: "Transfer FT26320ABCDE",
      },
    ],
    complete: [{ from: "2026-11-16", to: "2026-11-16" }],
  },
});

export const listStatements = route({
  surface: "platform",
  operation: "list-statements",
  method: "GET",
  path: STATEMENTS,
  auth: "jwt",
  permission: "reports",
  request: { query: listStatementsQuery },
  responses: { 200: bookStatementList },
  errors: [],
  access: { table: { books: ["Query"], app: ["Query"] } },
  summary: "List compared statements of the last 400 days, the latest days first",
});

export const readStatement = route({
  surface: "platform",
  operation: "read-statement",
  method: "GET",
  path: STATEMENT,
  auth: "jwt",
  permission: "reports",
  request: { params: statementParams, query: statementQuery },
  responses: { 200: statementOrCsv },
  csv: true,
  headers: ["Content-Disposition"],
  errors: ["not_found"],
  access: {
    table: { books: ["GetItem"], app: ["Query"], audit: ["PutItem"], user: ["BatchGetItem"] },
  },
  summary: "Read a compared statement with its points, or export them",
});

export const settlePoint = route({
  surface: "platform",
  operation: "settle-point",
  method: "POST",
  path: `${STATEMENT}settle/`,
  auth: "jwt",
  permission: "reports",
  request: { params: statementParams, body: settlePointBody },
  responses: { 200: bookStatement },
  errors: ["not_found", "conflict"],
  access: {
    table: {
      ...IDEMPOTENCY_ACCESS,
      app: ["Query"],
      books: ["GetItem", "PutItem"],
      issue: ["DeleteItem"],
      audit: ["PutItem"],
    },
  },
  idempotent: true,
  summary: "Settle a point of a statement with a note",
  description:
    "A point that is already settled keeps its first note: another member or another note gets `conflict`.",
  example: { point: "unknown 2026-11-16 150000  1", note: "Rent of the shop next door" },
});

/** A sale reads what has come since and what nobody has decided about, creates a checkout, submits its reference, approves or cancels it, and settles the point. */
const SALE_ACCESS = [
  { access: { table: { event: ["Query"] } } } as const,
  listCheckouts,
  settlePoint,
  createPaymentLink,
  { access: SUBMIT_ACCESS },
  approveCheckout,
  cancelCheckout,
];

export const sellPoint = route({
  surface: "platform",
  operation: "sell-point",
  method: "POST",
  path: `${STATEMENT}sell/`,
  auth: "jwt",
  permission: "checkouts.decide",
  request: { params: statementParams, body: sellPointBody },
  responses: { 201: checkout },
  errors: ["not_found", "conflict", "insufficient_credits", "account_suspended"],
  access: accessOfAll(SALE_ACCESS),
  idempotent: true,
  timeoutSeconds: 29,
  summary: "Record unknown money on a statement as a verified sale",
  description:
    "Creates a checkout for the row's amount in an app, enters its reference and approves it as this member, for one credit. The reference then can't verify another checkout, and a receipt that may be of the same transfer goes to review. If the row is already a sale, for example through an overlapping statement, no second sale is made: the point is settled with the first one, which is returned. Returns `forbidden` above the account's approval limit, where only an owner decides, and `conflict` if the point is settled, if the statement shows that the bank reversed the payment, if another checkout has its reference, if a payment of this amount and day has no row of its amount in the statement and another kind of number (then settle that payment first), or if a payment of this amount and day was verified after the statement was compared (then compare it again) or is held by a checkout that nobody has decided about.",
  example: { point: "unknown 2026-11-16 150000  1", app_id: 1001, note: "Paid at the counter" },
});
