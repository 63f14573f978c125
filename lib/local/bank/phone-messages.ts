import { FACTS } from "../../providers/facts.ts";
import type { NoticeProvider } from "../../providers/notices.ts";
import { customerLink, type LinkBases } from "./draft-transfer.ts";
import {
  type AddisTime,
  addisTime,
  grouped,
  maskedAccount,
  maskedPhone,
  ungrouped,
  walletNumber,
} from "./receipt-text.ts";
import type { BankTransfer } from "./transfer.ts";

/** A message as it arrives on the merchant's phone. */
export interface PhoneMessage {
  readonly sender: string;
  readonly text: string;
}

interface Told {
  readonly money: string;
  /** Without thousands separators. */
  readonly bare: string;
  readonly payer: string;
  readonly phone: string;
  readonly own: string;
  readonly reference: string;
  readonly link: string;
  readonly balance: string;
  readonly time: AddisTime;
  readonly shop: string;
}

type Layout = (told: Told) => string;

const slashed = ({ dd, mm, yyyy, clock24 }: AddisTime) => `${dd}/${mm}/${yyyy} ${clock24}`;
const dashed = ({ dd, mm, yyyy, clock24 }: AddisTime) => `${yyyy}-${mm}-${dd} ${clock24}`;
const short = ({ dd, mm, yy, clock24 }: AddisTime) => `${dd}/${mm}/${yy} ${clock24.slice(0, 5)}`;
const loose = ({ day, month, yy, shortClock12, ampm }: AddisTime) =>
  `${day}/${month}/${yy} at ${shortClock12} ${ampm}`;

/** What each bank sends to the receiver of money. The first layout is the usual one. */
const LAYOUTS: Readonly<Record<NoticeProvider, Readonly<Record<string, Layout>>>> = {
  telebirr: {
    wallet: (t) =>
      `Dear ${t.shop},\nYou have received ETB ${t.money} from ${t.payer}(${t.phone})  on ${slashed(t.time)}. Your transaction number is ${t.reference}. Your current E-Money Account balance is ETB ${t.balance}.\nThank you for using telebirr\nEthio telecom`,
    bank: (t) =>
      `Dear ${t.shop},\nYou have received  ETB ${t.money} by transaction number ${t.reference} on ${dashed(t.time)} from Commercial Bank of Ethiopia to your telebirr Account ${t.own} - ${t.shop}. Your current balance is ETB ${t.balance}.`,
    amharic: (t) =>
      `ውድ ${t.shop}፣ ${t.money} ብር ከ${t.payer}(${t.phone}) በ${slashed(t.time)} ተቀብለዋል። የግብይት ቁጥርዎ ${t.reference}። ቀሪ ሂሳብዎ ${t.balance} ብር ነው።`,
  },
  cbe: {
    numbered: (t) =>
      `Dear ${t.shop.split(" ")[0]} your Account ${t.own} has been Credited with ETB ${t.money} from ${t.payer}, on ${slashed(t.time).replace(" ", " at ")} with Ref No ${t.reference} Your Current Balance is ETB ${t.balance}. Thank you for Banking with CBE!`,
    payer: (t) =>
      `Dear ${t.shop}, your Account ${t.own} has been credited by ${t.payer} with ETB ${t.bare}. Your Current Balance is ETB ${t.balance}. Thank you for Banking with CBE! ${t.link}`,
    plain: (t) =>
      `Dear ${t.shop} your Account ${t.own} has been Credited with ETB ${t.money}. Your Current Balance is ETB ${t.balance}. Thank you for Banking with CBE! ${t.link}`,
    link: (t) =>
      `Dear ${t.shop}, You have received ETB ${t.money} from account 1*****0042 (${t.payer}) to your account ${t.own}. Receipt: ${t.link} Balance: ETB ${t.balance}`,
    amharicBalance: (t) =>
      `ክቡር ደንበኛችን የሒሳብ ቁጥርዎ ${t.own} በ ${t.money} ብር ገቢ ተደርጓል:: ቀሪ ሒሳብዎ ${t.balance} ብር ነው:: የግብይት ቁጥር ${t.reference}`,
    amharic: (t) =>
      `ውድ ${t.shop}፣ የሒሳብ ቁጥርዎ ${t.own} በ ${t.money} ብር ገቢ ተደርጓል። የግብይት ቁጥር ${t.reference}። ቀሪ ሒሳብዎ ${t.balance} ብር ነው።`,
  },
  boa: {
    credited: (t) =>
      `Dear ${t.shop}, your account ${t.own} was credited with ETB ${t.money} by ${t.payer}. Available Balance:  ETB ${t.balance}. Receipt: ${t.link} Feedback: 8397`,
    linked: (t) =>
      `Dear ${t.shop}, your account ${t.own} was credited with ETB ${t.money} by ${t.payer} . Available Balance: ETB ${t.balance}.\nReceipt: ${t.link}\nFeedback: https://cs.bankofabyssinia.com/cs/?trx=C${t.reference}\nLink your Fayda: https://cs.bankofabyssinia.com/fayda_connect \nFor help, call 8397 (24/7 Toll-Free).`,
    amharic: (t) =>
      `ውድ ${t.shop}፣ ሂሳብዎ ${t.own} በ ${t.money} ብር በ${t.payer} ገቢ ተደርጓል። ቀሪ ሂሳብ ${t.balance} ብር። ደረሰኝ፡ ${t.link}`,
  },
  awash: {
    credited: (t) =>
      `Dear ${t.shop}, ETB ${t.money} has been credited to your account from ${t.payer} on : ${dashed(t.time)} with Txn ID: ${t.reference}. Your balance now is ETB ${t.balance}. Receipt: ${t.link}`,
    amharic: (t) =>
      `ውድ ${t.shop}፣ ${t.money} ብር ከ${t.payer} በ${dashed(t.time)} ወደ ሂሳብዎ ገቢ ተደርጓል። የግብይት ቁጥር፡ ${t.reference}። ደረሰኝ፡ ${t.link}`,
  },
  dashen: {
    credited: (t) =>
      `Dear ${t.shop}, your account ${t.own} has been credited with ETB ${t.money} from ${t.payer} on on ${dashed(t.time).replace(" ", " at ")}. Your current balance is ETB ${t.balance}. Dashen Bank, always one step ahead!`,
    quoted: (t) =>
      `Dear Customer, your account '${t.own}' is credited with ETB ${t.money} on ${t.time.dd}/${t.time.mm}/${t.time.yyyy} at ${t.time.clock12} ${t.time.ampm}. Your current balance is ETB ${t.balance}. Dashen Bank, always one step ahead!`,
    amharic: (t) =>
      `ውድ ${t.shop}፣ ሂሳብዎ ${t.own} በ ${t.money} ብር ከ${t.payer} በ${dashed(t.time)} ገቢ ተደርጓል። ቀሪ ሂሳብዎ ${t.balance} ብር ነው።`,
  },
  cbe_birr: {
    received: (t) =>
      `Dear ${t.shop}, you received ${t.money}Br. from ${t.phone} - ${t.payer} on ${short(t.time)},Txn ID ${t.reference}. Your CBE Birr account balance is ${t.balance}Br. Receipt ${t.link}`,
    surveyed: (t) =>
      `Dear ${t.shop}, you received ${t.money}Br. from ${t.phone} - ${t.payer} on ${short(t.time)},Txn ID ${t.reference}.Your CBE Birr account balance is ${t.balance}Br. Thank you! For invoice ${t.link} For your feedback please click the link https://shorturl.at/gy3A0`,
    bank: (t) =>
      `Dear ${t.shop}, your CBE Birr account has been credited with ${t.money}Br. on ${short(t.time)},Txn ID ${t.reference}. Your balance is ${t.balance}Br. Thank you!`,
    amharic: (t) =>
      `ውድ ${t.shop}፣ ${t.money} ብር ከ${t.phone} - ${t.payer} በ${short(t.time)} ተቀብለዋል። የግብይት ቁጥር፡ ${t.reference}። ደረሰኝ ${t.link}`,
  },
  mpesa: {
    received: (t) =>
      `Dear ${t.shop}, you have received ${t.money} Birr from ${t.payer}-${t.phone} on ${loose(t.time)}. Transaction number ${t.reference}. Your M-PESA balance is ${t.balance} Birr.`,
    offered: (t) =>
      `Dear ${t.shop}, you have received ${t.money} Birr from ${t.payer}-${t.phone} on ${loose(t.time)}. Transaction number ${t.reference}. Your current M-PESA balance is ${t.balance} Birr. Get extra 20MB when you buy 100MB daily bundle via M-PESA for 5 birr. To buy click https://bit.ly/M-PESA-SAFARICOM-ETHIOPIA`,
    amharic: (t) =>
      `ውድ ${t.shop}፣ ${t.money} ብር ከ${t.payer}-${t.phone} በ${loose(t.time).replace(" at", "")} ተቀብለዋል። የግብይት ቁጥር፡ ${t.reference}።`,
  },
};

/** That a payment was reversed, alike at all banks: no bank's own words are recorded. */
export const REVERSALS = {
  english: (t: Told) =>
    `Dear ${t.shop}, the transaction ${t.reference} of ETB ${t.money} from ${t.payer} was reversed on ${slashed(t.time)}. Your current balance is ETB ${t.balance}.`,
  amharic: (t: Told) =>
    `ውድ ${t.shop}፣ የግብይት ቁጥር ${t.reference} የ${t.money} ብር ክፍያ ተመላሽ ተደርጓል። ቀሪ ሂሳብዎ ${t.balance} ብር ነው።`,
} as const;

/** Names of the layouts of a bank, the usual one first. */
export function noticeLayouts(provider: NoticeProvider): readonly string[] {
  return Object.keys(LAYOUTS[provider]);
}

/**
 * The message about a transfer on the receiver's phone.
 *
 * @param balanceMinor of the receiver's account, with this transfer in it
 * @param layout one of `noticeLayouts`; the usual one by default
 */
export function merchantSms(
  transfer: BankTransfer & { readonly provider: NoticeProvider },
  bases: LinkBases,
  balanceMinor: number,
  layout?: string,
): PhoneMessage {
  const { provider } = transfer;
  const name = layout ?? noticeLayouts(provider)[0] ?? "";
  const write = LAYOUTS[provider][name];
  if (write === undefined) throw new RangeError(`no layout ${name} at ${provider}`);
  return smsOf(transfer, write(toldOf(transfer, bases, balanceMinor, name)));
}

/** The message that a transfer was reversed. `balanceMinor`: without it */
export function reversalSms(
  transfer: BankTransfer & { readonly provider: NoticeProvider },
  bases: LinkBases,
  balanceMinor: number,
  language: keyof typeof REVERSALS,
): PhoneMessage {
  return smsOf(transfer, REVERSALS[language](toldOf(transfer, bases, balanceMinor)));
}

function smsOf({ provider }: { readonly provider: NoticeProvider }, text: string): PhoneMessage {
  return { sender: FACTS[provider].senderIds?.[0] ?? "", text };
}

function toldOf(
  transfer: BankTransfer & { readonly provider: NoticeProvider },
  bases: LinkBases,
  balanceMinor: number,
  layout = "",
): Told {
  const { provider, payer, receiver, reference } = transfer;
  const linkForm = layout === "link" ? "json" : layout === "payer" ? "branch" : "pdf";
  const own = {
    ...transfer,
    smsSide: "credit",
    suffixOf: provider === "boa" ? "payer" : "receiver",
  };
  const phone = walletNumber(payer.account);
  return {
    money: grouped(transfer.amountMinor),
    bare: ungrouped(transfer.amountMinor),
    payer: payer.name,
    phone: provider === "cbe_birr" ? phone : maskedPhone(phone),
    own: shownOwn(provider, receiver.account),
    reference: provider === "awash" ? awashId(reference) : reference,
    link: customerLink({ ...own, linkForm } as BankTransfer, bases),
    balance: grouped(balanceMinor),
    time: addisTime(transfer.paidAt),
    shop: receiver.name,
  };
}

function shownOwn(provider: NoticeProvider, account: string): string {
  return provider === "telebirr" ? walletNumber(account) : maskedAccount(account);
}

/** Messages print the number that the token of the receipt encodes. */
function awashId(token: string): string {
  const half = token.replace(/^-/, "").split("-")[0] ?? "";
  return [...half]
    .reduce((id, digit) => id * 36n + BigInt(Number.parseInt(digit, 36)), 0n)
    .toString()
    .padStart(15, "0");
}
