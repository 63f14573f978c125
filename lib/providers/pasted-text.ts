import type { Lookup } from "./adapter.ts";

/** What an adapter says of an input; `exact` names the bank, `shape` merely looks like it. */
export type Recognition = { readonly lookup: Lookup; readonly certainty: "exact" | "shape" } | null;

const LONGEST_INPUT = 2_000;
const LONGEST_WORD = 400;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses.
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/;
/** Marks that chats and web pages slip into copied text; they are never part of a reference. */
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;
const EDGES = /^[.,;:!"'()[\]<>«»።፣፤፡]{1,20}|[.,;:!"'()[\]<>«»።፣፤፡]{1,20}$/g;

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

/**
 * A bare reference in its canonical spelling: spaces out, upper case. Null where anything is left
 * that is not `shape`. Only ASCII is upper-cased, or `ſ` would become `S`.
 */
export function bareReference(text: string, shape: RegExp): string | null {
  if (text.length > 100 || !/^[A-Za-z0-9 \t]+$/.test(text)) return null;
  const reference = text.replace(/[ \t]/g, "").toUpperCase();
  const isProse = text.length > reference.length && !/[0-9]/.test(reference);
  return shape.test(reference) && !isProse ? reference : null;
}

/** The words of a text without the punctuation around them. */
export function wordsOf(text: string): readonly string[] {
  return text
    .split(/\s+/)
    .filter((word) => word !== "" && word.length <= LONGEST_WORD)
    .map((word) => word.replace(EDGES, ""));
}

/** Words that are links or look like one (`host/path`, with or without a scheme). */
export function linksOf(text: string): readonly string[] {
  return wordsOf(text).filter((word) =>
    /^(?:https?:\/\/)?[A-Za-z0-9.-]{3,80}\.[A-Za-z]{2,10}(?::[0-9]{1,5})?\/./i.test(word),
  );
}

const ANNOUNCES =
  /^(?:number|no|id|ref|reference|txn|trx|transaction|confirmation|ቁጥር\p{L}*|መለያ\p{L}*)$/iu;
const FILLERS = /^(?:is|ነው)?$/i;

/**
 * The one reference in an SMS of a bank: the text must name the bank, and exactly one word of it must
 * have the reference's shape. A word with both a letter and a digit counts by itself (so neither phone
 * numbers nor names do); one of letters alone only where the words beside it announce a reference.
 */
export function smsReference(text: string, names: RegExp, shape: RegExp): string | null {
  if (!/\s/.test(text) || !names.test(text)) return null;
  const words = wordsOf(text)
    .flatMap((word) => word.split(/[:፡#]/))
    .filter((word) => !FILLERS.test(word));
  const shaped = words
    .map((word, index) => ({ word, index }))
    .filter(({ word }) => shape.test(word));
  const mixed = shaped.filter(({ word }) => /[0-9]/.test(word) && /[A-Z]/.test(word));
  const announced = shaped.filter(
    ({ word, index }) =>
      /^[A-Z-]+$/.test(word) &&
      (ANNOUNCES.test(words[index - 1] ?? "") || /^confirmed$/i.test(words[index + 1] ?? "")),
  );
  const references = new Set((mixed.length > 0 ? mixed : announced).map(({ word }) => word));
  return references.size === 1 ? (references.values().next().value ?? null) : null;
}
