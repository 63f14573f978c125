import type { ProviderId } from "../../../lib/domain/provider.ts";
import type { ReceiptStatus } from "../../../lib/domain/receipt.ts";
import { variantsOf } from "../../../lib/local/bank/layout-table.ts";
import type { BankProvider } from "../../../lib/local/bank/transfer.ts";
import { FACTS } from "../../../lib/providers/facts.ts";

/** A provider whose receipts are read, as the suite looks at it. */
export type ReadProvider = Exclude<BankProvider, "http">;

/** One kind of receipt that every provider must have a specimen for, and what must come of it. */
export interface Specimen {
  /** Fields of `POST /_local/bank/transfers/` beside provider, amount and receiver. */
  readonly transfer: Readonly<Record<string, unknown>>;
  readonly expect: "count" | "doubt" | "refuse" | "not_found" | "unreadable";
}

/** A provider cannot show this kind of receipt; the test's name gives the reason. */
export interface Impossible {
  readonly impossible: string;
}

export const KINDS = [
  "completed",
  "pending",
  "reversed",
  "failed",
  "missing status",
  "missing receiver",
  "another institution",
  "masked receiver",
  "full receiver",
] as const;

export type Kind = (typeof KINDS)[number];
export type Specimens = Readonly<Record<Kind, readonly Specimen[] | Impossible>>;

const of = (expect: Specimen["expect"], transfer: Specimen["transfer"] = {}): Specimen => ({
  transfer,
  expect,
});
const status = (
  word: Exclude<ReceiptStatus, "unknown" | "completed">,
  expect: Specimen["expect"],
) => of(expect, { status: word });

/** Receipts without a status line exist for completed transfers only. */
const NO_STATUS = { impossible: "prints no status" } as const;
const withoutStatus = {
  pending: [status("pending", "not_found")],
  reversed: [status("reversed", "not_found")],
  failed: [status("failed", "not_found")],
  "missing status": NO_STATUS,
} as const;
const withStatus = {
  pending: [status("pending", "refuse")],
  reversed: [status("reversed", "refuse")],
  failed: [status("failed", "refuse")],
  "missing status": [of("unreadable", { omit: ["status"] })],
} as const;
const variants = (provider: BankProvider, expect: Specimen["expect"], ...names: string[]) =>
  names.map((variant) => {
    if (!variantsOf(provider).some(({ name }) => name === variant)) throw new Error(variant);
    return of(expect, { variant });
  });

/** The same number at another institution, listed and not. */
const elsewhere = (...banks: readonly string[]) =>
  banks.flatMap((receiver_bank) => [of("doubt", { receiver_bank })]);

export const SPECIMENS: Readonly<Record<ReadProvider, Specimens>> = {
  telebirr: {
    completed: variants("telebirr", "count", "classic", "english", "unmasked", "latin"),
    ...withStatus,
    "missing receiver": [of("doubt", { omit: ["receiver"] })],
    "another institution": [
      of("refuse", { receiver_bank: "dashen" }),
      of("doubt", { receiver_bank: "Abay Bank" }),
    ],
    "masked receiver": [of("count", { masked: true })],
    "full receiver": [
      of("count", { masked: false }),
      of("count", { masked: false, receiver_name: "S. C. S." }),
    ],
  },
  cbe: {
    completed: [
      ...variants("cbe", "count", "json", "json-unmasked", "json-grouped"),
      ...["pdf", "pdf-columns", "pdf-inline", "pdf-unmasked"].map((variant) =>
        of("count", { variant, link_form: "pdf" }),
      ),
      of("count", { variant: "pdf", link_form: "branch" }),
    ],
    ...withStatus,
    "missing receiver": [
      of("doubt", { omit: ["receiver"] }),
      of("doubt", { omit: ["receiver"], variant: "pdf", link_form: "pdf" }),
    ],
    "another institution": [
      ...elsewhere("zemen", "Abay Bank"),
      // Absence never means yes.
      of("doubt", { omit: ["institution"] }),
      of("doubt", { omit: ["type"] }),
    ],
    "masked receiver": [of("count", { masked: true })],
    "full receiver": [of("count", { masked: false })],
  },
  boa: {
    completed: variants("boa", "count", "usual", "four-digits", "unmasked", "amount-number"),
    ...withoutStatus,
    "missing receiver": [
      of("doubt", { variant: "no-receiver" }),
      of("doubt", { omit: ["receiver"] }),
    ],
    "another institution": [
      of("refuse", { receiver_bank: "zemen" }),
      of("doubt", { receiver_bank: "Abay Bank" }),
      of("doubt", { omit: ["type"] }),
    ],
    "masked receiver": [of("count", { masked: true })],
    "full receiver": [of("count", { masked: false })],
  },
  dashen: {
    completed: variants(
      "dashen",
      "count",
      "paragraphs",
      "paragraphs-unmasked",
      "table",
      "divs",
      "list",
    ),
    ...withoutStatus,
    "missing receiver": [of("doubt", { omit: ["receiver"] })],
    "another institution": [
      of("refuse", { receiver_bank: "zemen" }),
      of("refuse", { receiver_bank: "telebirr" }),
      of("doubt", { receiver_bank: "Abay Bank" }),
      of("count", { omit: ["institution"] }),
      of("doubt", { omit: ["institution", "type"] }),
    ],
    "masked receiver": [
      of("count", { masked: true }),
      // Three digits at the end need the full name.
      of("doubt", { masked: true, receiver_name: "Selam" }),
    ],
    "full receiver": [of("count", { masked: false })],
  },
  awash: {
    completed: variants("awash", "count", "account", "merchant"),
    ...withoutStatus,
    "missing receiver": [
      of("doubt", { omit: ["receiver"] }),
      ...variants("awash", "doubt", "send-money"),
    ],
    "another institution": [
      of("refuse", { receiver_bank: "cbe" }),
      of("refuse", { receiver_bank: "telebirr" }),
      of("refuse", { receiver_bank: "mpesa" }),
      of("doubt", { receiver_bank: "Abay Bank" }),
      of("unreadable", { omit: ["type"] }),
    ],
    "masked receiver": [of("count", { masked: true })],
    "full receiver": [of("count", { masked: false })],
  },
  cbe_birr: {
    completed: variants("cbe_birr", "count", "usual", "own-amount", "masked"),
    ...withStatus,
    "missing receiver": [of("doubt", { omit: ["receiver"] })],
    "another institution": [of("refuse", { receiver_account: "1000200300987" })],
    "masked receiver": [of("count", { masked: true })],
    "full receiver": [of("count", { masked: false })],
  },
  mpesa: {
    completed: variants("mpesa", "count", "send-money", "business", "english"),
    ...withoutStatus,
    "missing receiver": [of("doubt", { omit: ["receiver"] })],
    "another institution": [
      of("refuse", { receiver_bank: "cbe" }),
      of("doubt", { receiver_bank: "Abay Bank" }),
      of("doubt", { omit: ["type"] }),
      ...variants("mpesa", "doubt", "interoperable"),
    ],
    "masked receiver": { impossible: "prints phones whole" },
    "full receiver": variants("mpesa", "count", "send-money"),
  },
  wegagen: {
    completed: variants("wegagen", "count", "usual"),
    ...withStatus,
    "missing receiver": [
      ...variants("wegagen", "doubt", "hidden"),
      of("doubt", { omit: ["receiver"] }),
    ],
    "another institution": [
      ...elsewhere("zemen", "Abay Bank"),
      of("doubt", { omit: ["type"] }),
      of("doubt", { omit: ["module"], reason: "Internal Transfer" }),
    ],
    "masked receiver": variants("wegagen", "doubt", "hidden"),
    "full receiver": variants("wegagen", "count", "usual"),
  },
  amhara: {
    completed: variants("amhara", "count", "incoming", "internal"),
    ...withStatus,
    "missing receiver": [of("doubt", { omit: ["receiver"] })],
    "another institution": [
      of("refuse", { receiver_bank: "zemen" }),
      of("doubt", { receiver_bank: "Abay Bank" }),
      of("doubt", { omit: ["type"] }),
    ],
    "masked receiver": { impossible: "prints accounts whole" },
    "full receiver": variants("amhara", "count", "incoming"),
  },
};

/** Providers that must have specimens: all whose receipts the service reads over the network. */
export const READ_PROVIDERS = (Object.keys(FACTS) as ProviderId[]).filter(
  (id): id is ReadProvider => Object.keys(FACTS[id].hosts).length > 0,
);

/** Links that customers hold, by provider; every link of the facts must have one. */
export const LINKS: Readonly<
  Record<Exclude<ProviderId, "manual" | "sandbox" | "http">, readonly string[]>
> = {
  telebirr: ["https://transactioninfo.ethiotelecom.et/receipt/DEK1AB2CD3"],
  cbe: [
    "https://mbreciept.cbe.com.et/FT26140AB1C2-00300401",
    "https://mbreciept.cbe.com.et/v2-aB1_x-9z",
    "https://apps.cbe.com.et:100/?id=FT26140AB1C200300401",
    "https://apps.cbe.com.et/?id=FT26140AB1C200300401",
    "https://apps.cbe.com.et:100/BranchReceipt/FT26140AB1C2&00300401",
    "https://apps.cbe.com.et/BranchReceipt/FT26140AB1C2&00300401",
  ],
  boa: [
    "https://cs.bankofabyssinia.com/slip/?trx=FT26140AB1C212345",
    "https://cs.bankofabyssinia.com/slip?trx=TT26140AB1C212345",
    "https://cs.bankofabyssinia.com/slip/?trx=FT26140AB1C2",
    "https://cs.bankofabyssinia.com/slip?trx=FT26140AB1C2",
    "https://cs.bankofabyssinia.com/api/onlineSlip/getDetails/?id=FT26140AB1C212345",
    "https://cs.bankofabyssinia.com/api/onlineSlip/getDetails?id=FT26140AB1C212345",
  ],
  dashen: [
    "https://receipts.dashenbanksc.com/receipt/123WDTS261400001",
    "https://receipt.dashensuperapp.com/receipt/123WDTS261400001",
  ],
  awash: [
    "https://awashpay.awashbank.com:8225/-2KCGUFU143-1G02H3",
    "https://eschool.awashbank.com/-AB12-CD34EF",
  ],
  cbe_birr: [
    "https://cbepay1.cbe.com.et/aureceipt?TID=DEK1AB2CD3&PH=251911000100",
    "https://cbepay1.cbe.com.et/aureceipt?TID=DEK1AB2CD3&PH=0911000100",
    "https://cbepay1.cbe.com.et/aureceipt?TID=DEK1AB2CD3",
  ],
  mpesa: [
    "https://m-pesabusiness.safaricom.et/receipt/UEK1AB2CD3",
    "https://m-pesabusiness.safaricom.et/api/receipt/getReceipt?trxNo=UEK1AB2CD3",
    "https://m-pesabusiness.safaricom.et/receipt/getReceipt?trxNo=UEK1AB2CD3",
  ],
  wegagen: [
    "https://transinfo.wegagenbanksc.com.et:8183/?id=150TBAW2614000011113DABC",
    "https://transinfo.wegagenbanksc.com.et:8011/sms_wega/txn/150TBAW2614000011113DABC",
  ],
  amhara: [
    "https://receipt.amharabank.com.et/?trx=FT26140AB1C2",
    "https://transaction.amharabank.com.et/FT26140AB1C2",
  ],
  zemen: [
    "https://share.zemenbank.com/rt/12340401103ABCD261400001/pdf",
    "https://share.zemenbank.com/ft/12340401103ABCD261400001/pdf",
  ],
  ebirr: [
    "https://receipt.ebirr.com/kaafi/AB12CD34EF",
    "https://receipt.ahadubank.com/digitalreceipt?es=AB12cd34%2Bef",
    "https://receipt.ahadubank.com/digitalreceipt/?es=AB12cd34",
  ],
};
