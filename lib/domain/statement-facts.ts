import { dayAfter, daysBetween } from "./banking-days.ts";
import { foldReference } from "./receipt.ts";

/** A row of a bank's statement. */
export interface StatementRow {
  /** Its line in the file. Rows that are otherwise equal differ by it. */
  readonly line: number;
  /** Of the booking, e.g. `2026-11-20`. */
  readonly day: string;
  /** Minor units, above 0. */
  readonly amount: number;
  readonly direction: "in" | "out";
  readonly text: string;
  /** Only if the bank has a separate column for it. */
  readonly reference: string | null;
}

/** A verified payment that a statement is compared with. */
export interface BookPayment {
  /** Unique, e.g. checkout and reference. */
  readonly id: string;
  readonly reference: string;
  /** Minor units, above 0. */
  readonly amount: number;
  /** On which the customer paid, as far as it is known. */
  readonly day: string;
  /** False if the payment may have gone to another account, so that nothing follows from its absence. */
  readonly isAccountKnown: boolean;
  /** The sale of a row that a file of this account had. */
  readonly isSoldRow?: true;
}

export interface Days {
  readonly from: string;
  /** Included. */
  readonly to: string;
}

/** Facts in addition to rows and payments. */
export interface StatementFacts {
  /** Days that this statement, or an earlier one of the account, covers completely. */
  readonly complete: readonly Days[];
  /** Ids of payments that were on an earlier statement. */
  readonly confirmed: ReadonlySet<string>;
  /**
   * Those of `confirmed` that earlier statements show only at a slightly lower amount, while no member has settled that: the row
   * may be another payment's.
   */
  readonly lessFeesBefore: ReadonlySet<string>;
  /** Rows that a statement of the account matched with payments by their amount, by the payments' ids. */
  readonly rowsBefore: ReadonlyMap<string, StatementRow>;
  readonly today: string;
  /** The reference of a sale that a member made of the row with this name. */
  readonly saleOf: (rowName: string) => string;
}

export interface Pair {
  readonly payment: BookPayment;
  readonly row: StatementRow;
}

export interface Missing {
  readonly payment: BookPayment;
  /** Above 1: so many payments of the same amount could be the missing one, because rows name no reference. */
  readonly among: number;
}

export interface Reversal extends Pair {
  /** Above 1: so many payments of the same amount could be the reversed one, because the row names no reference. */
  readonly among: number;
}

/** Why a payment that is not on the statement is not missing. The row of a sold one was in another file, perhaps with other words. */
export type WaitingReason = "not_covered" | "too_soon" | "account_unknown" | "confirmed_before";

/**
 * The result of comparing a statement with payments. Each row is in exactly one of `agreed`, `differing`, `reversed`, `unknown` and `other`;
 * each payment in one of `agreed`, `differing`, `missing` and `waiting`, and possibly also in `reversed`.
 */
export interface Comparison {
  readonly agreed: readonly Pair[];
  /** Those of `agreed` that no reference shows. */
  readonly byAmount: readonly Pair[];
  /** The same payment with two amounts: fees taken from the sum, or money that the receipt did not show. */
  readonly differing: readonly Pair[];
  /** Those of `differing` that no reference shows: the row may be another payment's. */
  readonly lessFees: readonly Pair[];
  /** Outgoing rows that reverse a payment. */
  readonly reversed: readonly Reversal[];
  /** Incoming rows without a payment. */
  readonly unknown: readonly StatementRow[];
  /** Other outgoing rows: fees, transfers, cash. */
  readonly other: readonly StatementRow[];
  readonly missing: readonly Missing[];
  readonly waiting: readonly { readonly payment: BookPayment; readonly reason: WaitingReason }[];
  /** Those of `waiting` that earlier statements show only at a slightly lower amount. */
  readonly lessFeesBefore: readonly BookPayment[];
  /** See `nameRows`. */
  readonly names: ReadonlyMap<StatementRow, string>;
}

/**
 * Names incoming rows by day, amount, reference and their number among equal ones, so that a row has the same name in each
 * statement that has it.
 */
export function nameRows(incoming: readonly StatementRow[]): ReadonlyMap<StatementRow, string> {
  const numbers = new Map<string, number>();
  return new Map(
    incoming.map((row) => {
      const alike = nameOfAlike(row);
      const number = (numbers.get(alike) ?? 0) + 1;
      numbers.set(alike, number);
      return [row, `${alike} ${number}`];
    }),
  );
}

/** The same for rows that differ in nothing but their text and line. */
export function nameOfAlike({ day, amount, reference }: StatementRow): string {
  return `${day} ${amount} ${reference ?? ""}`;
}

/** A row's words, in which references are found. */
export const textOf = ({ text, reference }: StatementRow) => [reference, text].join(" ");

/** Answers whether every day from one to another is covered. */
export function coverage(complete: readonly Days[]): (asked: Days) => boolean {
  const days = new Set<string>();
  for (const { from, to } of complete) {
    for (let day = from; day <= to; day = dayAfter(day, 1)) days.add(day);
  }
  return ({ from, to }) => {
    for (let day = from; day <= to; day = dayAfter(day, 1)) if (!days.has(day)) return false;
    return true;
  };
}

/** The order of rows: by day, then as they stand in the file. */
export function byRow(a: StatementRow, b: StatementRow): number {
  return (
    compare(a.day, b.day) || a.line - b.line || a.amount - b.amount || compare(textOf(a), textOf(b))
  );
}

export function byPayment(a: BookPayment, b: BookPayment): number {
  return compare(a.day, b.day) || compare(a.id, b.id);
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

const SALE = /^ROW-[0-9]{8}-[0-9A-F]{12}$/;

/** Whether this is the reference of a sale of a row without one. */
export function isSaleReference(reference: string): boolean {
  return SALE.test(reference);
}

/** Numbers of words that may be parts of one reference. */
const PARTS: readonly number[] = [2, 3, 4];
/** A shorter one, or a number with fewer digits, could be part of anything. */
const SHORTEST = 6;
/** A reference of letters and digits with so many characters is found within a word and across spaces, too. */
const SHORTEST_WITHIN = 8;

/**
 * What banks write on a row that reverses a payment, in English and Amharic. Amharic has two letters for some sounds.
 * "Refund" is not among them: that is what a shop pays back by itself.
 */
const REVERSAL_WORDS =
  /\b(?:revers(?:al|ed|e|ing)?|rvsl|revsl|rev|chargebacks?|charge[ -]back|returned|return of (?:funds|transfer|payment)|cancell?ed|cancell?ation|void(?:ed)?|undo)\b|ተመላ[ሽሸ]|ተመለ[ሰሠ]|ተመል[ሷሿ]ል|ተ[ሰሠ]ረዘ|ተ[ሰሠ]ር[ዟዞ]|[ስሥ]ረዛ|ሪቨር[ሳሣ]ል/iu;

/** Whether a row's text says that the bank reverses a payment. */
export function saysReversal(text: string): boolean {
  return REVERSAL_WORDS.test(text.normalize("NFKC").replaceAll("_", " "));
}

/** Finds references in the texts of a statement. */
export interface ReferenceIndex<T> {
  /** What is known by references in the text, without repetition. */
  readonly find: (text: string) => readonly T[];
  /** Whether the text has a word that has the form of a known reference, but is none of them. */
  readonly hasOther: (text: string) => boolean;
}

/** Indexes things by their reference. References of fewer than 6 characters are never found. */
export function indexReferences<T>(
  things: readonly T[],
  referenceOf: (thing: T) => string,
): ReferenceIndex<T> {
  const known = new Map<string, T[]>();
  for (const thing of things) {
    const key = foldReference(referenceOf(thing));
    if (key.length >= SHORTEST) known.set(key, [...(known.get(key) ?? []), thing]);
  }
  const forms = new Set([...known.keys()].map(formOf));
  const lengths = [...new Set([...known.keys()].map(({ length }) => length))];
  const candidates = (text: string): string[] => {
    const words = wordsOf(text);
    const runs = words.flatMap((_, from) => runsFrom(words, from));
    const parts = words.flatMap((word) => lengths.flatMap((length) => partsOf(word, length)));
    return [...words, ...[...runs, ...parts].filter(isFoundWithin)];
  };
  return {
    find: (text) => [...new Set(candidates(text).flatMap((word) => known.get(word) ?? []))],
    hasOther: (text) => wordsOf(text).some((word) => forms.has(formOf(word)) && !known.has(word)),
  };
}

/** Letters and digits of any script, in upper case. */
function wordsOf(text: string): string[] {
  const words = text
    .normalize("NFKC")
    .toUpperCase()
    .matchAll(/[\p{L}\p{N}]+/gu);
  return Array.from(words, ([word]) => word);
}

/** The words from one on, two to four written together. */
function runsFrom(words: readonly string[], from: number): string[] {
  return PARTS.map((count) => words.slice(from, from + count).join(""));
}

/** All parts of a word that have this length. */
function partsOf(word: string, length: number): string[] {
  return Array.from({ length: word.length - length + 1 }, (_, at) => word.slice(at, at + length));
}

/** Numbers alone stand in amounts and account numbers, so they count as whole words only. */
function isFoundWithin(reference: string): boolean {
  return reference.length >= SHORTEST_WITHIN && hasLetter(reference) && hasDigit(reference);
}

/** What names one transaction in a row: its reference, and words of letters and digits. */
export function numbersIn(row: StatementRow): readonly string[] {
  const own = foldReference(row.reference ?? "");
  const words = wordsOf(textOf(row)).filter(isFoundWithin);
  return [...new Set(own.length >= SHORTEST ? [own, ...words] : words)];
}

const hasLetter = (text: string) => /\p{L}/u.test(text);
const hasDigit = (text: string) => /\p{N}/u.test(text);

/** References of one folded form look alike: they have as many characters, and letters or digits or both. */
export function formOf(reference: string): string {
  return `${reference.length} ${hasLetter(reference)} ${hasDigit(reference)}`;
}

/** The latest reversal that is found by its amount alone. */
const REVERSED_WITHIN_DAYS = 30;

/** Whether an outgoing row may reverse a payment. */
export function mayReverse(row: StatementRow, money: Pick<BookPayment, "amount" | "day">): boolean {
  if (row.amount !== money.amount) return false;
  const days = daysBetween(money.day, row.day);
  return days >= -1 && days <= REVERSED_WITHIN_DAYS;
}
