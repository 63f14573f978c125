import { type NormalisedName, normaliseName } from "./name-words.ts";

/** Letters that must agree in all, and the least that a cut word must show. */
const MIN_WEIGHT = 6;
const MIN_CUT = 3;

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

/** Latin letters; an Ethiopic one is a syllable and counts for two. */
function letters(text: string): number {
  return [...text].length + (text.match(/\p{Script=Ethiopic}/gu)?.length ?? 0);
}
