import { maskedPhone, walletNumber } from "../account-text.ts";
import { type BankAnswer, jsonAnswer } from "../answer.ts";
import { addisTime } from "../date-text.ts";
import { grouped, vatOn } from "../money-text.ts";
import { keptRows, type Layout, type Row, type Sheet } from "../sheet.ts";
import { pdfBytes, twoColumns } from "./pdf-page.ts";

interface Look {
  readonly order: "pairs" | "labels-then-values";
  readonly masked: boolean;
  /** Whether a label stands before the date. */
  readonly dateLabel: boolean;
  readonly compress: boolean;
}

const LOOKS: Readonly<Record<string, Look>> = {
  usual: { order: "pairs", masked: false, dateLabel: true, compress: true },
  columns: { order: "labels-then-values", masked: true, dateLabel: true, compress: true },
  "bare-date": { order: "pairs", masked: true, dateLabel: false, compress: false },
};

export const mpesaLayout: Layout = {
  variants: Object.keys(LOOKS).map((name) => ({ name, loses: [] })),
  showsStatus: false,
  render: renderMpesa,
  notFound: () =>
    jsonAnswer(200, {
      responseCode: "1",
      responseDescription: "No transaction with this number",
      base64Data: null,
    }),
};

/** A PDF in base64 inside JSON. The credited amount is the total less fee and VAT. */
async function renderMpesa(sheet: Sheet): Promise<BankAnswer> {
  const look = LOOKS[sheet.variant];
  if (look === undefined) throw new Error(`mpesa has no variant ${sheet.variant}`);
  const when = dateRow(sheet);
  const rows = keptRows(sheet, [...(look.dateLabel ? [when] : []), ...mpesaRows(sheet, look)]);
  const heading = [{ text: "M-PESA TRANSACTION RECEIPT", x: 50, y: 50, bold: true }];
  const bareDate = look.dateLabel
    ? []
    : keptRows(sheet, [when]).map((row) => ({ text: row.value, x: 50, y: 70 }));
  const pieces = [...heading, ...bareDate, ...twoColumns(rows, 110, look.order)];
  const bytes = await pdfBytes(pieces, {
    title: "Receipt",
    createdAt: sheet.transfer.paidAt,
    compress: look.compress,
  });
  return jsonAnswer(200, {
    responseCode: "0",
    responseDescription: "Success",
    base64Data: Buffer.from(bytes).toString("base64"),
  });
}

function dateRow({ transfer }: Sheet): Row {
  const time = addisTime(transfer.paidAt);
  const day = `${time.yyyy}-${time.mm}-${time.dd}`;
  return {
    role: "date",
    label: "PAYMENT DATE",
    value: transfer.dateOnly ? day : `${day} ${time.clock24}`,
  };
}

function mpesaRows({ transfer }: Sheet, look: Look): Row[] {
  const number = (account: string): string => {
    const shown = walletNumber(account);
    return (transfer.masked ?? look.masked) ? maskedPhone(shown) : shown;
  };
  const money = (minor: number): string => `${grouped(minor)} ${transfer.currency}`;
  const vat = vatOn(transfer.feeMinor);
  const total = transfer.amountMinor + transfer.feeMinor + vat;
  return [
    { role: "payer", label: "PAYER NAME", value: transfer.payer.name },
    { role: "payer", label: "PAYER PHONE NUMBER", value: number(transfer.payer.account) },
    { role: "reference", label: "TRANSACTION ID", value: transfer.reference },
    { role: "note", label: "RECEIPT NO", value: `RC${transfer.reference.slice(3)}` },
    { role: "receiver", label: "RECEIVER NAME", value: transfer.receiver.name },
    { role: "receiver", label: "RECEIVER NUMBER", value: number(transfer.receiver.account) },
    { role: "fee", label: "SERVICE FEE", value: money(transfer.feeMinor) },
    { role: "fee", label: "+ 15% VAT", value: money(vat) },
    { role: "amount", label: "TOTAL", value: money(total) },
  ];
}
