import { maskedAccount } from "../account-text.ts";
import { type BankAnswer, jsonAnswer } from "../answer.ts";
import { addisTime } from "../date-text.ts";
import { grouped, ungrouped, vatOn } from "../money-text.ts";
import type { Role, Sheet } from "../sheet.ts";

interface Look {
  readonly money: (minor: number) => string;
  readonly masked: boolean;
  /** Fraction of the seconds, as different serialisers leave it. */
  readonly fraction: "" | ".000";
  readonly reversed: boolean;
}

export const CBE_JSON_LOOKS: Readonly<Record<string, Look>> = {
  json: { money: ungrouped, masked: false, fraction: "", reversed: false },
  "json-masked": { money: ungrouped, masked: true, fraction: ".000", reversed: true },
  "json-grouped": { money: grouped, masked: false, fraction: ".000", reversed: false },
};

/** The answer of CBE's new link: one flat object, amounts as strings, times in UTC. */
export function renderCbeJson(sheet: Sheet, look: Look): BankAnswer {
  const { transfer } = sheet;
  const account = (text: string): string =>
    (transfer.masked ?? look.masked) ? maskedAccount(text) : text;
  const vat = vatOn(transfer.feeMinor);
  const fields: [Role, string, unknown][] = [
    ["reference", "id", transfer.reference],
    ["payer", "debitAccountHolder", transfer.payer.name],
    ["payer", "debitAccountNo", account(transfer.payer.account)],
    ["receiver", "creditAccountHolder", transfer.receiver.name],
    ["receiver", "creditAccountNo", account(transfer.receiver.account)],
    ["fee", "amountDebited", look.money(transfer.amountMinor + transfer.feeMinor + vat)],
    ["amount", "amountCredited", look.money(transfer.amountMinor)],
    ["amount", "creditCurrency", transfer.currency],
    ["fee", "totalChargeAmount", look.money(transfer.feeMinor)],
    ["fee", "totalTaxAmount", look.money(vat)],
    ["date", "dateTimes", [instant(sheet, look)]],
    ["note", "paymentDetails", [transfer.reason]],
  ];
  const kept = fields.filter(
    ([role, key]) => !transfer.omit.some((word) => word === role || word === key),
  );
  const ordered = look.reversed ? kept.reverse() : kept;
  return jsonAnswer(
    200,
    Object.fromEntries(ordered.map(([, key, value]) => [renamed(key, sheet), value])),
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
