import type { ProviderId } from "./provider.ts";

/**
 * What a number on a receipt says about a number that we know:
 * `same` every digit is shown and equal; `agrees` masked, and what is visible fits, with that many
 * visible digits at the end; `unclear` neither proof nor contradiction; `differs` a visible digit contradicts.
 */
export type AccountComparison =
  | { readonly kind: "same" }
  | { readonly kind: "agrees"; readonly visibleTail: number }
  | { readonly kind: "unclear" }
  | { readonly kind: "differs" };

/** Visible trailing digits without which a masked number, or a short one, proves nothing. */
export const MIN_VISIBLE_TAIL = 4;

/** Wallets whose account is a mobile number: how their network writes it at home and abroad (E.164). */
const WALLET_NUMBERS: Partial<Record<ProviderId, { callingCode: string; digits: number }>> = {
  telebirr: { callingCode: "251", digits: 9 },
  cbe_birr: { callingCode: "251", digits: 9 },
  mpesa: { callingCode: "251", digits: 9 },
};

const MAX_LENGTH = 40;
const MAX_PIECES = 3;
const UNCLEAR = { kind: "unclear" } as const;
const DIFFERS = { kind: "differs" } as const;

/** The one spelling of an account that we know: no spaces or dashes; wallets as E.164 digits, `251911…`. */
export function canonicalAccount(institution: ProviderId, accountNumber: string): string {
  return spellings(institution, accountNumber)[0] ?? "";
}

/**
 * Compares a number as a receipt shows it, masked (`1****6171`, `XXXX6171`) or not, with a full one at the
 * same institution. `0911…`, `911…`, `251911…` and `+251911…` are one number at a wallet. A mask stands for
 * one or more characters; where it has just the length of the number, each place is held against its own.
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
  if (forms.some((form) => !/^[0-9A-Z]{4,40}$/.test(form)) || forms.length === 0) return UNCLEAR;
  if (/[A-Z]/.test(pattern) && !forms.some((form) => /[A-Z]/.test(form))) return UNCLEAR;
  if (!pattern.includes("*")) return compareUnmasked(spellings(institution, pattern), forms);
  if (pattern.split(/\*+/).filter(Boolean).length > MAX_PIECES) return UNCLEAR;
  if (!forms.some((form) => fits(pattern, form))) return DIFFERS;
  return { kind: "agrees", visibleTail: /[0-9]*$/.exec(pattern)?.[0].length ?? 0 };
}

/** All of it is shown, so it is the number or it is not; the end of a number alone is no full number. */
function compareUnmasked(shown: readonly string[], known: readonly string[]): AccountComparison {
  if (shown[0] === known[0]) return { kind: "same" };
  const overlaps = shown.some((a) => known.some((b) => isTailOf(a, b) || isTailOf(b, a)));
  return overlaps ? UNCLEAR : DIFFERS;
}

function isTailOf(tail: string, whole: string): boolean {
  return tail.length >= MIN_VISIBLE_TAIL && whole.endsWith(tail);
}

function fits(pattern: string, number: string): boolean {
  const exact = pattern.length === number.length;
  const source = exact
    ? pattern.replaceAll("*", "[0-9A-Z]")
    : pattern.replaceAll(/\*+/g, "[0-9A-Z]+");
  return new RegExp(`^${source}$`).test(number);
}

/** Ways to write one number, the canonical one first. */
function spellings(institution: ProviderId, number: string): readonly string[] {
  const digits = withoutPlus(plain(number));
  const wallet = WALLET_NUMBERS[institution];
  if (wallet === undefined) return [digits];
  const { callingCode, digits: length } = wallet;
  const national = new RegExp(`^(?:(?:00)?${callingCode}0?|0)?([1-9][0-9]{${length - 1}})$`).exec(
    digits,
  )?.[1];
  if (national === undefined) return [digits];
  return [callingCode + national, `0${national}`, national];
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

/** Banks hide digits behind stars, dots or a run of X; one star each from here on. */
function unmask(text: string): string {
  const starred = text.replaceAll(/[•●∗#]/g, "*").replaceAll(/\.{2,}/g, "*");
  return /^\+?[0-9X*]+$/.test(starred) ? starred.replaceAll("X", "*") : starred;
}
