import { GRACE_MS } from "../../lib/domain/checkout.ts";
import type { Change } from "./memory-table/rows.ts";
import { type Item, isEqual } from "./memory-table/values.ts";
import { time } from "./virtual-time.ts";

/** Clocks may be so far ahead, ms. */
const AHEAD_MS = 60_000;
const PERSONAL = new Set(["customer", "payer_name"]);
const ENDED = new Set<unknown>(["verified", "rejected", "canceled"]);

/** What of a simulation is looked at. */
interface Seen {
  readonly monitor: {
    readonly events: ReadonlyMap<string, { readonly body: string }>;
    report(violation: string): void;
  };
  readonly table: { readonly rows: { get(key: Item): Item | null } };
  itemsOf(entity: string): Item[];
}

/** An event's body without what names a person. */
export function redacted(body: string): string {
  return JSON.stringify(JSON.parse(body), (name, value: unknown) =>
    PERSONAL.has(name) ? null : value,
  );
}

/** Payments without the names of their payers. */
function nameless(payments: unknown): unknown {
  return (payments as readonly object[]).map((payment) => ({ ...payment, payerName: null }));
}

/** Whether a write took out the payers' names and changed nothing else. */
export function isErasure(before: Item | null, after: Item): boolean {
  if (before === null || before.version !== after.version) return false;
  const without = { ...before, payments: nameless(before.payments) };
  return !isEqual(before, after) && isEqual(without, after);
}

/** Erasing a customer's data takes nothing from a checkout that is undecided, and leaves nothing of one that it has erased. */
export class ErasurePromises {
  /** Partitions of checkouts whose customer is erased. */
  readonly #erased = new Set<string>();

  check({ monitor, table }: Seen, changes: readonly Change[]): void {
    for (const { before, after } of changes) {
      const pk = before === null || after === null ? null : erasedIn(before, after);
      if (pk === null) continue;
      if (after?.entity === "checkout") this.#erased.add(pk);
      const state = table.rows.get({ pk, sk: "CO.state" });
      if (state !== null && !isDecided(state)) monitor.report(`${pk}: erased while undecided`);
    }
  }

  /** What must hold once everything has come to rest. */
  checkAtRest(simulation: Seen): void {
    const { monitor, table } = simulation;
    for (const pk of this.#erased) {
      const { payments = [], eventIds = [] } = table.rows.get({ pk, sk: "CO.state" }) ?? {};
      const bodies = (eventIds as string[]).map((id) => monitor.events.get(id)?.body ?? "{}");
      const isBare = bodies.every((body) => redacted(body) === body);
      if (!isBare || !isEqual(payments, nameless(payments)))
        monitor.report(`${pk}: its payer is named after the erasure`);
    }
    for (const { checkoutId, id, payerPhone, receipt } of simulation.itemsOf("attempt")) {
      const isErased = this.#erased.has(`CO#${checkoutId}`);
      if (isErased && (payerPhone !== null || receipt !== null))
        monitor.report(`${id}: its payer is known after the erasure`);
    }
  }
}

/** The partition of the checkout of which a write erased something; null for none. */
function erasedIn(before: Item, after: Item): string | null {
  switch (after.entity) {
    case "checkout":
      return before.customer !== null && after.customer === null ? String(after.pk) : null;
    case "checkout_state":
      return isErasure(before, after) ? String(after.pk) : null;
    case "attempt":
      return before.payerPhone !== null && after.payerPhone === null
        ? `CO#${after.checkoutId}`
        : null;
    default:
      return null;
  }
}

function isDecided({ status, pending, expiresAt }: Item): boolean {
  const isOver = time.now + AHEAD_MS >= Number(expiresAt) + GRACE_MS;
  const isExpired = status === "expired" || (status === "open" && isOver);
  return ENDED.has(status) || (isExpired && isOver && (pending as unknown[]).length === 0);
}
