import { ethiopianPhoneDigits } from "../../domain/account-number.ts";
import type { Receiver } from "../../domain/receipt.ts";
import type { Adapter, Lookup, LookupContext, LookupResult, ProviderResponse } from "../adapter.ts";
import { inTurn, lookupOf, requestTo } from "../input/links.ts";
import { recognizer } from "../input/recognizer.ts";
import { walletInstitution } from "../institutions.ts";
import type { ShownAmount } from "../reading/amounts.ts";
import { htmlText } from "../reading/html-labels.ts";

import { amountAt, LabelValues, partyOf, timeAt } from "../reading/labels.ts";
import { withoutPayersText, writtenReason } from "../reading/payers-text.ts";
import { pdfLabels, pdfLines, type ValueKind } from "../reading/pdf-labels.ts";
import { bodyText, receiptOf, receiptStatus, requireOk } from "../reading/receipt-of.ts";
import { safely, Unreadable } from "../reading/unreadable.ts";
import { cbeBirrFacts } from "./facts.ts";

const VERSION = "cbe_birr/2";
const MOST_PHONES = 4;
const AMOUNTS = ["paid amount", "service charge", "vat", "total paid amount"];
const LABELS = new Map<string, ValueKind>([
  ["debit account", "text"],
  ["credit account", "text"],
  ["receiver name", "name"],
  ["order id", "reference"],
  ["transaction status", "text"],
  ["reference", "text"],
  ["receipt number", "reference"],
  ["transaction date", "date"],
  ["payment reason", "text"],
  ["payment channel", "text"],
  ...AMOUNTS.map((label): [string, ValueKind] => [label, "amount"]),
]);

export const cbeBirr: Adapter = {
  id: "cbe_birr",
  parserVersion: VERSION,
  hosts: cbeBirrFacts.hosts,
  recognize: recognizer(cbeBirrFacts, (parts) => lookupOf(cbeBirrFacts, parts)),
  requests: (lookup, context) =>
    phonesOf(lookup, context).map((phone) =>
      requestTo(cbeBirrFacts, "receipts", { reference: lookup.reference, phone }),
    ),
  read: safely(read),
  canary: () => lookupOf(cbeBirrFacts, cbeBirrFacts.canary ?? {}),
};

function digitsOf(phones: readonly (string | null | undefined)[]): readonly string[] {
  const digits = phones.map((phone) => (phone ? ethiopianPhoneDigits(phone) : null));
  return [...new Set(digits.filter((phone) => phone !== null))];
}

/** Sources disagree on whose phone the bank accepts: we try the link's, the payer's, then the merchant's own. */
function phonesOf(lookup: Lookup, context: LookupContext): readonly string[] {
  const own = context.accounts.filter((account) => account.provider === "cbe_birr");
  const payers = digitsOf([lookup.parts.phone, context.payerPhone]);
  const others = digitsOf(own.map((one) => one.accountNumber)).filter(
    (phone) => !payers.includes(phone),
  );
  return [...payers, ...inTurn(others, context.tries, MOST_PHONES - payers.length)];
}

async function read(response: ProviderResponse, lookup: Lookup): Promise<LookupResult> {
  requireOk(response);
  if (isEmptyViewer(response)) return { kind: "not_found" };
  const page = new LabelValues();
  const layout = { labels: LABELS, valuesBefore: AMOUNTS };
  const lines = await pdfLines(response.body);
  for (const { label, value } of pdfLabels(lines, layout)) page.add(label, value);
  const paid = timeAt(page, ["yyyy-MM-dd HH:mm", "yyyy-MM-dd HH:mm:ss"], "transaction date");
  return receiptOf(response, VERSION, {
    provider: "cbe_birr",
    ...referencesOf(page, lookup),
    status: receiptStatus(
      cbeBirrFacts,
      page.optional("transaction status"),
      withoutPayersText(lines.flat(), page),
    ),
    ...amountOf(page),
    receiver: receiverOf(page),
    payer: partyOf(page.optional("debit account")),
    paidAt: paid.at,
    reason: writtenReason(page, "payment reason"),
    dateOnly: paid.dateOnly,
  });
}

function receiverOf(page: LabelValues): Receiver {
  const credited = partyOf(page.optional("credit account"));
  const name = page.optional("receiver name");
  const { account } = credited;
  return {
    institution: walletInstitution("cbe_birr", account),
    isInferred: true,
    name: name ?? credited.name,
    account,
  };
}

/** Any of the three numbers may be the requested id; the receipt number is the reference. */
function referencesOf(page: LabelValues, lookup: Lookup) {
  const receipt = page.required("receipt number").toUpperCase();
  const others = [page.optional("order id"), page.optional("reference")];
  const all = [receipt, ...others.map((other) => other?.toUpperCase())];
  if (!all.includes(lookup.reference)) {
    throw new Unreadable("another reference than the requested one");
  }
  if (!cbeBirrFacts.reference.shape.test(receipt))
    throw new Unreadable("receipt number: not a reference");
  // An approval may have used up the order's id while the receipt was unreadable.
  const order = all[1] !== undefined && cbeBirrFacts.reference.shape.test(all[1]) ? [all[1]] : [];
  const aliases = new Set([...order, lookup.reference].filter((one) => one !== receipt));
  return {
    reference: receipt,
    aliases: [...aliases].map((reference) => ({ provider: "cbe_birr" as const, reference })),
  };
}

/** The four amounts must add up, which proves that each was matched with its own label. */
function amountOf(page: LabelValues): ShownAmount {
  const paid = amountAt(page, "paid amount");
  const charge = amountAt(page, "service charge").amountMinor;
  const vat = amountAt(page, "vat").amountMinor;
  const total = amountAt(page, "total paid amount").amountMinor;
  if (paid.amountMinor + charge + vat !== total)
    throw new Unreadable("paid amount, charge and VAT do not add up to the total");
  return paid;
}

/** The viewer page that the bank sends instead of a PDF when it has no such receipt. */
function isEmptyViewer(response: ProviderResponse): boolean {
  if (new TextDecoder("latin1").decode(response.body.subarray(0, 1_024)).includes("%PDF-")) {
    return false;
  }
  const html = bodyText(response);
  const isViewer = /<title>\s{0,20}Auto Receipt\s{0,20}<\/title>/i.test(html);
  return isViewer && !html.includes("JVBER") && /^(?:auto receipt)?$/i.test(htmlText(html));
}
