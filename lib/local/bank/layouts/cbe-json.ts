import { maskedMiddle } from "../account-text.ts";
import { type BankAnswer, jsonAnswer } from "../answer.ts";
import { addisTime } from "../date-text.ts";
import { grouped, ungrouped, vatOn } from "../money-text.ts";
import type { Role, Sheet } from "../sheet.ts";

interface Look {
  readonly money: (minor: number) => string;
  readonly masked: boolean;
  /** Fraction of the seconds, as different serializers leave it. */
  readonly fraction: "" | ".000";
  readonly status: "COMPLETED" | "SUCCESS";
}

export const CBE_JSON_LOOKS: Readonly<Record<string, Look>> = {
  json: { money: ungrouped, masked: true, fraction: ".000", status: "COMPLETED" },
  "json-unmasked": { money: ungrouped, masked: false, fraction: "", status: "SUCCESS" },
  "json-grouped": { money: grouped, masked: true, fraction: ".000", status: "SUCCESS" },
};

/** Interbank payments go through an account that many share. */
const COLLECTIVE = { name: "INTERBANK SETTLEMENT", account: "E********0000" };

const STATUS_WORDS: Readonly<Record<string, string | undefined>> = {
  pending: "PENDING",
  reversed: "REVERSED",
  failed: "FAILED",
};

/** The answer of CBE's receipt link: one flat object, amounts as strings, times in UTC. */
export function renderCbeJson(sheet: Sheet, look: Look): BankAnswer {
  const { transfer } = sheet;
  const account = (text: string): string =>
    (transfer.masked ?? look.masked) ? maskedMiddle(text, 1, 4) : text;
  const vat = vatOn(transfer.feeMinor);
  const isOtherBank = transfer.receiverBank !== null;
  const credited = isOtherBank ? COLLECTIVE : transfer.receiver;
  const details = isOtherBank ? [transfer.receiver.account, transfer.reason] : [transfer.reason];
  const fields: [Role, string, unknown][] = [
    ["status", "status", STATUS_WORDS[transfer.status] ?? look.status],
    ["institution", "isOtherBank", isOtherBank],
    ["type", "platformTransactionType", isOtherBank ? "BANK_TRANSFER" : "A2A"],
    ["reference", "id", transfer.reference],
    ["payer", "debitAccountHolder", transfer.payer.name],
    ["payer", "debitAccountNo", account(transfer.payer.account)],
    ["receiver", "creditAccountHolder", credited.name],
    ["receiver", "creditAccountNo", account(credited.account)],
    ["fee", "amountDebited", look.money(transfer.amountMinor + transfer.feeMinor + vat)],
    ["amount", "amountCredited", look.money(transfer.amountMinor)],
    ["fee", "debitCurrency", transfer.currency],
    ["amount", "creditCurrency", transfer.currency],
    ["fee", "totalChargeAmount", look.money(transfer.feeMinor)],
    ["fee", "totalTaxAmount", look.money(vat)],
    ["date", "dateTimes", [instant(sheet, look)]],
    ["note", "paymentDetails", details],
    ["note", "encodedReceipt", `https://mbreciept.cbe.com.et/${transfer.token}`],
  ];
  const kept = fields.filter(
    ([role, key]) => !transfer.omit.some((word) => word === role || word === key),
  );
  return jsonAnswer(
    200,
    Object.fromEntries(kept.map(([, key, value]) => [renamed(key, sheet), value])),
  );
}

function instant(sheet: Sheet, look: Look): string {
  const { paidAt, dateOnly } = sheet.transfer;
  if (dateOnly) {
    const time = addisTime(paidAt);
    return `${time.yyyy}-${time.mm}-${time.dd}`;
  }
  return `${new Date(paidAt).toISOString().slice(0, 19)}${look.fraction}Z`;
}

function renamed(key: string, sheet: Sheet): string {
  const label = sheet.relabel(key);
  return key === "id" && label !== key ? "operationCode" : label;
}
