import type { Receiver } from "../../domain/receipt.ts";
import type { Adapter, Lookup, LookupResult, ProviderResponse } from "../adapter.ts";
import { lookupOf, requestTo } from "../input/links.ts";
import { recognizer } from "../input/recognizer.ts";
import { institutionByName } from "../institutions.ts";
import {
  htmlLabels,
  htmlPieces,
  htmlText,
  requireWholePage,
  textsOf,
} from "../reading/html-labels.ts";

import type { LabelValues } from "../reading/labels.ts";
import { amountAt, timeAt } from "../reading/labels.ts";
import { withoutPayersText, writtenReason } from "../reading/payers-text.ts";
import {
  bodyText,
  receiptOf,
  receiptStatus,
  requireOk,
  requireRequested,
} from "../reading/receipt-of.ts";
import { safely, Unreadable } from "../reading/unreadable.ts";
import { telebirrFacts } from "./facts.ts";

const VERSION = "telebirr/2";
const MARK = /telebirr receipt/i;
const NOT_FOUND = /this request is not correct/i;
const LABELS = new Set([
  "payer name",
  "payer telebirr no",
  "payer telebirr no.",
  "payer account type",
  "credited party name",
  "credited party account no",
  "credited party account no.",
  "transaction status",
  "bank account number",
  "invoice no",
  "invoice no.",
  "payment date",
  "settled amount",
  "stamp duty",
  "discount amount",
  "service fee",
  "service fee vat",
  "total paid amount",
  "total amount in word",
  "payment mode",
  "payment reason",
  "customer note",
  "payment channel",
]);

export const telebirr: Adapter = {
  id: "telebirr",
  parserVersion: VERSION,
  hosts: telebirrFacts.hosts,
  recognize: recognizer(telebirrFacts, (parts) => lookupOf(telebirrFacts, parts)),
  requests: ({ reference }) => [requestTo(telebirrFacts, "receipts", { reference })],
  read: safely(read),
  canary: () => lookupOf(telebirrFacts, telebirrFacts.canary ?? {}),
};

function read(response: ProviderResponse, lookup: Lookup): LookupResult {
  requireOk(response);
  const html = bodyText(response);
  const pieces = htmlPieces(html);
  const page = htmlLabels(pieces, LABELS);
  const text = htmlText(html);
  if (!MARK.test(text) && !MARK.test(html)) {
    if (page.isEmpty && NOT_FOUND.test(text)) return { kind: "not_found" };
    throw new Unreadable("not a telebirr receipt");
  }
  requireWholePage(html);
  const reference = requireRequested(page.required("invoice no.", "invoice no"), lookup);
  const paid = timeAt(page, ["dd-MM-yyyy HH:mm:ss"], "payment date");
  return receiptOf(response, VERSION, {
    provider: "telebirr",
    reference,
    aliases: [],
    status: receiptStatus(
      telebirrFacts,
      page.optional("transaction status"),
      withoutPayersText(textsOf(pieces), page),
    ),
    ...amountAt(page, "settled amount"),
    receiver: receiverOf(page),
    payer: {
      name: page.optional("payer name"),
      account: page.optional("payer telebirr no.", "payer telebirr no"),
    },
    paidAt: paid.at,
    reason: reasonOf(page),
    dateOnly: paid.dateOnly,
  });
}

/** The reason may be the wallet's own word for the kind of payment; the payer's text is then the note. */
function reasonOf(page: LabelValues): string | null {
  const texts = [writtenReason(page, "payment reason"), writtenReason(page, "customer note")];
  return texts.filter(Boolean).join(" ").slice(0, 200) || null;
}

/**
 * A merchant is paid under a short code, a person under a phone. For a bank, the credited party is the
 * bank itself, and the receiver is in the bank account line; a bank's name without that line proves neither.
 */
function receiverOf(page: LabelValues): Receiver {
  const name = page.optional("credited party name");
  const account = page.optional("credited party account no", "credited party account no.");
  const bankLine = page.optional("bank account number");
  const bank = institutionByName(name);
  if (bankLine !== null) {
    const parts = /^([0-9]{6,20})(?: (.{1,200}))?$/.exec(bankLine);
    const institution = bank === "telebirr" ? null : bank;
    return { institution, account: parts?.[1] ?? null, name: parts?.[2] ?? null };
  }
  // A shop may be called like a bank: its short code equals, which means review, and a bank's code differs.
  const isWallet = account !== null && (bank === null || bank === "telebirr");
  return { institution: isWallet ? "telebirr" : null, account, name };
}
