import type { Adapter, Lookup, ProviderResponse } from "./adapter.ts";
import type { HttpProviderConfig } from "./http-config.ts";
import { readHttpReceipt } from "./http-read.ts";
import { bareReference, type Recognition } from "./pasted-text.ts";
import { readSafely } from "./unreadable.ts";

const ALPHABETS: Readonly<Record<HttpProviderConfig["reference"]["alphabet"], string>> = {
  digits: "[0-9]",
  upper_alphanumeric: "[A-Z0-9]",
  case_sensitive_token: "[A-Za-z0-9_-]",
};

/** Any bank or gateway that answers JSON, set up by configuration alone. */
export function createHttp(config: HttpProviderConfig): Adapter {
  const { canaryReference } = config;
  return {
    id: "http",
    parserVersion: "http/1",
    hosts: { api: { baseUrl: config.baseUrl, timeoutMs: config.timeoutMs } },
    recognise: (input) => recognise(input, config),
    requests: (lookup) => [
      {
        host: "api",
        path: config.path.replace("{reference}", () => encodeURIComponent(lookup.reference)),
        headers: config.headers,
      },
    ],
    read: (response: ProviderResponse, lookup: Lookup) =>
      readSafely(() => readHttpReceipt(response, lookup, config)),
    canary: canaryReference === undefined ? null : () => lookupOf(canaryReference),
  };
}

function recognise(input: string, config: HttpProviderConfig): Recognition {
  const { prefix, minLength, maxLength, alphabet } = config.reference;
  const shape = new RegExp(`^${prefix}${ALPHABETS[alphabet]}{${minLength},${maxLength}}$`);
  const isCased = alphabet === "case_sensitive_token" || /[a-z-]/.test(prefix);
  const reference = isCased ? (shape.test(input) ? input : null) : bareReference(input, shape);
  return reference === null ? null : { lookup: lookupOf(reference), certainty: "shape" };
}

function lookupOf(reference: string): Lookup {
  return { provider: "http", reference, variant: "json", parts: {}, datedOn: null };
}
