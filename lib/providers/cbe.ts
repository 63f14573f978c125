import { accountSuffixes } from "./account-suffixes.ts";
import type { Adapter, Lookup, LookupContext, ProviderRequest } from "./adapter.ts";
import { readCbeJson } from "./cbe-json.ts";
import { readCbePdf } from "./cbe-pdf.ts";
import { bareReference, type Recognition, smsReference } from "./pasted-text.ts";
import { ordinalReferenceDate } from "./reference-date.ts";
import { readSafely } from "./unreadable.ts";

/** What the bank's app sends along; without it the bank answers 400. */
export interface CbeApp {
  readonly appId: string;
  readonly appVersion: string;
}

const SHAPE = /^FT[A-Z0-9]{10}$/;
const SUFFIXED = /^FT[A-Z0-9]{10}[0-9]{8}$/;
const TOKEN = /^v[0-9]-[A-Za-z0-9_-]{6,200}$/;
const TOKEN_LINK = /^(?:https?:\/\/)?mbreciept\.cbe\.com\.et\/([A-Za-z0-9_-]{6,200})$/i;
const PDF_LINK =
  /^(?:https?:\/\/)?apps\.cbe\.com\.et:100\/(?:\?id=|BranchReceipt\/)(FT[A-Z0-9]{10})&?([0-9]{8})$/i;
const NAMES = /commercial bank of ethiopia|\bcbe\b|ንግድ ባንክ/i;

/**
 * Commercial Bank of Ethiopia: one provider to the payer, two ways to the receipt. `link` is JSON under
 * a case-sensitive token, `pdf` a PDF under the FT reference and eight digits of an account.
 */
export function createCbe(app: CbeApp | null): Adapter {
  return {
    id: "cbe",
    parserVersion: "cbe/1",
    hosts: {
      links: { baseUrl: "https://mb.cbe.com.et", timeoutMs: 10_000 },
      pdf: { baseUrl: "https://apps.cbe.com.et:100", timeoutMs: 30_000 },
    },
    recognise,
    requests: (lookup, context) => requests(lookup, context, app),
    read: (response, lookup) =>
      readSafely(() =>
        lookup.variant === "link" ? readCbeJson(response) : readCbePdf(response, lookup),
      ),
    // Without the app's name every answer is a refusal, which says nothing of the bank.
    canary: app === null ? null : () => linkLookup("v2-0000000000000000"),
  };
}

function recognise(input: string): Recognition {
  const token = TOKEN_LINK.exec(input)?.[1] ?? (TOKEN.test(input) ? input : null);
  if (token !== null) return { lookup: linkLookup(token), certainty: "exact" };
  const [, linked, suffix] = PDF_LINK.exec(input) ?? [];
  if (linked !== undefined && suffix !== undefined) {
    return { lookup: pdfLookup(linked.toUpperCase(), suffix), certainty: "exact" };
  }
  const named = smsReference(input, NAMES, SHAPE);
  if (named !== null) return { lookup: pdfLookup(named, null), certainty: "exact" };
  const suffixed = bareReference(input, SUFFIXED);
  if (suffixed !== null) {
    return { lookup: pdfLookup(suffixed.slice(0, 12), suffixed.slice(12)), certainty: "shape" };
  }
  const bare = bareReference(input, SHAPE);
  return bare === null ? null : { lookup: pdfLookup(bare, null), certainty: "shape" };
}

function linkLookup(token: string): Lookup {
  return { provider: "cbe", reference: token, variant: "link", parts: {}, datedOn: null };
}

function pdfLookup(reference: string, suffix: string | null): Lookup {
  const parts: Record<string, string> = suffix === null ? {} : { suffix };
  const datedOn = ordinalReferenceDate(reference, 2);
  return { provider: "cbe", reference, variant: "pdf", parts, datedOn };
}

function requests(
  lookup: Lookup,
  context: LookupContext,
  app: CbeApp | null,
): readonly ProviderRequest[] {
  if (lookup.variant === "link") {
    const path = `/api/v1/transactions/public/transaction-detail/${encodeURIComponent(lookup.reference)}`;
    const headers: Record<string, string> =
      app === null ? {} : { "x-app-id": app.appId, "x-app-version": app.appVersion };
    return [{ host: "links", path, headers }];
  }
  return accountSuffixes(lookup, context, "cbe", 8).map((suffix) => ({
    host: "pdf",
    path: `/?id=${encodeURIComponent(lookup.reference + suffix)}`,
  }));
}
