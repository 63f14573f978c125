/** Titles before or after a name; compared after folding, without dots and slashes. */
const TITLES = [
  ...["ato", "w/ro", "woizero", "weyzero", "w/rt", "w/rit", "woizerit", "weyzerit"],
  ...["mr", "mrs", "ms", "miss", "mx", "mister", "madam", "sir"],
  ...["dr", "doctor", "prof", "professor", "eng", "engr", "engineer", "ing", "hon", "rev"],
  ...["capt", "captain", "col", "colonel", "lt", "haji", "sheikh"],
  ...["አቶ", "ወ/ሮ", "ወይዘሮ", "ወ/ሪት", "ወይዘሪት", "ዶ/ር", "ዶር", "ዶክተር", "ኢ/ር", "ኢንጅነር", "ኢንጂነር"],
  ...["ፕ/ር", "ፕሮፌሰር", "ኮ/ል", "ኮሎኔል", "ሻለቃ", "ሻምበል", "ሐጂ", "ሼህ", "ቄስ", "መምህር"],
];

/** Amharic letters with the same sound: the first of a row of seven, and its replacement. */
const SAME_SOUND = [
  ["ሐ", "ሀ"],
  ["ኀ", "ሀ"],
  ["ሠ", "ሰ"],
  ["ዐ", "አ"],
  ["ፀ", "ጸ"],
] as const;

/** In two rows the fourth form sounds like the first. */
const SAME_VOWEL: Readonly<Record<string, string>> = { ሃ: "ሀ", ኣ: "አ" };

/** First halves of compound names that are abbreviated to a letter and a slash, after folding. */
const SHORT_HALVES: Readonly<Record<string, string>> = {
  g: "gebre",
  w: "wolde",
  h: "haile",
  t: "tekle",
  ገ: "ገብረ",
  ወ: "ወልደ",
  ሀ: "ሀይለ",
  ተ: "ተክለ",
};

/** Legal forms and their abbreviations. */
const LEGAL_FORMS = [
  [/\bprivate limited company\b/g, "plc"],
  [/\bshare company\b/g, "sc"],
] as const;

const MAX_LENGTH = 200;
/** Core banking systems truncate names to this many characters. */
const FIELD_WIDTH = 35;
const KNOWN_TITLES: ReadonlySet<string> = new Set(TITLES.map((title) => squeezed(folded(title))));

/** A name prepared for comparison: its words in order without titles, and whether it is truncated. */
export interface NormalizedName {
  readonly words: readonly string[];
  readonly cut: boolean;
}

/**
 * The words of a name: compatibility forms and diacritics folded, lower case, Amharic letters of one sound
 * unified, `&` as `and`, `G/mariam` as `gebremariam`, `P.L.C.` as `plc`, other punctuation dropped, and
 * titles dropped at both ends ("Eng" inside may be a firm's own word). Null where nothing can be compared:
 * no name, no word, over 200 characters, or a masked name (`AB*** KE***`).
 */
export function normalizeName(name: string | null): NormalizedName | null {
  if (name === null || name.length > MAX_LENGTH) return null;
  const trimmed = name.trim();
  const shown = trimmed.replace(/(?:…|\.{2,}|\*+)$/u, "");
  if (shown.includes("*")) return null;
  const words = spelledOut(folded(shown))
    .split(/[^\p{L}\p{N}/.]/u)
    .flatMap((word) => (isTitle(word) ? [squeezed(word)] : wordsIn(word)))
    .filter((word) => word !== "");
  const first = words.findIndex((word) => !isTitle(word));
  const last = words.findLastIndex((word) => !isTitle(word));
  if (first < 0) return null;
  const cut = shown !== trimmed || trimmed.length === FIELD_WIDTH;
  return { words: words.slice(first, last + 1), cut };
}

function spelledOut(text: string): string {
  const withAnd = text.replaceAll("&", " and ").replace(/\/ +/g, "/");
  return LEGAL_FORMS.reduce((name, [long, short]) => name.replace(long, short), withAnd);
}

/** `p.l.c.` is one word, `g/mariam` a compound; any other dot or slash separates words. */
function wordsIn(word: string): readonly string[] {
  if (/^(?:\p{L}\.){2,}\p{L}?$/u.test(word)) return [squeezed(word)];
  const whole = word.replace(
    /^(\p{L})\/(?=\p{L}{2,}$)/u,
    (short, half: string) => SHORT_HALVES[half] ?? short,
  );
  return whole.split(/[/.]/u);
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
