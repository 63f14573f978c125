import type { Payment } from "../../lib/domain/payment.ts";
import type { Change } from "./memory-table/rows.ts";
import type { Item } from "./memory-table/values.ts";
import { mayBe, NOTICE_LIMIT, type Transfer } from "./wallet.ts";
import type { KnownCheckout, World } from "./world.ts";

/**
 * What a paired phone's messages may do, after every commit: a payment that no customer entered names its checkout, and
 * without a receipt counts only what the bank has told the phone, up to the limit.
 */
export function checkNotices(world: World, changes: readonly Change[]): void {
  for (const { before, after } of changes) {
    if (after?.entity !== "checkout_state") continue;
    const id = String(after.pk).slice("CO#".length);
    const known = new Set(paymentsIn(before).map(({ attemptId }) => attemptId));
    const payments = paymentsIn(after).filter(({ provider }) => provider === "telebirr");
    for (const payment of payments) {
      if (!known.has(payment.attemptId)) checkPayment(world, id, payment);
    }
    const told = payments.filter(({ evidence }) => evidence === "notice");
    const sum = told.reduce((all, { amount }) => all + (amount ?? 0), 0);
    if (sum > NOTICE_LIMIT) world.monitor.report(`${id}: ${sum} counted without a receipt`);
  }
}

/** What only a notice proved was looked up afterward, and a contradiction was told. */
export function checkNoticesAtRest(world: World): void {
  const issues = new Set(
    world.itemsOf("issue").flatMap(({ kind, objectId, objects }) => {
      if (kind !== "notice_contradicted") return [];
      return [String(objectId ?? JSON.stringify(objects))];
    }),
  );
  for (const state of world.itemsOf("checkout_state")) {
    const id = String(state.pk).slice("CO#".length);
    const isUnchecked = paymentsIn(state).some(({ evidence }) => evidence === "notice");
    if (isUnchecked && ![...issues].some((issue) => issue.includes(id)))
      world.monitor.report(`${id}: its payment was never checked against a receipt`);
  }
}

function paymentsIn(state: Item | null): readonly Payment[] {
  return (state?.payments ?? []) as readonly Payment[];
}

function checkPayment(world: World, id: string, payment: Payment): void {
  const { reference, evidence } = payment;
  const transfer = world.wallet.transfers.get(reference);
  const isEntered =
    world.entered.has(`${id} ${reference}`) || world.entered.has(`${id} ${reference.slice(-4)}`);
  if (evidence === "notice") {
    if (!isEntered) world.monitor.report(`${id}: a notice alone verified it`);
    if (transfer?.told.amountMinor !== payment.amount)
      world.monitor.report(`${id}: a message counted that the bank never sent`);
  }
  if (isEntered) return;
  if (transfer === undefined) {
    world.monitor.report(`${id}: a payment that nobody made or entered`);
    return;
  }
  const checkout = world.checkouts.find((one) => one.id === id);
  if (checkout !== undefined) checkNamed(world, checkout, transfer);
}

/** Exactly one checkout that there was at the time of the payment is named by it. */
function checkNamed(world: World, checkout: KnownCheckout, transfer: Transfer): void {
  if (isNamedBy(checkout, transfer)) return;
  world.monitor.report(`${checkout.id}: verified by a payment that names no such payer`);
}

function isNamedBy({ id, phone, shop, amount }: KnownCheckout, transfer: Transfer): boolean {
  const isDistinct = amount % 1_000 !== 0 && shop.till === transfer.till;
  const reason = transfer.told.reason.toUpperCase();
  return mayBe(phone, transfer) || reason.includes(id.slice(-6).toUpperCase()) || isDistinct;
}
