import { createHash } from "node:crypto";
import type { Receipt, ReceiptStatus } from "../../domain/receipt.ts";
import type { Lookup, LookupResult, ProviderResponse } from "../adapter.ts";
import type { ProviderFacts } from "../provider-facts.ts";
import type { LabelValues } from "./labels.ts";
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

/** Throws `Unreadable` unless the status is 200. */
export function requireOk(response: ProviderResponse): void {
  if (response.status !== 200) throw new Unreadable(`unexpected status ${response.status}`);
}

const META_CHARSET = /<meta[^>]{0,200}?charset\s{0,5}=\s{0,5}["']?\s{0,5}([A-Za-z0-9_:.-]{2,40})/i;
const SNIFFED_BYTES = 1024;

/**
 * Decodes the body by its declared charset (header first, then an HTML `meta` in the first kilobyte), else UTF-8. Throws
 * `Unreadable` for an unknown charset and for bytes that are not in it: a page decoded wrongly could show other digits.
 */
export function bodyText(response: ProviderResponse): string {
  const charset = declaredCharset(response) ?? "utf-8";
  try {
    return new TextDecoder(charset, { fatal: true }).decode(response.body);
  } catch {
    throw new Unreadable("body is not in its charset");
  }
}

function declaredCharset(response: ProviderResponse): string | null {
  const header = response.headers["content-type"]?.match(
    /;\s{0,5}charset\s{0,5}=\s{0,5}"?([A-Za-z0-9_:.-]{2,40})/i,
  );
  if (header?.[1] !== undefined) return header[1];
  const head = new TextDecoder("latin1").decode(response.body.subarray(0, SNIFFED_BYTES));
  return META_CHARSET.exec(head)?.[1] ?? null;
}

/** For providers that usually print no status, should one ever appear. */
const USUAL: Readonly<Record<string, ReceiptStatus>> = {
  completed: "completed",
  success: "completed",
  successful: "completed",
  pending: "pending",
  processing: "pending",
  reversed: "reversed",
  refunded: "reversed",
  failed: "failed",
  cancelled: "failed",
  canceled: "failed",
  declined: "failed",
  rejected: "failed",
  expired: "failed",
};

/** Labels under which a receipt could show a status, as `labelKey` spells them. */
export const STATUS_LABELS = [
  "transaction status",
  "payment status",
  "transfer status",
  "receipt status",
  "current status",
  "status of transaction",
  "transaction state",
  "payment state",
  "status",
] as const;

/** The printed status, or null where the page has no label of one. A label without a word is `Unreadable`. */
export function shownStatus(page: LabelValues): string | null {
  const shown = page.optional(...STATUS_LABELS);
  if (shown === null && page.has(...STATUS_LABELS)) throw new Unreadable("status: blank");
  return shown;
}

/** A whole line, cell or field that says a transfer does not count: a stamp, a heading, a second status. */
const STAMP =
  /^\W*(?:(?:this )?(?:transaction|transfer|payment|receipt) )?(?:(?:is|was|has been) )?(?:pending|processing|reversed|reversal|refunded|voided|void|failed|cancell?ed|declined|rejected)\W*$/i;

/**
 * The status by the whole printed word. An unlisted word is `unknown`, which never matches. Where nothing is printed, a
 * provider that always prints a status is unreadable; any other provider issues receipts of completed transfers only.
 *
 * @param beside all other texts of the receipt; one that says the contrary of "completed" is `Unreadable`
 */
export function receiptStatus(
  facts: Pick<ProviderFacts, "statuses">,
  shown: string | null,
  beside: readonly string[],
): ReceiptStatus {
  if (shown === null && facts.statuses !== null) throw new Unreadable("no status");
  const words = new Map(Object.entries(facts.statuses ?? USUAL));
  const status =
    shown === null ? "completed" : (words.get(shown.trim().toLowerCase()) ?? "unknown");
  if (status === "completed" && beside.some((text) => STAMP.test(text))) {
    throw new Unreadable("completed, and the contrary beside it");
  }
  return status;
}
