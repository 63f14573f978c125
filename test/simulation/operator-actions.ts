import {
  createPaymentMethod,
  deleteApp,
  deletePaymentMethod,
  updateApp,
} from "../../lib/contract/routes/platform-apps.ts";
import {
  approveCheckout,
  cancelCheckout,
  createPaymentLink,
} from "../../lib/contract/routes/platform-checkouts.ts";
import {
  createNoticeSource,
  deleteNoticeSource,
  rotateNoticeSource,
  sellNotice,
  updateNoticeSource,
} from "../../lib/contract/routes/platform-notices.ts";
import { updateAccount } from "../../lib/contract/routes/platform-team.ts";
import { createWebhook, updateWebhook } from "../../lib/contract/routes/platform-webhooks.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { closeAnyAccount } from "../../lib/use-cases/operator/accounts.ts";
import { switchBank } from "../../lib/use-cases/operator/banks.ts";
import { changeSuspension, ownOutbox } from "../../lib/use-cases/operator/suspend-account.ts";
import { SHOP } from "../support/merchant.ts";
import type { Caller } from "./caller.ts";
import { OPERATOR } from "./functions.ts";
import {
  AMOUNTS,
  checkoutOf,
  decide,
  endpointOf,
  noteCheckout,
  referenceOf,
  shopOf,
  submit,
} from "./moves.ts";
import type { Prng } from "./prng.ts";
import { LATER } from "./setup.ts";
import type { KnownCheckout, Shop } from "./simulation.ts";
import { time } from "./virtual-time.ts";
import { NOTICE_LIMIT } from "./wallet.ts";

type Act = (caller: Caller, random: Prng) => Promise<void>;

const EVENTS = ["checkout.created", "checkout.verified", "checkout.review", "checkout.expired"];

function eventsOf(random: Prng): readonly string[] {
  return random.chance(0.3) ? ["*"] : [random.pick(EVENTS)];
}

export const keyOf = (random: Prng) => ({ "Idempotency-Key": `once-${random.bits()}` });

const action = () => ({
  table: table(),
  by: { name: "operator" },
  reason: "simulated",
  now: Date.now(),
});

/** The checkouts that pay for credits. */
export function purchases({ simulation }: Caller): readonly KnownCheckout[] {
  const [operator] = simulation.shops;
  return simulation.checkouts.filter(({ shop }) => shop === operator);
}

async function cancel(caller: Caller, { shop, id }: KnownCheckout): Promise<void> {
  const path = "platform/cancel-checkout";
  await caller.byUser(shop, path, cancelCheckout, { params: { id }, body: {} });
}

/** Cancels and approves what keeps an app or an account from ending, mostly. */
export async function settle(
  caller: Caller,
  random: Prng,
  checkouts: readonly KnownCheckout[],
): Promise<void> {
  for (const checkout of checkouts) {
    const { status } = caller.simulation.stateOf(checkout.id) ?? {};
    if (random.chance(0.05)) continue;
    if (status === "open") await cancel(caller, checkout);
    if (status === "review") {
      await decide(caller, random, "platform/approve-checkout", approveCheckout, checkout);
    }
  }
}

export async function closeByOperator(caller: Caller, shop: Shop): Promise<void> {
  const close = () => closeAnyAccount(action(), shop.accountId, [OPERATOR.accountId]);
  await caller.scheduler
    .task("console close", caller.plan(), close)
    .then(() => {
      shop.closedAt ??= time.now;
    })
    .catch(() => {});
}

export const SWITCHED = ["http", "telebirr", "boa"] as const;

/** Switches a bank on or off; nothing if it is so already. */
export async function turn(bank: (typeof SWITCHED)[number], isOn: boolean): Promise<void> {
  await switchBank(action(), bank, isOn).catch(() => {});
}

/** What operators do with accounts, how credits are paid for, and how a shop is set up anew while payments run. */
export const OPERATOR_ACTIONS = {
  suspend: async (caller, random) => {
    const { accountId } = shopOf(caller, random);
    const suspended = random.chance(0.4);
    const change = () =>
      changeSuspension(
        { ...action(), accountId, suspended, kept: [OPERATOR.accountId] },
        ownOutbox(),
      );
    await caller.scheduler.task("console suspend", caller.plan(), change).catch(() => {});
  },
  "operator closes": async (caller, random) => {
    // Seldom, as an owner does.
    if (!random.chance(0.3)) return;
    const shop = shopOf(caller, random);
    const own = caller.simulation.checkouts.filter((one) => one.shop === shop);
    if (random.chance(0.7)) await settle(caller, random, [...own, ...purchases(caller)]);
    await closeByOperator(caller, shop);
  },
  "app ends": async (caller, random) => {
    const shop = shopOf(caller, random);
    if (shop.oldApps.length === 0) return;
    const appId = random.pick(shop.oldApps);
    const own = caller.simulation.checkouts.filter(({ id }) => {
      return caller.simulation.table.rows.get({ pk: `CO#${id}`, sk: "CO" })?.appId === appId;
    });
    await settle(caller, random, own);
    const params = { app_id: String(appId) };
    await caller.byUser(shop, "platform/delete-app", deleteApp, { params });
  },
  "approval limit": async (caller, random) => {
    const body = { approval_limit: random.pick([null, 0, ...AMOUNTS]) };
    const shop = shopOf(caller, random);
    await caller.byUser(shop, "platform/update-account", updateAccount, { body });
  },
  "app settings": async (caller, random) => {
    const shop = shopOf(caller, random);
    await caller.byUser(shop, "platform/update-app", updateApp, {
      params: { app_id: String(shop.appId) },
      body: random.chance(0.5)
        ? { distinct_amounts: random.chance(0.5) }
        : { notice_limit: random.pick([0, NOTICE_LIMIT]) },
    });
  },
  "other account": async (caller, random) => {
    // The receiving account is removed, or comes back.
    const shop = shopOf(caller, random);
    const params = { app_id: String(shop.appId) };
    const [method] = caller.simulation
      .itemsOf("method")
      .filter(({ appId, provider }) => appId === shop.appId && provider === "http");
    if (method !== undefined) {
      await caller.byUser(shop, "platform/delete-payment-method", deletePaymentMethod, {
        params: { ...params, id: String(method.id) },
      });
      if (random.chance(0.2)) return;
    }
    await caller.byUser(shop, "platform/create-payment-method", createPaymentMethod, {
      params,
      body: { provider: "http", account_name: SHOP.name, account_number: SHOP.number },
      headers: keyOf(random),
    });
  },
  "other phone": async (caller, random) => {
    const shop = shopOf(caller, random);
    const body = { app_id: shop.appId, name: "Other", kind: "sms_gateway" };
    const path = "platform/create-notice-source";
    const request = { body, headers: keyOf(random) };
    const answer = await caller.byUser(shop, path, createNoticeSource, request);
    if (answer?.status !== 201) return;
    shop.phone = { sourceId: answer.body.id, secret: answer.body.secret };
  },
  "change phone": async (caller, random) => {
    const shop = shopOf(caller, random);
    if (shop.phone === null) return;
    const params = { id: shop.phone.sourceId };
    const kind = random.weighted({ delete: 1, pause: 3, rotate: 2 });
    if (kind === "delete") {
      await caller.byUser(shop, "platform/delete-notice-source", deleteNoticeSource, { params });
    } else if (kind === "pause") {
      const body = { status: random.chance(0.3) ? "paused" : "active" };
      const path = "platform/update-notice-source";
      await caller.byUser(shop, path, updateNoticeSource, { params, body });
    } else {
      const body = { overlap_seconds: random.pick([0, 86_400]) };
      const path = "platform/rotate-notice-source";
      const request = { params, body, headers: keyOf(random) };
      const answer = await caller.byUser(shop, path, rotateNoticeSource, request);
      if (answer?.status !== 200) return;
      shop.phone = { sourceId: answer.body.id, secret: answer.body.secret };
    }
  },
  "sell notice": async (caller, random) => {
    const { simulation } = caller;
    const transfers = [...simulation.wallet.transfers.values()].slice(-8);
    if (transfers.length === 0) return;
    const { told, till } = random.pick(transfers);
    const shop = simulation.shops.find((one) => one.till === till);
    if (shop === undefined) return;
    const body = { app_id: shop.appId, provider: "telebirr", reference: told.reference };
    const sell = async () => {
      const request = { body, headers: keyOf(random) };
      const answer = await caller.byUser(shop, "platform/sell-notice", sellNotice, request);
      if (answer?.status !== 201) return;
      simulation.entered.add(`${answer.body.id} ${told.reference}`);
      noteCheckout(caller, shop, answer.body);
    };
    // Now and then, two cashiers at the same moment.
    await Promise.all(random.chance(0.3) ? [sell(), sell()] : [sell()]);
  },
  "switch bank": async (caller, random) => {
    const [bank, isOn] = [random.pick(SWITCHED), random.chance(0.6)];
    await caller.scheduler
      .task("console switch", caller.plan(), () => turn(bank, isOn))
      .catch(() => {});
  },
  "dead letters": async ({ simulation }) => {
    simulation.queues.redrive();
  },
  "member creates": async (caller, random) => {
    const shop = shopOf(caller, random);
    const body = {
      ...{ app_id: shop.appId, livemode: true },
      ...{ amount: random.pick(AMOUNTS), expires_in: random.pick([300, 1_800, 86_400]) },
    };
    const request = { body, headers: keyOf(random) };
    const answer = await caller.byUser(
      shop,
      "platform/create-checkout",
      createPaymentLink,
      request,
    );
    if (answer?.status === 201) noteCheckout(caller, shop, answer.body);
  },
  "member cancels": async (caller, random) => {
    const some = random.chance(0.4) ? purchases(caller) : caller.simulation.checkouts;
    const checkout = checkoutOf(some, random);
    if (checkout !== null) await cancel(caller, checkout);
  },
  "pay purchase": async (caller, random) => {
    const checkout = checkoutOf(purchases(caller), random);
    if (checkout === null) return;
    const reference = referenceOf(random);
    const kind = random.pick(["right", "right", "half"] as const);
    caller.simulation.bank.transfer(reference, kind, checkout.amount);
    await submit(caller, random, checkout, { provider: "http", input: reference });
    if (!random.chance(0.3)) return;
    await decide(caller, random, "platform/approve-checkout", approveCheckout, checkout);
  },
  "add endpoint": async (caller, random) => {
    const shop = shopOf(caller, random);
    const body = {
      ...{ app_id: shop.appId, url: `https://shop.example/hooks/n${random.bits()}` },
      ...{ events: eventsOf(random), livemode: random.chance(0.8), description: LATER },
    };
    const request = { body, headers: keyOf(random) };
    await caller.byUser(shop, "platform/create-webhook", createWebhook, request);
  },
  "change events": async (caller, random) => {
    const found = endpointOf(caller, random);
    if (found === null) return;
    const request = { params: { id: found.id }, body: { events: eventsOf(random) } };
    await caller.byUser(found.shop, "platform/update-webhook", updateWebhook, request);
  },
} as const satisfies Readonly<Record<string, Act>>;
