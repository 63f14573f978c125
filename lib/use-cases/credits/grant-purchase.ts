import { newId } from "../../domain/ids.ts";
import { purchaseIdOf, readPurchase } from "../../domain/purchase.ts";
import { randomBytes, table } from "../../pipeline/deps.ts";
import { auditWrite } from "../../store/audit.ts";
import { grantWrites } from "../../store/credits.ts";
import { transact } from "../../store/transact.ts";

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
  await transact(table(), [
    ...grantWrites({
      id,
      accountId: purchase.accountId,
      kind: "grant",
      credits: purchase.credits,
      source: id,
      note: null,
      createdAt: now,
    }),
    auditWrite({
      id: newId("aud_", now, randomBytes(10)),
      accountId: purchase.accountId,
      actor: "system",
      action: "credits.granted",
      objectId: id,
      note: String(purchase.credits),
      at: now,
    }),
  ]);
}
