import { type Html, html } from "../html.ts";
import { paragraphs, prose, terms } from "./prose.ts";

/** The books, for accountants. */
export const BOOKS: Html = html`${paragraphs(
  "A verified payment was correct when we read its receipt, but banks reverse transfers, and mistakes happen. **Books** in the dashboard shows what was paid each day and compares it with your bank's statement. Owners, managers and accountants can open it.",
)}<h2 id="book-sheets">Daily and monthly sheets</h2>${paragraphs(
  "A payment counts on the day its checkout was verified, in Addis Ababa time. Sheets have one line for each app and receiving account (as confirmed by the bank's receipt), by day, Gregorian month or Ethiopian month. Choose a line to see its payments, who approved them and why, and export them.",
  "CSV and XLSX have one row for each payment, oldest first. Their columns begin with `date, reference, account, payer, amount, currency, order, checkout, member`. A sheet's totals equal the sum of its rows, to the santim. Sheets and exports cover the last 90 days, because we keep events that long: **export every month** and keep the file. We keep the results of statements for 400 days.",
)}<h2 id="book-statements">Compare a statement</h2>${paragraphs(
  "Export your account's statement from your bank as CSV or XLSX (or as a PDF with text), for at most a month, and drop it on the page. The file is read in your browser and never leaves your device. Only its rows are sent, at most 5,000: date, amount, direction, text and reference. Balances are not sent, and we do not keep the texts.",
  "A member who is limited to some apps compares statements of their accounts only. If another app had payments to the account in these days, a member who works with all apps compares the statement.",
  "Check the columns before you compare. The page recognizes English and Amharic column names, and dates in the Ethiopian calendar. It remembers your corrections for that account on that device. If dates such as 03/04/2026 can be read in two ways, it asks you once. Rows that can't be read or that are in another currency are named with their lines, and left out. References that a spreadsheet has shortened, such as `1.23E+11`, are counted and never guessed: these rows are compared by amount and day only.",
)}${terms([
  [
    "Complete days",
    prose(
      "Only payments on days that the statement covers completely can be missing. A day is complete if it lies within the period that the statement names, or between its first and last row, and if it has rows or every balance follows from the one before. No day after the file was made is complete, and its own day only if you say so: export again once the days are over. You can tick other days as complete. A day with an unreadable row or a jump in the balance is never complete.",
    ),
  ],
  [
    "How rows match",
    prose(
      "First by the reference in the row, then by the exact amount and day (from the day before the payment to the next banking day), then by an amount that is up to 3 % lower. Sundays and Ethiopian public holidays are not banking days. Each payment matches one row.",
    ),
  ],
])}<h2 id="book-results">What the results mean</h2>${terms([
  ["Agreed", prose("Nothing to do.")],
  [
    "Verified, but not on the statement",
    prose(
      "Check this first: the bank may have reversed the payment. We report it only after two banking days, and only for complete days. The payment is marked `unconfirmed_by_statement`, and Errors lists it. Check your account, ask the customer, and settle the point with a note.",
    ),
  ],
  [
    "Reversed on the statement",
    prose(
      "The bank reversed the payment: the row has the payment's reference, or its amount and the bank's wording for a reversal.",
    ),
  ],
  [
    "Amounts differ",
    prose("The bank deducted a fee, or more arrived than the receipt shows. You see both amounts."),
  ],
  [
    "On the statement, unknown to us",
    prose(
      "Money without a checkout. **Find checkout** shows open, expired and partly paid checkouts with that amount: open one, and enter the reference or approve it. Or choose **Make it a sale** to create a verified checkout for that amount, approved by you, for one credit.",
    ),
  ],
  [
    "One of several payments",
    prose(
      "If rows show no reference, we cannot tell payments of the same amount apart. The point then says how many payments it could be, and we mark none of them.",
    ),
  ],
])}<h2 id="book-again">The same days again</h2>${paragraphs(
  "Comparing the same statement again replaces its earlier result and keeps your notes. Statements may overlap: a payment is confirmed if any of them shows it, and a settled point stays settled. Compare the last days again later, because banks may book their payments up to two banking days later. We keep results for 400 days.",
  "Webhook endpoints can subscribe to `books.difference`: we send it once for a comparison's new points, with the totals and the first 100 points. Each app gets its own event, with its payments and, if the account is one of its receiving accounts, with money without a checkout.",
)}`;
