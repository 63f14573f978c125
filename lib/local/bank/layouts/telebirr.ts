import { createHash } from "node:crypto";
import { type BankAnswer, bytesAnswer, textAnswer } from "../answer.ts";
import {
  addisTime,
  asciiOnly,
  escapeHtml,
  grouped,
  maskedPhone,
  oneDecimal,
  shortest,
  spokenCurrency,
  ungrouped,
  vatOn,
  walletNumber,
} from "../receipt-text.ts";
import { keptRows, type Layout, type Row, type Sheet } from "../sheet.ts";

/** Styles as a page builder generates them: they are most of a real receipt's 26 KB. */
const BASE_RULES: readonly string[] = [
  "*{box-sizing:border-box}",
  "html,body{margin:0;padding:0;background:#f4f6f2;color:#1d2a1f;font-family:'Noto Sans Ethiopic',Nyala,Arial,sans-serif;font-size:13px;line-height:1.45}",
  ".sheet{max-width:820px;margin:18px auto;background:#fff;border:1px solid #cfd8c7;border-radius:6px;padding:22px 28px}",
  ".masthead{display:flex;justify-content:space-between;align-items:center;border-bottom:3px solid #8cc63f;padding-bottom:12px}",
  ".masthead h1{font-size:17px;margin:0;color:#0f75bc}",
  ".office td{padding:2px 6px;color:#555;font-size:11px}",
  ".facts,.bill{width:100%;border-collapse:collapse;margin-top:14px}",
  ".facts td,.bill td{border:1px solid #d9e2d2;padding:6px 9px;vertical-align:top}",
  ".bill tr.head td{background:#eef6e3;font-weight:700;text-align:center}",
  ".stamp{float:right;width:132px;height:132px;margin:16px 0 0 16px}",
  ".foot{margin-top:22px;border-top:1px dashed #b5c1ab;padding-top:10px;color:#68735f;font-size:11px}",
  "@media print{.no-print{display:none}.sheet{border:0;margin:0}}",
  "@media (max-width:600px){.sheet{padding:12px}.masthead{display:block}}",
];

/** The style sheet: base rules, then the column and spacing classes such builders generate. */
export function styleSheet(): string {
  const spaces = Array.from(
    { length: 48 },
    (_, n) => `.m-${n}{margin:${n}px}.p-${n}{padding:${n}px}.w-${n}{width:${(n * 100) / 48}%}`,
  );
  const columns = Array.from(
    { length: 24 },
    (_, n) =>
      `.col-${n + 1}{flex:0 0 ${((n + 1) * 100) / 24}%;max-width:${((n + 1) * 100) / 24}%;padding-left:6px;padding-right:6px}`,
  );
  return [...BASE_RULES, ...spaces, ...columns].join("\n");
}

/** A square of dots that looks like a QR code. It depends on the reference and decodes to nothing. */
export function dottedSquare(reference: string): string {
  const side = 25;
  const bits = Array.from({ length: 4 }, (_, n) => [
    ...createHash("sha256").update(`${reference}:${n}`).digest(),
  ]).flat();
  const dots: string[] = [];
  for (let cell = 0; cell < side * side; cell += 1) {
    const byte = bits[(cell >> 3) % bits.length] ?? 0;
    if ((byte >> (cell & 7)) & 1) {
      dots.push(`<rect x="${cell % side}" y="${Math.floor(cell / side)}" width="1" height="1"/>`);
    }
  }
  return `<svg class="stamp" viewBox="0 0 ${side} ${side}" role="img" aria-label="${escapeHtml("code")}">${dots.join("")}</svg>`;
}

/** How one variant writes its values. */
export interface TelebirrHand {
  readonly money: "grouped" | "shortest" | "one-decimal" | "currency-first";
  readonly masked: boolean;
}

const STATUS_WORDS = {
  completed: "Completed",
  pending: "Pending",
  reversed: "Reversed",
  failed: "Failed",
} as const;

export interface TelebirrRows {
  readonly parties: readonly Row[];
  /** Header cells and, in the next table row, their values. */
  readonly invoice: readonly Row[];
  readonly totals: readonly Row[];
}

/** Everything on a telebirr receipt, in English labels and in the order of the real page. */
export function telebirrRows(sheet: Sheet, hand: TelebirrHand): TelebirrRows {
  const { transfer } = sheet;
  const number = (account: string): string => {
    const shown = walletNumber(account);
    return (transfer.masked ?? hand.masked) ? maskedPhone(shown) : shown;
  };
  const money = (minor: number): string => written(minor, transfer.currency, hand.money);
  const vat = vatOn(transfer.feeMinor);
  const time = addisTime(transfer.paidAt);
  const day = `${time.dd}-${time.mm}-${time.yyyy}`;
  const bank = transfer.receiverBank;
  return {
    parties: [
      { role: "payer", label: "Payer Name", value: transfer.payer.name },
      { role: "payer", label: "Payer telebirr no.", value: number(transfer.payer.account) },
      { role: "payer", label: "Payer account type", value: "Individual Customer" },
      {
        role: "receiver",
        label: "Credited Party name",
        value: bank ? bank.name : transfer.receiver.name,
      },
      {
        role: "receiver",
        label: "Credited party account no",
        value: bank
          ? `60${String(bank.name.length).padStart(4, "0")}`
          : number(transfer.receiver.account),
      },
      { role: "status", label: "transaction status", value: STATUS_WORDS[transfer.status] },
      ...(bank
        ? [
            {
              role: "receiver" as const,
              label: "Bank account number",
              value: `${transfer.receiver.account} ${transfer.receiver.name}`,
            },
          ]
        : []),
    ],
    invoice: [
      { role: "reference", label: "Invoice No.", value: transfer.reference },
      {
        role: "date",
        label: "Payment date",
        value: transfer.dateOnly ? day : `${day} ${time.clock24}`,
      },
      { role: "amount", label: "Settled Amount", value: money(transfer.amountMinor) },
    ],
    totals: [
      { role: "fee", label: "Stamp Duty", value: money(0) },
      { role: "fee", label: "Discount Amount", value: money(0) },
      { role: "fee", label: "Service fee", value: money(transfer.feeMinor) },
      { role: "fee", label: "Service fee VAT", value: money(vat) },
      {
        role: "fee",
        label: "Total Paid Amount",
        value: money(transfer.amountMinor + transfer.feeMinor + vat),
      },
      { role: "note", label: "Payment Mode", value: "telebirr" },
      { role: "note", label: "Payment Reason", value: transfer.reason },
      { role: "note", label: "Payment channel", value: "App" },
    ],
  };
}

function written(minor: number, currency: string, form: TelebirrHand["money"]): string {
  const unit = spokenCurrency(currency);
  switch (form) {
    case "grouped":
      return `${grouped(minor)} ${unit}`;
    case "shortest":
      return `${shortest(minor)} ${unit}`;
    case "one-decimal":
      return `${minor === 0 ? oneDecimal(minor) : ungrouped(minor)} ${unit}`;
    case "currency-first":
      return `${currency} ${grouped(minor)}`;
  }
}

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
