import type { ProviderId } from "../../domain/provider.ts";
import type { Receipt, Receiver } from "../../domain/receipt.ts";
import type { Adapter, Lookup, LookupResult, ProviderResponse } from "../adapter.ts";
import { lookupOf, requestTo } from "../input/links.ts";
import { recognizer } from "../input/recognizer.ts";
import {
  holdsPhones,
  institutionByName,
  isInternalType,
  issuersByForm,
  namedInstitution,
  walletByType,
} from "../institutions.ts";
import { htmlLabels, htmlPieces, requireWholePage, textsOf } from "../reading/html-labels.ts";
import { jsonObject } from "../reading/json-body.ts";
import type { LabelValues } from "../reading/labels.ts";
import { amountAt, timeAt } from "../reading/labels.ts";
import { withoutPayersText, writtenReason } from "../reading/payers-text.ts";
import {
  bodyText,
  receiptOf,
  receiptStatus,
  requireOk,
  requireRequested,
  STATUS_LABELS,
  shownStatus,
} from "../reading/receipt-of.ts";
import { safely, Unreadable } from "../reading/unreadable.ts";
import { dashenFacts } from "./facts.ts";

const VERSION = "dashen/2";
const INSTITUTION = ["institution name", "instituton name"] as const;
const LABELS: ReadonlySet<string> = new Set([
  "sender name",
  "sender account number",
  "transaction channel",
  "service type",
  "narrative",
  "receiver name",
  "beneficiary bank name",
  ...INSTITUTION,
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
  ...STATUS_LABELS,
]);

/** Characters 4 to 7 of a reference say which service it is; `other` is another bank. */
const SERVICES: Readonly<Record<string, ProviderId | "other">> = {
  WDTS: "dashen",
  WDTI: "dashen",
  OBTI: "other",
  LTWS: "telebirr",
};

export const dashen: Adapter = {
  id: "dashen",
  parserVersion: VERSION,
  hosts: dashenFacts.hosts,
  recognize: recognizer(dashenFacts, (parts) => lookupOf(dashenFacts, parts)),
  requests: ({ reference }) => [requestTo(dashenFacts, "receipts", { reference })],
  read: safely(read),
  canary: () => lookupOf(dashenFacts, dashenFacts.canary ?? {}),
};

function read(response: ProviderResponse, lookup: Lookup): LookupResult {
  if (response.status === 400) return notFound(response);
  requireOk(response);
  const html = bodyText(response);
  requireWholePage(html);
  const pieces = htmlPieces(html);
  const page = htmlLabels(pieces, LABELS);
  const reference = requireRequested(page.required("transaction reference"), lookup);
  const paid = timeAt(page, ["LLL d, yyyy, h:mm:ss a"], "transaction date");
  const receiver = receiverOf(page, reference);
  return receiptOf(response, VERSION, {
    provider: "dashen",
    reference,
    aliases: aliasesOf(page, reference, receiver),
    status: receiptStatus(dashenFacts, shownStatus(page), withoutPayersText(textsOf(pieces), page)),
    ...amountAt(page, "transaction amount"),
    receiver,
    payer: {
      name: page.optional("sender name"),
      account: page.optional("sender account number"),
    },
    paidAt: paid.at,
    reason: writtenReason(page, "narrative"),
    dateOnly: paid.dateOnly,
  });
}

function notFound(response: ProviderResponse): LookupResult {
  const { statusCode, message } = jsonObject(response);
  if (statusCode === 400 && message === "Transaction not found") return { kind: "not_found" };
  throw new Unreadable("unexpected status 400");
}

function receiverOf(page: LabelValues, reference: string): Receiver {
  const institution = institutionOf(page, reference);
  const account = page.optional("receiver account number");
  const phone = holdsPhones(institution) ? page.optional("phone no.", "phone no") : null;
  return { institution, name: page.optional("receiver name"), account: account ?? phone };
}

/**
 * The printed institution, else what the service type says. Null where neither is known, or where the
 * institution, the service type and the letters of the reference contradict each other.
 */
function institutionOf(page: LabelValues, reference: string): ProviderId | null {
  const bank = page.optional("beneficiary bank name");
  const shown = page.optional(...INSTITUTION);
  if (bank !== null && shown !== null && institutionByName(bank) !== institutionByName(shown)) {
    return null;
  }
  const named = bank ?? shown;
  const type = page.optional("service type");
  const byType = isInternalType("dashen", type) ? "dashen" : walletByType("dashen", type);
  const shownAt = institutionByName(named);
  const isAgreed = type === null || shownAt === byType;
  const byName = isAgreed ? shownAt : namedInstitution("dashen", named, type);
  const institution = named === null ? byType : byName;
  const letters = SERVICES[reference.slice(3, 7)];
  if (letters === "other") return institution === "dashen" ? null : institution;
  return letters === undefined || letters === institution ? institution : null;
}

/**
 * The transfer reference is the other side's. Where money came in, the page does not say from whom: it is
 * then claimed for every provider whose form it has, so that its own receipt cannot be used again.
 */
function aliasesOf(page: LabelValues, reference: string, receiver: Receiver): Receipt["aliases"] {
  const shown = page.optional("transfer reference");
  if (shown === null) return [];
  const other = shown.replace(/\s/g, "").toUpperCase();
  if (other === reference || !/^[A-Z0-9-]{6,40}$/.test(other)) return [];
  const { institution } = receiver;
  const issuers =
    institution === null || institution === "dashen" ? issuersByForm(other) : [institution];
  const providers = issuers.length > 0 ? issuers : (["dashen"] as const);
  return providers.map((provider) => ({ provider, reference: other }));
}
