import { createHash } from "node:crypto";
import type { Receipt } from "../../domain/receipt.ts";
import type { Lookup, LookupResult, ProviderResponse } from "../adapter.ts";
import { Unreadable } from "./unreadable.ts";

/** Completes a receipt with its evidence: host, hash of the bytes, time, version of the reader. */
export function receiptOf(
  response: ProviderResponse,
  parserVersion: string,
  facts: Omit<Receipt, "source">,
): LookupResult {
  const bodySha256 = createHash("sha256").update(response.body).digest("hex");
  const { urlHost, fetchedAt } = response;
  const source = { urlHost, bodySha256, fetchedAt, parserVersion };
  return { kind: "receipt", receipt: { ...facts, source } };
}

/** The receipt's own reference. Throws `Unreadable` unless it is the requested one. */
export function requireRequested(shown: string, lookup: Lookup): string {
  const reference = shown.replace(/\s/g, "").toUpperCase();
  if (reference !== lookup.reference)
    throw new Unreadable("another reference than the requested one");
  return reference;
}
