import type { CreateCheckoutBody } from "../../contract/schemas/checkout.ts";
import {
  type Checkout,
  GRACE_MS,
  type Mode,
  type NoticeTerms,
  type PaymentMethod,
} from "../../domain/checkout.ts";
import { accountIsSuspended, invalidField, notFound, ServiceError } from "../../domain/errors.ts";
import { newId } from "../../domain/ids.ts";
import { MAX_AMOUNT_MINOR } from "../../domain/money.ts";
import { MAX_NOTICE_LIMIT } from "../../domain/notice-fit.ts";
import { checkoutToken } from "../../domain/tokens.ts";
import { assertCommitted, lostRace } from "../../pipeline/assert-committed.ts";
import { randomBytes, table } from "../../pipeline/deps.ts";
import { environment } from "../../pipeline/environment.ts";
import { putMetric } from "../../pipeline/log.ts";
import { type App, mayBeWanted } from "../../store/apps.ts";
import { createWrites } from "../../store/checkout-item.ts";
import { readCreditsLeft } from "../../store/credit-shards.ts";
import { isSpreadAt } from "../../store/event-lists.ts";
import { unrelayedEventWrite } from "../../store/events.ts";
import { amountsBetween, type OpenAmount, openAmountWrites } from "../../store/open-amounts.ts";
import { eventWrites } from "../../store/outbox.ts";
import type { StoredMethod } from "../../store/payment-methods.ts";
import { isRefused, LOST, optimistically, transact, type Write } from "../../store/transact.ts";
import { acceptedProviders } from "../banks/providers.ts";
import { SETTLING } from "../webhooks/route-event.ts";
import { checkoutEvent } from "./change.ts";
import { brandOf, readOpenShop } from "./load.ts";

interface Creation {
  readonly accountId: string;
  readonly appId: number;
  readonly mode: Mode;
  readonly body: CreateCheckoutBody;
  readonly now: number;
  readonly purchaseId?: string;
  readonly linkCode?: string;
  /** The user who creates it in the dashboard. */
  readonly createdBy?: string;
  /** For money that has already arrived: payments from this time (ms) count, and the amount gets no distinct cents. */
  readonly paidFrom?: number;
  /** Further writes of the same transaction. */
  readonly alongside: (checkout: Checkout) => readonly Write[];
}

/** The payment method of the sandbox, added to every test checkout. */
const SANDBOX_METHOD: PaymentMethod = {
  id: "pm_00000000000000000000000000",
  provider: "sandbox",
  accountName: "Sandbox Shop",
  accountNumber: "0000000001",
  label: "Sandbox",
  instructions: "Type TESTOK1 for a payment that is found.",
};

/**
 * Creates a checkout with its first event and the idempotency record in one transaction.
 *
 * It reads the app and the account, which costs one unit; checking both in the transaction would cost four.
 * `cancelOrphans` and `followSuspension` handle a change in between. A caller may add the checks with `alongside`. An event
 * that no endpoint has subscribed to is stored and listed, but not published.
 *
 * @throws ServiceError `not_found` (app), `account_suspended`, `insufficient_credits`, `invalid_request` (payment methods,
 * pages)
 */
export async function createCheckout(creation: Creation): Promise<Checkout> {
  const { accountId, appId, mode, body, now } = creation;
  const livemode = mode === "live";
  if (livemode) assertPublicPages(body);
  const [found, credits] = await Promise.all([
    readOpenShop(accountId, appId),
    livemode ? readCreditsLeft(table(), accountId) : null,
  ]);
  if (!found) throw notFound("app");
  if (found.isSuspended) throw accountIsSuspended();
  if (credits?.isEmpty) {
    throw new ServiceError("insufficient_credits", "No credits are left. Buy more to continue.");
  }
  const isBusy = credits !== null && credits.shards > 1;
  const methods = chooseMethods(found.methods, body, mode);
  const created = await optimistically(async () => {
    const opened = {
      ...newCheckout(creation, found.app, methods),
      ...(isBusy ? { creditShards: credits.shards } : {}),
      ...(isBusy && isSpreadAt(found.app, now) ? { spreadEvents: true } : {}),
      ...(SETTLING.some((type) => mayBeWanted(found.app, mode, type)) ? { hasEndpoint: true } : {}),
    };
    const isHeard = livemode && found.isPaired && creation.paidFrom === undefined;
    return store(
      creation,
      found.app,
      isHeard ? { ...opened, ...(await noticeTerms(found.app, opened, now)) } : opened,
    );
  });
  if (created === LOST) throw lostRace();
  putMetric("CheckoutsCreated", 1);
  return created;
}

/** Stores a new checkout; lost if another one took its distinct amount at the same moment. */
async function store(
  creation: Creation,
  app: App,
  opened: Checkout,
): Promise<Checkout | typeof LOST> {
  const { mode, now } = creation;
  const event = checkoutEvent("checkout.created", opened, now);
  const checkout = { ...opened, eventIds: [event.id] };
  const commit = await transact(table(), [
    ...createWrites(checkout),
    ...(opened.notices ? openAmountWrites(checkout) : []),
    ...(mayBeWanted(app, mode, "checkout.created")
      ? eventWrites(event)
      : [unrelayedEventWrite(event)]),
    ...creation.alongside(checkout),
  ]);
  if (isRefused(commit, "living app")) throw notFound("app");
  if (isRefused(commit, "distinct amount")) return LOST;
  assertCommitted(commit);
  return checkout;
}

/** Rejects loopback URLs in live mode: customers can't open them. */
function assertPublicPages({ return_url, cancel_url }: CreateCheckoutBody): void {
  if (environment().config.webhookAllowLoopbackHttp) return;
  for (const [field, url] of Object.entries({ return_url, cancel_url })) {
    if (url?.startsWith("http:")) {
      throw invalidField(field, "must be an https address in live mode");
    }
  }
}

function newCheckout(
  { accountId, appId, mode, body, now, purchaseId, linkCode, createdBy, paidFrom }: Creation,
  app: App,
  methods: readonly PaymentMethod[],
): Checkout {
  const id = newId("co_", now, randomBytes(10));
  const { customer } = body;
  return {
    id,
    token: checkoutToken(id, randomBytes(20)),
    accountId,
    appId,
    livemode: mode === "live",
    merchantName: app.name,
    amount: body.amount,
    currency: body.currency ?? environment().defaultCurrency,
    clientReference: body.client_reference ?? null,
    description: body.description ?? null,
    customer: customer
      ? {
          name: customer.name ?? null,
          phone: customer.phone ?? null,
          email: customer.email ?? null,
        }
      : null,
    methods,
    returnUrl: body.return_url ?? null,
    cancelUrl: body.cancel_url ?? null,
    latePolicy: body.late_policy,
    locale: body.locale ?? null,
    metadata: body.metadata,
    createdAt: now,
    purchaseId: purchaseId ?? null,
    ...(linkCode === undefined ? {} : { linkCode }),
    ...(createdBy === undefined ? {} : { createdBy }),
    ...(paidFrom === undefined ? {} : { paidFrom }),
    ...brandOf(app),
    status: "open",
    version: 1,
    sequence: 1,
    expiresAt: now + body.expires_in * 1000,
    pending: [],
    attemptsCount: 0,
    failedAttempts: 0,
    hasWaited: false,
    payments: [],
    amountReceived: 0,
    review: null,
    verifiedAt: null,
    receiptCode: null,
    eventIds: [],
  };
}

function chooseMethods(
  all: readonly StoredMethod[],
  body: CreateCheckoutBody,
  mode: Mode,
): readonly PaymentMethod[] {
  // Nobody may be asked to pay where the operator has switched off the bank: its receipts are not accepted.
  const accepted = acceptedProviders(true);
  const enabled = all.filter(({ enabled, provider }) => enabled && accepted.includes(provider));
  const wanted = body.payment_methods;
  for (const [index, id] of (wanted ?? []).entries()) {
    if (!enabled.some((method) => method.id === id)) {
      throw invalidField(`payment_methods.${index}`, "is not an enabled payment method of the app");
    }
  }
  const chosen = wanted
    ? [...new Set(wanted)].flatMap((id) => enabled.filter((method) => method.id === id))
    : enabled;
  const methods = chosen.map(
    ({ id, provider, accountName, accountNumber, label, instructions }) => ({
      id,
      provider,
      accountName,
      accountNumber,
      label,
      instructions,
    }),
  );
  if (mode === "test") return [...methods, SANDBOX_METHOD];
  if (methods.length === 0) {
    throw invalidField("payment_methods", "the app has no enabled payment method");
  }
  return methods;
}

/** Cents that make an amount distinct: at least one, so that a round payment at the counter is never meant. */
const MOST_ADDED = 99;

/**
 * Prepares a live checkout of an account with a paired phone. With `distinct_amounts` it asks for 1 to 99 cents more, an
 * amount that no other open checkout of the account asks for, and if possible none that has expired within a day, whose
 * customer may pay late. If all are taken, it asks for the amount itself, and no notice can identify it by its amount.
 */
async function noticeTerms(
  app: App,
  { amount, currency }: { readonly amount: number; readonly currency: string },
  now: number,
): Promise<{ readonly amount: number; readonly notices: NoticeTerms }> {
  const limit = Math.min(app.noticeLimit ?? 0, MAX_NOTICE_LIMIT);
  const plain = { amount, notices: { limit, distinct: false } };
  const [low, high] = [amount + 1, amount + MOST_ADDED];
  if (app.distinctAmounts !== true || high > MAX_AMOUNT_MINOR) return plain;
  const amounts = { currency, low, high };
  const asked = await amountsBetween(table(), app.accountId, amounts, now - GRACE_MS);
  const all = Array.from({ length: MOST_ADDED }, (_, index) => low + index);
  const without = (taken: readonly OpenAmount[]) =>
    all.filter((one) => taken.every((row) => row.amount !== one));
  const unused = without(asked);
  const free = unused.length > 0 ? unused : without(asked.filter((row) => row.expiresAt > now));
  if (free.length === 0) return plain;
  const chosen = free[Buffer.from(randomBytes(4)).readUInt32BE() % free.length] ?? amount;
  return { amount: chosen, notices: { limit, distinct: true } };
}
