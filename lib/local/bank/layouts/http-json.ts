import { type BankAnswer, jsonAnswer } from "../answer.ts";
import { addisTime, maskedAccount, ungrouped } from "../receipt-text.ts";
import type { Layout, Role, Sheet } from "../sheet.ts";

/** Status words of this invented bank. */
const STATUS_WORDS = {
  completed: "SUCCESS",
  pending: "PENDING",
  reversed: "REVERSED",
  failed: "FAILED",
} as const;

const VARIANTS = ["decimal", "minor-units", "wall-clock"] as const;

/**
 * Any bank that answers JSON, for the provider that is set up by configuration: `GET {base}/transactions/{reference}` →
 * `{transaction: {reference, status, amount, currency, receiver_name, receiver_account, sender_name, sender_account,
 * fee, paid_at, reason}}`. `amount` is a decimal string, or an integer in `minor-units`; `paid_at` is RFC 3339 at
 * +03:00, seconds since the epoch in `minor-units`, or `DD/MM/YYYY HH:MM:SS` without a zone in `wall-clock`.
 */
export const httpJsonLayout: Layout = {
  variants: VARIANTS.map((name) => ({ name, loses: [] })),
  showsStatus: true,
  render: renderHttpJson,
  notFound: () => jsonAnswer(404, { error: { code: "NOT_FOUND", message: "No such transaction" } }),
};

function renderHttpJson(sheet: Sheet): BankAnswer {
  const { transfer } = sheet;
  const account = (text: string): string => (transfer.masked ? maskedAccount(text) : text);
  const money = (minor: number): string | number =>
    sheet.variant === "minor-units" ? minor : ungrouped(minor);
  const fields: [Role, string, string | number][] = [
    ["reference", "reference", transfer.reference],
    ["status", "status", STATUS_WORDS[transfer.status]],
    ["amount", "amount", money(transfer.amountMinor)],
    ["amount", "currency", transfer.currency],
    ["receiver", "receiver_name", transfer.receiver.name],
    ["receiver", "receiver_account", account(transfer.receiver.account)],
    ["payer", "sender_name", transfer.payer.name],
    ["payer", "sender_account", account(transfer.payer.account)],
    ["fee", "fee", money(transfer.feeMinor)],
    ["date", "paid_at", paidAt(sheet)],
    ["note", "reason", transfer.reason],
  ];
  const kept = fields.filter(
    ([role, key]) => !transfer.omit.some((word) => word === role || word === key),
  );
  return jsonAnswer(200, {
    transaction: Object.fromEntries(kept.map(([, key, value]) => [sheet.relabel(key), value])),
  });
}

function paidAt({ transfer, variant }: Sheet): string | number {
  const time = addisTime(transfer.paidAt);
  if (variant === "wall-clock") {
    const day = `${time.dd}/${time.mm}/${time.yyyy}`;
    return transfer.dateOnly ? day : `${day} ${time.clock24}`;
  }
  const day = `${time.yyyy}-${time.mm}-${time.dd}`;
  if (transfer.dateOnly) return day;
  return variant === "minor-units" ? transfer.paidAt / 1000 : `${day}T${time.clock24}+03:00`;
}
