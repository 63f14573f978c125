import { transactionIdOf } from "../../../providers/awash/adapter.ts";
import { type BankAnswer, textAnswer } from "../answer.ts";
import {
  addisTime,
  asciiOnly,
  escapeHtml,
  grouped,
  maskedMiddle,
  shortest,
  ungrouped,
  vatOn,
  walletNumber,
} from "../receipt-text.ts";
import { keptRows, type Layout, type Role, type Row, type Sheet } from "../sheet.ts";

/** One of the six kinds of page. */
interface Look {
  readonly type: string;
  readonly time: "Transaction Time" | "Transaction Date";
  readonly clock: "12" | "24" | "none";
  readonly sender: "Sender Account" | "Source Account";
  readonly receiver: "account" | "interbank" | "merchant" | "recipient" | "phone";
  readonly money: "short-etb" | "grouped-etb" | "bare";
  readonly charset: "utf-8" | "windows-1252";
}

const USUAL = {
  time: "Transaction Time",
  clock: "12",
  sender: "Sender Account",
  money: "short-etb",
  charset: "utf-8",
} as const;

const LOOKS: Readonly<Record<string, Look>> = {
  account: { ...USUAL, type: "Account Transfer", receiver: "account" },
  interbank: { ...USUAL, type: "IPS Bank Transfer", receiver: "interbank" },
  merchant: {
    ...USUAL,
    type: "Merchant Payment",
    receiver: "merchant",
    clock: "24",
    money: "bare",
  },
  "send-money": {
    ...USUAL,
    type: "Send Money",
    receiver: "recipient",
    sender: "Source Account",
    charset: "windows-1252",
  },
  telebirr: {
    ...USUAL,
    type: "Telebirr Transfer",
    receiver: "phone",
    time: "Transaction Date",
    clock: "none",
    money: "grouped-etb",
  },
  mpesa: { ...USUAL, type: "M-Pesa Transfer", receiver: "phone", clock: "24" },
};

export const awashLayout: Layout = {
  variants: Object.entries(LOOKS).map(([name, look]) => ({
    name,
    loses: look.clock === "none" ? ["time"] : [],
  })),
  variantFor: ({ receiverBank }) => {
    if (receiverBank === null) return "account";
    const { id } = receiverBank;
    return id === "telebirr" || id === "mpesa" ? id : "interbank";
  },
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

function awashRows(sheet: Sheet, look: Look): Row[] {
  const { transfer } = sheet;
  const money = (minor: number): string => written(minor, transfer.currency, look.money);
  const row = (role: Role, label: string, value: string): Row => ({ role, label, value });
  return [
    row("date", look.time, when(transfer.paidAt, transfer.dateOnly, look.clock)),
    row("type", "Transaction Type", look.type),
    row("amount", "Amount", money(transfer.amountMinor)),
    row("fee", "Charge", money(transfer.feeMinor)),
    row("fee", "VAT", money(vatOn(transfer.feeMinor))),
    row("payer", "Sender Name", transfer.payer.name),
    row("payer", look.sender, masked(sheet, transfer.payer.account)),
    ...receiverRows(sheet, look),
    row("note", "Reason", transfer.reason),
    row("reference", "Transaction ID", transactionIdOf(transfer.reference)),
  ];
}

function receiverRows(sheet: Sheet, look: Look): Row[] {
  const { receiver, receiverBank } = sheet.transfer;
  const row = (label: string, value: string): Row => ({ role: "receiver", label, value });
  switch (look.receiver) {
    case "account":
      return [
        row("Beneficiary name", receiver.name),
        row("Beneficiary Account", masked(sheet, receiver.account)),
      ];
    case "interbank":
      return [
        row("Beneficiary name", receiver.name),
        row("Beneficiary Account", receiver.account),
        row("Beneficiary Bank", receiverBank?.name ?? "Commercial Bank of Ethiopia"),
      ];
    case "merchant":
      return [row("Merchant", receiver.name), row("Till Number", receiver.account)];
    case "recipient":
      return [row("Recipient", `${walletNumber(receiver.account)}/WALLET`)];
    case "phone":
      return [
        row("Receiver Name", receiver.name),
        row("Phone Number", walletNumber(receiver.account)),
      ];
  }
}

function masked({ transfer }: Sheet, account: string): string {
  return (transfer.masked ?? true) ? maskedMiddle(account, 5, 4) : account;
}

function when(paidAt: number, dateOnly: boolean, clock: Look["clock"]): string {
  const time = addisTime(paidAt);
  const day = `${time.yyyy}-${time.mm}-${time.dd}`;
  if (dateOnly || clock === "none") return day;
  return clock === "12" ? `${day} ${time.clock12} ${time.ampm}` : `${day} ${time.clock24}`;
}

function written(minor: number, currency: string, form: Look["money"]): string {
  // Another currency than the birr must stay on the page.
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
