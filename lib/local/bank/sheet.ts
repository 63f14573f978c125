import { FACTS } from "../../providers/facts.ts";
import type { BankAnswer } from "./answer.ts";
import {
  addisTime,
  grouped,
  maskedAccount,
  maskedPhone,
  vatOn,
  walletNumber,
} from "./receipt-text.ts";
import type { BankProvider, BankTransfer } from "./transfer.ts";

/** The subject of a receipt's line, so that a test can leave out a group by one word. */
export type Role =
  | "payer"
  | "receiver"
  | "amount"
  | "date"
  | "reference"
  | "status"
  | "institution"
  | "type"
  | "alias"
  | "fee"
  | "note";

export interface Row {
  readonly role: Role;
  readonly label: string;
  readonly value: string;
}

/** A transfer to print. `relabel` renames labels when the page was redesigned. */
export interface Sheet {
  readonly transfer: BankTransfer;
  readonly variant: string;
  readonly relabel: (label: string) => string;
}

export interface Variant {
  readonly name: string;
  /** Facts of the transfer that cannot be read back from this variant. */
  readonly loses: readonly ("receiver" | "time" | "seconds" | "reference")[];
}

/** How a provider prints receipts, and how it answers when none exists. */
export interface Layout {
  readonly variants: readonly Variant[];
  /** The variant of a transfer for which none was chosen; the first one by default. */
  readonly variantFor?: (transfer: Pick<BankTransfer, "receiverBank" | "linkForm">) => string;
  /** True where the receipt in this variant states pending, reversed or failed. */
  readonly showsStatus: boolean | ((variant: string) => boolean);
  readonly render: (sheet: Sheet) => BankAnswer | Promise<BankAnswer>;
  /** The variant tells which of several hosts was asked, where several exist. */
  readonly notFound: (variant: string) => BankAnswer;
}

/** Rows less those the transfer leaves out, by role or by label. */
export function keptRows(sheet: Sheet, rows: readonly Row[]): Row[] {
  const omitted = sheet.transfer.omit.map((word) => word.toLowerCase());
  return rows
    .filter((row) => !omitted.includes(row.role) && !omitted.includes(plain(row.label)))
    .map((row) => ({ ...row, label: sheet.relabel(row.label) }));
}

function plain(label: string): string {
  return label.replace(/:$/, "").toLowerCase();
}

/** The name under which a provider writes its messages; parentheses belong to lists only. */
function nameOf(provider: BankProvider): { readonly en: string; readonly am: string } {
  const { name, shortName, kind } = FACTS[provider];
  const en = kind === "bank" ? (provider === "cbe" ? shortName : name.en) : shortName;
  return { en, am: name.am.replace(/ \(.*\)$/, "") };
}

/** The message that the payer or the receiver gets, with the reference and the receipt's link. */
export function paymentSms(transfer: BankTransfer, link: string): string {
  if (transfer.smsSide === "credit") return creditSms(transfer, link);
  return transfer.smsLanguage === "am" ? amharicSms(transfer, link) : englishSms(transfer, link);
}

function creditSms(transfer: BankTransfer, link: string): string {
  const { currency, receiver, reference } = transfer;
  const name = nameOf(transfer.provider);
  if (transfer.smsLanguage === "am") {
    return `ውድ ${receiver.name}፣ ${grouped(transfer.amountMinor)} ብር በ${sentAt(transfer)} ወደ ሂሳብዎ (${shown(transfer)}) ገብቷል። የግብይት ቁጥር፡ ${reference}። ደረሰኝ፡ ${link} ${name.am}`;
  }
  return `Dear ${receiver.name}, your account ${shown(transfer)} was credited with ${currency} ${grouped(transfer.amountMinor)} on ${sentAt(transfer)}. Ref No ${reference}. Your receipt: ${link} Thank you for using ${name.en}.`;
}

function englishSms(transfer: BankTransfer, link: string): string {
  const { currency, payer, receiver, reference } = transfer;
  const name = nameOf(transfer.provider).en;
  const money = `${currency} ${grouped(transfer.amountMinor)}`;
  const fee = `${currency} ${grouped(transfer.feeMinor)}`;
  const vat = `${currency} ${grouped(vatOn(transfer.feeMinor))}`;
  const to = `${receiver.name} (${shown(transfer)})`;
  const when = sentAt(transfer);
  switch (transfer.provider) {
    case "telebirr":
      return `Dear ${payer.name}, ${money} left your ${name} for ${to} on ${when}. Transaction number: ${reference}. Service fee ${fee}, VAT ${vat}. Receipt: ${link} Ethio telecom`;
    case "mpesa":
      return `${reference} Confirmed. ${money} sent to ${to} on ${when}. Cost of this transaction ${fee} + VAT ${vat}. See ${link}`;
    case "cbe_birr":
      return `Hi ${payer.name}, ${money} is paid to ${to} from your ${name} on ${when}. Txn ID ${reference}. Charge ${fee}. Receipt ${link}`;
    default:
      return `Dear ${payer.name}, your account ${maskedAccount(payer.account)} was debited with ${money} for ${to} on ${when}. Ref No ${reference}. Charge ${fee}, VAT ${vat}. Your receipt: ${link} Thank you for using ${name}.`;
  }
}

function amharicSms(transfer: BankTransfer, link: string): string {
  const { payer, receiver, reference } = transfer;
  const unit = transfer.currency === "ETB" ? "ብር" : transfer.currency;
  const money = `${grouped(transfer.amountMinor)} ${unit}`;
  const fee = `${grouped(transfer.feeMinor)} ${unit}`;
  return `ውድ ${payer.name}፣ ${money} ለ${receiver.name} (${shown(transfer)}) በ${sentAt(transfer)} ልከዋል። የግብይት ቁጥር፡ ${reference}። የአገልግሎት ክፍያ ${fee}። ደረሰኝ፡ ${link} ${nameOf(transfer.provider).am}ን ስለተጠቀሙ እናመሰግናለን።`;
}

function shown(transfer: BankTransfer): string {
  const account = walletNumber(transfer.receiver.account);
  return account.startsWith("251") ? maskedPhone(account) : maskedAccount(account);
}

function sentAt(transfer: BankTransfer): string {
  const time = addisTime(transfer.paidAt);
  return `${time.dd}/${time.mm}/${time.yyyy} ${time.clock24}`;
}

/**
 * Another designer's words for the same things, so that a page keeps its shape and loses every
 * label a reader could know. Longer patterns first: they are tried in order.
 */
const NEW_WORDS: readonly (readonly [RegExp, string])[] = [
  [/credit(ed)?\s*party|receiver(['’]s)?|beneficiary|recipient|credit(ed)?/gi, "Destination"],
  [/payer(['’]s)?|sender|source|debit(ed)?/gi, "Origin"],
  [/reference|invoice|receipt|order/gi, "Code"],
  [/transaction|transferred|transfer|payment|settled|paid/gi, "Operation"],
  [/amount/gi, "Sum"],
  [/date(times?)?|time/gi, "When"],
  [/account|telebirr/gi, "Pocket"],
  [/holder|name/gi, "Title"],
  [/status/gi, "State"],
  [/charge|fee|commission|duty/gi, "Cost"],
  [/vat|tax/gi, "Levy"],
  [/total/gi, "Everything"],
  [/currency/gi, "Coin"],
  [/number|phone|\bno\b\.?|\bid\b/gi, "Digits"],
  [/narrative|reason|details?/gi, "Memo"],
];

/** The label after a re-design: no word of the old one that matters is left. */
export function redesignedLabel(label: string): string {
  return NEW_WORDS.reduce((text, [old, word]) => text.replace(old, word), label);
}

export function sameLabel(label: string): string {
  return label;
}
