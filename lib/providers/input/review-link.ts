import { createHash } from "node:crypto";
import type { Lookup } from "../../domain/attempt.ts";
import type { ProviderId } from "../../domain/provider.ts";
import { foldReference } from "../../domain/receipt.ts";
import type { Adapter, LookupResult } from "../adapter.ts";
import type { ProviderFacts } from "../provider-facts.ts";
import { linkReader, type Parts } from "./links.ts";

const LONGEST_REFERENCE = 64;

/** A lookup of a receipt that only a person can read, with the link for them to open. */
export function linkLookup(provider: ProviderId, key: string, link: string): Lookup {
  return {
    provider,
    reference: referenceOf(key),
    variant: "review-link",
    parts: { link },
    datedOn: null,
  };
}

/** Sends a lookup by link to review; null for every other lookup. */
export function answerByLink(lookup: Lookup): LookupResult | null {
  const { link } = lookup.parts;
  return link === undefined ? null : { kind: "manual", link };
}

/** An adapter for a provider whose links are known and whose layouts are not. */
export function reviewLinkAdapter(facts: ProviderFacts, keyOf: (parts: Parts) => string): Adapter {
  const readLink = linkReader(facts);
  return {
    id: facts.id,
    parserVersion: `${facts.id}/1`,
    hosts: facts.hosts,
    recognize: (input) => {
      const found = readLink(input);
      if (found === null) return [];
      const key = decoded(keyOf(found.parts));
      if (key === null) return [];
      const lookup = linkLookup(facts.id, key, found.link);
      return [{ lookup, certainty: "exact" }];
    },
    requests: () => [],
    read: async () => ({ kind: "unreadable", why: "no reader for this provider" }),
    answer: (lookup) => answerByLink(lookup) ?? { kind: "manual" },
    canary: null,
  };
}

/** Without percent-encoding, in which one link has many spellings; null if that is malformed. */
function decoded(key: string): string | null {
  try {
    return decodeURIComponent(key);
  } catch {
    return null;
  }
}

/**
 * The key itself, or the key without the characters that the comparison of references ignores, or a digest of that if
 * it is too long or has non-Latin letters. So all spellings of one key compare as equal.
 */
function referenceOf(key: string): string {
  const isPlain = key.length <= LONGEST_REFERENCE && /^[A-Za-z0-9_-]+$/.test(key);
  if (isPlain) return key;
  const folded = foldReference(key);
  if (folded.length <= LONGEST_REFERENCE && /^[A-Z0-9]+$/.test(folded)) return folded;
  return createHash("sha256").update(folded).digest("hex").slice(0, 40).toUpperCase();
}
