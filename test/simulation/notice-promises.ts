import type { Payment } from "../../lib/domain/payment.ts";
import type { Change } from "./memory-table/rows.ts";
import type { Item } from "./memory-table/values.ts";
import { mayBe, NOTICE_LIMIT, type Till, type Transfer, type Wallet } from "./wallet.ts";

/** What of a simulation is looked at. */
interface Seen {
  readonly monitor: { report(violation: string): void };
  readonly wallet: Wallet;
  readonly entered: ReadonlySet<string>;
  readonly handedOn: ReadonlySet<string>;
  readonly checkouts: readonly Known[];
  readonly table: { readonly rows: { get(key: Item): Item | null } };
  itemsOf(entity: string): Item[];
}

interface Known {
  readonly id: string;
  readonly amount: number;
  readonly phone: string | null;
  readonly typed: readonly string[];
  readonly shop: { readonly till: Till };
}

/**
 * What a paired phone's messages may do, after every commit: a payment that no customer entered names its checkout, and
 * without a receipt counts only what the bank has told the phone, up to the limit.
 */
export function checkNotices(simulation: Seen, changes: readonly Change[]): void {
  for (const { before, after } of changes) {
    if (after?.entity !== "checkout_state") continue;
    const id = String(after.pk).slice("CO#".length);
    const known = new Set(paymentsIn(before).map(({ attemptId }) => attemptId));
    const payments = paymentsIn(after).filter(({ provider }) => provider === "telebirr");
    for (const payment of payments) {
      if (!known.has(payment.attemptId)) checkPayment(simulation, id, payment);
    }
    // What is in doubt counts only by a person's decision.
    const told = payments.filter(
      ({ evidence, exceptions }) => evidence === "notice" && exceptions.length === 0,
    );
    const sum = told.reduce((all, { amount }) => all + (amount ?? 0), 0);
    if (sum > NOTICE_LIMIT) simulation.monitor.report(`${id}: ${sum} counted without a receipt`);
  }
}

/** What only a notice proved was looked up afterward, and a contradiction was told. */
export function checkNoticesAtRest(simulation: Seen): void {
  const issues = new Set(
    simulation.itemsOf("issue").flatMap(({ kind, objectId, objects }) => {
      if (kind !== "notice_contradicted") return [];
      return [String(objectId ?? JSON.stringify(objects))];
    }),
  );
  for (const state of simulation.itemsOf("checkout_state")) {
    const id = String(state.pk).slice("CO#".length);
    const isUnchecked = paymentsIn(state).some(({ evidence }) => evidence === "notice");
    if (isUnchecked && ![...issues].some((issue) => issue.includes(id)))
      simulation.monitor.report(`${id}: its payment was never checked against a receipt`);
  }
}

function paymentsIn(state: Item | null): readonly Payment[] {
  return (state?.payments ?? []) as readonly Payment[];
}

function checkPayment(simulation: Seen, id: string, payment: Payment): void {
  const { reference, evidence } = payment;
  const transfer = simulation.wallet.transfers.get(reference);
  const isEntered =
    simulation.entered.has(`${id} ${reference}`) ||
    simulation.entered.has(`${id} ${reference.slice(-4)}`);
  if (evidence === "notice") {
    if (!isEntered) simulation.monitor.report(`${id}: a notice alone verified it`);
    if (transfer?.told.amountMinor !== payment.amount)
      simulation.monitor.report(`${id}: a message counted that the bank never sent`);
    if (!simulation.handedOn.has(reference))
      simulation.monitor.report(`${id}: a message counted that no phone has sent`);
  }
  if (isEntered) return;
  if (transfer === undefined) {
    simulation.monitor.report(`${id}: a payment that nobody made or entered`);
    return;
  }
  const checkout = simulation.checkouts.find((one) => one.id === id);
  if (checkout !== undefined) checkNamed(simulation, checkout, transfer);
}

/** Exactly one checkout that there was at the time of the payment is named by it. */
function checkNamed(simulation: Seen, checkout: Known, transfer: Transfer): void {
  if (!isNamedBy(checkout, transfer)) {
    simulation.monitor.report(`${checkout.id}: verified by a payment that names no such payer`);
    return;
  }
  if (isReasonOf(checkout, transfer)) return;
  const isCustomers = mayBe(checkout.phone, transfer);
  if (!isCustomers && isDistinctOf(checkout, transfer)) return;
  const { wallet, checkouts } = simulation;
  const isMeant = isCustomers
    ? (other: Known) => mayBe(other.phone, transfer)
    : (other: Known) => !hasAnotherNumber(other, transfer);
  const rival = checkouts
    .slice(0, wallet.transfers.get(transfer.told.reference)?.checkoutsBefore)
    .filter((other) => other !== checkout && isMeant(other))
    .find((other) => isRival(simulation, other, checkout, transfer));
  if (rival) simulation.monitor.report(`${checkout.id}: its payment names ${rival.id} as well`);
}

/** Whether a checkout waits for such a payment of the wallet, too, and a phone was paired when it was created. */
function isRival(simulation: Seen, other: Known, { shop }: Known, transfer: Transfer): boolean {
  const { amountMinor, paidAt } = transfer.told;
  const { rows } = simulation.table;
  if (other.shop !== shop) return false;
  const key = `CO#${other.id}`;
  const terms = rows.get({ pk: key, sk: "CO" });
  const state = rows.get({ pk: key, sk: "CO.state" });
  return (
    (state?.status === "open" || state?.status === "expired") &&
    terms?.notices !== undefined &&
    (terms.methods as readonly Item[]).some(({ provider }) => provider === "telebirr") &&
    Number(terms?.amount) - Number(state.amountReceived) === amountMinor &&
    Number(terms?.createdAt) <= paidAt - 1_000 &&
    Number(state.expiresAt) >= paidAt
  );
}

function isNamedBy(checkout: Known, transfer: Transfer): boolean {
  const { phone, typed } = checkout;
  const isPhone = [phone, ...typed].some((number) => mayBe(number, transfer));
  return isPhone || isReasonOf(checkout, transfer) || isDistinctOf(checkout, transfer);
}

/** Whether one of its numbers is not the payer's. A later number may have replaced an earlier one. */
function hasAnotherNumber({ phone, typed }: Known, transfer: Transfer): boolean {
  return [phone, ...typed].some((number) => number !== null && !mayBe(number, transfer));
}

function isDistinctOf({ amount, shop }: Known, transfer: Transfer): boolean {
  return amount % 1_000 !== 0 && shop.till === transfer.till;
}

function isReasonOf({ id }: Pick<Known, "id">, { told }: Transfer): boolean {
  return told.reason.toUpperCase().includes(id.slice(-6).toUpperCase());
}
