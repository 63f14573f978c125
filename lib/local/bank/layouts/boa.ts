import { type BankAnswer, jsonAnswer } from "../answer.ts";
import { addisTime, grouped, maskedMiddle, ungrouped, vatOn } from "../receipt-text.ts";
import { keptRows, type Layout, type Row, type Sheet } from "../sheet.ts";

interface Look {
  readonly date: "long" | "short-year" | "no-seconds";
  /** Digits that a masked account shows at its end; null: all of them. */
  readonly tail: 2 | 4 | null;
  readonly receiver: boolean;
  readonly amount: "text" | "number";
}

const LOOKS: Readonly<Record<string, Look>> = {
  usual: { date: "long", tail: 2, receiver: true, amount: "text" },
  "four-digits": { date: "short-year", tail: 4, receiver: true, amount: "text" },
  unmasked: { date: "no-seconds", tail: null, receiver: true, amount: "text" },
  "amount-number": { date: "long", tail: null, receiver: true, amount: "number" },
  "no-receiver": { date: "short-year", tail: 2, receiver: false, amount: "text" },
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
  const fields = rows.map((row): [string, string | number] => {
    const isAmount = look.amount === "number" && row.role === "amount";
    const isNumber = isAmount && !Number.isNaN(Number(row.value));
    return [row.label, isNumber ? Number(row.value) : row.value];
  });
  return slip(Object.fromEntries(fields));
}

function boaRows({ transfer }: Sheet, look: Look): Row[] {
  const account = (text: string): string =>
    (transfer.masked ?? look.tail !== null) ? maskedMiddle(text, 1, look.tail ?? 4) : text;
  const transferred =
    look.amount === "number"
      ? ungrouped(transfer.amountMinor)
      : `${grouped(transfer.amountMinor)} ${transfer.currency}`;
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
    { role: "amount", label: "Transferred Amount", value: transferred },
    { role: "fee", label: "Total Amount including VAT", value: money(total) },
    { role: "reference", label: "Transaction Reference", value: transfer.reference },
    { role: "date", label: "Transaction Date", value: transfer.dateOnly ? day : `${day} ${clock}` },
    {
      role: "type",
      label: "Transaction Type",
      value: transfer.receiverBank ? "Other Bank Transfer" : "Account to Account Transfer",
    },
    ...(transfer.receiverBank
      ? [
          {
            role: "institution" as const,
            label: "Receiver's Bank",
            value: transfer.receiverBank.name,
          },
        ]
      : []),
    { role: "note", label: "Narrative", value: transfer.reason },
    { role: "fee", label: "Service Charge", value: money(transfer.feeMinor) },
    { role: "fee", label: "VAT", value: money(vat) },
    { role: "amount", label: "currency", value: transfer.currency },
  ];
}

/** The bank answers `success` even where it found nothing. */
function slip(fields: Record<string, string | number>): BankAnswer {
  return jsonAnswer(200, { header: { status: "success", audit: "" }, body: [fields] });
}
