import { maskedAccount } from "../account-text.ts";
import { type BankAnswer, jsonAnswer } from "../answer.ts";
import { addisTime } from "../date-text.ts";
import { grouped, vatOn } from "../money-text.ts";
import { keptRows, type Layout, type Row, type Sheet } from "../sheet.ts";

interface Look {
  readonly date: "long" | "short-year" | "no-seconds";
  readonly masked: boolean;
  readonly receiver: boolean;
  readonly reversed: boolean;
}

const LOOKS: Readonly<Record<string, Look>> = {
  usual: { date: "long", masked: true, receiver: true, reversed: false },
  unmasked: { date: "no-seconds", masked: false, receiver: true, reversed: true },
  "short-year": { date: "short-year", masked: true, receiver: true, reversed: false },
  "no-receiver": { date: "short-year", masked: true, receiver: false, reversed: false },
};

export const boaLayout: Layout = {
  variants: Object.entries(LOOKS).map(([name, look]) => ({
    name,
    loses: [
      ...(look.date === "long" ? [] : (["seconds"] as const)),
      ...(look.receiver ? [] : (["receiver"] as const)),
    ],
  })),
  showsStatus: false,
  render: renderBoa,
  notFound: () => slip({ "Payer's Name": "Invalid reference number" }),
};

function renderBoa(sheet: Sheet): BankAnswer {
  const look = LOOKS[sheet.variant];
  if (look === undefined) throw new Error(`boa has no variant ${sheet.variant}`);
  const rows = keptRows(sheet, boaRows(sheet, look)).filter(
    (row) => look.receiver || row.role !== "receiver",
  );
  const ordered = look.reversed ? rows.reverse() : rows;
  return slip(Object.fromEntries(ordered.map((row) => [row.label, row.value])));
}

function boaRows({ transfer }: Sheet, look: Look): Row[] {
  const account = (text: string): string =>
    (transfer.masked ?? look.masked) ? maskedAccount(text) : text;
  const money = (minor: number): string => `${grouped(minor)} ${transfer.currency}`;
  const vat = vatOn(transfer.feeMinor);
  const time = addisTime(transfer.paidAt);
  const year = look.date === "short-year" ? time.yy : time.yyyy;
  const clock = look.date === "long" ? time.clock24 : time.clock24.slice(0, 5);
  const day = `${time.dd}/${time.mm}/${year}`;
  const total = transfer.amountMinor + transfer.feeMinor + vat;
  return [
    { role: "payer", label: "Source Account", value: account(transfer.payer.account) },
    { role: "payer", label: "Source Account Name", value: transfer.payer.name },
    { role: "payer", label: "Payer's Name", value: transfer.payer.name },
    { role: "receiver", label: "Receiver's Name", value: transfer.receiver.name },
    { role: "receiver", label: "Receiver's Account", value: account(transfer.receiver.account) },
    { role: "amount", label: "Transferred Amount", value: money(transfer.amountMinor) },
    { role: "fee", label: "Total Amount including VAT", value: money(total) },
    { role: "reference", label: "Transaction Reference", value: transfer.reference },
    { role: "date", label: "Transaction Date", value: transfer.dateOnly ? day : `${day} ${clock}` },
    { role: "note", label: "Transaction Type", value: "Account to Account Transfer" },
    { role: "note", label: "Narrative", value: transfer.reason },
    { role: "fee", label: "Service Charge", value: money(transfer.feeMinor) },
    { role: "fee", label: "VAT", value: money(vat) },
    { role: "amount", label: "currency", value: transfer.currency },
  ];
}

/** The desk says `success` even where it found nothing. */
function slip(fields: Record<string, string>): BankAnswer {
  return jsonAnswer(200, { header: { status: "success", audit: "" }, body: [fields] });
}
