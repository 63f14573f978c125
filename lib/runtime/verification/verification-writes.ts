import type { Checkout } from "../../domain/checkout-terms.ts";
import { newId } from "../../domain/ids.ts";
import { CREDITS_PER_VERIFICATION } from "../../domain/ledger.ts";
import { modeOf } from "../../domain/mode.ts";
import { receiptCodeWrite } from "../../store/checkouts.ts";
import {
  type ClaimScope,
  claimWrites,
  type Fingerprint,
  fingerprintMarkWrites,
  fingerprintWrites,
  type HarmlessBuckets,
} from "../../store/claims.ts";
import { captureWrites } from "../../store/credits.ts";
import type { Write } from "../../store/transact.ts";
import { randomBytes } from "../deps.ts";

/** What a payment uses up when it verifies a checkout. */
interface Settlement {
  readonly checkout: Checkout;
  readonly receiptCode: string;
  /** Of the canonical reference and of every alias. */
  readonly claimKeys: readonly string[];
  readonly fingerprint: Fingerprint | null;
  /** Buckets known to hold nothing near, or `ignored`: a person knows of the likeness. */
  readonly duplicates: HarmlessBuckets | "ignored";
  readonly at: number;
}

/**
 * Everything that goes with the state `verified` in one transaction, all or nothing: the receipt's code,
 * the reference used up, the mark against duplicates, the credit and its line in the ledger. Refused with
 * the labels `claim {key}`, `fingerprint {bucket}`, `day {quarter day}` and `credits`.
 */
export function verificationWrites(settlement: Settlement): readonly Write[] {
  const { checkout, receiptCode, claimKeys, at } = settlement;
  const scope = { accountId: checkout.accountId, mode: modeOf(checkout.livemode) };
  return [
    receiptCodeWrite(receiptCode, checkout.id),
    ...claimWrites(scope, claimKeys, checkout.id, at),
    ...duplicateWrites(scope, settlement),
    // Test mode spends nothing.
    ...(checkout.livemode ? captureWrites(captureEntry(checkout, at)) : []),
  ];
}

function duplicateWrites(
  scope: ClaimScope,
  { fingerprint, duplicates }: Settlement,
): readonly Write[] {
  if (fingerprint === null) return [];
  return duplicates === "ignored"
    ? fingerprintMarkWrites(scope, fingerprint)
    : fingerprintWrites(scope, fingerprint, duplicates);
}

function captureEntry(checkout: Checkout, at: number) {
  return {
    id: newId("led_", at, randomBytes(10)),
    accountId: checkout.accountId,
    kind: "capture",
    credits: CREDITS_PER_VERIFICATION,
    source: checkout.id,
    note: null,
    createdAt: at,
  } as const;
}
