import {
  createApp,
  createPaymentMethod,
  deleteApp,
  deletePaymentMethod,
  updatePaymentMethod,
} from "../../lib/contract/routes/platform-apps.ts";
import { triggerEvent } from "../../lib/contract/routes/platform-events.ts";
import { createApiKey, revokeApiKey } from "../../lib/contract/routes/platform-keys.ts";
import {
  createReusableLink,
  deleteReusableLink,
  updateReusableLink,
} from "../../lib/contract/routes/platform-links.ts";
import { deleteWebhook, testWebhook } from "../../lib/contract/routes/platform-webhooks.ts";
import { submitLink } from "../../lib/contract/routes/public-links.ts";
import { getCredits, updateCheckout } from "../../lib/contract/routes/v1.ts";
import { SHOP } from "../support/merchant.ts";
import { type Caller, REFUSED_AFTER_MS } from "./caller.ts";
import { checkoutOf, endpointOf, shopOf } from "./moves.ts";
import type { Prng } from "./prng.ts";
import { addEndpoint, LATER } from "./setup.ts";
import { time } from "./virtual-time.ts";

const DESK = "DESK-";
/** Few, so that an app meets a number that it has. */
const DESKS = 4;

function deskOf(random: Prng): string {
  return `${DESK}${random.below(DESKS)}`;
}

type Act = (caller: Caller, random: Prng) => Promise<void>;

/** What shops do now and then beside selling, and what their customers do with payment links. */
export const SHOP_ACTIONS = {
  change: async (caller, random) => {
    const checkout = checkoutOf(caller.simulation.checkouts, random);
    if (checkout === null) return;
    await caller.byKey(checkout.shop, "v1/update-checkout", updateCheckout, {
      params: { id: checkout.id },
      body: { description: `changed ${random.below(5)}`, metadata: { note: "x".repeat(400) } },
    });
  },
  link: async (caller, random) => {
    const shop = shopOf(caller, random);
    const answer = await caller.byUser(shop, "platform/create-payment-link", createReusableLink, {
      body: {
        app_id: shop.appId,
        livemode: random.chance(0.8),
        amount: random.chance(0.7) ? 10_000 : null,
      },
      headers: { "Idempotency-Key": `link-${random.bits()}` },
    });
    if (answer?.status === 201) shop.links.push(answer.body.id);
  },
  "change link": async (caller, random) => {
    const shop = shopOf(caller, random);
    if (shop.links.length === 0) return;
    const params = { id: random.pick(shop.links) };
    if (random.chance(0.2)) {
      await caller.byUser(shop, "platform/delete-payment-link", deleteReusableLink, { params });
      return;
    }
    await caller.byUser(shop, "platform/update-payment-link", updateReusableLink, {
      params,
      body: { active: random.chance(0.8), amount: random.chance(0.7) ? 25_000 : null },
    });
  },
  "open link": async (caller, random) => {
    const shop = shopOf(caller, random);
    if (shop.links.length === 0) return;
    const code = random.pick(shop.links).slice("lnk_".length);
    const location = await caller.byForm("public/submit-link", submitLink, { code }, "amount=100");
    const token = /\/pay\/([^/?]+)/.exec(location ?? "")?.[1];
    const terms = caller.simulation.itemsOf("checkout").find((item) => item.token === token);
    if (token === undefined) return;
    if (terms === undefined || terms.accountId !== shop.accountId) {
      caller.simulation.monitor.report(`a link of ${shop.accountId} led to ${String(terms?.id)}`);
      return;
    }
    const { id, amount, livemode } = terms as { id: string; amount: number; livemode: boolean };
    const known = { id, token, shop, amount, livemode, phone: null, typed: [] };
    caller.simulation.checkouts.push(known);
  },
  "new key": async (caller, random) => {
    const shop = shopOf(caller, random);
    const old = shop.key;
    const answer = await caller.byUser(shop, "platform/create-api-key", createApiKey, {
      body: { name: "another", mode: "live", app_id: shop.appId },
      headers: { "Idempotency-Key": `key-${random.bits()}` },
    });
    if (answer?.status !== 201) return;
    shop.key = { id: answer.body.id, secret: answer.body.secret };
    const gone = await caller.byUser(shop, "platform/revoke-api-key", revokeApiKey, {
      params: { id: old.id },
    });
    if (gone?.status === 204) shop.revoked.push({ secret: old.secret, at: time.now });
  },
  "old key": async (caller, random) => {
    const shop = shopOf(caller, random);
    const old = shop.revoked.filter(({ at }) => time.now > at + REFUSED_AFTER_MS);
    if (old.length === 0) return;
    const { secret } = random.pick(old);
    if ((await caller.byKey(shop, "v1/get-credits", getCredits, {}, secret)) !== null) {
      caller.simulation.monitor.report(`a revoked key of ${shop.accountId} was accepted`);
    }
  },
  "test endpoint": async (caller, random) => {
    const found = endpointOf(caller, random);
    if (found === null) return;
    const headers = { "Idempotency-Key": `test-${random.below(50)}` };
    if (random.chance(0.5)) {
      const params = { id: found.id };
      await caller.byUser(found.shop, "platform/test-webhook", testWebhook, { params, headers });
      return;
    }
    await caller.byUser(found.shop, "platform/trigger-event", triggerEvent, {
      body: { type: "checkout.verified", endpoint_id: found.id },
      headers,
    });
  },
  move: async (caller, random) => {
    // Seldom: most shops keep their app.
    const shop = shopOf(caller, random);
    if (!random.chance(0.2)) return;
    const headers = { "Idempotency-Key": `move-${random.bits()}` };
    const app = await caller.byUser(shop, "platform/create-app", createApp, {
      body: { name: "Moved" },
      headers,
    });
    if (app?.status !== 201) return;
    const appId: number = app.body.app_id;
    const params = { app_id: String(appId) };
    const account = { account_name: SHOP.name, account_number: SHOP.number };
    const body = { provider: "http", ...account };
    await caller.byUser(shop, "platform/create-payment-method", createPaymentMethod, {
      ...{ params, body, headers },
    });
    const key = await caller.byUser(shop, "platform/create-api-key", createApiKey, {
      body: { name: "moved", mode: "live", app_id: appId },
      headers,
    });
    if (key?.status !== 201) return;
    shop.oldApps.push(shop.appId);
    shop.appId = appId;
    shop.key = { id: key.body.id, secret: key.body.secret };
    await caller.scheduler
      .task("set up", caller.plan(), () => addEndpoint(shop, ["*"], true, LATER))
      .catch(() => {});
  },
  "delete app": async (caller, random) => {
    const shop = shopOf(caller, random);
    if (shop.oldApps.length === 0) return;
    await caller.byUser(shop, "platform/delete-app", deleteApp, {
      params: { app_id: String(random.pick(shop.oldApps)) },
    });
  },
  "add method": async (caller, random) => {
    const shop = shopOf(caller, random);
    await caller.byUser(shop, "platform/create-payment-method", createPaymentMethod, {
      params: { app_id: String(shop.appId) },
      body: { provider: "manual", account_name: SHOP.name, account_number: deskOf(random) },
      headers: { "Idempotency-Key": `method-${random.bits()}` },
    });
  },
  "change method": async (caller, random) => {
    const shop = shopOf(caller, random);
    const desks = caller.simulation
      .itemsOf("method")
      .filter(({ accountId }) => accountId === shop.accountId)
      .filter(({ accountNumber }) => String(accountNumber).startsWith(DESK));
    if (desks.length === 0) return;
    const { appId, id } = random.pick(desks);
    const params = { app_id: String(appId), id: String(id) };
    const change = () =>
      caller.byUser(shop, "platform/update-payment-method", updatePaymentMethod, {
        params,
        body: { account_number: deskOf(random) },
      });
    const remove = () =>
      caller.byUser(shop, "platform/delete-payment-method", deletePaymentMethod, { params });
    // Two people of the shop at the same time.
    await Promise.all([change(), random.chance(0.5) ? change() : remove()]);
  },
  "delete endpoint": async (caller, random) => {
    // Seldom: an endpoint does nothing any more.
    const found = endpointOf(caller, random);
    if (found === null || !random.chance(0.15)) return;
    await caller.byUser(found.shop, "platform/delete-webhook", deleteWebhook, {
      params: { id: found.id },
    });
  },
} as const satisfies Readonly<Record<string, Act>>;
