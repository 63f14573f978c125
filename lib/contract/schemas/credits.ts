import * as z from "zod";
import { LEDGER_KINDS } from "../../domain/ledger.ts";
import { publicCheckout } from "./checkout.ts";
import { amount, list, page, timestamp } from "./common.ts";

/** Balance of the account; all 0 in test mode. `available = granted − captured`. */
export const credits = z.object({
  object: z.literal("credits"),
  available: z.int().min(0),
  granted: z.int().min(0),
  captured: z.int().min(0),
  livemode: z.boolean(),
});

export const balance = credits.extend({
  /** Of one credit; null where none are sold. */
  price: z.object({ amount, currency: z.string() }).nullable(),
});

/** One line of the ledger; they add up to the balance. */
export const ledgerEntry = z.object({
  id: z.string(),
  object: z.literal("ledger_entry"),
  kind: z.enum(LEDGER_KINDS),
  /** Signed as it changes the balance: a capture is negative. */
  credits: z.int(),
  /**
   * What caused it, e.g. a checkout's id, `sign-up`, `operator`, a purchase's id. `other_app` for a checkout of an app that
   * the member does not work with.
   */
  source: z.string(),
  note: z.string().nullable(),
  created_at: timestamp,
});
export const ledgerList = list(ledgerEntry);
export const listLedgerQuery = z.strictObject(page);

export const purchaseBody = z.strictObject({ credits: z.int().min(1).max(1_000_000) });

/** Credits that are granted as soon as `checkout` is verified. */
export const purchase = z.object({
  id: z.string(),
  object: z.literal("purchase"),
  credits: z.int().min(1),
  amount,
  currency: z.string(),
  /** Pay at its `pay_url`. */
  checkout: publicCheckout,
});
