import { maskedAccount } from "../account-text.ts";
import { type BankAnswer, bytesAnswer, textAnswer } from "../answer.ts";
import { addisTime } from "../date-text.ts";
import { grouped, vatOn } from "../money-text.ts";
import { keptRows, type Row, type Sheet } from "../sheet.ts";
import { type Placed, pdfBytes, twoColumns } from "./pdf-page.ts";

interface Look {
  readonly date: "numeric" | "named";
  readonly order: "pairs" | "labels-then-values" | "inline";
  readonly masked: boolean;
  readonly compress: boolean;
}

export const CBE_PDF_LOOKS: Readonly<Record<string, Look>> = {
  pdf: { date: "numeric", order: "pairs", masked: true, compress: true },
  "pdf-columns": { date: "named", order: "labels-then-values", masked: true, compress: true },
  "pdf-inline": { date: "numeric", order: "inline", masked: true, compress: true },
  "pdf-unmasked": { date: "named", order: "pairs", masked: false, compress: false },
};

/** The VAT invoice of CBE's older receipt host. */
export async function renderCbePdf(sheet: Sheet, look: Look): Promise<BankAnswer> {
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

function cbeRows({ transfer }: Sheet, look: Look): Row[] {
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
