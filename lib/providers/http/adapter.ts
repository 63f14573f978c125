import type { Adapter, Lookup, ProviderResponse } from "../adapter.ts";
import { bareReference, type Recognition } from "../input/pasted-text.ts";
import { readSafely } from "../reading/unreadable.ts";
import type { HttpProviderConfig } from "./config.ts";
import { readHttpReceipt } from "./read.ts";

const ALPHABETS: Readonly<Record<HttpProviderConfig["reference"]["alphabet"], string>> = {
  digits: "[0-9]",
  upper_alphanumeric: "[A-Z0-9]",
  case_sensitive_token: "[A-Za-z0-9_-]",
};

/** Used without a configuration: recognizes nothing, so it never sends a request. */
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
    read: (response: ProviderResponse, lookup: Lookup) =>
      readSafely(() => readHttpReceipt(response, lookup, config)),
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
