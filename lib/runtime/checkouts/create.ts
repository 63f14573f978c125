import type { CreateCheckoutBody } from "../../contract/schemas/checkout.ts";
import type { Checkout, PaymentMethod } from "../../domain/checkout-terms.ts";
import { invalidField, notFound, ServiceError } from "../../domain/errors.ts";
import { newId } from "../../domain/ids.ts";
import type { Mode } from "../../domain/mode.ts";
import { checkoutToken } from "../../domain/tokens.ts";
import type { StoredMethod } from "../../store/apps.ts";
import { createWrite } from "../../store/checkouts.ts";
import { getBalance } from "../../store/credits.ts";
import { eventWrites } from "../../store/events.ts";
import { transact, type Write } from "../../store/transact.ts";
import { accountIsClosed } from "../account/load-user.ts";
import { randomBytes, table } from "../deps.ts";
import { environment } from "../environment.ts";
import { putMetric } from "../metrics.ts";
import { assertCommitted } from "./assert-committed.ts";
import { checkoutEvent } from "./change.ts";
import { readOpenShop } from "./open-shop.ts";

interface Creation {
  readonly accountId: string;
  readonly appId: number;
  readonly mode: Mode;
  readonly body: CreateCheckoutBody;
  readonly now: number;
  readonly purchaseId?: string;
  /** Further writes of the same transaction, made from the finished checkout. */
  readonly alongside: (checkout: Checkout) => readonly Write[];
}

/** What the sandbox pays into: test mode needs no account of its own. */
const SANDBOX_METHOD: PaymentMethod = {
  id: "pm_00000000000000000000000000",
  provider: "sandbox",
  accountName: "Sandbox Shop",
  accountNumber: "0000000001",
  label: "Sandbox",
  instructions: "Type TESTOK1 for a payment that is found.",
};

/**
 * Creates a checkout: one transaction with its first event and the idempotency record.
 *
 * That the app lives and the account is open is read only, which costs one unit where two checks cost
 * four; what changes in between is seen to by `cancelIfOrphan`. A caller may check both `alongside`.
 *
 * @throws ServiceError `not_found` (app), `insufficient_credits`, `invalid_request` (payment methods)
 */
export async function createCheckout(creation: Creation): Promise<Checkout> {
  const { accountId, appId, mode, body, now } = creation;
  const livemode = mode === "live";
  const [found, balance] = await Promise.all([
    readOpenShop(accountId, appId),
    livemode ? getBalance(table(), accountId) : null,
  ]);
  if (!found) throw notFound("app");
  if (balance && balance.available < 1) {
    throw new ServiceError("insufficient_credits", "No credits are left; buy some to go on.");
  }
  const checkout = newCheckout(creation, found.app.name, chooseMethods(found.methods, body, mode));
  const commit = await transact(table(), [
    createWrite(checkout),
    ...eventWrites(checkoutEvent("checkout.created", checkout, now)),
    ...creation.alongside(checkout),
  ]);
  if (!commit.committed && commit.failed.includes("open account")) throw accountIsClosed();
  if (!commit.committed && commit.failed.includes("living app")) throw notFound("app");
  assertCommitted(commit);
  putMetric("CheckoutsCreated", 1);
  return checkout;
}

function newCheckout(
  { accountId, appId, mode, body, now, purchaseId }: Creation,
  merchantName: string,
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
    merchantName,
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
    status: "open",
    version: 1,
    sequence: 1,
    expiresAt: now + body.expires_in * 1000,
    pending: [],
    attemptsCount: 0,
    failedAttempts: 0,
    exceptions: [],
    review: null,
    amountReceived: null,
    payment: null,
    verifiedAt: null,
    receiptCode: null,
    settledBy: null,
  };
}

function chooseMethods(
  all: readonly StoredMethod[],
  body: CreateCheckoutBody,
  mode: Mode,
): readonly PaymentMethod[] {
  const enabled = all.filter((method) => method.enabled);
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
