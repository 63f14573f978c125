import { FACTS } from "../../providers/facts.ts";
import { maskedAccount, maskedPhone, walletNumber } from "./account-text.ts";
import { addisTime } from "./date-text.ts";
import { grouped, vatOn } from "./money-text.ts";
import type { BankProvider, BankTransfer } from "./transfer.ts";

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
