import { type BankAnswer, jsonAnswer } from "../answer.ts";
import { addisTime } from "../receipt-text.ts";
import type { Layout, Role, Sheet } from "../sheet.ts";

interface Look {
  readonly hidden: boolean;
  readonly module: string;
}

const LOOKS: Readonly<Record<string, Look>> = {
  usual: { hidden: false, module: "Internal Transfer" },
  /** The receiver is masked, as most recorded receipts are. */
  hidden: { hidden: true, module: "Internal Transfer" },
  other: { hidden: false, module: "FT" },
};

const STATUS_WORDS = {
  completed: "SUCCESS",
  pending: "PENDING",
  reversed: "REVERSED",
  failed: "FAILED",
} as const;

export const wegagenLayout: Layout = {
  variants: Object.entries(LOOKS).map(([name, look]) => ({
    name,
    loses: look.hidden ? ["receiver"] : [],
  })),
  variantFor: ({ receiverBank }) => (receiverBank === null ? "usual" : "other"),
  showsStatus: true,
  render: renderWegagen,
  notFound: () => jsonAnswer(200, { master_id: "---" }),
};

function renderWegagen(sheet: Sheet): BankAnswer {
  const look = LOOKS[sheet.variant];
  if (look === undefined) throw new Error(`wegagen has no variant ${sheet.variant}`);
  const { transfer } = sheet;
  const at = new Date(transfer.paidAt).toISOString();
  const fields: [Role, string, string | number][] = [
    ["note", "master_id", "000000000000000001"],
    ["reference", "trnRefNo", transfer.reference],
    ["amount", "txnAmount", transfer.amountMinor / 100],
    ["amount", "currency", transfer.currency],
    ["payer", "sender_name", transfer.payer.name],
    ["payer", "sender_account", transfer.payer.account],
    ["payer", "accNo", transfer.payer.account],
    ["receiver", "receiver_name", look.hidden ? "---" : transfer.receiver.name],
    ["receiver", "receiver_account", look.hidden ? "---" : transfer.receiver.account],
    ["type", "drCr", "D"],
    ["type", "module", look.module],
    ["note", "narrative", transfer.reason],
    ["date", "txnTimestamp", transfer.dateOnly ? at.slice(0, 10) : at],
    ["fee", "charge", transfer.feeMinor / 100],
    ["fee", "vat", Math.round(transfer.feeMinor * 0.15) / 100],
    ["status", "messageStatus", STATUS_WORDS[transfer.status]],
  ];
  return jsonAnswer(200, keptFields(sheet, fields));
}

/** Fields less those that the transfer leaves out, by role or by key; renamed where the page is redesigned. */
export function keptFields(
  { transfer, relabel }: Sheet,
  fields: readonly (readonly [Role, string, unknown])[],
): Record<string, unknown> {
  const kept = fields.filter(
    ([role, key]) => !transfer.omit.some((word) => word === role || word === key),
  );
  return Object.fromEntries(kept.map(([, key, value]) => [relabel(key), value]));
}

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  incoming: "IPS Incoming Txn",
  outgoing: "IPS Outgoing Txn",
  internal: "Internal Transfer",
};

const AMHARA_STATUS_WORDS = {
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
    ["status", "status", AMHARA_STATUS_WORDS[transfer.status]],
  ];
  return jsonAnswer(200, { status: true, data: keptFields(sheet, fields) });
}
