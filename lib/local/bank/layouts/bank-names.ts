import type { BankProvider } from "../transfer.ts";

/** Institutions as other institutions' receipts name them. */
export const BANK_NAMES: Readonly<Record<BankProvider, string>> = {
  telebirr: "telebirr",
  cbe: "Commercial Bank of Ethiopia",
  boa: "Bank of Abyssinia",
  dashen: "Dashen Bank",
  awash: "Awash Bank",
  cbe_birr: "CBE Birr",
  mpesa: "M-PESA",
  http: "Other Bank",
};
