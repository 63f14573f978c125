import type { Adapter, Lookup, LookupContext, ProviderRequest } from "../adapter.ts";
import { lookupOf, type Parts, requestTo } from "../input/links.ts";
import type { Recognition } from "../input/pasted-text.ts";
import { accountSuffixes, recognizer } from "../input/recognizer.ts";
import { safely } from "../reading/unreadable.ts";
import { cbeFacts } from "./facts.ts";
import { isTampered, readCbeJson } from "./json.ts";
import { readCbePdf } from "./pdf.ts";

/** The id and version that the bank's web page sends along; without them the bank answers 400. */
export interface CbeApp {
  readonly appId: string;
  readonly appVersion: string;
}

const SUFFIX_DIGITS = 8;
const BARE_TOKEN = /^v[0-9]-[A-Za-z0-9_-]{6,200}$/;
const OTHER_HOST = { pdf: "branch", branch: "pdf" } as const;

export function createCbe(app: CbeApp | null): Adapter {
  return {
    id: "cbe",
    parserVersion: "cbe/2",
    hosts: cbeFacts.hosts,
    recognize,
    requests: (lookup, context) =>
      lookup.variant === "link" ? [linkRequest(lookup, app)] : pdfRequests(lookup, context),
    read: async (response, lookup) =>
      lookup.variant === "link" && isTampered(response)
        ? { kind: "not_found" }
        : readReceipt(response, lookup),
    // Without the app's id, every request is refused, which says nothing about the bank's health.
    canary: app === null ? null : () => lookupFor(cbeFacts.canary ?? {}),
  };
}

const readReceipt = safely((response, lookup) =>
  lookup.variant === "link" ? readCbeJson(response, lookup) : readCbePdf(response, lookup),
);

const recognizeByFacts = recognizer(cbeFacts, lookupFor);

function recognize(input: string): readonly Recognition[] {
  if (!BARE_TOKEN.test(input)) return recognizeByFacts(input);
  return [{ lookup: lookupFor({ token: input }), certainty: "exact" }];
}

/** A token may be an opaque one, or the FT reference with digits of an account: then the reference is known before the receipt. */
function lookupFor(parts: Parts): Lookup {
  const { token, digits, branch, reference = branch ?? "", ...others } = parts;
  if (token !== undefined) {
    return { provider: "cbe", reference: token, variant: "link", parts: {}, datedOn: null };
  }
  if (digits !== undefined) return lookupOf(cbeFacts, { reference, digits }, "link");
  return lookupOf(cbeFacts, { ...others, reference }, branch === undefined ? "pdf" : "branch");
}

function linkRequest(lookup: Lookup, app: CbeApp | null): ProviderRequest {
  const { digits } = lookup.parts;
  const token = digits === undefined ? lookup.reference : `${lookup.reference}-${digits}`;
  const request = requestTo(cbeFacts, "links", { token });
  if (app === null) return request;
  const { appId, appVersion } = app;
  return {
    ...request,
    headers: { ...request.headers, "x-app-id": appId, "x-app-version": appVersion },
  };
}

/**
 * With the digits of the customer's link: the URL that was entered, then the other one. For a bare
 * reference: the PDF with the digits of each of the merchant's own accounts.
 */
function pdfRequests(lookup: Lookup, context: LookupContext): readonly ProviderRequest[] {
  const { reference, parts } = lookup;
  const given = lookup.variant === "branch" ? "branch" : "pdf";
  if (parts.suffix !== undefined) {
    const own = { reference, suffix: parts.suffix };
    return [given, OTHER_HOST[given]].map((host) => requestTo(cbeFacts, host, own));
  }
  return accountSuffixes(context, "cbe", SUFFIX_DIGITS).map((suffix) =>
    requestTo(cbeFacts, "pdf", { reference, suffix }),
  );
}
