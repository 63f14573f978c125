import type {
  approveCheckout,
  rejectCheckout,
} from "../../lib/contract/routes/platform-checkouts.ts";
import { releasePayment } from "../../lib/contract/routes/platform-checkouts.ts";
import { purchaseCredits } from "../../lib/contract/routes/platform-credits.ts";
import { verifyPublicCheckout } from "../../lib/contract/routes/public.ts";
import { createCheckout } from "../../lib/contract/routes/v1.ts";
import type { Payment } from "../../lib/domain/payment.ts";
import type { Caller } from "./caller.ts";
import type { Prng } from "./prng.ts";
import type { KnownCheckout, Shop } from "./simulation.ts";
import { CUSTOMERS } from "./wallet.ts";

/** Few, so that references come again. */
const REFERENCES = 25;
const CLIENT_TRIES = 3;
/** Amounts in santim; few, so that transfers fit several checkouts. */
export const AMOUNTS = [10_000, 25_000];
/** Share of references that a person looks up. */
const TYPED = 0.1;

export function shopOf({ simulation }: Caller, random: Prng): Shop {
  return random.pick(simulation.shops.slice(1));
}

/** Rather a late one than an early one: those are still open. */
export function checkoutOf(
  checkouts: readonly KnownCheckout[],
  random: Prng,
): KnownCheckout | null {
  if (checkouts.length === 0) return null;
  return random.pick(random.chance(0.8) ? checkouts.slice(-8) : checkouts);
}

export function endpointOf({ simulation }: Caller, random: Prng) {
  const endpoint = random.pick([...simulation.monitor.endpoints.values()]);
  const shop = simulation.shops.find(({ accountId }) => accountId === endpoint.accountId);
  return shop === undefined ? null : { id: String(endpoint.id), shop };
}

export function referenceOf(random: Prng): string {
  return `GW${String(1_000_000_000 + random.below(REFERENCES))}`;
}

/** What a customer enters: a reference of the bank with an address, or one that a person looks up. */
interface Entry {
  readonly provider: "http" | "manual" | "telebirr" | "boa";
  readonly input: string;
  /** The customer's own, `+251…`. */
  readonly payer_phone?: string;
}

function entryOf(random: Prng): Entry {
  return random.chance(TYPED) ? slipOf(random) : { provider: "http", input: referenceOf(random) };
}

export function slipOf(random: Prng): Entry {
  return { provider: "manual", input: `SLIP${random.below(REFERENCES)}` };
}

export async function submit(
  caller: Caller,
  random: Prng,
  checkout: KnownCheckout,
  live = entryOf(random),
) {
  const { token, shop, livemode } = checkout;
  const kind = random.pick([
    ...["TESTOK", "TESTOK", "TESTPART", "TESTUNDER", "TESTREVIEW", "TESTDOWN", "TESTDUP"],
  ]);
  const test = { provider: "sandbox", input: `${kind}${random.below(REFERENCES)}` };
  caller.simulation.entered.add(`${checkout.id} ${live.input}`);
  const answer = await caller.byCustomer(shop, "public/verify-checkout", verifyPublicCheckout, {
    params: { token },
    body: livemode ? live : test,
  });
  if (answer?.body?.status !== "verified") return;
  const state = caller.simulation.table.rows.get({ pk: `CO#${checkout.id}`, sk: "CO.state" });
  if (state?.status !== "verified") {
    caller.simulation.monitor.report(`${checkout.id} was said to be verified and is not`);
  }
}

export async function decide(
  caller: Caller,
  random: Prng,
  path: "platform/approve-checkout" | "platform/reject-checkout",
  route: typeof approveCheckout | typeof rejectCheckout,
  checkout = undecided(caller, random),
): Promise<void> {
  if (checkout === null) return;
  const key = `decision-${random.below(1_000)}`;
  await untilAnswered(() =>
    caller.byUser(checkout.shop, path, route, {
      params: { id: checkout.id },
      body: { reason: "looked at", sequence: seen(caller, random, checkout) },
      headers: { "Idempotency-Key": key },
    }),
  );
}

/** The state of a checkout as it is stored now. */
function stateOf({ simulation }: Caller, { id }: KnownCheckout) {
  return simulation.table.rows.get({ pk: `CO#${id}`, sk: "CO.state" }) ?? {};
}

/** Now and then, what a person has seen is no longer so. */
function seen(caller: Caller, random: Prng, checkout: KnownCheckout): number {
  const { sequence = 0 } = stateOf(caller, checkout);
  return Math.max(0, Number(sequence) - (random.chance(0.1) ? 1 : 0));
}

/** A shop releases one of the payments of a checkout. */
export async function release(
  caller: Caller,
  random: Prng,
  checkout = checkoutOf(caller.simulation.checkouts, random),
): Promise<void> {
  if (checkout === null) return;
  const payments = (stateOf(caller, checkout).payments ?? []) as readonly Payment[];
  if (payments.length === 0) return;
  const { provider, reference } = random.pick([...payments]);
  const key = `release-${random.below(1_000)}`;
  await untilAnswered(() =>
    caller.byUser(checkout.shop, "platform/release-payment", releasePayment, {
      params: { id: checkout.id },
      body: {
        ...{ provider, reference, reason: "of another order" },
        sequence: seen(caller, random, checkout),
      },
      headers: { "Idempotency-Key": key },
    }),
  );
}

/** A checkout in review, or any if there is none. */
function undecided({ simulation }: Caller, random: Prng): KnownCheckout | null {
  const inReview = simulation.itemsOf("checkout_state").filter(({ status }) => status === "review");
  const id = inReview.length > 0 ? String(random.pick(inReview).pk).slice("CO#".length) : null;
  return (
    simulation.checkouts.find((known) => known.id === id) ??
    checkoutOf(simulation.checkouts, random)
  );
}

/** A client repeats a request whose answer it did not get, with the same idempotency key. */
export async function untilAnswered(ask: () => Promise<{ readonly status: number } | null>) {
  for (let tries = 0; tries < CLIENT_TRIES; tries++) {
    const answer = await ask();
    if (answer !== null && answer.status < 500) return;
  }
}

interface CheckoutBody {
  readonly id: string;
  readonly pay_url: string;
  readonly amount: number;
  readonly livemode: boolean;
  readonly customer?: { readonly phone: string | null } | null;
}

export function noteCheckout({ simulation }: Caller, shop: Shop, body: CheckoutBody) {
  const { id, amount, livemode, customer } = body;
  if (simulation.checkouts.some((known) => known.id === id)) return;
  const token = body.pay_url.replace(/\/$/, "").split("/").at(-1) as string;
  const phone = customer?.phone ?? null;
  simulation.checkouts.push({ id, token, shop, amount, livemode, phone, typed: [] });
}

/** A shop orders credits, which a checkout of the operator's pays for. */
export async function buyCredits(caller: Caller, random: Prng, shop = shopOf(caller, random)) {
  const answer = await caller.byUser(shop, "platform/purchase-credits", purchaseCredits, {
    body: { credits: 50 + random.below(3) },
    headers: { "Idempotency-Key": `buy-${random.below(100)}` },
  });
  const [operator] = caller.simulation.shops;
  if (answer?.status === 201 && operator) noteCheckout(caller, operator, answer.body.checkout);
}

/** A shop makes a checkout, mostly a live one. */
export async function create(
  caller: Caller,
  random: Prng,
  shop = shopOf(caller, random),
  amount?: number,
) {
  const livemode = random.chance(0.85);
  const body = {
    amount: amount ?? random.pick(AMOUNTS),
    expires_in: random.pick([300, 1_800, 86_400]),
    late_policy: random.pick(["review", "accept"]),
    // Also the idempotency key: the monitor takes it for the request that made a checkout.
    client_reference: `order-${random.bits()}`,
    ...(random.chance(0.6) ? { customer: { phone: `+${random.pick(CUSTOMERS)}` } } : {}),
  };
  const key = body.client_reference;
  const { appId } = shop;
  await untilAnswered(async () => {
    // Idempotency keys belong to an app: repeated with the new app's API key, it would be another request.
    if (shop.appId !== appId) return { status: 0 };
    const answer = await caller.byKey(
      shop,
      "v1/create-checkout",
      createCheckout,
      { body, headers: { "Idempotency-Key": key } },
      livemode ? shop.key.secret : shop.testKey,
    );
    if (answer?.status === 201) {
      noteCheckout(caller, shop, answer.body);
    }
    return answer;
  });
}
