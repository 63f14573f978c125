import { dayOf, startOfDay } from "../../contract/days.ts";
import { grantOf } from "../../contract/roles.ts";
import { createCheckoutBody } from "../../contract/schemas/checkout.ts";
import { acceptsPayment, type Checkout, canBecome, shownStatus } from "../../domain/checkout.ts";
import { notFound, ServiceError } from "../../domain/errors.ts";
import { SIGNATURE_KEPT_MS } from "../../domain/notice.ts";
import { noticeTime } from "../../domain/notice-fit.ts";
import type { ProviderId } from "../../domain/provider.ts";
import { claimKey } from "../../domain/receipt.ts";
import { table } from "../../pipeline/deps.ts";
import { mayRead, type UserPrincipal } from "../../pipeline/principal.ts";
import { appIsAliveCheck } from "../../store/apps.ts";
import { getCheckout } from "../../store/checkouts.ts";
import { claimedOf, getClaim } from "../../store/claims.ts";
import {
  getNoticeSale,
  noticeSaleWrite,
  noticesOfDay,
  noticesOfReference,
  type StoredNotice,
} from "../../store/notices.ts";
import { accountIsOpenCheck } from "../../store/users.ts";
import { loadApp } from "../apps/app.ts";
import { recognizeFor } from "../banks/lookup.ts";
import { cancelCheckout } from "../checkouts/change.ts";
import { createCheckout } from "../checkouts/create.ts";
import { audit } from "../events/audit.ts";
import { submitReference } from "../verification/submit.ts";
import { visibleSources } from "./manage.ts";

/** Maximum number of payments in a list. */
const MOST = 200;
/** The minimum `expires_in` of a checkout, in seconds: nobody else pays it. Lookups at a bank that is down continue for a day. */
const LIFE_SECONDS = 300;

const OLD =
  "This payment was made days before its message came. Compare your bank statement, which can make it a sale.";

/** A notice with a reference. */
export type Referenced = StoredNotice & { readonly reference: string };

/**
 * Payments that arrived on a day (Addis Ababa) and that no checkout has, newest first, each once. Messages without a
 * reference are left out: nothing can be looked up by them. `hasMore` says that the list may be incomplete.
 */
export async function unmatchedNotices(
  principal: UserPrincipal,
  at: number,
  now: number,
): Promise<{ readonly data: readonly Referenced[]; readonly hasMore: boolean }> {
  const { accountId } = principal;
  const [told, seen] = await Promise.all([
    noticesOfDay(table(), accountId, at),
    visibleTo(principal, now),
  ]);
  const byKey = new Map<string, Referenced>();
  for (const notice of told.notices) {
    if (!isReferenced(notice) || !seen(notice)) continue;
    byKey.set(claimKey(notice.provider, notice.reference), notice);
  }
  const claimed = await claimedOf(table(), { accountId, mode: "live" }, [...byKey.keys()]);
  const unclaimed = [...byKey].flatMap(([key, notice]) => (claimed.has(key) ? [] : [notice]));
  return { data: unclaimed.slice(0, MOST), hasMore: told.hasMore || unclaimed.length > MOST };
}

interface Sale {
  readonly appId: number;
  readonly provider: ProviderId;
  readonly reference: string;
  readonly now: number;
}

/**
 * Makes a payment that arrived without a checkout a sale: a checkout of its amount, with its reference looked up. A payment
 * becomes one sale, however often and by whomever this is called.
 *
 * @throws ServiceError `not_found` (notice, app), `conflict` (another checkout has it, messages differ, it is days older than its
 * message, the app has no such account, or the receipt refuses it), `insufficient_credits`
 */
export async function sellNotice(principal: UserPrincipal, sale: Sale): Promise<Checkout> {
  const notice = await loadNotice(principal, sale);
  const before = await saleOf(notice);
  if (before !== null && isAlive(before, sale.now))
    return lookUp(readableSale(principal, before), notice, sale.now);
  await assertSellable(principal, notice, sale.appId);
  const created = await create(principal, notice, sale, before).catch(async (error: unknown) => {
    // Another member was faster.
    const other = await saleOf(notice);
    if (other === null || other.id === before?.id) throw error;
    return readableSale(principal, other);
  });
  return lookUp(created, notice, sale.now);
}

async function loadNotice(
  principal: UserPrincipal,
  { provider, reference, now }: Sale,
): Promise<Referenced> {
  const { accountId } = principal;
  const [told, seen] = await Promise.all([
    noticesOfReference(table(), accountId, { provider, reference }, now),
    visibleTo(principal, now),
  ]);
  const [notice, ...others] = told.filter(isReferenced).filter(seen);
  if (notice === undefined) throw notFound("notice");
  const { amountMinor, currency } = notice;
  if (others.some((one) => one.amountMinor !== amountMinor || one.currency !== currency)) {
    throw new ServiceError("conflict", "Two messages about this payment differ.");
  }
  return notice;
}

/** Whether a member sees a notice: of a phone of their apps, and of today where their role sees no more. */
async function visibleTo(
  principal: UserPrincipal,
  now: number,
): Promise<(notice: StoredNotice) => boolean> {
  const isAll = grantOf(principal.role, "checkouts.read") === true;
  const since = isAll ? 0 : startOfDay(dayOf(now));
  const own = await visibleSources(principal);
  return ({ receivedAt, sourceId }) => receivedAt >= since && (own === null || own.has(sourceId));
}

function isReferenced(notice: StoredNotice): notice is Referenced {
  return notice.reference !== null;
}

/** The sale that the payment became; null for none. */
async function saleOf({ accountId, provider, reference }: Referenced): Promise<Checkout | null> {
  const id = await getNoticeSale(table(), accountId, { provider, reference });
  return id === null ? null : getCheckout(table(), id);
}

/** The phone of one app may have reported a payment that was sold in another one. @throws ServiceError `conflict` */
function readableSale(principal: UserPrincipal, sale: Checkout): Checkout {
  if (mayRead(principal, sale)) return sale;
  throw used();
}

function isAlive(checkout: Checkout, now: number): boolean {
  return checkout.status === "verified" || acceptsPayment(checkout, now);
}

async function assertSellable(
  principal: UserPrincipal,
  notice: Referenced,
  appId: number,
): Promise<void> {
  const { provider, reference, accountId, receivedAt } = notice;
  // The text of a message is easy to forge: it must not make an old receipt, settled long ago, one of a new sale.
  if (noticeTime(notice) < receivedAt - SIGNATURE_KEPT_MS) throw new ServiceError("conflict", OLD);
  const [{ methods }, claimant] = await Promise.all([
    loadApp(principal, appId),
    getClaim(table(), { accountId, mode: "live" }, claimKey(provider, reference)),
  ]);
  if (claimant !== null) throw used();
  if (!methods.some((one) => one.enabled && one.provider === provider)) {
    throw new ServiceError("conflict", "This app has no receiving account at that bank.");
  }
}

function create(
  principal: UserPrincipal,
  notice: Referenced,
  { appId, now }: Sale,
  before: Checkout | null,
): Promise<Checkout> {
  const { accountId, userId } = principal;
  const { amountMinor: amount, currency, provider, reference } = notice;
  return createCheckout({
    ...{ accountId, appId, mode: "live", createdBy: userId, now },
    body: createCheckoutBody.parse({ amount, currency, expires_in: LIFE_SECONDS }),
    // Some receipts show only the day.
    paidFrom: startOfDay(dayOf(noticeTime(notice))) - 1,
    alongside: (created) => [
      accountIsOpenCheck(accountId),
      appIsAliveCheck(accountId, appId),
      audit(principal, "checkout.created", created.id, now),
      noticeSaleWrite(created, { provider, reference }, before?.id ?? null),
    ],
  });
}

/**
 * Looks the reference up, unless that was done: again if the bank did not know it, also after the few minutes of the checkout. A
 * checkout whose reference is refused is canceled.
 */
async function lookUp(checkout: Checkout, notice: Referenced, now: number): Promise<Checkout> {
  const lacksPayment = canBecome(checkout, "verified") && checkout.payments.length === 0;
  if (!lacksPayment || checkout.pending.length > 0) return checkout;
  const found = await recognizeFor(checkout, notice.link ?? notice.reference, notice.provider);
  if (found.kind !== "lookup") return refuse(checkout, now);
  const { lookup } = found;
  const state = await submitReference({
    checkout,
    lookup,
    payerPhone: null,
    isFoundByNotice: true,
  });
  const { payments, pending } = state.checkout;
  const isRefused = payments.length === 0 && pending.length === 0;
  return isRefused ? refuse(state.checkout, now) : state.checkout;
}

/** So that it leaves nothing to decide; one that has expired leaves nothing. */
async function refuse(checkout: Checkout, now: number): Promise<never> {
  const load = async () => (await getCheckout(table(), checkout.id)) ?? checkout;
  if (shownStatus(checkout, now) === "open") await cancelCheckout(load, now, () => []);
  throw used();
}

function used(): ServiceError {
  return new ServiceError("conflict", "This payment belongs to another checkout, or is not yours.");
}
