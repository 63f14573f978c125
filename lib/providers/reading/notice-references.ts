import { linkReader } from "../input/links.ts";
import { linksOf, wordsOf } from "../input/pasted-text.ts";
import type { ProviderFacts } from "../provider-facts.ts";
import { Unreadable } from "./unreadable.ts";

/** How a bank's messages name transactions. */
export interface NamedTransactions {
  readonly facts: ProviderFacts;
  /** The bank's other links, such as one for feedback. Nothing is read from them. */
  readonly otherLinks?: RegExp;
  /** How the reference is spelled in messages, where not as in receipts. */
  readonly shape?: RegExp;
}

/** A link to a receipt with what it names. */
type ReceiptLink = NonNullable<ReturnType<ReturnType<typeof linkReader>>>;

/** The links to receipts in a message. @throws Unreadable where one is not the bank's own */
export function receiptLinksIn(
  { facts, otherLinks }: NamedTransactions,
  body: string,
): readonly ReceiptLink[] {
  const readLink = linkReader(facts);
  const links = linksOf(body)
    .filter((link) => otherLinks?.test(link) !== true)
    .map((link) => readLink(link));
  if (links.includes(null)) throw new Unreadable("a link of someone else");
  return links.filter((link) => link !== null);
}

/** Words of a message that look like a reference of the bank; `letters`: also without a digit, as one in ten of telebirr's is. */
export function referenceWordsIn(
  { facts, shape = facts.reference.shape }: NamedTransactions,
  body: string,
  letters: boolean,
): readonly string[] {
  return wordsOf(body)
    .filter((word) => !word.includes("/"))
    .flatMap((word) => word.split(/[:#=(),;.]/))
    .filter((word) => shape.test(word) && !/^0[79]\d{8}$/.test(word))
    .filter((word) => letters || /[0-9]/.test(word));
}

/** Says as a fact that something was reversed. `Refund` as a noun may also be the shop's own. */
const TAKEN_BACK =
  /\b(?:reversed|reversal|refunded|cancell?ed)\b|ተመላሽ (?:ተደርጓል|ተደርጎ|ሆኗል)|ተሰርዟል|ተሰርዞ/iu;
/** In the same sentence: it did not happen, may happen, or someone asked for it. */
const UNSURE =
  /\b(?:not|never|cannot|can|could|may|might|will|would|shall|should|must|if|unless|until|requests?|requested|pending|initiated|being|to be)\b|n['’]t\b|ጥያቄ|አልተ/iu;
/** In the same sentence: the money of an outgoing transfer came back to the shop, or a refund went to somebody. */
const TO_SOMEBODY = [
  /\b(?:has|have|had|was|were|is|are|be|been) (?:re)?credited\b|\bcredited back\b/iu,
  /(?<!\b(?:credited|deposited|sent|paid|transferred|received) )\b(?:in)?to your?\b/iu,
  /\brefunded\b.*(?<!\bdue )\bto\b/iu,
  /(?:^|\s)ወደ .*[ሂሒ]ሳብዎ|ወደ እርስዎ/u,
  /(?:^|\s)ለ(?!ላኪ)\p{L}/u,
] as const;
/** The shop did it. */
const OWN_DEED =
  /\byou(?:['’]ve| have| had)?(?: just| already| successfully)? (?:refunded|reversed|cancell?ed|returned|sent|transferred|paid|bought|purchased|withdrew|withdrawn)\b|\bby you\b|\byour (?:refund|reversal|cancell?ation|transfer|payment|withdrawal|purchase|order|request)\b|አድርገዋል|መልሰዋል|ሰርዘዋል|ልከዋል|ከፍለዋል|አስተላልፈዋል/iu;
/** What failed was an outgoing transfer, or the reversal itself. */
const FAILED =
  /\b(?:fail(?:s|ed|ure)?|declined|rejected|unsuccessful(?:ly)?)\b|\breversal\b.*\bcancell?ed\b|አልተሳካ|ውድቅ/iu;
const SENTENCE_END = /(?<=[.!?])\s|።|::/u;
const ETHIOPIC = /\p{Script=Ethiopic}+/gu;
/** The transaction, the reversal's own one, and a link. A message that lists more is no message about one payment. */
const MOST_REFERENCES = 4;

/**
 * References that a bank's message names, if it says that an incoming payment was reversed; none for any other message.
 * It accuses a payment, so whatever may also mean something else means nothing.
 */
export function reversedReferences(bank: NamedTransactions, body: string): readonly string[] {
  const facts = body.split(SENTENCE_END).filter((sentence) => TAKEN_BACK.test(sentence));
  const isDoubtful = (sentence: string) =>
    UNSURE.test(sentence) || TO_SOMEBODY.some((words) => words.test(sentence));
  if (facts.length === 0 || facts.some(isDoubtful)) return [];
  if (OWN_DEED.test(body) || FAILED.test(body)) return [];
  const named = namedIn(bank, body);
  return named.length > MOST_REFERENCES ? [] : named;
}

function namedIn(bank: NamedTransactions, body: string): readonly string[] {
  // In Amharic, `of` and `by` are written as one word with the reference.
  const words = referenceWordsIn(bank, body.replace(ETHIOPIC, " "), true);
  const links = linkedIn(bank, body);
  return links === null ? [] : [...new Set([...words, ...links])];
}

function linkedIn(bank: NamedTransactions, body: string): readonly string[] | null {
  try {
    return receiptLinksIn(bank, body).flatMap(({ parts: { reference, branch, token } }) =>
      [reference?.toUpperCase(), branch?.toUpperCase(), token].filter((one) => one !== undefined),
    );
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}
