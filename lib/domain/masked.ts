/**
 * Text with its shape and without its contents, for a person who looks for what changed in a page or a message: nobody's
 * name, number or reference may survive.
 */

/** Words that receipts print as labels. Any other word may be a name. */
const LABELS = new Set(
  (
    "account amount ask birr body branch by bank beneficiary cancelled canceled channel class charge charges code commission " +
    "completed content core count country currency customer data date debit credit description details div document error etb " +
    "failed false fee fees found from head html id invoice invalid is li link message method mode name no not null number of " +
    "ok on order paid payee payer payment phone pending purpose reason receipt receiver reference remark result sender service " +
    "settled source span status string style success successful successfully table tax tbody td text th the time title to " +
    "total transaction transfer transferred true tr type ul value vat via was with your"
  ).split(" "),
);

/** A word, also one in `camelCase`; marks of Amharic belong to the letter before. */
const WORD = /\p{Lu}?\p{Ll}+|\p{L}[\p{L}\p{M}]*/gu;

/**
 * Masks each digit as 9 and each word that no receipt prints as a label as x, in the same length and case. Drops scripts
 * and styles.
 *
 * @param most characters of the result, 2000 unless given
 */
export function maskedText(text: string, most = 2000): string {
  return text
    .slice(0, 200_000)
    .replace(/<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, "")
    .replace(/\p{Nd}/gu, "9")
    .replace(WORD, (word) => (LABELS.has(word.toLowerCase()) ? word : maskedWord(word)))
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, most);
}

function maskedWord(word: string): string {
  return [...word].map((letter) => (/\p{Lu}/u.test(letter) ? "X" : "x")).join("");
}

/** Fields of our messages that hold ids, kinds, counts and times, never what a person wrote. */
const PLAIN_FIELDS =
  /^(?:id|.+_id|.+Id|kind|type|object|version|attempt|number|livemode|follow_up|trigger|status|source|detail-type|region|time|at|.+_at|.+At|not_before|notBefore|since|group)$/;
const PLAIN_VALUE = /^[\w.:+-]{1,64}$/;
const MOST_ITEMS = 20;

/** A message's JSON with the values of all other fields masked; null for a body that is no JSON. */
export function maskedJson(body: string): unknown {
  try {
    return maskedValue(JSON.parse(body), false);
  } catch {
    return null;
  }
}

function maskedValue(value: unknown, isPlain: boolean): unknown {
  if (Array.isArray(value)) {
    return value.slice(0, MOST_ITEMS).map((item) => maskedValue(item, isPlain));
  }
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        PLAIN_VALUE.test(name) ? name : maskedText(name, 64),
        maskedValue(inner, PLAIN_FIELDS.test(name)),
      ]),
    );
  }
  if (value === null || typeof value === "boolean") return value;
  if (isPlain && PLAIN_VALUE.test(String(value))) return value;
  return typeof value === "number" ? "9" : maskedText(String(value), 120);
}
