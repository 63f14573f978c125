import type { ProviderId } from "../../domain/provider.ts";
import type { Receiver } from "../../domain/receipt.ts";
import type { Adapter, Lookup, LookupResult, ProviderResponse } from "../adapter.ts";
import { lookupOf, type Parts, requestTo } from "../input/links.ts";
import { recognizer } from "../input/recognizer.ts";
import { answerByLink, linkLookup } from "../input/review-link.ts";
import {
  institutionByName,
  isInternalType,
  namedInstitution,
  walletByType,
} from "../institutions.ts";
import {
  htmlLabels,
  htmlPieces,
  htmlText,
  requireWholePage,
  textsOf,
} from "../reading/html-labels.ts";

import { amountAt, type LabelValues, timeAt } from "../reading/labels.ts";
import { withoutPayersText, writtenReason } from "../reading/payers-text.ts";
import {
  bodyText,
  receiptOf,
  receiptStatus,
  requireOk,
  STATUS_LABELS,
  shownStatus,
} from "../reading/receipt-of.ts";
import { safely, Unreadable } from "../reading/unreadable.ts";
import { awashFacts } from "./facts.ts";

/** The half of `-{half}-{counter}` that encodes the Transaction ID. */
function halfOf(token: string): string {
  return token.replace(/^-/, "").split("-")[0] ?? "";
}

/**
 * Throws `Unreadable` unless the page belongs to the token: its first half is the Transaction ID in base
 * 36, or the id itself where that has letters.
 */
export function requireOwnToken(token: string, transactionId: string): void {
  const half = halfOf(token).replace(/^0+/, "");
  const own = /^[0-9]+$/.test(transactionId)
    ? BigInt(transactionId).toString(36).toUpperCase()
    : transactionId.replace(/^0+/, "");
  if (own !== half) throw new Unreadable("transaction id: does not fit the token");
}

/** The token that belongs to a numeric Transaction ID. */
export function awashToken(transactionId: string, counter: string): string {
  return `-${BigInt(transactionId).toString(36).toUpperCase()}-${counter}`;
}

/** What the Transaction ID of a token's page may be: the number that it encodes, or its first half itself. */
export function transactionIdsOf(token: string): readonly string[] {
  const half = halfOf(token);
  const number = transactionIdOf(token);
  return number === "0" ? [half] : [number, half];
}

/** The numeric Transaction ID that a token encodes; `0` for a half that is not base 36. */
export function transactionIdOf(token: string): string {
  let id = 0n;
  for (const digit of halfOf(token)) {
    const value = Number.parseInt(digit, 36);
    if (Number.isNaN(value)) return "0";
    id = id * 36n + BigInt(value);
  }
  return id.toString();
}

const VERSION = "awash/2";
const NOT_FOUND = /^(?:receipt not found|invalid receipt id)[.!]?$/i;
const TRANSACTION = /^[A-Z0-9]{6,30}$/;
const FORMATS = ["yyyy-MM-dd hh:mm:ss a", "yyyy-MM-dd HH:mm:ss", "yyyy-MM-dd"];
const LABELS: ReadonlySet<string> = new Set([
  "transaction time",
  "transaction date",
  "transaction type",
  "amount",
  "charge",
  "vat",
  "edrrf",
  "sender name",
  "sender account",
  "source account",
  "beneficiary name",
  "beneficiary account",
  "beneficiary bank",
  "receiver account",
  "receiver name",
  "recipient",
  "phone number",
  "merchant",
  "till number",
  "reason",
  "transaction id",
  ...STATUS_LABELS,
]);

export const awash: Adapter = {
  id: "awash",
  parserVersion: VERSION,
  hosts: awashFacts.hosts,
  recognize: recognizer(awashFacts, lookupFor),
  requests: ({ reference }) => [requestTo(awashFacts, "receipts", { reference })],
  answer: answerByLink,
  read: safely(read),
  canary: () => lookupFor(awashFacts.canary ?? {}),
};

/** The leading dash belongs to the token; people leave it out. */
function lookupFor(parts: Parts, link?: string): Lookup {
  const { reference = "", school } = parts;
  if (school !== undefined && link !== undefined) return linkLookup("awash", school, link);
  return lookupOf(awashFacts, { reference: `-${reference.replace(/^-/, "")}` });
}

function read(
  response: ProviderResponse,
  lookup: Lookup,
  ownTypes?: readonly string[],
): LookupResult {
  requireOk(response);
  const html = bodyText(response);
  const pieces = htmlPieces(html);
  const page = htmlLabels(pieces, LABELS);
  if (page.isEmpty && NOT_FOUND.test(htmlText(html))) return { kind: "not_found" };
  requireWholePage(html);
  const reference = page.required("transaction id").replace(/\s/g, "").toUpperCase();
  if (!TRANSACTION.test(reference)) throw new Unreadable("transaction id: not a reference");
  requireOwnToken(lookup.reference, reference);
  const paid = timeAt(page, FORMATS, "transaction time", "transaction date");
  return receiptOf(response, VERSION, {
    provider: "awash",
    reference,
    aliases: [{ provider: "awash", reference: lookup.reference }],
    status: receiptStatus(awashFacts, shownStatus(page), withoutPayersText(textsOf(pieces), page)),
    ...amountAt(page, "amount"),
    receiver: receiverOf(page, ownTypes),
    payer: {
      name: page.optional("sender name"),
      account: page.optional("sender account", "source account"),
    },
    paidAt: paid.at,
    reason: writtenReason(page, "reason"),
    dateOnly: paid.dateOnly,
  });
}

/** Digits of a phone number without the country's prefix. */
const SUBSCRIBER_DIGITS = 9;

/** `Transaction Type` names the kind of page, and the kind says which labels hold the receiver. */
function receiverOf(page: LabelValues, ownTypes?: readonly string[]): Receiver {
  const type = page.required("transaction type");
  const bank = page.optional("beneficiary bank");
  const name = page.optional("beneficiary name", "receiver name");
  const account = page.optional("beneficiary account", "receiver account");
  const wallet = walletByType("awash", type);
  if (wallet !== null) {
    const numbers = [page.optional("phone number"), account, walletNumber(page)];
    const isContradicted = bank !== null && institutionByName(bank) !== wallet;
    return {
      ...ofPhone(numbers, isContradicted ? null : wallet),
      name: name ?? walletHolder(page),
    };
  }
  if (bank !== null) {
    return { institution: namedInstitution("awash", bank, type, ownTypes), name, account };
  }
  return {
    institution: isInternalType("awash", type, ownTypes) ? "awash" : null,
    name: name ?? page.optional("merchant") ?? walletHolder(page),
    account: account ?? page.optional("till number") ?? walletNumber(page),
  };
}

/** The first number that is there; at no known institution if they differ in more than how a phone's prefix is written. */
function ofPhone(
  numbers: readonly (string | null)[],
  institution: ProviderId | null,
): Omit<Receiver, "name"> {
  const phones = numbers.filter((number) => number !== null);
  const isOne = new Set(phones.map((phone) => phone.slice(-SUBSCRIBER_DIGITS))).size <= 1;
  return { institution: isOne ? institution : null, account: phones[0] ?? null };
}

/** `2519…/WALLET` under `Recipient`: a phone at a wallet that the page does not name. */
const WALLET_RECIPIENT = /^(\+?[0-9][0-9*]{5,14})\/[A-Z ]{3,20}$/i;

function walletNumber(page: LabelValues): string | null {
  return WALLET_RECIPIENT.exec(page.optional("recipient") ?? "")?.[1] ?? null;
}

function walletHolder(page: LabelValues): string | null {
  return /^[^0-9/]+$/.exec(page.optional("recipient") ?? "")?.[0] ?? null;
}
