import type { Payment } from "../../lib/domain/payment.ts";
import type { Bank } from "./bank.ts";
import type { Change } from "./memory-table/rows.ts";
import type { Item } from "./memory-table/values.ts";
import { time } from "./virtual-time.ts";
import type { Wallet } from "./wallet.ts";

/** What of a simulation is looked at. */
interface Seen {
  readonly monitor: { report(violation: string): void };
  readonly bank: Bank;
  readonly wallet: Wallet;
  readonly table: { readonly rows: { get(key: Item): Item | null } };
  itemsOf(entity: string): Item[];
}

/** Longer than from the answer about a payment to its commit, with clocks that are wrong and requests that stand still; ms. */
const SETTLES_WITHIN = 10 * 60_000;

/**
 * Reversed payments: what the bank's page or a message on a paired phone has said for a while counts nowhere, and
 * what had counted before such a message is listed in Errors.
 */
export class ReversalPromises {
  /** When a message about a reversal was stored, by its key; ms. */
  readonly #told = new Map<string, number>();
  /** When a payment counted first, by its attempt; ms. */
  readonly #counted = new Map<string, number>();

  /** Learns an item, e.g. one of a restored table. */
  note(item: Item | null): void {
    if (item?.entity === "notice_reversal" && !this.#told.has(keyOf(item)))
      this.#told.set(keyOf(item), time.now);
    if (item?.entity !== "checkout_state") return;
    for (const { attemptId } of countedIn(item))
      if (!this.#counted.has(attemptId)) this.#counted.set(attemptId, time.now);
  }

  check(simulation: Seen, changes: readonly Change[]): void {
    // A later payment may verify a checkout whose first one waits for credits; that one counts as a part does, unread.
    const superseded = new Set(
      changes.flatMap(({ after }) => (after?.outcome === "superseded" ? [after.id] : [])),
    );
    for (const { before, after } of changes) {
      this.note(after);
      if (after?.entity !== "checkout_state" || isByHand(after)) continue;
      const known = new Set(countedIn(before).map(({ attemptId }) => attemptId));
      const waits = new Set(pendingIn(after));
      const ended = new Set(
        pendingIn(before).filter((id) => !waits.has(id) && !superseded.has(id)),
      );
      for (const payment of countedIn(after)) {
        const isNew = !known.has(payment.attemptId) || ended.has(payment.attemptId);
        if (isNew) this.#checkPayment(simulation, after, payment);
      }
    }
  }

  #checkPayment(simulation: Seen, { pk }: Item, payment: Payment): void {
    const { bank, wallet, monitor, table } = simulation;
    const { provider, reference, attemptId, evidence } = payment;
    const before = time.now - SETTLES_WITHIN;
    const shown = (provider === "http" ? bank : wallet).reversedAt.get(reference) ?? time.now;
    const counted = this.#counted.get(attemptId) ?? time.now;
    // What waits for credits keeps the receipt that was read.
    if (evidence === "receipt" && shown < before && counted >= time.now)
      monitor.report(`${pk}: ${reference} counted, which its receipt calls reversed`);
    const terms = table.rows.get({ pk, sk: "CO" });
    if (terms?.notices === undefined) return;
    const told = reversalsOf(simulation, terms, payment).some(
      (one) => (this.#told.get(keyOf(one)) ?? time.now) < before,
    );
    if (told) monitor.report(`${pk}: ${reference} counted, which a message called reversed`);
  }

  /** What must hold once everything has come to rest. */
  checkAtRest(simulation: Seen): void {
    const listed = new Set(
      simulation.itemsOf("issue").flatMap(({ kind, objectId }) => {
        return kind === "payment_reversed" ? [`CO#${objectId}`] : [];
      }),
    );
    for (const state of simulation.itemsOf("checkout_state")) {
      const pk = String(state.pk);
      const terms = simulation.table.rows.get({ pk, sk: "CO" });
      if (state.status !== "verified" || terms === null || listed.has(pk)) continue;
      for (const payment of countedIn(state)) {
        const counted = this.#counted.get(payment.attemptId) ?? time.now;
        // A reviewer was shown the message.
        if (payment.exceptions.includes("notice_contradicted")) continue;
        // Without a phone, no messages are read for what is entered after them.
        const isMissing = reversalsOf(simulation, terms, payment).some(
          (one) => terms.notices !== undefined || counted < (this.#told.get(keyOf(one)) ?? 0),
        );
        if (isMissing) simulation.monitor.report(`${pk}: its reversal is not listed`);
      }
    }
  }
}

/** Messages to the merchant that call a payment reversed. */
function reversalsOf(
  simulation: Seen,
  { accountId, livemode }: Item,
  { provider, reference, amount }: Payment,
): readonly Item[] {
  if (livemode !== true) return [];
  return simulation
    .itemsOf("notice_reversal")
    .filter(
      (one) =>
        one.accountId === accountId &&
        one.provider === provider &&
        one.reference === reference &&
        ((one.amounts as number[]).length === 0 ||
          (one.amounts as (number | null)[]).includes(amount)),
    );
}

function keyOf({ pk, sk }: Item): string {
  return `${pk} ${sk}`;
}

function isByHand({ review }: Item): boolean {
  return ((review ?? {}) as Item).decidedBy != null;
}

function countedIn(state: Item | null): readonly Payment[] {
  const payments = (state?.payments ?? []) as readonly Payment[];
  return payments.filter((payment) => payment.state === "counted");
}

function pendingIn(state: Item | null): readonly string[] {
  return ((state?.pending ?? []) as readonly { readonly id: string }[]).map(({ id }) => id);
}
