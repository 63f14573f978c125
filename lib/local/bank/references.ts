import { createHash } from "node:crypto";
import { awashToken } from "../../providers/awash/adapter.ts";
import { FACTS } from "../../providers/facts.ts";
import { fillTemplate, type Parts } from "../../providers/input/links.ts";
import { accountSuffix, addisTime, walletNumber } from "./receipt-text.ts";
import { BANK_PROVIDERS, type BankProvider, type BankTransfer } from "./transfer.ts";

const LETTERS_AND_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const DIGITS = "0123456789";
const MIXED_CASE = `${LETTERS_AND_DIGITS}abcdefghijklmnopqrstuvwxyz_`;

/** A stream of characters that the same seed always repeats. */
export interface Characters {
  take(length: number, alphabet?: string): string;
}

export function seededCharacters(seed: string): Characters {
  let block = 0;
  let bytes: number[] = [];
  const nextByte = (): number => {
    if (bytes.length === 0) {
      bytes = [...createHash("sha256").update(`${seed}:${block}`).digest()];
      block += 1;
    }
    return bytes.shift() ?? 0;
  };
  return {
    take: (length, alphabet = LETTERS_AND_DIGITS) =>
      Array.from({ length }, () => alphabet[nextByte() % alphabet.length]).join(""),
  };
}

/** A reference in the provider's own form, with the day of `paidAt` (Addis time) where it has one. */
export function makeReference(
  provider: BankProvider,
  paidAt: number,
  characters: Characters,
  service: string | null = null,
): string {
  switch (provider) {
    case "telebirr":
      return `${walletDate(paidAt, 2023)}${characters.take(7)}`;
    case "mpesa":
      return `${walletDate(paidAt, 2006)}${characters.take(7)}`;
    case "cbe_birr":
      return `${walletDate(paidAt, 2023)}${characters.take(8)}`;
    case "cbe":
    case "amhara":
      return `FT${dayCode(paidAt)}${characters.take(5)}`;
    case "boa":
      return `${characters.take(1, "FT")}T${dayCode(paidAt)}${characters.take(5)}`;
    case "dashen":
    case "wegagen":
      return `${characters.take(3, DIGITS)}${service ?? characters.take(4, LETTERS)}${dayCode(paidAt)}${characters.take(4, DIGITS)}`;
    case "http":
      return `GW${characters.take(10)}`;
    case "awash":
      return awashToken(transactionNumber(paidAt, characters), characters.take(6));
  }
}

/** The opaque, case-sensitive token of CBE's new link. */
export function makeToken(characters: Characters): string {
  return `v2-${characters.take(42, MIXED_CASE)}`;
}

/** Account digits and letters, which follow the reference in Wegagen's token. */
export function makeTail(characters: Characters): string {
  return `${characters.take(4, DIGITS)}${characters.take(4, LETTERS)}`;
}

/** Awash's Transaction ID: date and time to the second, then three digits. */
function transactionNumber(paidAt: number, characters: Characters): string {
  const time = addisTime(paidAt);
  const clock = time.clock24.replaceAll(":", "");
  return `${time.yy}${time.mm}${time.dd}${clock}${characters.take(3, DIGITS)}`;
}

/** Year letter (`yearOfA` is A), month A–L, day 1–9 then A–V: telebirr's `DKK` is 20 November 2026. */
function walletDate(paidAt: number, yearOfA: number): string {
  const time = addisTime(paidAt);
  const year = LETTERS[(((time.year - yearOfA) % 26) + 26) % 26];
  const day = time.day < 10 ? String(time.day) : LETTERS[time.day - 10];
  return `${year}${LETTERS[time.month - 1]}${day}`;
}

/** `26324`: two digits of the year and the day in it. */
function dayCode(paidAt: number): string {
  const time = addisTime(paidAt);
  return `${time.yy}${time.dayOfYear}`;
}

/** The hosts that customers see in their messages. `cbe_pdf` is the older receipt host of CBE. */
export type LinkBases = Readonly<Record<BankProvider | "cbe_pdf", string>>;

/** Places of CBE's links in its facts. Every other provider's customers hold the first one. */
const CBE_LINKS = { json: 0, pdf: 1, branch: 3 } as const;

export const PUBLIC_LINK_BASES: LinkBases = {
  ...(Object.fromEntries(
    BANK_PROVIDERS.map((id) => [id, originOf(FACTS[id].links[0] ?? "https://other-bank.example/")]),
  ) as Record<BankProvider, string>),
  cbe_pdf: originOf(FACTS.cbe.links[CBE_LINKS.pdf] ?? ""),
};

/** The link a payer finds in their bank's message; digits in it are the payer's own. */
export function customerLink(transfer: BankTransfer, bases: LinkBases): string {
  const { provider, reference, payer, linkForm } = transfer;
  if (provider === "http") return `${bases.http}/transactions/${reference}`;
  const owner = transfer.suffixOf === "receiver" ? transfer.receiver : payer;
  const parts: Parts = {
    reference: provider === "wegagen" ? (transfer.token ?? reference) : reference,
    branch: reference,
    token: transfer.token ?? "",
    suffix: accountSuffix(owner.account, provider === "boa" ? 5 : 8),
    // The message to the receiver spells their phone as people do.
    phone:
      transfer.smsSide === "credit" ? nationalNumber(owner.account) : walletNumber(owner.account),
  };
  const { links } = FACTS[provider];
  const place = provider === "cbe" ? CBE_LINKS[linkForm] : 0;
  return filled(links[place], parts, place === 0 ? bases[provider] : bases.cbe_pdf);
}

function filled(template: string | undefined, parts: Parts, base: string): string {
  const link = fillTemplate(template ?? "", parts);
  return base + link.slice(originOf(link).length);
}

function originOf(link: string): string {
  return /^https:\/\/[^/]+/.exec(link)?.[0] ?? "";
}

function nationalNumber(account: string): string {
  return walletNumber(account).replace(/^251/, "0");
}
