import { dayOf } from "../../lib/contract/days.ts";
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
    const told = provider === "telebirr" ? wallet.transfers.get(reference)?.told : undefined;
    const isMeant = told !== undefined && is === "counted";
    return isMeant ? [`${dayOf(told.paidAt)} ${told.amountMinor}`] : [];
  });
}

/**
 * The transfers of a day and amount into a shop's wallet verify as many checkouts at most, also where its statement shows no
 * references.
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
  const made = [...simulation.wallet.transfers.values()].filter(
    ({ till: to, told }) => to === till && `${dayOf(told.paidAt)} ${told.amountMinor}` === kind,
  ).length;
  const sold = simulation.itemsOf("checkout_state").flatMap((state) => {
    const terms = simulation.table.rows.get({ pk: state.pk, sk: "CO" });
    const isOwn = state.status === "verified" && terms?.accountId === accountId;
    return isOwn && terms.livemode === true ? kindsOf(simulation, terms, state) : [];
  });
  const times = sold.filter((one) => one === kind).length;
  if (times > made)
    simulation.monitor.report(`${accountId}: ${made} payments of ${kind} were sold ${times} times`);
}
