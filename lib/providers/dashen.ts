import type { Receipt, Receiver } from "../domain/receipt.ts";
import type { Adapter, Lookup, ProviderResponse, Reading } from "./adapter.ts";
import { requireAmount } from "./amounts.ts";
import { bodyText } from "./body-text.ts";
import { requireTime } from "./dates.ts";
import { htmlLabels } from "./html-labels.ts";
import { htmlPieces, requireWholePage } from "./html-pieces.ts";
import { institutionByName, issuersByForm } from "./institutions.ts";
import { jsonObject } from "./json-body.ts";
import type { LabelValues } from "./label-values.ts";
import { bareReference, type Recognition, smsReference } from "./pasted-text.ts";
import { receiptOf, requireAsked } from "./receipt-of.ts";
import { ordinalReferenceDate } from "./reference-date.ts";
import { busyReading } from "./response-state.ts";
import { readSafely, Unreadable } from "./unreadable.ts";

const VERSION = "dashen/1";
const SHAPE = /^[A-Z0-9]{16}$/;
const LINK = /^(?:https?:\/\/)?receipts\.dashenbanksc\.com\/receipt\/([A-Za-z0-9]{16})\/?$/i;
const NAMES = /dashen|ዳ[ሸሽ]ን/i;
const WALLETS: readonly (string | null)[] = ["telebirr", "mpesa", "cbe_birr"];
const LABELS = new Set([
  "sender name",
  "sender account number",
  "transaction channel",
  "service type",
  "narrative",
  "receiver name",
  "beneficiary bank name",
  "institution name",
  "receiver account number",
  "phone no.",
  "phone no",
  "transaction reference",
  "transfer reference",
  "transaction date",
  "transaction amount",
  "service charge",
  "drrf fee",
  "vat (15%)",
  "total",
]);

/** Dashen Bank: an HTML receipt under a reference of sixteen characters. */
export const dashen: Adapter = {
  id: "dashen",
  parserVersion: VERSION,
  hosts: { receipts: { baseUrl: "https://receipts.dashenbanksc.com", timeoutMs: 15_000 } },
  recognise,
  requests: (lookup) => [
    { host: "receipts", path: `/receipt/${encodeURIComponent(lookup.reference)}` },
  ],
  read: (response, lookup) => readSafely(() => read(response, lookup)),
  canary: () => lookupOf("000ZZZZ999990000"),
};

function recognise(input: string): Recognition {
  const named = LINK.exec(input)?.[1]?.toUpperCase() ?? smsReference(input, NAMES, SHAPE);
  if (named !== null) return { lookup: lookupOf(named), certainty: "exact" };
  const bare = bareReference(input, SHAPE);
  return bare === null ? null : { lookup: lookupOf(bare), certainty: "shape" };
}

function lookupOf(reference: string): Lookup {
  const datedOn = ordinalReferenceDate(reference, 7);
  return { provider: "dashen", reference, variant: "receipt", parts: {}, datedOn };
}

function read(response: ProviderResponse, lookup: Lookup): Reading {
  const busy = busyReading(response);
  if (busy !== null) return busy;
  if (response.status === 400) return notFound(response);
  if (response.status !== 200) throw new Unreadable("unexpected status");
  const html = bodyText(response);
  requireWholePage(html);
  const page = htmlLabels(htmlPieces(html), LABELS);
  const reference = requireAsked(page.required("transaction reference"), lookup);
  const paid = requireTime(page.required("transaction date"), ["LLL d, yyyy, h:mm:ss a"]);
  const receiver = receiverOf(page);
  return receiptOf(response, VERSION, {
    provider: "dashen",
    reference,
    aliases: aliasesOf(page, reference, receiver),
    status: "completed",
    ...requireAmount(page.required("transaction amount")),
    receiver,
    payer: {
      name: page.optional("sender name"),
      account: page.optional("sender account number"),
    },
    paidAt: paid.at,
    dateOnly: paid.dateOnly,
  });
}

function notFound(response: ProviderResponse): Reading {
  const { statusCode, message } = jsonObject(response);
  if (statusCode === 400 && message === "Transaction not found") return { kind: "not_found" };
  throw new Unreadable("unexpected refusal");
}

/** A named institution that is not listed stays null: its account must not pass for one at Dashen. */
function receiverOf(page: LabelValues): Receiver {
  const other = page.optional("beneficiary bank name") ?? page.optional("institution name");
  const institution = other === null ? "dashen" : institutionByName(other);
  const phone = WALLETS.includes(institution) ? page.optional("phone no.", "phone no") : null;
  return {
    institution,
    name: page.optional("receiver name"),
    account: page.optional("receiver account number") ?? phone,
  };
}

/**
 * The transfer reference is the other side's. Where money came in, the page does not say from whom: it
 * is then claimed for every provider whose form it has, so that its own receipt is not used again.
 */
function aliasesOf(page: LabelValues, reference: string, receiver: Receiver): Receipt["aliases"] {
  const other = page.optional("transfer reference")?.replace(/\s/g, "").toUpperCase();
  if (other === undefined || other === reference || !/^[A-Z0-9-]{6,40}$/.test(other)) return [];
  const { institution } = receiver;
  const issuers =
    institution === null || institution === "dashen" ? issuersByForm(other) : [institution];
  const providers = issuers.length > 0 ? issuers : (["dashen"] as const);
  return providers.map((provider) => ({ provider, reference: other }));
}
