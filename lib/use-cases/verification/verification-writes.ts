import type { Checkout } from "../../domain/checkout-terms.ts";
import type { CaptureSource } from "../../domain/credit-shards.ts";
import { newId } from "../../domain/ids.ts";
import { CREDITS_PER_VERIFICATION } from "../../domain/ledger.ts";
import { modeOf } from "../../domain/mode.ts";
import { randomBytes } from "../../pipeline/deps.ts";
import { claimWrites } from "../../store/claims.ts";
import { captureWrites } from "../../store/credits.ts";
import {
  type Fingerprint,
  fingerprintMarkWrites,
  fingerprintWrites,
  type HarmlessBuckets,
} from "../../store/fingerprints.ts";
import { receiptCodeWrite } from "../../store/receipt-codes.ts";
import type { Write } from "../../store/transact.ts";
import { namedSource } from "./find-credit.ts";

/** What a verification uses up. */
interface Settlement {
  readonly checkout: Checkout;
  readonly receiptCode: string;
  /** Of the canonical reference and its aliases. */
  readonly claimKeys: readonly string[];
  readonly fingerprints: readonly Fingerprint[];
  /** Buckets known to hold no near payment, or `ignored`: a person has seen the duplicate warning. */
  readonly duplicates: HarmlessBuckets | "ignored";
  /** Where the credit comes from; null for the shard that the checkout names. */
  readonly source: CaptureSource | null;
  readonly at: number;
}

/**
 * The writes that accompany the status `verified` in one transaction: receipt code, claims of the references,
 * fingerprints against duplicates, credit and ledger entry. Refused as `claim`, `fingerprint` or `credits`.
 */
export function verificationWrites(settlement: Settlement): readonly Write[] {
  const { checkout, receiptCode, claimKeys, source, at } = settlement;
  const scope = { accountId: checkout.accountId, mode: modeOf(checkout.livemode) };
  const marks = [...claimWrites(scope, claimKeys, checkout.id, at), ...duplicateWrites(settlement)];
  return [
    receiptCodeWrite(receiptCode, checkout.id, marks),
    ...marks,
    // Test mode is free.
    ...(checkout.livemode
      ? captureWrites(captureEntry(checkout, at), source ?? namedSource(checkout))
      : []),
  ];
}

function duplicateWrites({ fingerprints, duplicates }: Settlement): readonly Write[] {
  return duplicates === "ignored"
    ? fingerprintMarkWrites(fingerprints)
    : fingerprintWrites(fingerprints, duplicates);
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
