import { type BankAnswer, bytesAnswer, textAnswer } from "../answer.ts";
import { addisTime, grouped, maskedPhone, vatOn, walletNumber } from "../receipt-text.ts";
import { keptRows, type Layout, type Row, type Sheet } from "../sheet.ts";
import { type Placed, pdfBytes, twoColumns } from "./pdf-page.ts";

interface Look {
  readonly masked: boolean;
  /** Whether `Amount` has a value of its own, or only heads the column of sums. */
  readonly amountValue: boolean;
  readonly currency: boolean;
  readonly compress: boolean;
}

const LOOKS: Readonly<Record<string, Look>> = {
  usual: { masked: false, amountValue: false, currency: false, compress: true },
  "own-amount": { masked: false, amountValue: true, currency: false, compress: false },
  masked: { masked: true, amountValue: false, currency: true, compress: true },
};

const STATUS_WORDS = {
  completed: "Completed",
  pending: "Pending",
  reversed: "Reversed",
  failed: "Failed",
} as const;

export const cbeBirrLayout: Layout = {
  variants: Object.keys(LOOKS).map((name) => ({ name, loses: ["seconds"] })),
  showsStatus: true,
  render: renderCbeBirr,
  notFound: () =>
    textAnswer(
      200,
      "text/html; charset=utf-8",
      '<!DOCTYPE html><html><head><title>Auto Receipt</title></head><body><embed type="application/pdf" width="100%" height="100%" src=""></body></html>',
    ),
};

async function renderCbeBirr(sheet: Sheet): Promise<BankAnswer> {
  const look = LOOKS[sheet.variant];
  if (look === undefined) throw new Error(`cbe_birr has no variant ${sheet.variant}`);
  const facts = twoColumns(keptRows(sheet, factRows(sheet, look)), 100, "pairs");
  const sums = keptRows(sheet, sumRows(sheet, look));
  const sumsTop = 330;
  // In the file, the four numbers come before their labels.
  const numbers: Placed[] = sums.map((row, at) => ({
    text: row.value,
    x: 400,
    y: sumsTop + at * 20,
  }));
  const names: Placed[] = sums.map((row, at) => ({
    text: row.label,
    x: 250,
    y: sumsTop + at * 20,
  }));
  const notes = twoColumns(keptRows(sheet, noteRows(sheet)), 430, "pairs");
  const title: Placed[] = [{ text: "CBE Birr", x: 50, y: 50, bold: true }];
  const body = await pdfBytes([...title, ...facts, ...numbers, ...names, ...notes], {
    title: "Auto Receipt",
    createdAt: sheet.transfer.paidAt,
    compress: look.compress,
  });
  return bytesAnswer(200, "application/pdf", body);
}

function factRows({ transfer }: Sheet, look: Look): Row[] {
  const number = (account: string): string => {
    const shown = walletNumber(account);
    return (transfer.masked ?? look.masked) ? maskedPhone(shown) : shown;
  };
  const time = addisTime(transfer.paidAt);
  const day = `${time.yyyy}-${time.mm}-${time.dd}`;
  const { payer, receiver, reference } = transfer;
  return [
    { role: "payer", label: "Debit Account", value: `${number(payer.account)} - ${payer.name}` },
    { role: "receiver", label: "Credit Account", value: number(receiver.account) },
    { role: "receiver", label: "Receiver Name", value: receiver.name },
    { role: "note", label: "Order ID", value: `OD${reference.slice(-6)}` },
    { role: "status", label: "Transaction Status", value: STATUS_WORDS[transfer.status] },
    { role: "note", label: "Reference", value: transfer.aliases[0]?.reference ?? "-" },
    { role: "reference", label: "Receipt Number", value: reference },
    {
      role: "date",
      label: "Transaction Date",
      value: transfer.dateOnly ? day : `${day} ${time.clock24.slice(0, 5)}`,
    },
    {
      role: "amount",
      label: "Amount",
      value: look.amountValue ? grouped(transfer.amountMinor) : "",
    },
  ];
}

function sumRows({ transfer }: Sheet, look: Look): Row[] {
  const foreign = transfer.currency !== "ETB";
  const money = (minor: number): string =>
    look.currency || foreign ? `${grouped(minor)} ${transfer.currency}` : grouped(minor);
  const vat = vatOn(transfer.feeMinor);
  return [
    { role: "amount", label: "Paid amount", value: money(transfer.amountMinor) },
    { role: "fee", label: "Service Charge", value: money(transfer.feeMinor) },
    { role: "fee", label: "VAT", value: money(vat) },
    {
      role: "fee",
      label: "Total Paid Amount",
      value: money(transfer.amountMinor + transfer.feeMinor + vat),
    },
  ];
}

function noteRows({ transfer }: Sheet): Row[] {
  return [
    { role: "note", label: "Payment Reason", value: transfer.reason },
    { role: "note", label: "Payment Channel", value: "USSD" },
  ];
}
