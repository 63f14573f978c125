import { type BankAnswer, bytesAnswer, jsonAnswer, textAnswer } from "../answer.ts";
import {
  addisTime,
  grouped,
  maskedAccount,
  maskedMiddle,
  ungrouped,
  vatOn,
} from "../receipt-text.ts";
import { keptRows, type Layout, type Role, type Row, type Sheet } from "../sheet.ts";
import { type Placed, pdfBytes, twoColumns } from "./pdf-page.ts";

interface Look {
  readonly money: (minor: number) => string;
  readonly masked: boolean;
  /** Fraction of the seconds, as different serializers leave it. */
  readonly fraction: "" | ".000";
  readonly status: "COMPLETED" | "SUCCESS";
}

export const CBE_JSON_LOOKS: Readonly<Record<string, Look>> = {
  json: { money: ungrouped, masked: true, fraction: ".000", status: "COMPLETED" },
  "json-unmasked": { money: ungrouped, masked: false, fraction: "", status: "SUCCESS" },
  "json-grouped": { money: grouped, masked: true, fraction: ".000", status: "SUCCESS" },
};

/** Interbank payments go through an account that many share. */
const COLLECTIVE = { name: "INTERBANK SETTLEMENT", account: "E********0000" };

const STATUS_WORDS: Readonly<Record<string, string | undefined>> = {
  pending: "PENDING",
  reversed: "REVERSED",
  failed: "FAILED",
};

/** The answer of CBE's receipt link: one flat object, amounts as strings, times in UTC. */
export function renderCbeJson(sheet: Sheet, look: Look): BankAnswer {
  const { transfer } = sheet;
  const account = (text: string): string =>
    (transfer.masked ?? look.masked) ? maskedMiddle(text, 1, 4) : text;
  const vat = vatOn(transfer.feeMinor);
  const isOtherBank = transfer.receiverBank !== null;
  const credited = isOtherBank ? COLLECTIVE : transfer.receiver;
  const details = isOtherBank ? [transfer.receiver.account, transfer.reason] : [transfer.reason];
  const fields: [Role, string, unknown][] = [
    ["status", "status", STATUS_WORDS[transfer.status] ?? look.status],
    ["institution", "isOtherBank", isOtherBank],
    ["type", "platformTransactionType", isOtherBank ? "BANK_TRANSFER" : "A2A"],
    ["reference", "id", transfer.reference],
    ["payer", "debitAccountHolder", transfer.payer.name],
    ["payer", "debitAccountNo", account(transfer.payer.account)],
    ["receiver", "creditAccountHolder", credited.name],
    ["receiver", "creditAccountNo", account(credited.account)],
    ["fee", "amountDebited", look.money(transfer.amountMinor + transfer.feeMinor + vat)],
    ["amount", "amountCredited", look.money(transfer.amountMinor)],
    ["fee", "debitCurrency", transfer.currency],
    ["amount", "creditCurrency", transfer.currency],
    ["fee", "totalChargeAmount", look.money(transfer.feeMinor)],
    ["fee", "totalTaxAmount", look.money(vat)],
    ["date", "dateTimes", [instant(sheet, look)]],
    ["note", "paymentDetails", details],
    ["note", "encodedReceipt", `https://mbreciept.cbe.com.et/${transfer.token}`],
  ];
  const kept = fields.filter(
    ([role, key]) => !transfer.omit.some((word) => word === role || word === key),
  );
  return jsonAnswer(
    200,
    Object.fromEntries(kept.map(([, key, value]) => [renamed(key, sheet), value])),
  );
}

function instant(sheet: Sheet, look: Look): string {
  const { paidAt, dateOnly } = sheet.transfer;
  if (dateOnly) {
    const time = addisTime(paidAt);
    return `${time.yyyy}-${time.mm}-${time.dd}`;
  }
  return `${new Date(paidAt).toISOString().slice(0, 19)}${look.fraction}Z`;
}

function renamed(key: string, sheet: Sheet): string {
  const label = sheet.relabel(key);
  return key === "id" && label !== key ? "operationCode" : label;
}

interface PdfLook {
  readonly date: "numeric" | "named";
  readonly order: "pairs" | "labels-then-values" | "inline";
  readonly masked: boolean;
  readonly compress: boolean;
}

export const CBE_PDF_LOOKS: Readonly<Record<string, PdfLook>> = {
  pdf: { date: "numeric", order: "pairs", masked: true, compress: true },
  "pdf-columns": { date: "named", order: "labels-then-values", masked: true, compress: true },
  "pdf-inline": { date: "numeric", order: "inline", masked: true, compress: true },
  "pdf-unmasked": { date: "named", order: "pairs", masked: false, compress: false },
};

/** The VAT invoice of CBE's older receipt host. */
export async function renderCbePdf(sheet: Sheet, look: PdfLook): Promise<BankAnswer> {
  const { transfer } = sheet;
  const rows = keptRows(sheet, cbeRows(sheet, look));
  const heading: Placed[] = [
    { text: "Commercial Bank of Ethiopia", x: 50, y: 50, bold: true },
    { text: "VAT Invoice / Customer Receipt", x: 50, y: 70, bold: true },
  ];
  const body = await pdfBytes([...heading, ...twoColumns(rows, 110, look.order)], {
    title: "VAT Invoice",
    createdAt: transfer.paidAt,
    compress: look.compress,
  });
  return bytesAnswer(200, "application/pdf", body);
}

export function cbePdfNotFound(): BankAnswer {
  return textAnswer(
    404,
    "text/html; charset=utf-8",
    "<!DOCTYPE html><html><head><title>Receipt</title></head><body><h3>You Are Not Allowed to See This Data, Please Check your Link</h3></body></html>",
  );
}

function cbeRows({ transfer }: Sheet, look: PdfLook): Row[] {
  const account = (text: string): string =>
    (transfer.masked ?? look.masked) ? maskedAccount(text) : text;
  const money = (minor: number): string => `${grouped(minor)} ${transfer.currency}`;
  const vat = vatOn(transfer.feeMinor);
  const time = addisTime(transfer.paidAt);
  const day =
    look.date === "numeric"
      ? `${time.month}/${time.day}/${time.yyyy}`
      : `${time.monthName} ${time.day}, ${time.yyyy}`;
  const clock =
    look.date === "numeric"
      ? `${time.shortClock12}:${time.clock24.slice(-2)} ${time.ampm}`
      : `${time.shortClock12} ${time.ampm}`;
  const total = transfer.amountMinor + transfer.feeMinor + vat;
  return [
    { role: "payer", label: "Payer", value: transfer.payer.name },
    { role: "payer", label: "Account", value: account(transfer.payer.account) },
    { role: "receiver", label: "Receiver", value: transfer.receiver.name },
    { role: "receiver", label: "Account", value: account(transfer.receiver.account) },
    {
      role: "date",
      label: "Payment Date & Time",
      value: transfer.dateOnly ? day : `${day}, ${clock}`,
    },
    { role: "reference", label: "Reference No. (VAT Invoice No)", value: transfer.reference },
    { role: "note", label: "Reason / Type of service", value: transfer.reason },
    { role: "amount", label: "Transferred Amount", value: money(transfer.amountMinor) },
    { role: "fee", label: "Commission or Service Charge", value: money(transfer.feeMinor) },
    { role: "fee", label: "15% VAT on Commission", value: money(vat) },
    { role: "fee", label: "Total amount debited from customers account", value: money(total) },
  ];
}

/** An error of CBE's JSON host, in its own form of problem+json. */
export function cbeProblem(status: number, detail: string): BankAnswer {
  const title = status === 500 ? "Internal Server Error" : detail;
  return jsonAnswer(
    status,
    { type: "about:blank", title, status, detail },
    "application/problem+json",
  );
}

/** One bank, two hosts: the receipt link answers JSON, the older host a PDF. */
export const cbeLayout: Layout = {
  variants: [
    ...Object.keys(CBE_JSON_LOOKS).map((name) => ({ name, loses: [] })),
    ...Object.entries(CBE_PDF_LOOKS).map(([name, look]) => ({
      name,
      loses: look.date === "named" ? (["seconds"] as const) : [],
    })),
  ],
  variantFor: ({ linkForm }) => (linkForm === "json" ? "json" : "pdf"),
  // The PDF shows no status.
  showsStatus: (variant) => variant.startsWith("json"),
  render: renderCbe,
  notFound: (variant) =>
    variant.startsWith("json") ? cbeProblem(404, "Transaction not found") : cbePdfNotFound(),
};

function renderCbe(sheet: Sheet): BankAnswer | Promise<BankAnswer> {
  const json = CBE_JSON_LOOKS[sheet.variant];
  if (json !== undefined) return renderCbeJson(sheet, json);
  const pdf = CBE_PDF_LOOKS[sheet.variant];
  if (pdf !== undefined) return renderCbePdf(sheet, pdf);
  throw new Error(`cbe has no variant ${sheet.variant}`);
}
