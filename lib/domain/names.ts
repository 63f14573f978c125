import { type NormalizedName, normalizeName } from "./name-words.ts";

/** Minimum of matching letters in all, and of letters in a truncated word. */
const MIN_WEIGHT = 6;
const MIN_CUT = 4;

/**
 * Compares two names, symmetrically. `full`: the same words in any order, with at least 6 letters in all (an
 * Ethiopic letter counts as two). `partial`: at least two words match, with 6 letters in all, and
 * - the last word of one name is truncated to 4 letters or more: `ABEBE KEBE…`; or
 * - one name stops after a whole word, or has an initial instead of a word.
 * A whole word never matches a longer one: `Abebe Kebede` is not `Abebe Kebedech`.
 */
function compareNames(a: string | null, b: string): "full" | "partial" | "different" {
  const one = normalizeName(a);
  const other = normalizeName(b);
  if (one === null || other === null) return "different";
  const isCut = one.cut || other.cut;
  if (haveSameWords(one, other)) {
    if (!isCut && isWhole(one.words)) return "full";
    return isEnough(one.words) ? "partial" : "different";
  }
  return haveSameStart(one, other) ? "partial" : "different";
}

export function namesMatch(a: string | null, b: string): boolean {
  return compareNames(a, b) !== "different";
}

/** Whether two names of at least two words match fully, which is enough if an account shows few digits. */
export function isFullMatch(a: string | null, b: string): boolean {
  return compareNames(a, b) === "full" && (normalizeName(a)?.words.length ?? 0) >= 2;
}

function haveSameWords(one: NormalizedName, other: NormalizedName): boolean {
  const sorted = ({ words }: NormalizedName) => [...words].sort().join(" ");
  return sorted(one) === sorted(other);
}

/** Whether the words match from the start, with initials, a missing end or a truncated word. */
function haveSameStart(one: NormalizedName, other: NormalizedName): boolean {
  const length = Math.min(one.words.length, other.words.length);
  const agreed: string[] = [];
  for (let at = 0; at < length; at += 1) {
    const [x, y] = [one.words[at] ?? "", other.words[at] ?? ""];
    if (x === y || isCutAt(at, one, y)) agreed.push(x);
    else if (isCutAt(at, other, x)) agreed.push(y);
    else if (!isInitialOf(x, y) && !isInitialOf(y, x)) return false;
  }
  return isEnough(agreed);
}

/** Whether the word is truncated and `whole` is its full form. */
function isCutAt(at: number, { words, cut }: NormalizedName, whole: string): boolean {
  const word = words[at] ?? "";
  return cut && at === words.length - 1 && letters(word) >= MIN_CUT && whole.startsWith(word);
}

function isInitialOf(initial: string, word: string): boolean {
  return [...initial].length === 1 && word.startsWith(initial);
}

function isEnough(agreed: readonly string[]): boolean {
  const words = agreed.filter((word) => [...word].length > 1);
  return words.length >= 2 && letters(words.join("")) >= MIN_WEIGHT;
}

function isWhole(agreed: readonly string[]): boolean {
  return agreed.some((word) => [...word].length > 1) && letters(agreed.join("")) >= MIN_WEIGHT;
}

/** Number of letters; an Ethiopic one is a syllable and counts as two. */
function letters(text: string): number {
  return [...text].length + (text.match(/\p{Script=Ethiopic}/gu)?.length ?? 0);
}
