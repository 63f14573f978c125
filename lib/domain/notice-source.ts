import type { ProviderId } from "./provider.ts";

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
/** A phone's clock may be ahead by this much. */
export const CLOCK_AHEAD_MS = 15 * 60_000;
/** Silence that is worth telling, on a working day. */
export const SILENCE_MS = 24 * 3_600_000;

/** Whether a message of this time (ms) is still accepted. */
export function isTimely(at: number, now: number): boolean {
  return at >= now - SIGNATURE_KEPT_MS && at <= now + CLOCK_AHEAD_MS;
}
