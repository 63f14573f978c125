import type * as z from "zod";
import type { customerCheckout, erasure } from "../../contract/schemas/customer.ts";
import type { Attempt } from "../../domain/attempt.ts";
import { acceptsPayment, type Checkout, modeOf } from "../../domain/checkout.ts";
import { isCustomersPhone } from "../../domain/checkout-search.ts";
import { table } from "../../pipeline/deps.ts";
import { mayRead, type UserPrincipal } from "../../pipeline/principal.ts";
import { typedClaims } from "../../providers/references-within.ts";
import { listAttempts } from "../../store/attempts.ts";
import { listCheckouts } from "../../store/checkout-lists.ts";
import type { Page, PageRequest } from "../../store/cursor.ts";
import { redactCustomerData, redactEvents } from "../../store/customer-data.ts";
import { CHECKED_FOR_MS } from "../../store/notice-checks.ts";
import { messagesAboutClaims, redactNotice, type StoredNotice } from "../../store/notices.ts";
import { setPayerPhone } from "../../store/open-amounts.ts";
import { transact } from "../../store/transact.ts";
import { visibleSources } from "../bank-notices/manage.ts";
import { presentAttempt, presentCheckout, presentNotice } from "../checkouts/present.ts";
import { audit } from "../events/audit.ts";
import { collectFailures } from "./close-account.ts";

/** The person whose data is requested, by the phone number that the merchant's server sent. */
export interface Person {
  readonly phone: string;
  readonly livemode: boolean;
}

/** Checkouts that one part of an erasure redacts. */
const PART = 100;
const SHOWN_DIGITS = 4;

/** A page of what is stored about a customer, newest first, in the member's apps; `now` in ms. */
export async function exportCustomer(
  who: UserPrincipal,
  person: Person,
  page: PageRequest,
  now: number,
): Promise<Page<z.output<typeof customerCheckout>>> {
  const [found, sources] = await Promise.all([
    checkoutsOf(who, person, page, now),
    visibleSources(who),
  ]);
  const data = found.data.map(async (checkout) => {
    const attempts = await listAttempts(table(), checkout, { limit: 100, internal: true });
    const claims = [...claimsOfPayments(checkout), ...claimsOfAttempts(attempts.data)];
    const notices = await noticesAbout(checkout, claims, now);
    const seen = notices.filter(({ sourceId }) => sources === null || sources.has(sourceId));
    return {
      ...presentCheckout(checkout, now),
      attempts: attempts.data.map((attempt) => presentAttempt(attempt, checkout)),
      notices: seen.map(presentNotice),
    };
  });
  return { ...found, data: await Promise.all(data) };
}

/**
 * Erases what a part of the customer's checkouts says about persons. A checkout that is not decided keeps its data, and
 * so does one whose receipt is still looked up, for 7 days at most: the bank may have to be asked with it. Repeating a part after a crash does the rest. `now` in ms.
 *
 * @throws UnreadableItem after the other checkouts, for an item that could not be read
 */
export async function eraseCustomer(
  who: UserPrincipal,
  person: Person,
  cursor: string | undefined,
  now: number,
): Promise<z.output<typeof erasure>> {
  const { data, nextCursor } = await checkoutsOf(who, person, { limit: PART, cursor }, now);
  const decided = data.filter((checkout) => isDecided(checkout, now));
  const failures = collectFailures();
  const sources = await visibleSources(who);
  if (decided.length > 0) {
    const { phone } = person;
    const note = phone.replaceAll(/\D/g, "").slice(-SHOWN_DIGITS);
    // First, so that no erasure goes unrecorded.
    await transact(table(), [audit(who, "customer.erased", decided[0]?.id ?? "", now, note)]);
  }
  for (const checkout of decided) {
    const { id, accountId, appId, livemode, eventIds } = checkout;
    const places = eventIds.map((event) => ({ id: event, accountId, appId, livemode }));
    await redactEvents(table(), places, now, failures.unreadable);
    const attempts = await listAttempts(table(), checkout, { limit: 100, internal: true });
    const [paid, entered] = await Promise.all([
      noticesAbout(checkout, claimsOfPayments(checkout), now),
      noticesAbout(checkout, claimsOfAttempts(attempts.data), now),
    ]);
    // Anything can be entered: what names no payment of this checkout may be about another app's customer.
    const own = entered.filter(({ sourceId }) => sources === null || sources.has(sourceId));
    await Promise.all([...paid, ...own].map((notice) => redactNotice(table(), notice)));
    await setPayerPhone(table(), checkout, null);
    // Last, as it removes the phone number by which a repetition finds the checkout.
    await redactCustomerData(table(), id, failures.unreadable);
  }
  failures.raise();
  const [erased, undecided] = [decided.length, data.length - decided.length];
  return { object: "erasure", erased, undecided, next_cursor: nextCursor };
}

function claimsOfPayments({ payments }: Checkout): readonly string[] {
  return payments.flatMap(({ claims }) => claims);
}

function claimsOfAttempts(attempts: readonly Attempt[]): readonly string[] {
  return attempts.flatMap(({ lookup }) => typedClaims(lookup));
}

/** What banks told the account's paired phones about payments of a checkout, by their claims. */
async function noticesAbout(
  { accountId, livemode }: Checkout,
  claims: readonly string[],
  now: number,
): Promise<readonly StoredNotice[]> {
  if (!livemode) return [];
  return (await messagesAboutClaims(table(), accountId, [...new Set(claims)], now)).notices;
}

/** Whether the checkout needs nothing more from the customer, the bank or the merchant. */
function isDecided(checkout: Checkout, now: number): boolean {
  const { status, pending, payments, verifiedAt, review } = checkout;
  const isOpen = acceptsPayment(checkout, now) || pending.length > 0;
  // Its receipt is still looked up, at some banks with the phone or account that the customer entered.
  const isUnchecked =
    payments.some(({ evidence }) => evidence === "notice") &&
    now < (verifiedAt ?? review?.decidedAt ?? 0) + CHECKED_FOR_MS;
  return !isOpen && status !== "review" && !isUnchecked;
}

function checkoutsOf(
  who: UserPrincipal,
  { phone, livemode }: Person,
  page: PageRequest,
  now: number,
): Promise<Page<Checkout>> {
  const filter = { accountId: who.accountId, mode: modeOf(livemode), appId: null, search: phone };
  return listCheckouts(
    table(),
    filter,
    page,
    now,
    (checkout) => isCustomersPhone(checkout, phone) && mayRead(who, checkout),
  );
}
