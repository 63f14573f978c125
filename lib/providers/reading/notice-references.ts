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

/** Words of a message that look like a reference of the bank. */
export function referenceWordsIn(
  { facts, shape = facts.reference.shape }: NamedTransactions,
  body: string,
): readonly string[] {
  return wordsOf(body)
    .filter((word) => !word.includes("/"))
    .flatMap((word) => word.split(/[:#=(),;.]/))
    .filter(
      (word) => shape.test(word) && /[0-9]/.test(word) && !/^(?:\+?251|0)[79]\d{8}$/.test(word),
    );
}
