import { type BankAnswer, jsonAnswer, textAnswer } from "../answer.ts";
import {
  addisTime,
  escapeHtml,
  grouped,
  maskedMiddle,
  maskedPhone,
  vatOn,
  walletNumber,
} from "../receipt-text.ts";
import { keptRows, type Layout, type Row, type Sheet } from "../sheet.ts";

interface Look {
  readonly markup: "paragraphs" | "table" | "divs" | "list";
  readonly masked: boolean;
  readonly institution: "Institution Name:" | "Instituton Name:";
}

const LOOKS: Readonly<Record<string, Look>> = {
  paragraphs: { markup: "paragraphs", masked: true, institution: "Instituton Name:" },
  "paragraphs-unmasked": { markup: "paragraphs", masked: false, institution: "Institution Name:" },
  table: { markup: "table", masked: true, institution: "Institution Name:" },
  divs: { markup: "divs", masked: false, institution: "Instituton Name:" },
  list: { markup: "list", masked: true, institution: "Institution Name:" },
};

export const dashenLayout: Layout = {
  variants: Object.keys(LOOKS).map((name) => ({ name, loses: [] })),
  showsStatus: false,
  render: renderDashen,
  notFound: () => jsonAnswer(400, { statusCode: 400, message: "Transaction not found" }),
};

function renderDashen(sheet: Sheet): BankAnswer {
  const look = LOOKS[sheet.variant];
  if (look === undefined) throw new Error(`dashen has no variant ${sheet.variant}`);
  const rows = keptRows(sheet, dashenRows(sheet, look));
  const amounts = keptRows(sheet, amountRows(sheet));
  return textAnswer(200, "text/html; charset=utf-8", page(rows, amounts, look.markup));
}

function dashenRows({ transfer }: Sheet, look: Look): Row[] {
  const masked = transfer.masked ?? look.masked;
  const account = (text: string): string => (masked ? maskedMiddle(text, 4, 3) : text);
  const time = addisTime(transfer.paidAt);
  const day = `${time.monthName} ${time.dd}, ${time.yyyy}`;
  const when = transfer.dateOnly ? day : `${day}, ${time.clock12} ${time.ampm.toLowerCase()}`;
  return [
    { role: "payer", label: "Sender Name:", value: transfer.payer.name },
    { role: "payer", label: "Sender Account Number:", value: account(transfer.payer.account) },
    { role: "note", label: "Transaction Channel:", value: "Dashen Bank Super App" },
    { role: "type", label: "Service Type:", value: serviceType(transfer.receiverBank) },
    { role: "note", label: "Narrative:", value: transfer.reason },
    { role: "receiver", label: "Receiver Name:", value: transfer.receiver.name },
    ...receiverRows({ transfer }, look, account, masked),
    { role: "reference", label: "Transaction Reference:", value: transfer.reference },
    { role: "note", label: "Transfer Reference:", value: transfer.aliases[0]?.reference ?? "" },
    { role: "date", label: "Transaction Date:", value: when },
  ];
}

function serviceType(bank: Sheet["transfer"]["receiverBank"]): string {
  if (bank === null) return "Within Dashen Transfer";
  return bank.id === "telebirr" ? "Telebirr Transfer" : "Other Bank Transfer";
}

function receiverRows(
  { transfer }: Pick<Sheet, "transfer">,
  look: Look,
  account: (text: string) => string,
  masked: boolean,
): Row[] {
  const { receiver, receiverBank } = transfer;
  if (receiverBank?.id === "telebirr") {
    const phone = walletNumber(receiver.account);
    return [{ role: "receiver", label: "Phone No.", value: masked ? maskedPhone(phone) : phone }];
  }
  const institution: Row =
    receiverBank === null
      ? { role: "institution", label: look.institution, value: "Dashen Bank Sc" }
      : { role: "institution", label: "Beneficiary Bank Name:", value: receiverBank.name };
  return [
    { role: "receiver", label: "Receiver Account Number:", value: account(receiver.account) },
    institution,
  ];
}

function amountRows({ transfer }: Sheet): Row[] {
  const money = (minor: number): string => `${transfer.currency} ${grouped(minor)}`;
  const { feeMinor } = transfer;
  const vat = vatOn(feeMinor);
  const drrf = Math.round(feeMinor * 0.05);
  return [
    { role: "amount", label: "Transaction Amount", value: money(transfer.amountMinor) },
    { role: "fee", label: "Service Charge", value: money(feeMinor) },
    { role: "fee", label: "DRRF Fee", value: money(drrf) },
    { role: "fee", label: "VAT (15%):", value: money(vat) },
    { role: "fee", label: "Total", value: money(transfer.amountMinor + feeMinor + drrf + vat) },
  ];
}

function page(rows: readonly Row[], amounts: readonly Row[], markup: Look["markup"]): string {
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Dashen Bank receipt</title>
<style>body{font-family:Verdana,sans-serif;color:#012169;margin:0}.paper{max-width:680px;margin:24px auto;border:1px solid #c9d0e4;padding:24px}.row{display:flex;justify-content:space-between;border-bottom:1px solid #e5e8f2;padding:7px 0}.label{font-weight:600}.foot{font-size:11px;color:#777}</style></head>
<body><div class="paper"><h2>Dashen Bank</h2><h3>Transaction receipt</h3>
${lines(rows, markup)}
<h4>Transaction Details</h4>
${lines(amounts, markup === "paragraphs" ? "table" : markup)}
<p class="foot">Thank you for banking with us.</p></div></body></html>`;
}

function lines(rows: readonly Row[], markup: Look["markup"]): string {
  const pairs = rows.map((row) => [escapeHtml(row.label), escapeHtml(row.value)] as const);
  switch (markup) {
    case "paragraphs":
      return pairs
        .map(([label, value]) => `<p><strong>${label.replace(/:?$/, ":")}</strong> ${value}</p>`)
        .join("\n");
    case "table":
      return `<table>${pairs.map(([label, value]) => `<tr><td class="label">${label}</td><td>${value}</td></tr>`).join("\n")}</table>`;
    case "divs":
      return pairs
        .map(
          ([label, value]) =>
            `<div class="row">\n  <span class="label">${label}</span>\n  <span class="value">${value}</span>\n</div>`,
        )
        .join("\n");
    case "list":
      return `<dl>${pairs.map(([label, value]) => `<dt class="label">${label}</dt><dd>${value}</dd>`).join("\n")}</dl>`;
  }
}
