import { purchaseIdOf, readPurchase } from "../../domain/purchase.ts";
import { table } from "../../pipeline/deps.ts";
import { grantWrites } from "../../store/credits.ts";
import { transact } from "../../store/transact.ts";
import { audit } from "../audit/audit.ts";

/** A verified checkout that pays for credits. */
export interface PaidPurchase {
  readonly checkoutId: string;
  readonly purchaseId: string;
  readonly now: number;
}

/** Grants purchased credits. The ledger refuses a second grant, which makes it safe to repeat. */
export async function grantPurchase({ checkoutId, purchaseId, now }: PaidPurchase): Promise<void> {
  const purchase = readPurchase(purchaseId);
  if (!purchase) throw new Error("The purchase of a checkout is malformed.");
  const id = purchaseIdOf(checkoutId);
  const { accountId, credits } = purchase;
  await transact(table(), [
    ...grantWrites({
      id,
      accountId,
      kind: "grant",
      credits,
      source: id,
      note: null,
      createdAt: now,
    }),
    audit({ accountId, actor: "system" }, "credits.granted", id, now, String(credits)),
  ]);
}
