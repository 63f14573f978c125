import { isCurrency } from "../../domain/money.ts";
import type { ReceiptStatus } from "../../domain/receipt.ts";
import type { Adapter, Lookup, LookupResult, ProviderResponse } from "../adapter.ts";
import { bareReference, type Recognition } from "../input/pasted-text.ts";
import { requireAmount, type ShownAmount } from "../reading/amounts.ts";
import { requireInstant, requireTime, type ShownTime } from "../reading/dates.ts";
import { atPointer, type JsonObject, jsonObject } from "../reading/json-body.ts";
import { receiptOf, requireOk } from "../reading/receipt-of.ts";
import { safely, Unreadable } from "../reading/unreadable.ts";
import type { HttpProviderConfig } from "./config.ts";

/** Reads a configured provider's JSON; throws `Unreadable` for what the configuration does not foresee. */
export function readHttpReceipt(
  response: ProviderResponse,
  lookup: Lookup,
  config: HttpProviderConfig,
): LookupResult {
  if (isNotFound(response, config)) return { kind: "not_found" };
  requireOk(response);
  const body = jsonObject(response);
  const { fields } = config;
  const reference = requireScalar(body, fields.reference, "reference");
  if (reference !== lookup.reference)
    throw new Unreadable("another reference than the requested one");
  const paid = timeOf(requireScalar(body, fields.paidAt, "date"), config);
  return receiptOf(response, "http/1", {
    provider: "http",
    reference,
    aliases: [],
    status: statusOf(requireScalar(body, fields.status, "status"), config),
    ...amountOf(body, config),
    receiver: {
      institution: config.institution,
      name: optionalScalar(body, fields.receiverName),
      account: optionalScalar(body, fields.receiverAccount),
    },
    payer: {
      name: optionalScalar(body, fields.payerName),
      account: optionalScalar(body, fields.payerAccount),
    },
    paidAt: paid.at,
    dateOnly: paid.dateOnly,
  });
}

function isNotFound(response: ProviderResponse, config: HttpProviderConfig): boolean {
  return config.notFound.some((rule) => {
    if (rule.status !== response.status) return false;
    if (!("pointer" in rule)) return true;
    return scalar(atPointer(tryJson(response), rule.pointer)) === rule.equals;
  });
}

function tryJson(response: ProviderResponse): JsonObject | null {
  try {
    return jsonObject(response);
  } catch {
    return null;
  }
}

function amountOf(body: JsonObject, config: HttpProviderConfig): ShownAmount {
  const shown = requireScalar(body, config.fields.amount, "amount");
  const currency =
    config.fields.currency === undefined
      ? config.currency
      : requireScalar(body, config.fields.currency, "currency");
  if (!isCurrency(currency)) throw new Unreadable("currency: not a currency");
  if (config.amountFormat === "minor_units") {
    const amountMinor = /^[0-9]{1,15}$/.test(shown) ? Number(shown) : Number.NaN;
    if (!Number.isSafeInteger(amountMinor))
      throw new Unreadable("amount: not a whole number of minor units");
    return { amountMinor, currency };
  }
  const amount = requireAmount(shown, currency);
  if (amount.currency !== currency) throw new Unreadable("amount: in another currency");
  return amount;
}

function timeOf(shown: string, config: HttpProviderConfig): ShownTime {
  return config.dateFormat === "rfc3339"
    ? requireInstant(shown)
    : requireTime(shown, [config.dateFormat]);
}

/** Exact spelling: a status that was not foreseen is unknown and never matches. */
function statusOf(shown: string, config: HttpProviderConfig): ReceiptStatus {
  const { completed, pending, reversed, failed } = config.statuses;
  if (completed.includes(shown)) return "completed";
  if (pending.includes(shown)) return "pending";
  if (reversed.includes(shown)) return "reversed";
  return failed.includes(shown) ? "failed" : "unknown";
}

function requireScalar(body: JsonObject, pointer: string, what: string): string {
  const value = scalar(atPointer(body, pointer));
  if (value === null || value === "") throw new Unreadable(`no ${what}`);
  return value;
}

function optionalScalar(body: JsonObject, pointer: string | undefined): string | null {
  return pointer === undefined ? null : scalar(atPointer(body, pointer)) || null;
}

function scalar(value: unknown): string | null {
  if (typeof value === "string") return value.trim();
  if (typeof value === "boolean") return String(value);
  return Number.isFinite(value) ? String(value) : null;
}

const ALPHABETS: Readonly<Record<HttpProviderConfig["reference"]["alphabet"], string>> = {
  digits: "[0-9]",
  upper_alphanumeric: "[A-Z0-9]",
  case_sensitive_token: "[A-Za-z0-9_-]",
};

/** Used if nothing is configured: recognizes nothing, so it never sends a request. */
export const UNCONFIGURED_HTTP: Adapter = {
  id: "http",
  parserVersion: "http/0",
  hosts: {},
  recognize: () => [],
  requests: () => [],
  read: async () => ({ kind: "unreadable", why: "the provider is not configured" }),
  canary: null,
};

/** Any bank or gateway that answers JSON, set up by configuration alone. */
export function createHttp(config: HttpProviderConfig): Adapter {
  const { canaryReference } = config;
  return {
    id: "http",
    parserVersion: "http/1",
    hosts: { api: { baseUrl: config.baseUrl, timeoutMs: config.timeoutMs } },
    recognize: (input) => recognize(input, config),
    requests: (lookup) => [
      {
        host: "api",
        path: config.path.replace("{reference}", () => encodeURIComponent(lookup.reference)),
        headers: config.headers,
      },
    ],
    read: safely((response, lookup) => readHttpReceipt(response, lookup, config)),
    canary: canaryReference === undefined ? null : () => lookupOf(canaryReference),
  };
}

function recognize(input: string, config: HttpProviderConfig): readonly Recognition[] {
  const { prefix, minLength, maxLength, alphabet } = config.reference;
  const shape = new RegExp(`^${prefix}${ALPHABETS[alphabet]}{${minLength},${maxLength}}$`);
  const isCased = alphabet === "case_sensitive_token" || /[a-z-]/.test(prefix);
  const reference = isCased ? (shape.test(input) ? input : null) : bareReference(input, shape);
  return reference === null ? [] : [{ lookup: lookupOf(reference), certainty: "shape" }];
}

function lookupOf(reference: string): Lookup {
  return { provider: "http", reference, variant: "json", parts: {}, datedOn: null };
}
