import type { Lookup } from "../domain/lookup.ts";
import type { ProviderId } from "../domain/provider.ts";
import type { Receipt } from "../domain/receipt.ts";

export type { Lookup } from "../domain/lookup.ts";

/** A receiving account of the merchant's app, as an adapter sees it. */
export interface ReceivingAccount {
  readonly provider: ProviderId;
  readonly accountName: string;
  readonly accountNumber: string;
}

/** What a request may depend on. Only the sandbox looks at the expectation. */
export interface LookupContext {
  readonly accounts: readonly ReceivingAccount[];
  readonly payerPhone: string | null;
  /** How many tries for this attempt came before, 0 for the first. */
  readonly tries: number;
  readonly expected: {
    readonly amountMinor: number;
    readonly currency: string;
    readonly createdAt: number;
  };
  readonly now: number;
}

/** One GET to a bank. The host is a name of the adapter's `hosts`, so no input can choose it. */
export interface ProviderRequest {
  readonly host: string;
  /** Absolute path with query, every input percent-encoded. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What came back, bounded in size by the fetcher. Header names are lower-case. */
export interface ProviderResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly urlHost: string;
  readonly fetchedAt: number;
}

/** What an adapter makes of an answer. Anything not recognised is `unreadable`, never `not_found`. */
export type Reading =
  | { readonly kind: "receipt"; readonly receipt: Receipt }
  | { readonly kind: "not_found" }
  /** `why` is a short fixed phrase for the operator; it never quotes the page. */
  | { readonly kind: "unreadable"; readonly why: string }
  /** The provider answered that it cannot answer now (e.g. 5xx, "try again"): parked like an outage. */
  | { readonly kind: "unavailable"; readonly why: string }
  /** No machine can answer: the merchant looks into the account and decides (review). */
  | { readonly kind: "manual" };

/** Static facts about a host: its default address, and how hard it may be asked. */
export interface ProviderHost {
  readonly baseUrl: string;
  readonly timeoutMs: number;
  /** Fresh connections raced in parallel per round, and rounds; 1 and 1 unless the bank drops handshakes. */
  readonly race?: { readonly parallel: number; readonly rounds: number; readonly eachMs: number };
}

/** One receipt provider: data plus three small pure functions. No adapter does I/O of its own. */
export interface Adapter {
  readonly id: ProviderId;
  /** Rises whenever `read` changes what it accepts; kept with the evidence. */
  readonly parserVersion: string;
  readonly hosts: Readonly<Record<string, ProviderHost>>;
  /**
   * Understands a bare reference, this bank's receipt link, or a whole SMS of this bank.
   * `certainty` is `exact` for a link or an SMS that names the bank, `shape` for a bare reference
   * that merely has this bank's form. Returns null for anything else.
   */
  readonly recognise: (input: string) => { lookup: Lookup; certainty: "exact" | "shape" } | null;
  /** Requests to try in order; the next one only after `not_found`. */
  readonly requests: (lookup: Lookup, context: LookupContext) => readonly ProviderRequest[];
  /** Pure and total: any bytes give a Reading, never an exception. */
  readonly read: (response: ProviderResponse, lookup: Lookup) => Promise<Reading>;
  /** In place of a request: answers without a network (sandbox, manual). */
  readonly answer?: (lookup: Lookup, context: LookupContext) => Reading;
  /** A lookup for a receipt that cannot exist, for the daily canary; null where there is none. */
  readonly canary: (() => Lookup) | null;
}
