import { maskedPhone, walletNumber } from "../account-text.ts";
import { addisTime } from "../date-text.ts";
import { grouped, oneDecimal, shortest, spokenCurrency, ungrouped, vatOn } from "../money-text.ts";
import type { Row, Sheet } from "../sheet.ts";

/** How one variant writes its values. */
export interface TelebirrHand {
  readonly money: "grouped" | "shortest" | "one-decimal" | "currency-first";
  readonly masked: boolean;
}

const STATUS_WORDS = {
  completed: "Completed",
  pending: "Pending",
  reversed: "Reversed",
  failed: "Failed",
} as const;

export interface TelebirrRows {
  readonly parties: readonly Row[];
  /** Header cells and, in the next table row, their values. */
  readonly invoice: readonly Row[];
  readonly totals: readonly Row[];
}

/** Everything on a telebirr receipt, in English labels and in the order of the real page. */
export function telebirrRows(sheet: Sheet, hand: TelebirrHand): TelebirrRows {
  const { transfer } = sheet;
  const number = (account: string): string => {
    const shown = walletNumber(account);
    return (transfer.masked ?? hand.masked) ? maskedPhone(shown) : shown;
  };
  const money = (minor: number): string => written(minor, transfer.currency, hand.money);
  const vat = vatOn(transfer.feeMinor);
  const time = addisTime(transfer.paidAt);
  const day = `${time.dd}-${time.mm}-${time.yyyy}`;
  const bank = transfer.receiverBank;
  return {
    parties: [
      { role: "payer", label: "Payer Name", value: transfer.payer.name },
      { role: "payer", label: "Payer telebirr no.", value: number(transfer.payer.account) },
      { role: "payer", label: "Payer account type", value: "Individual Customer" },
      {
        role: "receiver",
        label: "Credited Party name",
        value: bank ? bank.name : transfer.receiver.name,
      },
      {
        role: "receiver",
        label: "Credited party account no",
        value: bank
          ? `60${String(bank.name.length).padStart(4, "0")}`
          : number(transfer.receiver.account),
      },
      { role: "status", label: "transaction status", value: STATUS_WORDS[transfer.status] },
      ...(bank
        ? [
            {
              role: "receiver" as const,
              label: "Bank account number",
              value: `${transfer.receiver.account} ${transfer.receiver.name}`,
            },
          ]
        : []),
    ],
    invoice: [
      { role: "reference", label: "Invoice No.", value: transfer.reference },
      {
        role: "date",
        label: "Payment date",
        value: transfer.dateOnly ? day : `${day} ${time.clock24}`,
      },
      { role: "amount", label: "Settled Amount", value: money(transfer.amountMinor) },
    ],
    totals: [
      { role: "fee", label: "Stamp Duty", value: money(0) },
      { role: "fee", label: "Discount Amount", value: money(0) },
      { role: "fee", label: "Service fee", value: money(transfer.feeMinor) },
      { role: "fee", label: "Service fee VAT", value: money(vat) },
      {
        role: "fee",
        label: "Total Paid Amount",
        value: money(transfer.amountMinor + transfer.feeMinor + vat),
      },
      { role: "note", label: "Payment Mode", value: "telebirr" },
      { role: "note", label: "Payment Reason", value: transfer.reason },
      { role: "note", label: "Payment channel", value: "App" },
    ],
  };
}

function written(minor: number, currency: string, form: TelebirrHand["money"]): string {
  const unit = spokenCurrency(currency);
  switch (form) {
    case "grouped":
      return `${grouped(minor)} ${unit}`;
    case "shortest":
      return `${shortest(minor)} ${unit}`;
    case "one-decimal":
      return `${minor === 0 ? oneDecimal(minor) : ungrouped(minor)} ${unit}`;
    case "currency-first":
      return `${currency} ${grouped(minor)}`;
  }
}
