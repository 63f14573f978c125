import type { Attempt } from "../../domain/attempt.ts";
import type { Checkout } from "../../domain/checkout.ts";
import { now, table } from "../../pipeline/deps.ts";
import { takeRate } from "../../store/rate-limits.ts";
import { recognizeFor } from "../banks/lookup.ts";
import { submitReference } from "../verification/submit.ts";
import { arrivedNotices, TRIES, TRIES_AT_PAYMENT } from "./arrived.ts";

/** Characters at the end of a transaction number that name it, together with the amount. */
const CHARACTERS = 4;

/**
 * Submits the payment that arrived with this amount and whose transaction number ends in `typed`: its receipt is looked
 * up. Null for anything but one such payment. Each call counts as a try of the checkout, and as one at each payment that it may name.
 *
 * @throws ServiceError as `submitReference`
 */
export async function claimNotice(checkout: Checkout, typed: string): Promise<Attempt | null> {
  const at = now();
  const arrived = await arrivedNotices(checkout, at);
  if (arrived === null) return null;
  // Before anything is compared, or many tries at once would count as one.
  const { allowed } = await takeRate(table(), TRIES, checkout.id, at);
  if (!allowed) return null;
  const counted = await Promise.all(
    arrived.notices.map(({ hash }) => takeRate(table(), TRIES_AT_PAYMENT, hash, at)),
  );
  const last = typed.replace(/[^0-9A-Za-z]/g, "").toUpperCase();
  const named = arrived.notices.filter(
    ({ reference }, index) =>
      counted[index]?.allowed === true && last.length === CHARACTERS && reference?.endsWith(last),
  );
  const [notice, ...others] = named;
  const isOne = others.every(({ reference }) => reference === notice?.reference);
  if (notice === undefined || !isOne) return null;
  const input = notice.link ?? notice.reference ?? "";
  const found = await recognizeFor(checkout, input, notice.provider);
  if (found.kind !== "lookup") return null;
  const { lookup } = found;
  const { attempt } = await submitReference({ checkout, lookup, payerPhone: null });
  return attempt;
}
