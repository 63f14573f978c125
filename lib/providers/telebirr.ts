import type { Receiver } from "../domain/receipt.ts";
import type { Adapter, Lookup, ProviderResponse, Reading } from "./adapter.ts";
import { requireAmount } from "./amounts.ts";
import { bodyText } from "./body-text.ts";
import { requireTime } from "./dates.ts";
import { htmlLabels } from "./html-labels.ts";
import { htmlPieces, htmlText, requireWholePage } from "./html-pieces.ts";
import { institutionByName } from "./institutions.ts";
import type { LabelValues } from "./label-values.ts";
import { bareReference, type Recognition, smsReference } from "./pasted-text.ts";
import { receiptOf, requireAsked } from "./receipt-of.ts";
import { walletReferenceDate } from "./reference-date.ts";
import { busyReading } from "./response-state.ts";
import { statusByText } from "./status-words.ts";
import { readSafely, Unreadable } from "./unreadable.ts";

const SHAPE = /^[A-Z0-9]{10}$/;
const LINK = /^(?:https?:\/\/)?transactioninfo\.ethiotelecom\.et\/receipt\/([A-Za-z0-9]{10})\/?$/i;
const NAMES = /telebirr|tele birr|ethio ?telecom|ቴሌብር|ቴሌ ብር|ኢትዮ ?ቴሌኮም/i;
const MARK = /telebirr receipt/i;
const NOT_FOUND = /this request is not correct/i;
const VERSION = "telebirr/1";
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
  "payment channel",
]);

/** telebirr, the wallet of Ethio telecom: an HTML receipt under its transaction number. */
export const telebirr: Adapter = {
  id: "telebirr",
  parserVersion: VERSION,
  hosts: {
    receipts: {
      baseUrl: "https://transactioninfo.ethiotelecom.et",
      timeoutMs: 8_000,
      race: { parallel: 2, rounds: 4, eachMs: 900 },
    },
  },
  recognise,
  requests: (lookup) => [
    { host: "receipts", path: `/receipt/${encodeURIComponent(lookup.reference)}` },
  ],
  read: (response, lookup) => readSafely(() => read(response, lookup)),
  canary: () => lookupOf("0Z00000000"),
};

function recognise(input: string): Recognition {
  const named = LINK.exec(input)?.[1]?.toUpperCase() ?? smsReference(input, NAMES, SHAPE);
  if (named !== null) return { lookup: lookupOf(named), certainty: "exact" };
  const bare = bareReference(input, SHAPE);
  return bare === null ? null : { lookup: lookupOf(bare), certainty: "shape" };
}

function lookupOf(reference: string): Lookup {
  const datedOn = walletReferenceDate(reference);
  return { provider: "telebirr", reference, variant: "receipt", parts: {}, datedOn };
}

function read(response: ProviderResponse, lookup: Lookup): Reading {
  const busy = busyReading(response);
  if (busy !== null) return busy;
  if (response.status !== 200) throw new Unreadable("unexpected status");
  const html = bodyText(response);
  const pieces = htmlPieces(html);
  const page = htmlLabels(pieces, LABELS);
  const text = htmlText(html);
  if (!MARK.test(text) && !MARK.test(html)) {
    if (page.isEmpty && NOT_FOUND.test(text)) return { kind: "not_found" };
    throw new Unreadable("not a telebirr receipt");
  }
  requireWholePage(html);
  const reference = requireAsked(page.required("invoice no.", "invoice no"), lookup);
  const paid = requireTime(page.required("payment date"), ["dd-MM-yyyy HH:mm:ss"]);
  return receiptOf(response, VERSION, {
    provider: "telebirr",
    reference,
    aliases: [],
    status: statusByText(page.required("transaction status")),
    ...requireAmount(page.required("settled amount")),
    receiver: receiverOf(page),
    payer: {
      name: page.optional("payer name"),
      account: page.optional("payer telebirr no.", "payer telebirr no"),
    },
    paidAt: paid.at,
    dateOnly: paid.dateOnly,
  });
}

/** Wallet to bank: the credited party is the bank, the real receiver stands in the bank account line. */
function receiverOf(page: LabelValues): Receiver {
  const name = page.optional("credited party name");
  const account = page.optional("credited party account no", "credited party account no.");
  const bankLine = page.optional("bank account number");
  const bank = institutionByName(name);
  if (bankLine !== null) {
    const parts = /^([0-9]{6,20})(?: (.{1,200}))?$/.exec(bankLine);
    return { institution: bank, account: parts?.[1] ?? null, name: parts?.[2] ?? null };
  }
  if (bank !== null && bank !== "telebirr") {
    return { institution: bank, account: null, name: null };
  }
  return { institution: "telebirr", account, name };
}
