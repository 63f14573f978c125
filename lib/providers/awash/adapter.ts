import type { ProviderId } from "../../domain/provider.ts";
import type { Receiver } from "../../domain/receipt.ts";
import type { Adapter, Lookup, LookupResult, ProviderResponse } from "../adapter.ts";
import type { Parts } from "../input/links.ts";
import { lookupOf } from "../input/lookup-of.ts";
import { recognizer } from "../input/recognizer.ts";
import { requestTo } from "../input/request-to.ts";
import { answerByLink, linkLookup } from "../input/review-link.ts";
import {
  institutionByName,
  isInternalType,
  namedInstitution,
  walletByType,
} from "../institutions.ts";
import { bodyText } from "../reading/body-text.ts";
import { htmlLabels } from "../reading/html-labels.ts";
import { htmlPieces, htmlText, requireWholePage, textsOf } from "../reading/html-pieces.ts";
import { amountAt, timeAt } from "../reading/label-facts.ts";
import type { LabelValues } from "../reading/label-values.ts";
import { withoutPayersText } from "../reading/payers-text.ts";
import { receiptOf } from "../reading/receipt-of.ts";
import { busyResult, requireOk } from "../reading/response-state.ts";
import { receiptStatus, STATUS_LABELS, shownStatus } from "../reading/status-words.ts";
import { readSafely, Unreadable } from "../reading/unreadable.ts";
import { awashFacts } from "./facts.ts";
import { requireOwnToken } from "./token.ts";

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
  read: (response, lookup, ownTypes) => readSafely(() => read(response, lookup, ownTypes)),
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
  const busy = busyResult(response);
  if (busy !== null) return busy;
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
