import type { TimeUnit } from "../../../domain/number-formats.ts";
import type { PayerLanguage } from "../../../domain/payer-language.ts";
import type { Situation } from "../situation.ts";

export type Language = PayerLanguage;

/** What a sentence may mention, already in the reader's form (money, dates, names). */
export interface Facts {
  readonly merchant: string;
  readonly amount: string;
  /** Amount received; null where nothing is, or only the merchant knows it. */
  readonly received: string | null;
  /** The bank's receipt, the bank's message on the shop's phone, or a person at the shop. */
  readonly confirmedBy: "bank" | "notice" | "merchant";
  /** How much is still due, where something is. */
  readonly missing: string | null;
  /** The checkout is in review because a part of the amount is missing. */
  readonly late: boolean;
  /** The bank of the receipt; null where none is known. */
  readonly bank: string | null;
  readonly reference: string | null;
  /** The day that the reference carries. */
  readonly referenceDay: string | null;
  /** How long to wait, e.g. `40 seconds`. */
  readonly wait: string;
  /** The input held more than one number. */
  readonly several: boolean;
  /** The accounts to pay to are on the page. */
  readonly accounts: boolean;
  /** The form asks which bank the number is from. */
  readonly choices: boolean;
}

export interface Message {
  readonly title: string;
  readonly text: string;
}

/** Every text of the pages. A language without one of them does not compile. */
export interface Texts {
  /** True once a native reader has signed every text of the file (docs/languages.md). */
  readonly reviewed: boolean;
  /** Names of units where `Intl` has only abbreviations; null where it has names. */
  readonly units: Readonly<Record<TimeUnit, string>> | null;
  readonly situations: Readonly<Record<Situation, (facts: Facts) => Message>>;
  readonly payTo: (merchant: string) => string;
  readonly payTitle: (amount: string, merchant: string) => string;
  readonly timeLeft: string;
  readonly timeIsUp: string;
  readonly payHeading: string;
  readonly payWith: string;
  readonly accountNumber: string;
  readonly phoneNumber: string;
  readonly dial: (code: string) => string;
  /** Beside a method that no bank confirms. */
  readonly checkedByHand: (merchant: string) => string;
  readonly accountName: string;
  readonly exactAmount: string;
  readonly afterPaying: (label: string, example: string) => string;
  readonly noReference: string;
  readonly switchedOff: (bank: string, merchant: string, hasOthers: boolean) => string;
  readonly copy: string;
  readonly copied: string;
  readonly copyWhat: (what: string) => string;
  readonly confirmHeading: string;
  readonly confirmAgain: string;
  readonly accountsHeading: string;
  readonly inputLabel: string;
  readonly inputHint: (example: string) => string;
  readonly phoneLabel: string;
  readonly phoneHint: (example: string) => string;
  readonly whichBank: string;
  readonly scan: {
    readonly camera: string;
    readonly picture: string;
    readonly none: string;
    readonly blocked: string;
    readonly stop: string;
  };
  readonly submit: string;
  readonly submitAnyway: string;
  readonly submitting: string;
  readonly checkNow: string;
  readonly mistyped: string;
  /** Opens the field during a review. */
  readonly anotherNumber: string;
  /** In place of the amount of a payment that the shop still checks. */
  readonly beingChecked: string;
  readonly reference: string;
  readonly paidOn: string;
  readonly expected: string;
  readonly missing: string;
  readonly received: string;
  readonly receiptCode: string;
  readonly receiptHint: string;
  readonly receiptLink: string;
  readonly print: string;
  readonly receiptQr: string;
  readonly back: (merchant: string) => string;
  readonly cancel: string;
  readonly onPhone: string;
  readonly onPhoneHint: string;
  readonly onPhoneQr: string;
  readonly safety: string;
  /** Where the shop and not a bank confirms payments. */
  readonly safetyByHand: string;
  readonly language: string;
  readonly testMode: string;
  readonly testHint: string;
  readonly testReferences: string;
  readonly testOutcomes: Readonly<Record<TestVariant, string>>;
  readonly genuineTitle: string;
  readonly genuineText: (merchant: string) => string;
  /** A person has decided: no bank shall vouch for it. */
  readonly genuineByHand: (merchant: string) => string;
  /** The bank's message on the shop's phone proves it, and its receipt does not yet. */
  readonly genuineByNotice: (merchant: string) => string;
  readonly genuineTest: Message;
  readonly genuineCompare: string;
  readonly merchantLabel: string;
  readonly amountLabel: string;
  readonly verifiedAt: string;
  /** For the customers of a shop with a paired phone. */
  readonly paired: {
    /** Over the card about a payment that has arrived. */
    readonly title: string;
    readonly arrived: (amount: string) => string;
    readonly label: string;
    readonly wrong: (left: number) => string;
    readonly submit: string;
    /** Opens the field for the number that the customer pays from. */
    readonly numberTitle: string;
    readonly numberLabel: string;
    readonly numberHint: string;
    readonly save: string;
    /** Beside the short code, which the payer may write as the reason of the transfer. */
    readonly reason: string;
  };
  /** Reusable links and their counter card. */
  readonly link: {
    readonly payShop: (merchant: string) => string;
    readonly enterAmount: string;
    readonly amountHint: (example: string) => string;
    readonly pay: string;
    readonly opening: string;
    readonly badAmount: (example: string) => Message;
    readonly closed: (merchant: string) => Message;
    /** On the page of a link that this browser has a payment from. */
    readonly unfinished: (amount: string) => Message;
    readonly goBack: string;
    readonly payAnew: string;
    readonly rateLimited: Message;
  };
  readonly card: {
    readonly title: string;
    readonly steps: readonly [string, string, string];
    readonly openAmount: string;
    readonly orType: string;
    readonly qr: string;
    readonly print: string;
  };
  /** On the page of a paid checkout, after another number was sent. */
  readonly lateNumber: (merchant: string) => Message;
  readonly unknownLink: Message;
  readonly unknownReceipt: Message;
  readonly unknownCheckout: Message;
  readonly brokenPage: Message;
  readonly requestId: string;
}

/** How the sandbox's magic references begin. */
export const TEST_VARIANTS = [
  "OK",
  "PART",
  "UNDER",
  "OVER",
  "WRONG",
  "OLD",
  "NONE",
  "SLOW",
  "DOWN",
] as const;
export type TestVariant = (typeof TEST_VARIANTS)[number];
