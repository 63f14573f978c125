import type { Receipt } from "../domain/receipt.ts";
import type { Adapter, Lookup, ProviderResponse, Reading } from "./adapter.ts";
import { requireAmount } from "./amounts.ts";
import { bodyText } from "./body-text.ts";
import { requireTime } from "./dates.ts";
import { htmlLabels } from "./html-labels.ts";
import { htmlPieces, htmlText, requireWholePage } from "./html-pieces.ts";
import { institutionByName } from "./institutions.ts";
import type { LabelValues } from "./label-values.ts";
import { type Recognition, smsReference } from "./pasted-text.ts";
import { receiptOf } from "./receipt-of.ts";
import { busyReading } from "./response-state.ts";
import { readSafely, Unreadable } from "./unreadable.ts";

const VERSION = "awash/1";
const TOKEN = /^-?[A-Z0-9]{6,16}-[A-Z0-9]{4,10}$/;
const LINK =
  /^(?:https?:\/\/)?awashpay\.awashbank\.com:8225\/(-?[A-Za-z0-9]{6,16}-[A-Za-z0-9]{4,10})\/?$/i;
const NAMES = /awash|አዋሽ/i;
const NOT_FOUND = /^(?:receipt not found|invalid receipt id)[.!]?$/i;
const TRANSACTION = /^-?[A-Z0-9][A-Z0-9-]{3,39}$/;
const FORMATS = ["yyyy-MM-dd hh:mm:ss a", "yyyy-MM-dd HH:mm:ss", "yyyy-MM-dd"];
const LABELS = new Set([
  "transaction time",
  "transaction date",
  "transaction type",
  "amount",
  "charge",
  "vat",
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
]);

/** Awash Bank: an HTML receipt under a token; the transaction's own id stands only on the receipt. */
export const awash: Adapter = {
  id: "awash",
  parserVersion: VERSION,
  hosts: { receipts: { baseUrl: "https://awashpay.awashbank.com:8225", timeoutMs: 15_000 } },
  recognise,
  requests: (lookup) => [{ host: "receipts", path: `/${encodeURIComponent(lookup.reference)}` }],
  read: (response, lookup) => readSafely(() => read(response, lookup)),
  canary: () => lookupOf("-0000000000-000000"),
};

function recognise(input: string): Recognition {
  const named = LINK.exec(input)?.[1]?.toUpperCase() ?? smsReference(input, NAMES, TOKEN);
  if (named !== null) return { lookup: lookupOf(named), certainty: "exact" };
  const bare = /^[A-Za-z0-9 \t-]{8,60}$/.test(input)
    ? input.replace(/[ \t]/g, "").toUpperCase()
    : "";
  // Letters alone could be a hyphenated word, but words do not start with a dash.
  const isToken = TOKEN.test(bare) && /^-|[0-9]/.test(bare);
  return isToken ? { lookup: lookupOf(bare), certainty: "shape" } : null;
}

function lookupOf(reference: string): Lookup {
  return { provider: "awash", reference, variant: "receipt", parts: {}, datedOn: null };
}

function read(response: ProviderResponse, lookup: Lookup): Reading {
  const busy = busyReading(response);
  if (busy !== null) return busy;
  if (response.status !== 200) throw new Unreadable("unexpected status");
  const html = bodyText(response);
  const page = htmlLabels(htmlPieces(html), LABELS);
  if (page.isEmpty && NOT_FOUND.test(htmlText(html))) return { kind: "not_found" };
  requireWholePage(html);
  const reference = page.required("transaction id").replace(/\s/g, "").toUpperCase();
  if (!TRANSACTION.test(reference)) throw new Unreadable("reference not understood");
  const paid = requireTime(page.required("transaction time", "transaction date"), FORMATS);
  return receiptOf(response, VERSION, {
    provider: "awash",
    reference,
    aliases:
      reference === lookup.reference ? [] : [{ provider: "awash", reference: lookup.reference }],
    status: "completed",
    ...requireAmount(page.required("amount")),
    receiver: receiverOf(page),
    payer: {
      name: page.optional("sender name"),
      account: page.optional("sender account", "source account"),
    },
    paidAt: paid.at,
    dateOnly: paid.dateOnly,
  });
}

function receiverOf(page: LabelValues): Receipt["receiver"] {
  const bank = page.optional("beneficiary bank");
  return {
    institution: bank === null ? "awash" : institutionByName(bank),
    name:
      page.optional("beneficiary name", "receiver name", "recipient") ?? page.optional("merchant"),
    account:
      page.optional("beneficiary account", "receiver account") ?? page.optional("till number"),
  };
}
