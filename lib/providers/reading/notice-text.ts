import { isAmountMinor } from "../../domain/money.ts";
import type { Notice, NoticeReading } from "../../domain/notice.ts";
import { cleanInput, linksOf } from "../input/pasted-text.ts";
import { parseAmount } from "./amounts.ts";
import { parseTime } from "./dates.ts";
import {
  type NamedTransactions,
  receiptLinksIn,
  referenceWordsIn,
  reversedReferences,
} from "./notice-references.ts";
import { Unreadable } from "./unreadable.ts";

/** Pieces of layouts, as sources of regular expressions. Spaces in a text are single ones. */
export const PIECE = {
  /** After a unit, or before one. */
  amount: "(?<amount>[0-9][0-9,]*(?:\\.[0-9]{1,2})?)",
  /** A name: letters, with what names contain. No digits, so that no name continues as a layout. */
  payer: "(?<payer>[\\p{L}][\\p{L}\\p{M} .'’/&-]{0,79}?)",
  phone: "(?<phone>\\+?[0-9][0-9*xX]{5,14})",
  account: "(?<account>[0-9A-Za-z]?[0-9*xX]{3,24})",
  etb: "(?:ETB|Birr|Br\\.?)",
} as const;

/** A form for feedback, which some banks' messages end with. */
export const FEEDBACK_FORM = /^(?:https:\/\/)?forms\.gle\/[A-Za-z0-9]{8,40}$/;

/** How one bank announces incoming money. */
export interface NoticeLayout extends NamedTransactions {
  /**
   * From the start of the message, after the greeting. Named groups: `amount`, and of `payer`, `phone`, `account`,
   * `time`, `reference` and `balance` those that the layout prints; a balance only where it is in the middle.
   */
  readonly incoming: readonly RegExp[];
  /** Of `time`, as luxon spells them. */
  readonly timeFormats: readonly string[];
  /** An offer in the bank's messages about payments. Nothing is read from it. */
  readonly offer?: RegExp;
  /** Finds money that came in without being a payment, e.g. interest. */
  readonly notPayment?: RegExp;
  /** The message is unreadable without a reference or a link. */
  readonly needsReference: boolean;
  /** What else the reference in the text may be where a link carries another spelling. */
  readonly isSameReference?: (inText: string, inLink: string) => boolean;
}

/** A dot in a name, such as `Dr.` or `P.L.C.`: a longer word before it may end a sentence. */
const SHORT_FORM = "(?<=(?<!\\p{L})\\p{L}{1,3})\\.";
/** The word, a comma if any, and the name. A comma inside of an amount ends no name, nor does a space before its end. */
const GREETING = new RegExp(
  `^(?:dear|hi|hello|ውድ|ክቡር|ክብርት),?\\s(?:${[
    `(?:[^,፣፥:;.!]|${SHORT_FORM}){1,60}?(?:(?<![0-9])[,፣፥:;!]|[,፣፥:;!](?!\\s?[0-9]))\\s?`,
    `(?:[^,፣፥:;.!]|${SHORT_FORM}){1,60}?\\s(?=your account|you (?:have )?received)`,
    `(?:[^,፣፥:;.!0-9]|${SHORT_FORM}){1,60}?\\s(?=የ?[ሒሂ]ሳብ|[0-9][0-9,]*(?:\\.[0-9]{1,2})? ብር)`,
  ].join("|")})`,
  "iu",
);
const UNIT_MONEY =
  /(?:(?:ETB|Birr|Br\.?|ብር)\s?([0-9][0-9,]*(?:\.[0-9]+)?))|(?:([0-9][0-9,]*(?:\.[0-9]+)?)\s?(?:ETB|Birr|Br|ብር))/giu;
/** Words in the same sentence before an amount that is not the credited one. */
const LABELED =
  /(?:\b(?:balance|charge|fee|vat|commission|tax|discount|total)\b|ቀሪ|ሂሳብ|ክፍያ|ኮሚሽን|ቀረጥ|ሒሳብ)[^0-9.።]{0,60}$/iu;
const BALANCE =
  /(?:balance|ቀሪ ?(?:ሂሳብ|ሒሳብ)?(?:ዎ)?)(?:\s(?:is|now|now is|now:|:))?[^0-9.።]{0,24}?(?:(?:ETB|Birr|Br\.?|ብር)\s?)?([0-9][0-9,]*(?:\.[0-9]{1,2})?)/iu;
const EVERY_BALANCE = new RegExp(BALANCE, "giu");
const ADVERTISING =
  /\b(?:win|won|winner|prize|lottery|bonus|promo(?:tion)?|offer|gift|lucky|jackpot|bet|loan|cash ?back|subscribe)\b|ሽልማት|ዕድለኛ|እድለኛ|ጉርሻ|ብድር|ሎተሪ/iu;
const OUTGOING =
  /\b(?:debited|transferred|sent|paid|withdrawn|withdrew|purchased|deducted|bought)\b|ወጪ|ልከዋል|ከፍለዋል|ተቀንሷል|አስተላልፈዋል/iu;
const INCOMING = /\b(?:received|credited|deposited)\b|ገቢ|ገብቷል|ተቀብለዋል|ደርሶ/iu;
const REVERSED = /\b(?:revers(?:ed|al)|refund(?:ed)?|cancell?ed|failed|declined)\b|ተመላሽ|ተሰርዟል/iu;
const ACCOUNT_ANYWHERE = /\baccount\s(?:no\.?\s|number\s)?'?([0-9A-Za-z]?[0-9*xX]{3,24})\b/iu;

/**
 * Reads a message of one bank. Two amounts or two references make it unreadable, advertising makes it
 * ignored, and what is missing is never assumed.
 */
export function readNoticeText(layout: NoticeLayout, message: string): NoticeReading {
  const cleaned = cleanInput(message);
  if (cleaned === null || cleaned.includes("\ufffd"))
    return { kind: "unreadable", why: "characters that no bank sends" };
  const text = cleaned
    .replace(/\s+/g, " ")
    .replace(layout.offer ?? "", "")
    .trimEnd();
  const start = GREETING.exec(text)?.[0].length ?? 0;
  const body = text.slice(start);
  const heads = layout.incoming
    .map((pattern) => pattern.exec(body))
    .filter((match) => match !== null && match.index === 0);
  const [head] = heads;
  try {
    if (head === undefined || head === null) return readOther(layout, body);
    if (REVERSED.test(body) || layout.notPayment?.test(body)) return otherMoney(layout, body);
    return readPayment(layout, body, head);
  } catch (error) {
    if (error instanceof Unreadable) return { kind: "unreadable", why: error.why };
    throw error;
  }
}

function readPayment(layout: NoticeLayout, body: string, head: RegExpExecArray): NoticeReading {
  const groups = head.groups ?? {};
  const rest = body.slice(head[0].length);
  // Also `1.500,00` and `1 500.00`, of which a layout that ends with the amount reads `1`.
  if (/^(?:[\p{L}\p{N}*]|[.,] ?\p{N}| \p{N})/u.test(rest)) {
    throw new Unreadable("the message continues in an unknown way");
  }
  if (ADVERTISING.test(rest)) return { kind: "ignored" };
  const amount = parseAmount(groups.amount ?? "");
  // Also more than any checkout asks for, which no member could make a sale.
  if (amount === null || !isAmountMinor(amount.amountMinor))
    throw new Unreadable("amount not understood");
  requireOneAmount(withoutNumbers(layout, rest));
  const { reference, link } = referencesIn(layout, body, groups.reference);
  if (layout.needsReference && reference === null && link === null) {
    throw new Unreadable("no reference");
  }
  const time = timeOf(layout, groups.time);
  const notice: Notice = {
    provider: layout.facts.id,
    ...amount,
    payer: { name: groups.payer?.trim() || null, account: groups.phone ?? null },
    account: groups.account ?? null,
    reference,
    link,
    ...time,
  };
  const { balance } = groups;
  return { kind: "payment", notice, balanceMinor: minorOf(balance) ?? balanceIn(rest) };
}

function timeOf(
  { timeFormats }: NoticeLayout,
  shown: string | undefined,
): Pick<Notice, "paidAt" | "precisionMs"> {
  if (shown === undefined) return { paidAt: null, precisionMs: 0 };
  const time = parseTime(shown, timeFormats);
  if (time === null || time.dateOnly) throw new Unreadable("time not understood");
  return { paidAt: time.at, precisionMs: /:\d\d:\d\d/.test(shown) ? 1_000 : 60_000 };
}

/** Without links and references, in which a part may look like an amount: `…ETB2…`. */
function withoutNumbers({ facts, shape = facts.reference.shape }: NoticeLayout, text: string) {
  return text
    .split(" ")
    .filter((word) => linksOf(word).length === 0)
    .join(" ")
    .replace(/[A-Za-z0-9]+/g, (word) => (shape.test(word) ? "" : word));
}

/** A second amount is one that no word before it names as a balance, a fee or a tax. */
function requireOneAmount(rest: string): void {
  for (const match of rest.matchAll(UNIT_MONEY)) {
    if (!LABELED.test(rest.slice(0, match.index))) throw new Unreadable("two amounts");
  }
}

function balanceIn(text: string): number | null {
  return minorOf(BALANCE.exec(text)?.[1]);
}

function minorOf(shown: string | undefined): number | null {
  return shown === undefined ? null : (parseAmount(shown)?.amountMinor ?? null);
}

/** The one reference of a message, and its link. Every link must be one of the bank's own. */
function referencesIn(
  layout: NoticeLayout,
  body: string,
  inHead: string | undefined,
): Pick<Notice, "reference" | "link"> {
  const { facts, isSameReference = (a, b) => a === b, shape = facts.reference.shape } = layout;
  const linked = receiptLinksIn(layout, body);
  if (new Set(linked.map(({ link }) => link.toLowerCase())).size > 1) {
    throw new Unreadable("two links");
  }
  const words = referenceWordsIn(layout, body, false);
  const written = new Set([...(inHead === undefined ? [] : [inHead]), ...words]);
  if (written.size > 1) throw new Unreadable("two references");
  const [own = null] = written;
  if (own !== null && !shape.test(own)) throw new Unreadable("reference not understood");
  const [link] = linked;
  const inLink = link?.parts.reference ?? link?.parts.branch ?? null;
  // A token is also a reference, and it may or may not be the same one.
  if (own !== null && link?.parts.token !== undefined) throw new Unreadable("two references");
  if (own !== null && inLink !== null && !isSameReference(own, inLink.toUpperCase())) {
    throw new Unreadable("two references");
  }
  return { reference: own ?? inLink?.toUpperCase() ?? null, link: link?.link ?? null };
}

function readOther(layout: NoticeLayout, body: string): NoticeReading {
  if (REVERSED.test(body) || layout.notPayment?.test(body)) return otherMoney(layout, body);
  if (INCOMING.test(body) && body.search(UNIT_MONEY) >= 0) {
    if (ADVERTISING.test(body)) return { kind: "ignored" };
    if (OUTGOING.test(body)) return otherMoney(layout, body);
    throw new Unreadable("an unknown layout");
  }
  return OUTGOING.test(body) ? otherMoney(layout, body) : { kind: "ignored" };
}

/** Amounts of a message about money that went out: the sum, fees, taxes and a total. */
const MOST_AMOUNTS = 6;

/**
 * Leaves the balance and, of a payment that was reversed, its references; without both, nothing at all. Nor with many amounts:
 * with each of them the balance may continue, so that one forged message would try as many balances.
 */
function otherMoney(layout: NoticeLayout, body: string): NoticeReading {
  const balanceMinor = balanceIn(body);
  const reversed = ADVERTISING.test(body) ? [] : reversedReferences(layout, body);
  if (balanceMinor === null && reversed.length === 0) return { kind: "ignored" };
  const account = ACCOUNT_ANYWHERE.exec(body)?.[1] ?? null;
  const amountsMinor = moneyIn(withoutNumbers(layout, body).replaceAll(EVERY_BALANCE, " "));
  if (amountsMinor.length > MOST_AMOUNTS) return { kind: "ignored" };
  const provider = layout.facts.id;
  return { kind: "other_money", provider, account, balanceMinor, amountsMinor, reversed };
}

function moneyIn(text: string): readonly number[] {
  return [...text.matchAll(UNIT_MONEY)].flatMap(([, after, before]) => {
    const amount = parseAmount(after ?? before ?? "");
    return amount === null ? [] : [amount.amountMinor];
  });
}

/** `text` without the digits of balances, for a message that is kept so that the merchant can report it. */
export function withoutBalances(text: string): string {
  return text.replace(
    /((?:balance|ቀሪ)[^0-9]{0,60})([0-9][0-9,.]*)/giu,
    (_all, label: string, digits: string) => label + digits.replace(/[0-9]/g, "#"),
  );
}
