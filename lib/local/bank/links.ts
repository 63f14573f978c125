import { accountSuffix, walletNumber } from "./account-text.ts";
import type { BankProvider, BankTransfer } from "./transfer.ts";

/** The hosts that customers see in their messages. `cbe_pdf` is the older receipt host of CBE. */
export type LinkBases = Readonly<Record<BankProvider | "cbe_pdf", string>>;

export const PUBLIC_LINK_BASES: LinkBases = {
  telebirr: "https://transactioninfo.ethiotelecom.et",
  cbe: "https://mbreciept.cbe.com.et",
  cbe_pdf: "https://apps.cbe.com.et:100",
  boa: "https://cs.bankofabyssinia.com",
  dashen: "https://receipts.dashenbanksc.com",
  awash: "https://awashpay.awashbank.com:8225",
  cbe_birr: "https://cbepay1.cbe.com.et",
  mpesa: "https://m-pesabusiness.safaricom.et",
  http: "https://other-bank.example",
};

/** The link a payer finds in the message of his bank: digits in it are the payer's own. */
export function customerLink(transfer: BankTransfer, bases: LinkBases): string {
  const { provider, reference, payer } = transfer;
  const owner = transfer.suffixOf === "receiver" ? transfer.receiver : payer;
  switch (provider) {
    case "telebirr":
    case "dashen":
      return `${bases[provider]}/receipt/${reference}`;
    case "cbe":
      if (transfer.linkForm === "json") return `${bases.cbe}/${transfer.token}`;
      return transfer.linkForm === "pdf"
        ? `${bases.cbe_pdf}/?id=${reference}${accountSuffix(owner.account, 8)}`
        : `${bases.cbe_pdf}/BranchReceipt/${reference}&${accountSuffix(owner.account, 8)}`;
    case "boa":
      return `${bases.boa}/slip/?trx=${reference}${accountSuffix(owner.account, 5)}`;
    case "http":
      return `${bases.http}/transactions/${reference}`;
    case "awash":
      return `${bases.awash}/${reference}`;
    case "cbe_birr":
      return `${bases.cbe_birr}/aureceipt?TID=${reference}&PH=${walletNumber(owner.account)}`;
    case "mpesa":
      return `${bases.mpesa}/api/receipt/getReceipt?trxNo=${reference}`;
  }
}
