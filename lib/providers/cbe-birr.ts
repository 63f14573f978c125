import type { Receiver } from "../domain/receipt.ts";
import type { Adapter, Lookup, LookupContext, ProviderResponse, Reading } from "./adapter.ts";
import { requireAmount, type ShownAmount } from "./amounts.ts";
import { bodyText } from "./body-text.ts";
import { requireTime } from "./dates.ts";
import { htmlText } from "./html-pieces.ts";
import { inTurn } from "./in-turn.ts";
import { walletInstitution } from "./institutions.ts";
import { LabelValues } from "./label-values.ts";
import { partyOf } from "./party-field.ts";
import { bareReference, type Recognition, smsReference } from "./pasted-text.ts";
import { pdfLabels, type ValueKind } from "./pdf-labels.ts";
import { pdfLines } from "./pdf-lines.ts";
import { ethiopianPhoneDigits } from "./phone-digits.ts";
import { receiptOf } from "./receipt-of.ts";
import { walletReferenceDate } from "./reference-date.ts";
import { busyReading } from "./response-state.ts";
import { statusByText } from "./status-words.ts";
import { readSafely, Unreadable } from "./unreadable.ts";

const VERSION = "cbe_birr/1";
const MOST_PHONES = 4;
const SHAPE = /^[A-Z0-9]{10,11}$/;
const LINK =
  /^(?:https?:\/\/)?cbepay1\.cbe\.com\.et\/aureceipt\?TID=([A-Za-z0-9]{10,11})(?:&PH=(251[79][0-9]{8}))?$/i;
const NAMES = /cbe ?birr|ሲቢኢ ?ብር/i;
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

/** CBE Birr, the wallet of CBE: a PDF under the transaction id and a phone. */
export const cbeBirr: Adapter = {
  id: "cbe_birr",
  parserVersion: VERSION,
  hosts: { receipts: { baseUrl: "https://cbepay1.cbe.com.et", timeoutMs: 20_000 } },
  recognise,
  requests: (lookup, context) =>
    phonesOf(lookup, context).map((phone) => ({
      host: "receipts",
      path: `/aureceipt?TID=${encodeURIComponent(lookup.reference)}&PH=${phone}`,
    })),
  read: (response, lookup) => readSafely(() => read(response, lookup)),
  canary: () => lookupOf("0Z00000000", "251900000000"),
};

function recognise(input: string): Recognition {
  const [, linked, phone] = LINK.exec(input) ?? [];
  if (linked !== undefined) {
    return { lookup: lookupOf(linked.toUpperCase(), phone ?? null), certainty: "exact" };
  }
  const named = smsReference(input, NAMES, SHAPE);
  if (named !== null) return { lookup: lookupOf(named, null), certainty: "exact" };
  const bare = bareReference(input, SHAPE);
  return bare === null ? null : { lookup: lookupOf(bare, null), certainty: "shape" };
}

function lookupOf(reference: string, phone: string | null): Lookup {
  const parts: Record<string, string> = phone === null ? {} : { phone };
  const datedOn = walletReferenceDate(reference);
  return { provider: "cbe_birr", reference, variant: "receipt", parts, datedOn };
}

function digitsOf(phones: readonly (string | null | undefined)[]): readonly string[] {
  const digits = phones.map((phone) => (phone ? ethiopianPhoneDigits(phone) : null));
  return [...new Set(digits.filter((phone) => phone !== null))];
}

/** Whose phone the bank takes is disputed: the link's, the payer's, then the merchant's own. */
function phonesOf(lookup: Lookup, context: LookupContext): readonly string[] {
  const own = context.accounts.filter((account) => account.provider === "cbe_birr");
  const payers = digitsOf([lookup.parts.phone, context.payerPhone]);
  const others = digitsOf(own.map((one) => one.accountNumber)).filter(
    (phone) => !payers.includes(phone),
  );
  return [...payers, ...inTurn(others, context.tries, MOST_PHONES - payers.length)];
}

async function read(response: ProviderResponse, lookup: Lookup): Promise<Reading> {
  const busy = busyReading(response);
  if (busy !== null) return busy;
  if (response.status !== 200) throw new Unreadable("unexpected status");
  if (isEmptyViewer(response)) return { kind: "not_found" };
  const page = new LabelValues();
  const layout = { labels: LABELS, valuesBefore: AMOUNTS };
  for (const { label, value } of pdfLabels(await pdfLines(response.body), layout)) {
    page.add(label, value);
  }
  const paid = requireTime(page.required("transaction date"), [
    "yyyy-MM-dd HH:mm",
    "yyyy-MM-dd HH:mm:ss",
  ]);
  return receiptOf(response, VERSION, {
    provider: "cbe_birr",
    ...referencesOf(page, lookup),
    status: statusByText(page.required("transaction status")),
    ...amountOf(page),
    receiver: receiverOf(page),
    payer: partyOf(page.optional("debit account")),
    paidAt: paid.at,
    dateOnly: paid.dateOnly,
  });
}

function receiverOf(page: LabelValues): Receiver {
  const credited = partyOf(page.optional("credit account"));
  const name = page.optional("receiver name");
  const { account } = credited;
  return {
    institution: walletInstitution("cbe_birr", account),
    name: name ?? credited.name,
    account,
  };
}

/** Which of the three numbers the id is, is unproven: one of them must be it, the receipt number counts. */
function referencesOf(page: LabelValues, lookup: Lookup) {
  const receipt = page.required("receipt number").toUpperCase();
  const others = [page.optional("order id"), page.optional("reference")];
  const all = [receipt, ...others.map((other) => other?.toUpperCase())];
  if (!all.includes(lookup.reference)) {
    throw new Unreadable("another reference than the one asked");
  }
  if (!SHAPE.test(receipt)) throw new Unreadable("reference not understood");
  const asked = { provider: "cbe_birr", reference: lookup.reference } as const;
  return { reference: receipt, aliases: receipt === lookup.reference ? [] : [asked] };
}

/** The four amounts must add up: it is the proof that each was given its own label. */
function amountOf(page: LabelValues): ShownAmount {
  const [paid, charge, vat, total] = AMOUNTS.map((label) => requireAmount(page.required(label)));
  const parts = [paid, charge, vat].map((part) => part?.amountMinor ?? Number.NaN);
  const sum = parts.reduce((one, other) => one + other, 0);
  if (paid === undefined || sum !== total?.amountMinor)
    throw new Unreadable("amounts do not add up");
  return paid;
}

/** The viewer page that comes in place of a PDF when there is no such receipt. */
function isEmptyViewer(response: ProviderResponse): boolean {
  if (new TextDecoder("latin1").decode(response.body.subarray(0, 1_024)).includes("%PDF-")) {
    return false;
  }
  const html = bodyText(response);
  const isViewer = /<title>\s{0,20}Auto Receipt\s{0,20}<\/title>/i.test(html);
  return isViewer && !html.includes("JVBER") && /^(?:auto receipt)?$/i.test(htmlText(html));
}
