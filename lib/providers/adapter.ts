import type { Lookup } from "../domain/attempt.ts";
import type { ProviderId } from "../domain/provider.ts";
import type { Receipt } from "../domain/receipt.ts";
import type { Recognition } from "./input/pasted-text.ts";
import type { ProviderHost } from "./provider-facts.ts";

export type { Lookup } from "../domain/attempt.ts";

/** A receiving account of the merchant's app, as an adapter sees it. */
export interface ReceivingAccount {
  readonly provider: ProviderId;
  readonly accountName: string;
  readonly accountNumber: string;
}

/** The values that a request may depend on. Only the sandbox uses `expected`. */
export interface LookupContext {
  readonly accounts: readonly ReceivingAccount[];
  readonly payerPhone: string | null;
  /** Number of earlier tries for this attempt, 0 for the first. */
  readonly tries: number;
  readonly expected: {
    /** Amount of the checkout. */
    readonly amountMinor: number;
    /** What is still due. */
    readonly dueMinor: number;
    readonly currency: string;
    readonly createdAt: number;
    readonly expiresAt: number;
  };
  readonly now: number;
}

/** One GET to a bank. `host` is a name in the adapter's `hosts`, so no input can choose an address. */
export interface ProviderRequest {
  readonly host: string;
  /** Absolute path with query, every input percent-encoded. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A bank's response, bounded in size by the fetcher. Header names are lower-case. */
export interface ProviderResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly urlHost: string;
  readonly fetchedAt: number;
}

/** How an adapter reads a response. Anything it does not know is `unreadable`, never `not_found`. */
export type LookupResult =
  | {
      readonly kind: "receipt";
      readonly receipt: Receipt;
      /** The sandbox only: settle as if the database had found this. */
      readonly assume?: "possible_duplicate" | "no_credits";
    }
  | { readonly kind: "not_found" }
  /** `why` names the label or rule that failed, in a fixed phrase; it never quotes the page. */
  | { readonly kind: "unreadable"; readonly why: string }
  /** The provider says that it cannot respond now (5xx, "try again"): parked like an outage. */
  | { readonly kind: "unavailable"; readonly why: string }
  /** No program can read the receipt: the merchant decides (review), with the customer's link at hand. */
  | { readonly kind: "manual"; readonly link?: string };

/** One receipt provider: its facts plus three small pure functions. No adapter does I/O of its own. */
export interface Adapter {
  readonly id: ProviderId;
  /** Rises whenever `read` changes what it accepts; kept with the evidence. */
  readonly parserVersion: string;
  readonly hosts: Readonly<Record<string, Pick<ProviderHost, "baseUrl" | "timeoutMs" | "race">>>;
  /**
   * Understands a bare reference, one of this provider's links, or a whole SMS. `certainty` is `exact` for
   * a link or an SMS that names the provider, `shape` for text that only has the form of a reference.
   * Empty for anything else; several entries where one SMS carries several references.
   */
  readonly recognize: (input: string) => readonly Recognition[];
  /** Requests to try in order; the next one only after `not_found`. */
  readonly requests: (lookup: Lookup, context: LookupContext) => readonly ProviderRequest[];
  /**
   * Pure and total: any bytes give a result, never an exception. `ownTypes` are internal service types that
   * the operator has proven, in lower case, beside those of the facts.
   */
  readonly read: (
    response: ProviderResponse,
    lookup: Lookup,
    ownTypes?: readonly string[],
  ) => Promise<LookupResult>;
  /** Answers without a network (sandbox, manual, links that a person checks); null: send the requests. */
  readonly answer?: (lookup: Lookup, context: LookupContext) => LookupResult | null;
  /** A lookup for a receipt that cannot exist, for the daily canary; null where there is none. */
  readonly canary: (() => Lookup) | null;
}
