import { type BankAnswer, jsonAnswer } from "../answer.ts";
import { addisTime, grouped, vatOn, walletNumber } from "../receipt-text.ts";
import { keptRows, type Layout, type Row, type Sheet } from "../sheet.ts";
import { type Placed, pdfBytes, twoColumns } from "./pdf-page.ts";

interface Look {
  /** The Amharic half of a label: before the slash, printed apart from `/ ENGLISH`, or left out. */
  readonly amharic: "before" | "apart" | "none";
  readonly payer: "SENDER PHONE NUMBER" | "SENDER NUMBER";
  readonly receiver:
    | "RECEIVER PHONE NUMBER"
    | "RECEIVER ACCOUNT NUMBER"
    | "RECEIVER ACCOUNT/BUSINESS NUMBER";
  readonly type: string;
}

const LOOKS: Readonly<Record<string, Look>> = {
  "send-money": {
    amharic: "apart",
    payer: "SENDER PHONE NUMBER",
    receiver: "RECEIVER PHONE NUMBER",
    type: "Send Money",
  },
  business: {
    amharic: "before",
    payer: "SENDER NUMBER",
    receiver: "RECEIVER ACCOUNT/BUSINESS NUMBER",
    type: "Buy Goods",
  },
  interoperable: {
    amharic: "apart",
    payer: "SENDER PHONE NUMBER",
    receiver: "RECEIVER ACCOUNT NUMBER",
    type: "Interoperable Bank transfer",
  },
  english: {
    amharic: "none",
    payer: "SENDER PHONE NUMBER",
    receiver: "RECEIVER PHONE NUMBER",
    type: "Send Money",
  },
};

export const mpesaLayout: Layout = {
  variants: Object.keys(LOOKS).map((name) => ({ name, loses: [] })),
  variantFor: ({ receiverBank }) => (receiverBank === null ? "send-money" : "interoperable"),
  showsStatus: false,
  render: renderMpesa,
  notFound: () =>
    jsonAnswer(200, {
      responseCode: "1",
      responseDescription: "No transaction with this number",
      base64Data: null,
    }),
};

/** A PDF in base64 inside JSON: facts in two columns, a table of one row, then fees and the total. */
async function renderMpesa(sheet: Sheet): Promise<BankAnswer> {
  const look = LOOKS[sheet.variant];
  if (look === undefined) throw new Error(`mpesa has no variant ${sheet.variant}`);
  const facts = keptRows(sheet, factRows(sheet, look));
  const table = keptRows(sheet, tableRows(sheet));
  const fees = keptRows(sheet, feeRows(sheet));
  const tableTop = 110 + facts.length * 20 + 20;
  const pieces = [
    { text: "M-PESA TRANSACTION RECEIPT", x: 50, y: 50, bold: true },
    ...bilingual(twoColumns(facts, 110, "pairs"), facts, look),
    ...bilingual(headed(table, tableTop), table, look),
    ...twoColumns(fees, tableTop + 70, "pairs"),
  ];
  const bytes = await pdfBytes(pieces, {
    title: "Receipt",
    createdAt: sheet.transfer.paidAt,
    compress: true,
  });
  return jsonAnswer(200, {
    responseCode: "0",
    responseDescription: "Success",
    base64Data: Buffer.from(bytes).toString("base64"),
  });
}

/** Labels side by side, and their values in the next line. */
function headed(rows: readonly Row[], top: number): Placed[] {
  return rows.flatMap((row, at) => [
    { text: row.label, x: 50 + at * 170, y: top, bold: true },
    { text: row.value, x: 50 + at * 170, y: top + 20 },
  ]);
}

/** The built-in font prints no Amharic: its half comes out as question marks, as in some real files. */
function bilingual(pieces: readonly Placed[], rows: readonly Row[], look: Look): Placed[] {
  const labels = new Set(rows.map((row) => row.label));
  return pieces.map((piece) => {
    if (!piece.bold || !labels.has(piece.text) || look.amharic === "none") return piece;
    return {
      ...piece,
      text: look.amharic === "apart" ? `/ ${piece.text}` : `??? ??/ ${piece.text}`,
    };
  });
}

function factRows({ transfer }: Sheet, look: Look): Row[] {
  const { receiverBank } = transfer;
  return [
    { role: "payer", label: "SENDER NAME", value: transfer.payer.name },
    { role: "payer", label: look.payer, value: walletNumber(transfer.payer.account) },
    { role: "receiver", label: "RECEIVER NAME", value: transfer.receiver.name },
    { role: "receiver", label: look.receiver, value: walletNumber(transfer.receiver.account) },
    ...(receiverBank
      ? [{ role: "institution" as const, label: "BANK NAME", value: receiverBank.name }]
      : []),
    { role: "reference", label: "TRANSACTION ID", value: transfer.reference },
    { role: "note", label: "PAYMENT METHOD", value: "M-PESA" },
    { role: "type", label: "TRANSACTION TYPE", value: look.type },
    { role: "note", label: "PAYMENT REASON", value: transfer.reason },
  ];
}

function tableRows({ transfer }: Sheet): Row[] {
  const time = addisTime(transfer.paidAt);
  const day = `${time.yyyy}-${time.mm}-${time.dd}`;
  const when = transfer.dateOnly ? day : `${day} ${time.clock24}`;
  return [
    {
      role: "alias",
      label: "RECEIPT NO",
      value: `${transfer.reference.slice(0, 3)}R${transfer.reference.slice(2)}`,
    },
    { role: "date", label: "PAYMENT DATE", value: when },
    {
      role: "amount",
      label: "SETTLED AMOUNT",
      value: money(transfer.amountMinor, transfer.currency),
    },
  ];
}

function feeRows({ transfer }: Sheet): Row[] {
  const vat = vatOn(transfer.feeMinor);
  const total = transfer.amountMinor + transfer.feeMinor + vat;
  return [
    { role: "fee", label: "SERVICE FEE", value: money(transfer.feeMinor, transfer.currency) },
    { role: "fee", label: "+ 15% VAT", value: money(vat, transfer.currency) },
    { role: "fee", label: "TOTAL", value: money(total, transfer.currency) },
  ];
}

function money(minor: number, currency: string): string {
  return `${grouped(minor)} ${currency}`;
}
