import { dayOf } from "../../lib/contract/days.ts";
import { bookingDays } from "../../lib/domain/banking-days.ts";
import type { PendingAttempt } from "../../lib/domain/checkout.ts";
import type { Payment } from "../../lib/domain/payment.ts";
import type { Change } from "./memory-table/rows.ts";
import type { Item } from "./memory-table/values.ts";
import type { Transfer, Wallet } from "./wallet.ts";

/** Note of a sale. It distinguishes the sale's approval from one that a person made. */
export const SALE_NOTE = "sold from the statement";

/** What of a simulation is looked at. */
interface Seen {
  readonly monitor: { report(violation: string): void };
  readonly wallet: Wallet;
  readonly shops: readonly Shop[];
  readonly table: { readonly rows: { get(key: Item): Item | null } };
  itemsOf(entity: string): Item[];
}

interface Shop {
  readonly accountId: string;
  readonly till: Transfer["till"];
}

/** How the bank's statement prints a transfer, the same each time: some without a reference, some with words around it. */
export function printed(reference: string): string | null {
  const form = reference.charCodeAt(reference.length - 1) % 4;
  if (form === 0) return null;
  return form === 1 ? `TRF ${reference}` : reference;
}

/** Day and amount of what has verified a checkout without a person's own decision: receipts, messages and sold rows. */
function kindsOf({ wallet }: Seen, terms: Item, state: Item): readonly string[] {
  const { decidedBy = null, note = null } = (state.review ?? {}) as Item;
  const payments = state.payments as readonly Payment[];
  if (note === SALE_NOTE) return [`${dayOf(payments[0]?.paidAt ?? 0)} ${terms.amount}`];
  if (decidedBy !== null) return [];
  return payments.flatMap(({ provider, state: is, reference }) => {
    const told = wallet.transferOf(provider, reference)?.told;
    const isMeant = told !== undefined && is === "counted";
    return isMeant ? [`${dayOf(told.paidAt)} ${told.amountMinor}`] : [];
  });
}

const isDecided = ({ review }: Item) => ((review ?? {}) as Item).decidedBy != null;

/** Payments that count, by the transfer that each is about. Of those that a person counted, the ones that a program has read. */
function countedOf({ wallet }: Seen, state: Item): readonly string[] {
  const counted = (state.payments as readonly Payment[]).filter(
    (one) => one.state === "counted" && !(isDecided(state) && one.evidence === null),
  );
  return counted.flatMap(({ provider, reference }) => {
    return wallet.transferOf(provider, reference)?.told.reference ?? [];
  });
}

/** A transfer counts once for a shop, whichever of its receipts were entered, and wherever, unless a person counts it again. */
export function checkTransfers(simulation: Seen, changes: readonly Change[]): void {
  for (const { before, after } of changes) {
    if (after?.entity !== "checkout_state" || isDecided(after)) continue;
    const known = before === null ? [] : countedOf(simulation, before);
    const fresh = countedOf(simulation, after).filter((one) => !known.includes(one));
    if (fresh.length === 0) continue;
    const accountOf = ({ pk }: Item) => simulation.table.rows.get({ pk, sk: "CO" })?.accountId;
    const all = simulation
      .itemsOf("checkout_state")
      .filter((state) => accountOf(state) === accountOf(after))
      .flatMap((state) => countedOf(simulation, state));
    for (const transfer of new Set(fresh)) {
      const times = all.filter((one) => one === transfer).length;
      if (times > 1) simulation.monitor.report(`${after.pk}: ${transfer} counts ${times} times`);
    }
  }
}

/** Once the whole amount has arrived, a checkout is verified, in review, or waits for credits: it asks for no more. */
export function checkWhole(simulation: Seen, changes: readonly Change[]): void {
  for (const { after } of changes) {
    if (after?.entity !== "checkout_state" || !["open", "expired"].includes(`${after.status}`))
      continue;
    const { pk, amountReceived: sum } = after;
    const terms = simulation.table.rows.get({ pk, sk: "CO" });
    const waits = (after.pending as readonly PendingAttempt[]).some((one) => one.awaitsCredits);
    if (terms !== null && Number(sum) >= Number(terms.amount) && !waits)
      simulation.monitor.report(`${pk} is ${after.status} with the whole amount`);
  }
}

/**
 * The transfers of an amount into a shop's wallet verify as many checkouts at most, also where its statement shows no references.
 * A comparison may find a payment in a row of another day on which it could be booked: such days are counted together.
 */
export function checkSales(simulation: Seen, changes: readonly Change[]): void {
  for (const { before, after } of changes) {
    const isNew = after?.entity === "checkout_state" && before?.status !== "verified";
    if (!isNew || after.status !== "verified") continue;
    const terms = simulation.table.rows.get({ pk: after.pk, sk: "CO" });
    const shop = simulation.shops.find(({ accountId }) => accountId === terms?.accountId);
    if (terms?.livemode !== true || shop === undefined) continue;
    for (const kind of new Set(kindsOf(simulation, terms, after)))
      checkKind(simulation, shop, kind);
  }
}

function checkKind(simulation: Seen, { accountId, till }: Shop, kind: string): void {
  const [day = "", amount] = kind.split(" ");
  const { from, to } = bookingDays(day);
  const isMeant = (other: string) => {
    const [on = "", of] = other.split(" ");
    return of === amount && on >= from && on <= to;
  };
  const made = [...simulation.wallet.transfers.values()].filter(
    ({ till: into, told }) => into === till && isMeant(`${dayOf(told.paidAt)} ${told.amountMinor}`),
  ).length;
  const sold = simulation.itemsOf("checkout_state").flatMap((state) => {
    const terms = simulation.table.rows.get({ pk: state.pk, sk: "CO" });
    const isOwn = state.status === "verified" && terms?.accountId === accountId;
    return isOwn && terms.livemode === true ? kindsOf(simulation, terms, state) : [];
  });
  const times = sold.filter(isMeant).length;
  if (times > made)
    simulation.monitor.report(`${accountId}: ${made} payments of ${kind} were sold ${times} times`);
}
