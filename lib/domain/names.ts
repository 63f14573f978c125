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

const MAX_LENGTH = 200;
const MIN_WEIGHT = 6;
const MIN_CUT = 3;
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

/**
 * Whether two texts name the same person or business, as far as names can tell. Equal are:
 * - the same words in any order, with 6 letters together (an Ethiopic one counts for two) and not all
 *   initials; so one word alone must be a long one;
 * - the same, but that the last word of one name is cut, to 3 letters or more: `ABEBE KEB…`;
 * - the same words in the same order, where one name stops earlier (in a word as above, or between two),
 *   and where a single letter stands for a word that begins with it.
 * The last two need two agreeing words beside such single letters, again of 6 letters together.
 * Everything else is not equal: a spelling mistake, a word missing within, one short word alone.
 */
export function namesMatch(a: string, b: string): boolean {
  const left = normaliseName(a);
  const right = normaliseName(b);
  if (left === null || right === null) return false;
  return sameWords(left, right) || sameStart(left, right);
}

/** Any order: all words in pairs, but for one pair of which one is the cut end of its name. */
function sameWords(left: NormalisedName, right: NormalisedName): boolean {
  if (left.words.length !== right.words.length) return false;
  const unpaired = [...right.words];
  const agreed: string[] = [];
  const open: string[] = [];
  for (const word of left.words) {
    const at = unpaired.indexOf(word);
    if (at < 0) open.push(word);
    else agreed.push(...unpaired.splice(at, 1));
  }
  const [x, y] = [open[0], unpaired[0]];
  if (x === undefined || y === undefined)
    return left.cut || right.cut ? isEnough(agreed) : isWhole(agreed);
  const cut = isCutOf(x, y, left) ? x : isCutOf(y, x, right) ? y : null;
  return open.length === 1 && cut !== null && isEnough([...agreed, cut]);
}

/** The same order from the start: initials, and a name that stops in a word or between two. */
function sameStart(left: NormalisedName, right: NormalisedName): boolean {
  const length = Math.min(left.words.length, right.words.length);
  const agreed: string[] = [];
  for (let at = 0; at < length; at += 1) {
    const [x, y] = [left.words[at] ?? "", right.words[at] ?? ""];
    if (x === y) agreed.push(x);
    else if (isLast(at, left) && right.words.length >= left.words.length && isCutOf(x, y, left))
      agreed.push(x);
    else if (isLast(at, right) && left.words.length >= right.words.length && isCutOf(y, x, right))
      agreed.push(y);
    else if (!isInitialOf(x, y) && !isInitialOf(y, x)) return false;
  }
  return isEnough(agreed);
}

function isLast(at: number, name: NormalisedName): boolean {
  return at === name.words.length - 1;
}

function isCutOf(cut: string, whole: string, from: NormalisedName): boolean {
  return from.words.at(-1) === cut && letters(cut) >= MIN_CUT && whole.startsWith(cut);
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

function isTitle(word: string): boolean {
  return KNOWN_TITLES.has(squeezed(word));
}

/** Latin letters; an Ethiopic one is a syllable and counts for two. */
function letters(text: string): number {
  return [...text].length + (text.match(/\p{Script=Ethiopic}/gu)?.length ?? 0);
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
  for (const [from, to] of SAME_SOUND) {
    const offset = code - (from.codePointAt(0) ?? 0);
    if (offset >= 0 && offset < 7) return String.fromCodePoint((to.codePointAt(0) ?? 0) + offset);
  }
  return letter;
}
