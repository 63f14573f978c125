import { type BankAnswer, jsonAnswer } from "../answer.ts";
import { addisTime } from "../receipt-text.ts";
import type { Layout, Role, Sheet } from "../sheet.ts";
import { keptFields } from "./wegagen.ts";

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  incoming: "IPS Incoming Txn",
  outgoing: "IPS Outgoing Txn",
  internal: "Internal Transfer",
};

const STATUS_WORDS = {
  completed: "MAT",
  pending: "PEND",
  reversed: "REVE",
  failed: "FAIL",
} as const;

export const amharaLayout: Layout = {
  variants: Object.keys(DESCRIPTIONS).map((name) => ({ name, loses: ["seconds"] })),
  variantFor: ({ receiverBank }) => (receiverBank === null ? "incoming" : "outgoing"),
  showsStatus: true,
  render: renderAmhara,
  notFound: () => jsonAnswer(200, { status: false }),
};

function renderAmhara(sheet: Sheet): BankAnswer {
  const { transfer, variant } = sheet;
  const isOutgoing = variant === "outgoing";
  const time = addisTime(transfer.paidAt);
  const day = `${time.yy}${time.mm}${time.dd}`;
  const party = (role: Role, name: string, account: string, from: typeof transfer.payer) =>
    [[role, name, from.name] as const, [role, account, from.account] as const] as const;
  const fields: (readonly [Role, string, unknown])[] = [
    ["reference", "transactionReference", transfer.reference],
    ["amount", "amount", (transfer.amountMinor / 100).toFixed(2)],
    ["amount", "currencyId", transfer.currency],
    ...(isOutgoing
      ? [
          ...party("payer", "debitorName", "debitAccount", transfer.payer),
          ...party("receiver", "receiverName", "reveiverAccount", transfer.receiver),
        ]
      : [
          ...party("payer", "sendorName", "sendorAccount", transfer.payer),
          ...party("receiver", "creditorName", "creditAccountId", transfer.receiver),
        ]),
    [
      "institution",
      "otherBankName",
      isOutgoing ? (transfer.receiverBank?.name ?? "") : "Other Bank",
    ],
    ["type", "transactionDesc", DESCRIPTIONS[variant] ?? ""],
    ["note", "narration", transfer.reason],
    [
      "date",
      "dateTime",
      transfer.dateOnly ? null : `${day}${time.clock24.replace(":", "").slice(0, 4)}`,
    ],
    ["date", "bookingDate", `${time.yyyy}${time.mm}${time.dd}`],
    ["status", "status", STATUS_WORDS[transfer.status]],
  ];
  return jsonAnswer(200, { status: true, data: keptFields(sheet, fields) });
}
