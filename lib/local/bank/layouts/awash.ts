import { maskedAccount } from "../account-text.ts";
import { type BankAnswer, textAnswer } from "../answer.ts";
import { addisTime } from "../date-text.ts";
import { asciiOnly, escapeHtml } from "../html.ts";
import { grouped, shortest, ungrouped, vatOn } from "../money-text.ts";
import { keptRows, type Layout, type Row, type Sheet } from "../sheet.ts";
import { BANK_NAMES } from "./bank-names.ts";

/** The labels a variant uses, since this page changes its words from one kind of payment to the next. */
interface Look {
  readonly time: "Transaction Time" | "Transaction Date";
  readonly clock: "12" | "24" | "none";
  readonly sender: "Sender Account" | "Source Account";
  readonly receiver: readonly [name: string, account: string];
  readonly money: "short-etb" | "grouped-etb" | "bare";
  readonly masked: boolean;
  readonly id: boolean;
  readonly charset: "utf-8" | "windows-1252";
}

const LOOKS: Readonly<Record<string, Look>> = {
  beneficiary: {
    time: "Transaction Time",
    clock: "12",
    sender: "Sender Account",
    receiver: ["Beneficiary name", "Beneficiary Account"],
    money: "short-etb",
    masked: true,
    id: true,
    charset: "utf-8",
  },
  receiver: {
    time: "Transaction Date",
    clock: "24",
    sender: "Source Account",
    receiver: ["Receiver Name", "Receiver Account"],
    money: "bare",
    masked: false,
    id: true,
    charset: "windows-1252",
  },
  "date-only": {
    time: "Transaction Date",
    clock: "none",
    sender: "Source Account",
    receiver: ["Recipient", "Receiver Account"],
    money: "grouped-etb",
    masked: true,
    id: true,
    charset: "utf-8",
  },
  merchant: {
    time: "Transaction Time",
    clock: "24",
    sender: "Sender Account",
    receiver: ["Merchant", "Till Number"],
    money: "short-etb",
    masked: false,
    id: false,
    charset: "utf-8",
  },
};

export const awashLayout: Layout = {
  variants: Object.entries(LOOKS).map(([name, look]) => ({
    name,
    loses: [
      ...(look.clock === "none" ? (["time"] as const) : []),
      ...(look.id ? [] : (["reference"] as const)),
    ],
  })),
  showsStatus: false,
  render: renderAwash,
  notFound: () => textAnswer(200, "text/html; charset=utf-8", "Receipt not found"),
};

function renderAwash(sheet: Sheet): BankAnswer {
  const look = LOOKS[sheet.variant];
  if (look === undefined) throw new Error(`awash has no variant ${sheet.variant}`);
  const rows = keptRows(sheet, awashRows(sheet, look));
  const html = asciiOnly(page(rows, look.charset));
  return textAnswer(200, `text/html; charset=${look.charset}`, html);
}

function awashRows({ transfer }: Sheet, look: Look): Row[] {
  const account = (text: string): string =>
    (transfer.masked ?? look.masked) ? maskedAccount(text) : text;
  const money = (minor: number): string => written(minor, transfer.currency, look.money);
  const [nameLabel, accountLabel] = look.receiver;
  const rows: Row[] = [
    { role: "date", label: look.time, value: when(transfer.paidAt, transfer.dateOnly, look.clock) },
    { role: "note", label: "Transaction Type", value: "Transfer" },
    { role: "amount", label: "Amount", value: money(transfer.amountMinor) },
    { role: "fee", label: "Charge", value: money(transfer.feeMinor) },
    { role: "fee", label: "VAT", value: money(vatOn(transfer.feeMinor)) },
    { role: "payer", label: "Sender Name", value: transfer.payer.name },
    { role: "payer", label: look.sender, value: account(transfer.payer.account) },
    { role: "receiver", label: nameLabel, value: transfer.receiver.name },
    { role: "receiver", label: accountLabel, value: account(transfer.receiver.account) },
    ...(transfer.receiverBank
      ? [
          {
            role: "receiver" as const,
            label: "Beneficiary Bank",
            value: BANK_NAMES[transfer.receiverBank],
          },
        ]
      : []),
    { role: "note", label: "Reason", value: transfer.reason },
  ];
  const id: Row = { role: "reference", label: "Transaction ID", value: transfer.reference };
  return look.id ? [...rows, id] : rows;
}

function when(paidAt: number, dateOnly: boolean, clock: Look["clock"]): string {
  const time = addisTime(paidAt);
  const day = `${time.yyyy}-${time.mm}-${time.dd}`;
  if (dateOnly || clock === "none") return day;
  return clock === "12" ? `${day} ${time.clock12} ${time.ampm}` : `${day} ${time.clock24}`;
}

function written(minor: number, currency: string, form: Look["money"]): string {
  // Without a currency on the page another than the birr would vanish from it.
  if (form === "bare" && currency === "ETB") return ungrouped(minor);
  return form === "grouped-etb"
    ? `${grouped(minor)} ${currency}`
    : `${shortest(minor)} ${currency}`;
}

function page(rows: readonly Row[], charset: string): string {
  const lines = rows.map(
    (row) =>
      `<tr><td width="38%"><b>${escapeHtml(row.label)}</b></td><td>:</td><td>${escapeHtml(row.value)}</td></tr>`,
  );
  return `<!DOCTYPE html>
<html><head><meta charset="${charset}"><title>Awash Bank</title>
<style>body{font-family:Tahoma,sans-serif;background:#fafafa}.card{width:560px;margin:30px auto;background:#fff;border-top:6px solid #f58220;padding:20px 26px}td{padding:5px 8px;font-size:14px}</style></head>
<body><div class="card"><h2>Awash Bank</h2><p>አዋሽ ባንክ</p>
<table class="info-table">
${lines.join("\n")}
</table><p>This receipt needs no signature.</p></div></body></html>`;
}
