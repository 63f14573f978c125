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
