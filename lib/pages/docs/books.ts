import { type Html, html } from "../html.ts";
import { paragraphs, prose, terms } from "./prose.ts";

/** The books, for accountants. */
export const BOOKS: Html = html`${paragraphs(
  "A verified payment was true when its receipt was read. Transfers are reversed, and mistakes happen. **Books** in the dashboard shows what was paid on each day, and compares it with your bank's statement. Owners, managers and accountants see it.",
)}<h2 id="book-sheets">Daily and monthly sheets</h2>${paragraphs(
  "A payment counts on the day on which its checkout was verified, by the clock of Addis Ababa. Sheets have one line for each app and receiving account, the one that the bank's receipt confirmed, by day, Gregorian month or Ethiopian month. Choose a line to see its payments, who approved them and why, and export them.",
  "CSV and XLSX have one row for each payment, oldest first. Their columns begin with `date, reference, account, payer, amount, currency, order, checkout, member`. The sums of a sheet are those of its rows, to the cent. Sheets and exports cover the last 90 days, as long as we keep events: **export each month once**, and keep the file. Results of statements are kept for 400 days.",
)}<h2 id="book-statements">Compare a statement</h2>${paragraphs(
  "Export your account's statement from your bank as CSV or XLSX (or as a PDF with text), for at most a month, and drop it on the page. The file is read in your browser and never leaves your device. Only its rows are sent: date, amount, direction, text and reference, at most 5,000. Balances are not, and we do not keep the texts.",
  "Check the columns before you compare. English and Amharic names are recognized, also dates by the Ethiopian calendar; what you correct is remembered for that account on that device. Dates such as 03/04/2026, which can be read in two ways, are asked once.",
)}${terms([
  [
    "Complete days",
    prose(
      "Only payments of days that the statement covers completely can be missing. A day is complete if it lies within the period that the statement names, or between its first and last row, and if it has rows or every balance follows from the one before. You can tick the other days. A day with an unreadable row, or where the balance jumps, never is.",
    ),
  ],
  [
    "How rows match",
    prose(
      "By the reference in the row, then by the exact amount and day: from the day before the payment to the next banking day. Sundays and Ethiopian public holidays are no banking days. Then by an amount that is up to 3 % lower. Each payment matches one row.",
    ),
  ],
])}<h2 id="book-results">What the results mean</h2>${terms([
  ["Agreed", prose("Nothing to do.")],
  [
    "Verified, but not on the statement",
    prose(
      "The serious one: the payment may have been reversed. It is reported only after two banking days and for complete days. The payment is marked `unconfirmed_by_statement`, and Errors lists it. Look in your account, ask the customer, and settle the point with a note.",
    ),
  ],
  [
    "Reversed on the statement",
    prose(
      "The bank took the money back: the row has the payment's reference, or its amount and the bank's words for a reversal.",
    ),
  ],
  [
    "Amounts differ",
    prose(
      "A fee was taken from the sum, or more arrived than the receipt shows. Both amounts are shown.",
    ),
  ],
  [
    "On the statement, unknown to us",
    prose(
      "Money without a checkout. **Find checkout** shows open, expired and partly paid checkouts of that amount: open one, and enter the reference or approve it. Or choose **Make it a sale**: a verified checkout of that amount, for one credit, approved by you.",
    ),
  ],
  [
    "One of several payments",
    prose(
      "If rows show no reference, payments of the same amount cannot be told apart. The point then says how many it could be, and no payment is marked.",
    ),
  ],
])}<h2 id="book-again">The same days again</h2>${paragraphs(
  "The same statement replaces its earlier result and keeps your notes. Statements may overlap: a payment that one of them shows is confirmed, and a point that was settled stays settled. Compare the last days again later, because their payments may be booked after two banking days. Results are kept for 400 days.",
  "Webhook endpoints can subscribe to `books.difference`: it is sent once for new points of a comparison, with the sums and the first 100 points.",
)}`;
