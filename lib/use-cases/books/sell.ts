import { addDays, dayOf, startOfDay } from "../../contract/days.ts";
import { createCheckoutBody } from "../../contract/schemas/checkout.ts";
import { canonicalAccount } from "../../domain/account-number.ts";
import type { Lookup, SoldRow } from "../../domain/attempt.ts";
import { firstPaidDay, mayBeBooked } from "../../domain/banking-days.ts";
import { type BookedPayment, isIncome } from "../../domain/books.ts";
import { amountDue, type Checkout } from "../../domain/checkout.ts";
import { notFound, ServiceError } from "../../domain/errors.ts";
import type { Payment } from "../../domain/payment.ts";
import { MOST_RIVALS, type StatementPoint } from "../../domain/statement-points.ts";
import { table } from "../../pipeline/deps.ts";
import type { UserPrincipal } from "../../pipeline/principal.ts";
import { manualFacts } from "../../providers/manual/facts.ts";
import { hasOwnNumber, referencesWithin, typedClaims } from "../../providers/references-within.ts";
import { appIsAliveCheck } from "../../store/apps.ts";
import { type ComparedStatement, digestOf, type StatementDetails } from "../../store/books.ts";
import { hasUnsettled } from "../../store/checkout-lists.ts";
import { getCheckout } from "../../store/checkouts.ts";
import { getClaim } from "../../store/claims.ts";
import { accountIsOpenCheck } from "../../store/users.ts";
import { loadApp } from "../apps/app.ts";
import { cancelCheckout } from "../checkouts/change.ts";
import { createCheckout } from "../checkouts/create.ts";
import { requireDecision } from "../checkouts/member-view.ts";
import { audit } from "../events/audit.ts";
import { approveCheckout } from "../verification/decisions.ts";
import { submitReference } from "../verification/submit.ts";
import { paymentsTo, saleReference } from "./accounts.ts";
import { LATE_DAYS } from "./compare.ts";
import { entriesIn, rangeOf } from "./entries.ts";
import { loadStatement, settlePoint } from "./sheets.ts";

/** Shortest life of a checkout, in seconds: it is approved at once. */
const LIFE_SECONDS = 300;
/** Letters and digits of the shortest reference: comparisons find no shorter one. */
const SHORTEST = 6;

type Money = Pick<Checkout, "amount" | "currency">;

/** Not verified: a request that ended early, a lack of credits, or a customer's manual reference. */
const UNDECIDED = "Another checkout has this reference. Decide about that one first.";
const PAID_ELSEWHERE = "This reference has paid for another checkout.";
const COME_SINCE =
  "A payment of this amount has been verified since this statement was compared, or in the minute before. It may be this money: compare the statement again.";
const HELD =
  "A checkout that nobody has decided about has a payment of this amount and day. It may be this money: decide about that checkout first.";
const WITHOUT_ROW =
  "A payment of this amount and day has no row of its amount in this statement. It may be this money: settle that payment first. If it is not listed here, settle it in an earlier statement or compare one that has its row, then this one again.";
const REVERSED_LATER =
  "This statement also shows that the bank reversed this payment. If the customer has paid again, compare a statement that shows the new payment.";
const NOTICE_OF_REVERSAL =
  "A message from your bank says that this payment was reversed. Review the sale.";
const JUST_COME =
  "A payment of this amount has just come. It may be this money: decide about the sale, which is in review.";

interface Sale {
  readonly statementId: string;
  /** Id of the point with the unknown money. */
  readonly point: string;
  readonly appId: number;
  readonly note: string;
  readonly now: number;
}

/**
 * Makes money that a statement shows, and no checkout, a verified sale: a checkout of its amount, with its reference typed
 * in and approved by the member, for one credit. The reference is claimed at every bank, so it verifies nothing else. Then
 * the point is settled. The rows are what a member says that the bank wrote, so the approval limit holds. Money that was
 * sold before, from another statement or by a request that died, is not sold again: its point is settled with that sale.
 *
 * @throws ServiceError `not_found`, `forbidden` above the approval limit, `insufficient_credits`, `conflict` if the point is
 * settled, its money was reversed, its reference has paid for another checkout, or a payment that may be this money has no row,
 * has come since the comparison or is held by an undecided checkout
 */
export async function sellFromStatement(principal: UserPrincipal, sale: Sale): Promise<Checkout> {
  const { statementId, appId, now } = sale;
  const { statement, details } = await loadStatement(principal, statementId, now);
  const point = details.points.find(({ id, kind }) => id === sale.point && kind === "unknown");
  if (!point?.booked || !point.bookedOn) throw notFound("point");
  requireOpen(point);
  await loadApp(principal, appId);
  const money = { amount: point.booked, currency: statement.currency };
  await requireDecision(principal, money);
  const reference = referenceOf(point, statement);
  const lookup: SoldRow = {
    provider: "manual",
    reference,
    variant: "manual",
    parts: {
      institution: statement.provider,
      account: statement.accountNumber,
      since: firstPaidDay(firstRowDay(point)),
      ...(point.unsureUntil !== undefined && { until: lastRowDay(point) }),
    },
    datedOn: startOfDay(point.bookedOn),
  };
  const paid = await paidBy(principal, lookup);
  const isEarlier = paid !== null && isSale(paid, appId, money) && !isSettledBy(details, paid);
  if (paid !== null && !isEarlier)
    throw new ServiceError("conflict", paid.status === "verified" ? PAID_ELSEWHERE : UNDECIDED);
  const hasCome = () => hasComeSince(principal, { statement, details }, point, now);
  const isHeld = (sold: string | null) => isHeldElsewhere(statement, point, reference, sold, now);
  if (paid === null && isOfUnsettled(details, point))
    throw new ServiceError("conflict", WITHOUT_ROW);
  if (paid === null && (await hasCome())) throw new ServiceError("conflict", COME_SINCE);
  if (paid === null && (await isHeld(null))) throw new ServiceError("conflict", HELD);
  // In this order: a payment that is decided between the two is seen by the second.
  const isDoubtful = async (sold: string) => (await isHeld(sold)) || (await hasCome());
  const sold = paid ?? (await sell(principal, sale, money, lookup, isDoubtful));
  await settlePoint(principal, statementId, { point: point.id, note: sold.id }, now);
  return sold;
}

/** @throws ServiceError `conflict` */
function requireOpen({ settled, isReversed }: StatementPoint): void {
  if (settled !== null) throw new ServiceError("conflict", "This point is already settled.");
  if (isReversed) throw new ServiceError("conflict", REVERSED_LATER);
}

async function sell(
  principal: UserPrincipal,
  { appId, note, now }: Sale,
  money: Money,
  lookup: SoldRow,
  isDoubtful: (sold: string) => Promise<boolean>,
): Promise<Checkout> {
  const body = { ...money, expires_in: LIFE_SECONDS };
  const created = await createCheckout({
    ...{ accountId: principal.accountId, appId, mode: "live", now },
    body: createCheckoutBody.parse({ ...body, description: note }),
    paidFrom: lookup.datedOn,
    alongside: ({ id }) => [
      accountIsOpenCheck(principal.accountId),
      appIsAliveCheck(principal.accountId, appId),
      audit(principal, "checkout.created", id, now),
    ],
  });
  await submitReference({ checkout: created, lookup, payerPhone: null });
  const submitted = await getCheckout(table(), created.id);
  if (submitted === null) throw notFound("checkout");
  const load = async () => (await getCheckout(table(), created.id)) ?? submitted;
  if (submitted.payments.length === 0) {
    // Claimed since `paidBy`: nothing is left to decide.
    await cancelCheckout(load, now, () => []);
    throw new ServiceError("conflict", PAID_ELSEWHERE);
  }
  if (submitted.payments.some(({ exceptions }) => exceptions.includes("notice_contradicted")))
    throw new ServiceError("conflict", NOTICE_OF_REVERSAL);
  // From here on, the mark for the duplicate check keeps other receipts out. One may have been faster.
  if (await isDoubtful(created.id)) throw new ServiceError("conflict", JUST_COME);
  return approveCheckout({
    ...{ load, by: principal.userId, reason: note, sequence: submitted.sequence, now },
    alongside: ({ id }) => [audit(principal, "checkout.approved", id, now, note)],
  });
}

/** Whether the row may be the money of a payment without a row of its amount, and nobody has settled that. */
function isOfUnsettled(
  { points }: StatementDetails,
  { booked, mayBe = [] }: StatementPoint,
): boolean {
  const rivals = points.filter(({ kind }) => kind === "missing" || kind === "amounts_differ");
  const isSettled = (id: string) =>
    rivals.some(({ payment, settled }) => payment === id && settled !== null);
  // A full list may leave some out: all payments of this amount count.
  const others = mayBe.length < MOST_RIVALS ? [] : rivals.filter(({ paid }) => paid === booked);
  return !mayBe.every(isSettled) || others.some(({ settled }) => settled === null);
}

/** The checkout that a reference has paid for; null for none. */
async function paidBy({ accountId }: UserPrincipal, lookup: Lookup): Promise<Checkout | null> {
  const scope = { accountId, mode: "live" } as const;
  const claims = typedClaims(lookup).map((key) => getClaim(table(), scope, key));
  const id = (await Promise.all(claims)).find((one) => one !== null);
  return id === undefined || id === null ? null : getCheckout(table(), id);
}

/** Longer than it takes from the time of an event to its commit, and than clocks differ. */
const COMMITTED_WITHIN_MS = 60_000;

/**
 * Whether a payment that may be the row's money was verified after the statement was compared, or so shortly before that the
 * comparison did not see it. Sales of the statement's other rows are other money.
 */
async function hasComeSince(
  principal: UserPrincipal,
  { statement, details }: { statement: ComparedStatement; details: StatementDetails },
  point: StatementPoint,
  now: number,
): Promise<boolean> {
  const { booked, bookedOn } = point;
  const [to = ""] = [dayOf(now + COMMITTED_WITHIN_MS), addDays(bookedOn ?? "", LATE_DAYS)].sort();
  const since = statement.comparedAt - COMMITTED_WITHIN_MS;
  const from = dayOf(since);
  if (from > to) return false;
  // One that a person entered has no day.
  const mayBe = ({ amount, paidAt }: BookedPayment) =>
    amount === booked && (paidAt === null || mayBeOf(point, paidAt));
  const sold = new Set(details.points.map(({ settled }) => settled?.note));
  const isSeen = seenBy(details);
  // Also of apps that the member does not work with: one of them may have had the account before.
  const range = await rangeOf({ ...principal, apps: null }, { livemode: true }, { from, to });
  // Consistent: an older copy would hide the payment that has just come.
  for await (const entry of entriesIn(range, { ConsistentRead: true })) {
    const isOther =
      !isIncome(entry) ||
      entry.at < since ||
      entry.currency !== statement.currency ||
      sold.has(entry.checkoutId);
    if (isOther) continue;
    const payments = entry.payments.filter(mayBe);
    if (paymentsTo(statement, { ...entry, payments }).some(({ id }) => !isSeen(id))) return true;
  }
  return false;
}

/** The payments that a comparison gave a row, listed as points or named as what an unknown row may be. */
function seenBy({ points, confirmed }: StatementDetails): (paymentId: string) => boolean {
  const digests = new Set(confirmed);
  const named = new Set(points.flatMap(({ payment, mayBe = [] }) => [payment, ...mayBe]));
  return (id) => named.has(id) || digests.has(digestOf(id));
}

/** Whether the row's money may have been paid at `paidAt` (ms). */
function mayBeOf(point: StatementPoint, paidAt: number): boolean {
  return rowDays(point).some((day) => mayBeBooked(dayOf(paidAt), day));
}

/** The days of the row and of those that may be its payment's instead, the first one first. */
function rowDays({ bookedOn, unsureSince, unsureUntil }: StatementPoint): readonly string[] {
  return [bookedOn, unsureSince, unsureUntil].flatMap((day) => day ?? []).sort();
}

const firstRowDay = (point: StatementPoint) => rowDays(point)[0] ?? "";
const lastRowDay = (point: StatementPoint) => rowDays(point).at(-1) ?? "";

/** Days in which a checkout takes payments: its longest life and the grace period. */
const OPEN_DAYS = 8;

/**
 * Whether a checkout that nobody has decided about holds a payment that may be the row's money. The comparison knows only
 * verified payments; a part would later verify its own checkout beside the sale.
 *
 * @param sold id of the row's own sale
 */
async function isHeldElsewhere(
  { accountId, provider, accountNumber, currency }: ComparedStatement,
  point: StatementPoint,
  reference: string,
  sold: string | null,
  now: number,
): Promise<boolean> {
  const { booked, unsureUntil } = point;
  const end = startOfDay(addDays(lastRowDay(point), 2));
  const isNumbered = unsureUntil === undefined && hasOwnNumber(reference, provider);
  const holds = (checkout: Checkout) => {
    const { methods, payments } = checkout;
    const isOldEnough = (checkout.paidFrom ?? checkout.createdAt) < end;
    const own = methods.filter(
      (method) =>
        method.provider === provider &&
        canonicalAccount(provider, method.accountNumber) === accountNumber,
    );
    const mayBe = ({ methodId, amount, paidAt, ...payment }: Payment) =>
      // One that nobody has read counts for what is due, once a person approves it.
      (amount ?? amountDue(checkout)) === booked &&
      (paidAt === null ? isOldEnough : mayBeOf(point, paidAt)) &&
      (methodId === undefined ? own.length > 0 : own.some(({ id }) => id === methodId)) &&
      // Two numbers of a bank are two transfers.
      !(isNumbered && payment.provider === provider && payment.evidence === "receipt");
    return checkout.id !== sold && checkout.currency === currency && payments.some(mayBe);
  };
  const createdFrom = startOfDay(addDays(firstPaidDay(firstRowDay(point)), -OPEN_DAYS - 1));
  const filter = { accountId, mode: "live", appId: null, createdFrom } as const;
  return hasUnsettled(table(), filter, now, holds);
}

/**
 * Whether a member made this sale before: from another statement with the row, or in a request that ended before it settled
 * the point.
 */
function isSale(paid: Checkout, appId: number, { amount, currency }: Money): boolean {
  return (
    paid.status === "verified" &&
    paid.appId === appId &&
    paid.amount === amount &&
    paid.currency === currency &&
    (paid.review?.decidedBy ?? null) !== null
  );
}

/** Whether the checkout is the sale of another row: a bank may book a reference twice. */
function isSettledBy({ points }: StatementDetails, { id }: Checkout): boolean {
  return points.some(({ settled }) => settled?.note === id);
}

/**
 * The words of the row's own reference, joined like a manual reference: each word that may be a bank's reference
 * is claimed at that bank. Banks print other words around it, and `-`, `N/A` or `TRANSFER` for none: see `saleReference` for
 * such a row.
 */
function referenceOf({ id, reference }: StatementPoint, statement: ComparedStatement): string {
  const words =
    (reference ?? "")
      .normalize("NFKC")
      .toUpperCase()
      .match(/[A-Z0-9]+/g) ?? [];
  const joined = words.join("-");
  const isReference = words.some((word) => /[0-9]/.test(word) || referencesWithin(word).length > 0);
  const isLong = words.join("").length >= SHORTEST;
  return isReference && isLong && manualFacts.reference.shape.test(joined)
    ? joined
    : saleReference(statement, id.slice("unknown ".length));
}
