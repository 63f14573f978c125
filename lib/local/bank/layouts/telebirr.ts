import { type BankAnswer, bytesAnswer, textAnswer } from "../answer.ts";
import { asciiOnly, escapeHtml } from "../html.ts";
import { keptRows, type Layout, type Row, type Sheet } from "../sheet.ts";
import { dottedSquare, styleSheet } from "./telebirr-paper.ts";
import { type TelebirrHand, telebirrRows } from "./telebirr-rows.ts";

const AMHARIC: Readonly<Record<string, string>> = {
  "Payer Name": "የከፋይ ስም",
  "Payer telebirr no.": "የከፋይ ቴሌብር ቁጥር",
  "Payer account type": "የከፋይ አካውንት አይነት",
  "Credited Party name": "የገንዘብ ተቀባይ ስም",
  "Credited party account no": "የገንዘብ ተቀባይ ቴሌብር ቁጥር",
  "transaction status": "የክፍያው ሁኔታ",
  "Bank account number": "የባንክ አካውንት ቁጥር",
  "Invoice No.": "የክፍያ ቁጥር",
  "Payment date": "የክፍያ ቀን",
  "Settled Amount": "የተከፈለው መጠን",
  "Stamp Duty": "የቴምብር ቀረጥ",
  "Discount Amount": "ቅናሽ",
  "Service fee": "የአገልግሎት ክፍያ",
  "Service fee VAT": "የአገልግሎት ክፍያ ተ.እ.ታ",
  "Total Paid Amount": "ጠቅላላ የተከፈለ",
  "Payment Mode": "የክፍያ ዘዴ",
  "Payment Reason": "የክፍያ ምክንያት",
  "Payment channel": "የክፍያ መንገድ",
};

interface Look extends TelebirrHand {
  readonly amharic: boolean;
  readonly order: "as-is" | "reversed";
  readonly cells: "plain" | "nested";
  readonly charset: "utf-8" | "iso-8859-1";
}

const LOOKS: Readonly<Record<string, Look>> = {
  classic: {
    money: "grouped",
    masked: true,
    amharic: true,
    order: "as-is",
    cells: "plain",
    charset: "utf-8",
  },
  english: {
    money: "shortest",
    masked: true,
    amharic: false,
    order: "reversed",
    cells: "plain",
    charset: "utf-8",
  },
  unmasked: {
    money: "one-decimal",
    masked: false,
    amharic: true,
    order: "as-is",
    cells: "nested",
    charset: "utf-8",
  },
  latin: {
    money: "currency-first",
    masked: true,
    amharic: true,
    order: "reversed",
    cells: "nested",
    charset: "iso-8859-1",
  },
};

const CELL_STYLE =
  "border:1px solid #d9e2d2;padding:6px 9px;font-family:Arial,sans-serif;font-size:13px;color:#1d2a1f;text-align:left;vertical-align:top";

export const telebirrLayout: Layout = {
  variants: Object.keys(LOOKS).map((name) => ({ name, loses: [] })),
  showsStatus: true,
  render: renderTelebirr,
  notFound: () => textAnswer(200, "text/html;charset=UTF-8", "This request is not correct"),
};

function renderTelebirr(sheet: Sheet): BankAnswer {
  const look = LOOKS[sheet.variant];
  if (look === undefined) throw new Error(`telebirr has no variant ${sheet.variant}`);
  const rows = telebirrRows(sheet, look);
  const ordered = (group: readonly Row[]): Row[] =>
    look.order === "reversed" ? [...group].reverse() : [...group];
  const label = (row: Row): string => labelText(row, look, sheet);
  const line = (row: Row): string =>
    `<tr class="p-2">\r\n  ${cell(label(row), look)}\r\n  ${cell(row.value, look)}\r\n</tr>`;
  const group = (part: readonly Row[]): Row[] =>
    ordered(keptRows({ ...sheet, relabel: same }, part));
  const invoice = keptRows({ ...sheet, relabel: same }, rows.invoice);
  const html = page(
    sheet.transfer.reference,
    look.charset,
    [
      `<table class="facts" cellspacing="0">${group(rows.parties).map(line).join("\n")}</table>`,
      `<table class="bill" cellspacing="0"><tr class="head">${invoice.map((row) => cell(label(row), look)).join("")}</tr>`,
      `<tr>${invoice.map((row) => cell(row.value, look)).join("")}</tr></table>`,
      `<table class="facts" cellspacing="0">${group(rows.totals).map(line).join("\n")}</table>`,
    ].join("\n"),
  );
  return look.charset === "utf-8"
    ? textAnswer(200, "text/html;charset=UTF-8", html)
    : bytesAnswer(200, "text/html; charset=ISO-8859-1", new TextEncoder().encode(asciiOnly(html)));
}

function same(label: string): string {
  return label;
}

/** Amharic before the slash; a re-designed page has new English words and no Amharic. */
function labelText(row: Row, look: Look, sheet: Sheet): string {
  const shown = sheet.relabel(row.label);
  if (!look.amharic || shown !== row.label) return shown;
  return `${AMHARIC[row.label] ?? ""}/${row.label}`;
}

function cell(text: string, look: Look): string {
  return look.cells === "plain"
    ? `<td style="${CELL_STYLE}">${escapeHtml(text)}</td>`
    : `<td class="p-6 col-12" style="${CELL_STYLE}">\r\n    <span class="m-0">&nbsp;${escapeHtml(text)}&nbsp;</span>\r\n  </td>`;
}

function page(reference: string, charset: string, body: string): string {
  return `<!DOCTYPE html>
<html lang="am"><head><meta charset="${charset}"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>telebirr receipt</title><style>
${styleSheet()}
</style></head>
<body><div class="sheet"><div class="masthead"><h1>የቴሌብር ደረሰኝ/telebirr receipt</h1><div class="no-print"><button type="button" onclick="window.print()">Print</button></div></div>
<table class="office"><tr><td>Ethio telecom</td><td>Addis Ababa</td><td>www.ethiotelecom.et</td></tr></table>
${dottedSquare(reference)}
${body}
<div class="foot">ይህ ደረሰኝ በኮምፒውተር የተዘጋጀ ነው / This paper was made by a computer and needs no signature.</div>
</div></body></html>`;
}
