import type { PayerLanguage } from "../domain/payer-language.ts";
import type { ProviderId, WalletId } from "../domain/provider.ts";
import type { ReceiptStatus } from "../domain/receipt.ts";

/** One field that a customer fills in. `pattern` is a hint while typing; the server decides. */
export interface ProviderInput {
  readonly id: "input" | "payer_phone" | "payer_account_suffix";
  readonly label: Readonly<Record<PayerLanguage, string>>;
  readonly example: string;
  readonly placeholder: string;
  /** Source of a regular expression for the bare form, as in the HTML attribute `pattern`; null for free text. */
  readonly pattern: string | null;
}

/** Which receiving accounts a merchant may save. */
export interface AccountRule {
  /** Over the canonical spelling: no spaces or dashes, mobile numbers as `2519…`. */
  readonly pattern: RegExp;
  /** Completes "account_number …". */
  readonly hint: string;
  readonly example: string;
}

/** One host: its own address, and how hard it may be asked. */
export interface ProviderHost {
  readonly baseUrl: string;
  readonly timeoutMs: number;
  /** Fresh connections raced in parallel per round, and rounds; none unless the bank drops handshakes. */
  readonly race?: { readonly parallel: number; readonly rounds: number; readonly eachMs: number };
  /** Path and query under `baseUrl`, with `{part}` for what the input supplies. */
  readonly path: string;
  /** Sent besides a browser's usual headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** How a reference is spelled and what it says. */
export interface ReferenceFacts {
  /** The canonical spelling, which an SMS also uses. */
  readonly shape: RegExp;
  /** Other ways to type it; every named group is a part. Spaces are gone and letters are upper-case. */
  readonly typed?: readonly RegExp[];
  /**
   * The day that the reference carries: three characters of a wallet (year letter, with the year of `A`; month A–L; day 1–9, A–V), or `YYDDD` from an offset.
   */
  readonly day?: { readonly yearOfA: number } | { readonly ordinalAt: number };
}

/** What an operator must provide before the service can reach the hosts from anywhere. */
export interface ReachFacts {
  /** The host answers Ethiopian addresses only: set `relayUrl`. */
  readonly needsRelay?: true;
  /** The certificate does not verify against public roots: set `pins` or a CA. */
  readonly needsPins?: true;
  /** The bank's web page sends an app id and version: set `app`. */
  readonly needsApp?: true;
}

/**
 * Everything known about one provider as plain data. Files of facts import types and labels only, so that
 * browsers can load them.
 */
export interface ProviderFacts<Id extends ProviderId = ProviderId> {
  readonly id: Id;
  readonly kind: Id extends WalletId ? "wallet" : "bank" | "other";
  readonly name: { readonly en: string; readonly am: string };
  /** The name in a list or a sentence where space is short. */
  readonly shortName: string;
  /** How the pay page marks the provider: one or two letters, white on a color of at least 4.5:1 (`#rrggbb`). */
  readonly monogram: { readonly letters: string; readonly color: string };
  /** Code that opens the bank's menu on any phone, only where a published source confirms it. */
  readonly ussd?: `*${number}#`;
  /** True where only the merchant's label can name the account to a customer. */
  readonly isGeneric?: true;
  /** Names on other institutions' receipts. Compared by letters alone, without `Share Company` or `S.C.`. */
  readonly printedNames: readonly string[];
  /** Finds the provider's name in an SMS; null where no SMS exists. */
  readonly mentions: RegExp | null;
  /** Sender ids of its SMS to merchants, as phones show them; ASCII case does not matter. */
  readonly senderIds?: readonly string[];
  /** True where a payer writes a reason, the receipt prints it, and the SMS to the merchant leads to the receipt. */
  readonly noticeReason?: true;
  readonly reference: ReferenceFacts;
  /** Links that customers hold, with `{part}`; the scheme is optional when someone pastes one. */
  readonly links: readonly string[];
  /** The alphabet of each part of a link, as the source of a regular expression. */
  readonly linkParts: Readonly<Record<string, string>>;
  /** Null where no account can be saved. */
  readonly account: AccountRule | null;
  readonly hosts: Readonly<Record<string, ProviderHost>>;
  readonly reach: ReachFacts;
  readonly inputs: readonly ProviderInput[];
  /** Status words by their lower-case text; null where the receipt shows none. Anything else is `unknown`. */
  readonly statuses: Readonly<Record<string, ReceiptStatus>> | null;
  /**
   * Service types, in lower case, under which the receiver's account is at this provider. Only types that a
   * recorded receipt shows: a guess would verify a payment to another bank. Empty where none is recorded.
   */
  readonly internalTypes?: readonly string[];
  /** Service types, in lower case, under which the receiver is at the other bank that the receipt names. */
  readonly interbankTypes?: readonly string[];
  /** Service types, in lower case, that name the wallet where the receiver is. */
  readonly walletTypes?: Readonly<Record<string, WalletId>>;
  /** Parts of a lookup for a receipt that cannot exist, for the daily canary. */
  readonly canary: Readonly<Record<string, string>> | null;
  /** Recognized only: no reader exists, so a person checks the receipt. */
  readonly reviewOnly?: true;
}
