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
      readonly balanceMinor: number | null;
      /** Amounts in the message, minor units: with one of them, or all together, the balance may continue. */
      readonly amountsMinor: readonly number[];
      /** References in a message that says that an incoming payment was reversed; empty in any other. */
      readonly reversed: readonly string[];
    }
  /** Codes, advertising and everything that says nothing about money. */
  | { readonly kind: "ignored" }
  /** Looks like incoming money and cannot be read. `why` never quotes the message. */
  | { readonly kind: "unreadable"; readonly why: string };

/** How a phone sends its messages; `paste` is a person at the dashboard. */
export const SOURCE_KINDS = ["sms_gateway", "sms_forwarder", "paste"] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** A secret that still signs after a rotation. */
export interface PreviousSecret {
  readonly sealed: string;
  /** ms */
  readonly until: number;
}

/** A phone, or a person, that hands on a bank's messages to an app. */
export interface NoticeSource {
  readonly id: string;
  readonly accountId: string;
  readonly appId: number;
  readonly name: string;
  readonly kind: SourceKind;
  readonly status: "active" | "paused";
  /** Sealed: what signs or authorizes messages; null for `paste`. */
  readonly secret: string | null;
  readonly previousSecret: PreviousSecret | null;
  /** Sealed: the key of the hashes of balances. It outlives rotations, or each would break the chain. */
  readonly balanceKey: string;
  readonly createdAt: number;
}

/** What a source's messages left behind. */
export interface SourceState {
  /** ms; null before the first message of a bank or ping. */
  readonly heardAt: number | null;
  readonly last: LastMessage | null;
  /** By bank and account: the keyed hash of the last balance. */
  readonly balances: Readonly<Record<string, BalanceMark>>;
  /** Reported as silent. */
  readonly silent: boolean;
}

export interface LastMessage {
  readonly kind: "payment" | "other_money" | "unreadable" | "ping" | "test";
  readonly provider: ProviderId | null;
}

/** A balance as its keyed hash. `proven`: an unbroken chain of balances leads to a payment that a receipt confirmed. */
export interface BalanceMark {
  readonly hash: string;
  readonly proven: boolean;
}

/** Signatures are accepted for as long as a phone without network retries, and a day more. */
export const SIGNATURE_KEPT_MS = 72 * 3_600_000;
/** A time further ahead of ours than this is taken for wrong, and ours is used. */
export const CLOCK_AHEAD_MS = 15 * 60_000;
/** Silence that is worth telling, on a working day. */
export const SILENCE_MS = 24 * 3_600_000;

/**
 * Whether a signature of this time (ms) is accepted. The phone's clock may be wrong by as much as its messages may be late: a
 * copy of a message counts once anyway.
 */
export function isSignatureTimely(at: number, now: number): boolean {
  return Math.abs(at - now) <= SIGNATURE_KEPT_MS;
}

/** Whether a time (ms) that a network or a phone gives a message is plausible: at most 72 hours old and 15 minutes ahead. */
export function isTimely(at: number, now: number): boolean {
  return at >= now - SIGNATURE_KEPT_MS && at <= now + CLOCK_AHEAD_MS;
}
