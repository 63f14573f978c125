import { LONGEST_INPUT, type Lookup } from "../../domain/attempt.ts";
import type { ReferenceFacts } from "../provider-facts.ts";

/** What an input may be: `exact` names the provider, `shape` merely looks like one of its references. */
export interface Recognition {
  readonly lookup: Lookup;
  readonly certainty: "exact" | "shape";
}

const LONGEST_WORD = 400;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses.
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/;
/** Marks that chats and web pages add to copied text; they are never part of a reference. */
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;
const EDGES = /^[.,;:!"'()[\]<>«»“”‘’*`።፣፤፡]{1,20}|[.,;:!?…"'()[\]<>«»“”‘’*`።፣፤፡]{1,20}$/g;

/**
 * Makes pasted text safe to look at: at most 2,000 characters, no control characters but line
 * breaks and tabs. Null where it is not, or is empty.
 */
export function cleanInput(input: string): string | null {
  if (input.length > LONGEST_INPUT || CONTROL.test(input)) return null;
  const text = input
    .replace(INVISIBLE, "")
    .replace(/[\u00a0\u2000-\u200a\u202f\u3000]/g, " ")
    .trim();
  return text === "" || !text.isWellFormed() ? null : text;
}

/** A text without the punctuation around it. */
export function withoutEdges(text: string): string {
  return text.replace(EDGES, "");
}

/** What may end a sentence whose last word is copied. */
const SENTENCE_END = /[.,።፣፡]{1,3}$/;

/**
 * A bare reference in its canonical spelling: without the punctuation after it, spaces out, upper case. Null where
 * anything is left that is not `shape`. Only ASCII is upper-cased, or `ſ` would become `S`.
 */
export function bareReference(pasted: string, shape: RegExp): string | null {
  const text = pasted.replace(SENTENCE_END, "");
  if (text.length > 100 || !/^[A-Za-z0-9 \t-]+$/.test(text)) return null;
  const reference = text.replace(/[ \t]/g, "").toUpperCase();
  const isProse = text.length > reference.length && !/[0-9]/.test(reference);
  return shape.test(reference) && !isProse ? reference : null;
}

/** White space and the Amharic full stop, colons and commas: each ends a word. */
const BETWEEN_WORDS = /[\s።፡፦፣፤፥]+/;

/** The words of a text without the punctuation around them. */
export function wordsOf(text: string): readonly string[] {
  return text
    .split(BETWEEN_WORDS)
    .filter((word) => word.length <= LONGEST_WORD)
    .map(withoutEdges);
}

/** A text that a person wrote around a reference is short; no bank's SMS is. */
const LONGEST_NOTE = 100;
/** `Ref:` or `Txn.No.:` without a space before the reference. */
const OWN_LABEL = /^(?:\p{L}{2,20}[:.]{1,2}){1,2}/u;

/**
 * Words of a short line that may be a reference, whatever is written around them: those of 8 characters or more with both
 * a letter and a digit, so that neither amounts, phone numbers nor names count.
 */
export function referenceWords(text: string): readonly string[] {
  if (text.length > LONGEST_NOTE || /[\r\n]/.test(text)) return [];
  return wordsOf(text)
    .map((word) => word.replace(OWN_LABEL, ""))
    .filter((word) => word.length >= 8 && /[A-Za-z]/.test(word) && /[0-9]/.test(word));
}

/** Words that are links or look like one (`host/path`, with or without a scheme). */
export function linksOf(text: string): readonly string[] {
  return wordsOf(text)
    .map((word) => word.replace(/^\p{L}{2,20}:(?=https?:\/\/)/iu, ""))
    .filter((word) =>
      /^(?:https?:\/\/)?[A-Za-z0-9.-]{3,80}\.[A-Za-z]{2,10}(?::[0-9]{1,5})?\/./i.test(word),
    );
}

/** Words before a reference: `Transaction number is X`, `Ref No: X`, `የግብይት ቁጥርዎ X`. */
const LABEL =
  /^(?:number|no|id|ref|refno|reference|txn|txnid|trx|trxid|tid|transaction|confirmation|receipt|ቁጥር\p{L}*|መለያ\p{L}*|ማጣቀሻ\p{L}*)$/iu;
const FILLER = /^(?:is|ነው|:|-)?$/i;

/**
 * The references of one shape in an SMS: words of that shape which a label announces (or which
 * `Confirmed` follows), else words of that shape with both a letter and a digit, so that neither phone
 * numbers nor names count. A text that names no provider needs a label.
 */
export function smsReferences(
  text: string,
  mentions: RegExp | null,
  shape: RegExp,
): { readonly namesProvider: boolean; readonly references: readonly string[] } {
  if (mentions === null || !/\s/.test(text)) return { namesProvider: false, references: [] };
  const namesProvider = mentions.test(text);
  const words = wordsOf(text)
    .flatMap((word) => (word.includes("/") ? [word] : word.split(/[:#=(),;.]/)))
    .filter((word) => !FILLER.test(word));
  const shaped = words
    .map((word, index) => ({ word, index }))
    .filter(({ word }) => shape.test(word));
  const announced = shaped.filter(
    ({ word, index }) =>
      /[A-Z]/.test(word) &&
      (LABEL.test(words[index - 1] ?? "") || /^confirmed$/i.test(words[index + 1] ?? "")),
  );
  const mixed = shaped.filter(({ word }) => /[0-9]/.test(word) && /[A-Z]/.test(word));
  const found = announced.length > 0 || !namesProvider ? announced : mixed;
  return { namesProvider, references: [...new Set(found.map(({ word }) => word))] };
}

const DAYS = "123456789ABCDEFGHIJKLMNOPQRSTUV";
/** Letters for earlier years are a coincidence: no provider issued references before 2020. */
const FIRST_YEAR = 2020;
const LAST_YEAR = 2035;

/**
 * The day that a reference itself carries, as UTC ms of that day's start in Addis Ababa.
 * A soft check only: null if the characters are not a day, never a reason to refuse.
 */
export function referenceDay(reference: string, day: ReferenceFacts["day"]): number | null {
  if (day === undefined) return null;
  return "yearOfA" in day
    ? walletDay(reference, day.yearOfA)
    : ordinalDay(reference, day.ordinalAt);
}

/** Year letter, month letter A–L, day 1–9 then A–V (A = 10). */
function walletDay(reference: string, yearOfA: number): number | null {
  const year = yearOfA + letterIndex(reference[0]);
  const month = letterIndex(reference[1]) + 1;
  const day = DAYS.indexOf(reference[2] ?? "?") + 1;
  if (year < Math.max(yearOfA, FIRST_YEAR) || year > LAST_YEAR) return null;
  const date = new Date(Date.UTC(year, month - 1, day));
  // A day that the month lacks is one of another month.
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? startOfDay(date) : null;
}

/** Two-digit year and day of the year, starting at `offset` (`FT26140…`: 2). */
function ordinalDay(reference: string, offset: number): number | null {
  const digits = reference.slice(offset, offset + 5);
  if (!/^[0-9]{5}$/.test(digits)) return null;
  const [year, ordinal] = [2000 + Number(digits.slice(0, 2)), Number(digits.slice(2))];
  const date = new Date(Date.UTC(year, 0, ordinal));
  return ordinal > 0 && date.getUTCFullYear() === year ? startOfDay(date) : null;
}

function letterIndex(letter: string | undefined): number {
  return letter !== undefined && /^[A-Z]$/.test(letter) ? letter.charCodeAt(0) - 65 : -1;
}

/** Addis Ababa is UTC+3 all year. */
function startOfDay(date: Date): number {
  return date.getTime() - 3 * 3_600_000;
}
