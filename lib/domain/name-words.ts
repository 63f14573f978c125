/** Titles that banks and people put before, or behind, a name; compared after folding, dots and slashes gone. */
const TITLES = [
  ...["ato", "w/ro", "woizero", "weyzero", "w/rt", "w/rit", "woizerit", "weyzerit"],
  ...["mr", "mrs", "ms", "miss", "mx", "mister", "madam", "sir"],
  ...["dr", "doctor", "prof", "professor", "eng", "engr", "engineer", "ing", "hon", "rev"],
  ...["capt", "captain", "col", "colonel", "lt", "haji", "sheikh"],
  ...["አቶ", "ወ/ሮ", "ወይዘሮ", "ወ/ሪት", "ወይዘሪት", "ዶ/ር", "ዶር", "ዶክተር", "ኢ/ር", "ኢንጅነር", "ኢንጂነር"],
  ...["ፕ/ር", "ፕሮፌሰር", "ኮ/ል", "ኮሎኔል", "ሻለቃ", "ሻምበል", "ሐጂ", "ሼህ", "ቄስ", "መምህር"],
];

/** Amharic letters of one sound that are used for each other: first of a row of seven, and what it becomes. */
const SAME_SOUND = [
  ["ሐ", "ሀ"],
  ["ኀ", "ሀ"],
  ["ሠ", "ሰ"],
  ["ዐ", "አ"],
  ["ፀ", "ጸ"],
] as const;

/** In these two rows the fourth form sounds like the first. */
const SAME_VOWEL: Readonly<Record<string, string>> = { ሃ: "ሀ", ኣ: "አ" };

const MAX_LENGTH = 200;
const KNOWN_TITLES: ReadonlySet<string> = new Set(TITLES.map((title) => squeezed(folded(title))));

/** A name as it is compared: its words in order, titles gone, and whether the end was cut off (`KEB…`). */
export interface NormalisedName {
  readonly words: readonly string[];
  readonly cut: boolean;
}

/**
 * The words of a name: compatibility forms and diacritics folded, lower case, Amharic letters of one sound
 * made one, punctuation dropped, and titles where they lead or end it (within, "Eng" may be a firm's own
 * word). Null where nothing can be compared: no word, over 200 characters, or a masked one (`AB*** KE***`).
 */
export function normaliseName(name: string): NormalisedName | null {
  if (name.length > MAX_LENGTH) return null;
  const shown = name.trim().replace(/(?:…|\.{2,}|\*+)$/u, "");
  if (shown.includes("*")) return null;
  const words = folded(shown)
    .split(/[^\p{L}\p{N}/.]+/u)
    .flatMap((word) => (isTitle(word) ? [squeezed(word)] : word.split(/[/.]+/u)))
    .filter((word) => word !== "");
  const first = words.findIndex((word) => !isTitle(word));
  const last = words.findLastIndex((word) => !isTitle(word));
  return first < 0 ? null : { words: words.slice(first, last + 1), cut: shown !== name.trim() };
}

function isTitle(word: string): boolean {
  return KNOWN_TITLES.has(squeezed(word));
}

function squeezed(word: string): string {
  return word.replaceAll(/[/.]/g, "");
}

function folded(text: string): string {
  const plain = text
    .normalize("NFKD")
    .replaceAll(/[\p{M}'’ʼ`´]/gu, "")
    .toLowerCase();
  return [...plain].map(oneSound).join("");
}

function oneSound(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  const row = SAME_SOUND.find(([from]) => code >= first(from) && code < first(from) + 7);
  const moved = row === undefined ? code : first(row[1]) + code - first(row[0]);
  return SAME_VOWEL[String.fromCodePoint(moved)] ?? String.fromCodePoint(moved);
}

function first(text: string): number {
  return text.codePointAt(0) ?? 0;
}
