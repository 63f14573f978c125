import type { ProviderId } from "./provider.ts";
import type { Party } from "./receipt.ts";

/**
 * A bank's message to the merchant's phone about incoming money, as read. It never verifies alone by default: a
 * text with a false sender name is easy to send.
 */
export interface Notice {
  readonly provider: ProviderId;
  /** Minor units, credited. */
  readonly amountMinor: number;
  /** ISO 4217. */
  readonly currency: string;
  /** The name as printed; the account is the phone, usually masked. */
  readonly payer: Party;
  /** The merchant's own account or phone as the message prints it, usually masked. */
  readonly account: string | null;
  /** The transaction number in the message; null where it has none. */
  readonly reference: string | null;
  /** The receipt's link; null where the message has none. */
  readonly link: string | null;
  /** ms since the epoch; null where the message prints no time. */
  readonly paidAt: number | null;
  /** How exact `paidAt` is, ms: a message that prints only minutes may mean any second of that minute. */
  readonly precisionMs: number;
}

/** What a message of a bank turned out to be. */
export type NoticeReading =
  /** `balanceMinor` is never stored: only its keyed hash is. */
  | {
      readonly kind: "payment";
      readonly notice: Notice;
      readonly balanceMinor: number | null;
    }
  /** Money that went out, or came in without being a payment (interest, a reversal). */
  | {
      readonly kind: "other_money";
      readonly provider: ProviderId;
      readonly account: string | null;
      readonly balanceMinor: number;
      /** Amounts in the message, minor units: with one of them, or all together, the balance may continue. */
      readonly amountsMinor: readonly number[];
    }
  /** Codes, advertising and everything that says nothing about money. */
  | { readonly kind: "ignored" }
  /** Looks like incoming money and cannot be read. `why` never quotes the message. */
  | { readonly kind: "unreadable"; readonly why: string };
