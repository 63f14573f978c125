import type { UpdateCheckoutBody } from "../../contract/schemas/checkout.ts";
import { shownStatus } from "../../domain/checkout.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import { ServiceError } from "../../domain/errors.ts";
import { lostRace } from "../../pipeline/assert-committed.ts";
import { table } from "../../pipeline/deps.ts";
import { textsWrites } from "../../store/checkout-texts.ts";
import { LOST, optimistically } from "../../store/optimistic.ts";
import { transact } from "../../store/transact.ts";

/**
 * Changes the client reference, description or metadata of an open checkout.
 *
 * @param load reads the checkout; called again after another request changed it
 * @throws ServiceError `checkout_not_open`; `conflict` after 12 lost races
 */
export async function updateCheckout(
  load: () => Promise<Checkout>,
  body: UpdateCheckoutBody,
  now: number,
): Promise<Checkout> {
  const updated = await optimistically(async () => {
    const before = await load();
    const status = shownStatus(before, now);
    if (status !== "open" && status !== "verifying") {
      throw new ServiceError("checkout_not_open", "Only an open checkout can be changed.");
    }
    const texts = {
      clientReference:
        body.client_reference === undefined ? before.clientReference : body.client_reference,
      description: body.description === undefined ? before.description : body.description,
      metadata: body.metadata ?? before.metadata,
    };
    const commit = await transact(table(), textsWrites(before, texts));
    if (!commit.committed) return LOST;
    return {
      ...before,
      ...texts,
      version: before.version + 1,
      sequence: before.sequence + 1,
    };
  });
  if (updated === LOST) throw lostRace();
  return updated;
}
