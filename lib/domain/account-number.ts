import { isWallet, type ProviderId } from "./provider.ts";

/**
 * Result of comparing a number on a receipt with a known number:
 * `same`: every digit is shown and equal. `agrees`: masked, and the visible digits fit; `visibleTail` counts
 * those at the end, and `isAligned` says that a start is visible too and the lengths are equal. `unclear`:
 * neither proof nor contradiction. `differs`: a visible digit contradicts.
 */
export type AccountComparison =
  | { readonly kind: "same" }
  | { readonly kind: "agrees"; readonly visibleTail: number; readonly isAligned: boolean }
  | { readonly kind: "unclear" }
  | { readonly kind: "differs" };

/** A masked number with fewer visible digits at the end proves nothing by itself. */
export const MIN_VISIBLE_TAIL = 4;

/** Fewer are enough together with a visible start, an equal length and a full name match. */
export const MIN_ALIGNED_TAIL = 2;

/** Wallet accounts are Ethiopian mobile numbers: calling code, and digits after it. */
const CALLING_CODE = "251";
const MOBILE = /^(?:(?:00)?2510?|0)?([1-9][0-9]{8})$/;

const MAX_LENGTH = 40;
const MAX_PIECES = 3;
const UNCLEAR = { kind: "unclear" } as const;
const DIFFERS = { kind: "differs" } as const;

/** The canonical form of a known account: no spaces or dashes; wallets as E.164 digits, `251911…`. */
export function canonicalAccount(institution: ProviderId, accountNumber: string): string {
  return spellings(institution, accountNumber)[0];
}

/**
 * Compares a number as a receipt shows it, masked (`1****0401`, `XXXX0401`) or not, with a full one at the
 * same institution. `0911…`, `911…`, `251911…` and `+251911…` are one number at a wallet. A mask hides
 * one or more characters; if it has the length of the number, each character is compared in its place.
 */
export function compareAccount(
  institution: ProviderId,
  shown: string | null,
  known: string,
): AccountComparison {
  const pattern = withoutPlus(unmask(plain(shown ?? "")));
  const forms = spellings(institution, known);
  if (!/^[0-9A-Z*]+$/.test(pattern) || !/[0-9]/.test(pattern) || pattern.length > MAX_LENGTH)
    return UNCLEAR;
  const [canonical] = forms;
  if (!/^[0-9A-Z]{4,40}$/.test(canonical)) return UNCLEAR;
  if (/[A-Z]/.test(pattern) && !/[A-Z]/.test(canonical)) return UNCLEAR;
  if (!pattern.includes("*")) return compareUnmasked(spellings(institution, pattern), forms);
  if (pattern.split("*").filter(Boolean).length > MAX_PIECES) return UNCLEAR;
  if (!forms.some((form) => fits(pattern, form))) return DIFFERS;
  const isAligned = /^[0-9]/.test(pattern) && forms.some((form) => isAlignedWith(pattern, form));
  return { kind: "agrees", visibleTail: /[0-9]*$/.exec(pattern)?.[0].length ?? 0, isAligned };
}

/** Compares a number without a mask. `unclear` if one number is only the end of the other. */
function compareUnmasked(shown: readonly string[], known: readonly string[]): AccountComparison {
  if (shown[0] === known[0]) return { kind: "same" };
  const overlaps = shown.some((a) => known.some((b) => isTailOf(a, b) || isTailOf(b, a)));
  return overlaps ? UNCLEAR : DIFFERS;
}

function isTailOf(tail: string, whole: string): boolean {
  return tail.length >= MIN_VISIBLE_TAIL && whole.endsWith(tail);
}

function isAlignedWith(pattern: string, number: string): boolean {
  return pattern.length === number.length && fits(pattern, number);
}

function fits(pattern: string, number: string): boolean {
  const exact = pattern.length === number.length;
  const source = exact
    ? pattern.replaceAll("*", "[0-9A-Z]")
    : pattern.replaceAll(/\*+/g, "[0-9A-Z]+");
  return new RegExp(`^${source}$`).test(number);
}

/** All spellings of a number, the canonical one first. */
function spellings(
  institution: ProviderId,
  number: string,
): readonly [canonical: string, ...others: string[]] {
  const digits = withoutPlus(plain(number));
  if (!isWallet(institution)) return [digits];
  const national = MOBILE.exec(digits)?.[1];
  if (national === undefined) return [digits];
  return [CALLING_CODE + national, `0${national}`, national];
}

function plain(text: string): string {
  return text
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[\s\u2010-\u2015-]/g, "");
}

function withoutPlus(text: string): string {
  return text.startsWith("+") ? text.slice(1) : text;
}

/** Replaces the characters with which banks mask digits (stars, dots, X) by `*`. */
function unmask(text: string): string {
  const starred = text.replaceAll(/[•●∗#]/g, "*").replaceAll(/\.{2,}/g, "*");
  return /^\+?[0-9X*]+$/.test(starred) ? starred.replaceAll("X", "*") : starred;
}

const MAX_WORDS = 4;

/**
 * Masks a person's name: the first letters of at most four words, `A*** K***`, without their lengths. Null and
 * names without letters become null.
 */
export function maskName(name: string | null): string | null {
  const initials = (name ?? "").split(/[\s*]/u).flatMap((word) => /\p{L}/u.exec(word) ?? []);
  if (initials.length === 0) return null;
  return initials
    .slice(0, MAX_WORDS)
    .map((letter) => `${letter}***`)
    .join(" ");
}

/** Whether a member means this account: by its number in any spelling, or as `maskNumber` shows it to them. */
export function namesAccount(institution: ProviderId, named: string, known: string): boolean {
  if (named.startsWith("*")) return named === maskNumber(known);
  return canonicalAccount(institution, named) === canonicalAccount(institution, known);
}

/** Masks a phone or account number: its last four characters, `*****6789`, without its length. Null stays null. */
export function maskNumber(number: string | null): string | null {
  return number === null ? null : `*****${number.slice(-4)}`;
}

/**
 * A phone as `2519…` / `2517…` from any of the usual spellings; null for anything else. Banks put it in
 * a query, so nothing but these twelve digits may pass.
 */
export function ethiopianPhoneDigits(text: string): string | null {
  const digits = text.replace(/[\s()+-]/g, "");
  const match = /^(?:251|0)?([79][0-9]{8})$/.exec(digits);
  return match === null ? null : `251${match[1]}`;
}
