import { closeAccount } from "../../lib/contract/routes/platform-account.ts";
import { approveCheckout, rejectCheckout } from "../../lib/contract/routes/platform-checkouts.ts";
import { rotateApiKey } from "../../lib/contract/routes/platform-keys.ts";
import {
  recoverWebhook,
  retryDelivery,
  rotateWebhookSecret,
  updateWebhook,
} from "../../lib/contract/routes/platform-webhooks.ts";
import { cancelCheckout } from "../../lib/contract/routes/v1.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { readShards } from "../../lib/store/credit-shards.ts";
import { deliveryFrom } from "../../lib/store/deliveries.ts";
import { changeCredits, changeShards } from "../../lib/use-cases/operator/change-credits.ts";
import { BANK_MOODS, TRANSFER_KINDS } from "./bank.ts";
import type { Caller } from "./caller.ts";
import { LEAVING_ACTIONS } from "./leaving-actions.ts";
import { MEMBER_ACTIONS } from "./member-actions.ts";
import {
  AMOUNTS,
  buyCredits,
  checkoutOf,
  create,
  decide,
  endpointOf,
  referenceOf,
  release,
  shopOf,
  slipOf,
  submit,
} from "./moves.ts";
import { NOTICE_ACTIONS } from "./notice-actions.ts";
import { OPERATOR_ACTIONS } from "./operator-actions.ts";
import type { Prng } from "./prng.ts";
import { read } from "./reads.ts";
import { RECEIVER_MOODS } from "./receivers.ts";
import { SHOP_ACTIONS } from "./shop-actions.ts";
import { STATEMENT_ACTIONS } from "./statement-actions.ts";
import { time } from "./virtual-time.ts";
import { readQueue, runScheduled } from "./workers.ts";

type Act = (caller: Caller, random: Prng) => Promise<void>;

/** Everything that shops, customers, operators, the bank and receivers do, by name. */
export const ACTIONS = {
  ...SHOP_ACTIONS,
  ...NOTICE_ACTIONS,
  ...MEMBER_ACTIONS,
  ...OPERATOR_ACTIONS,
  ...LEAVING_ACTIONS,
  ...STATEMENT_ACTIONS,
  create: (caller, random) => create(caller, random),
  transfer: async ({ simulation }, random) => {
    const amount = checkoutOf(simulation.checkouts, random)?.amount ?? random.pick(AMOUNTS);
    const kind = random.chance(0.6) ? "right" : random.pick(TRANSFER_KINDS);
    simulation.bank.transfer(referenceOf(random), kind, amount);
  },
  submit: async (caller, random) => {
    const checkout = checkoutOf(caller.simulation.checkouts, random);
    if (checkout !== null) await submit(caller, random, checkout);
  },
  pay: async (caller, random) => {
    const checkout = checkoutOf(caller.simulation.checkouts, random);
    if (checkout === null) return;
    const reference = referenceOf(random);
    caller.simulation.bank.transfer(reference, "right", checkout.amount);
    await submit(caller, random, checkout, { provider: "http", input: reference });
  },
  "pay in parts": async (caller, random) => {
    // Two customers, or one on two devices, at the same moment.
    const checkout = checkoutOf(caller.simulation.checkouts, random);
    if (checkout === null) return;
    const parts = [referenceOf(random), referenceOf(random)];
    for (const reference of parts) {
      caller.simulation.bank.transfer(reference, "half", checkout.amount);
    }
    await Promise.all([
      ...parts.map((input) => submit(caller, random, checkout, { provider: "http", input })),
      ...(random.chance(0.3)
        ? [decide(caller, random, "platform/approve-checkout", approveCheckout, checkout)]
        : []),
    ]);
  },
  "wrong order": async (caller, random) => {
    // A part of one order is the whole of another order of the same shop.
    const { checkouts } = caller.simulation;
    const one = checkoutOf(checkouts, random);
    if (one === null) return;
    const others = checkouts.filter(({ shop, amount }) => shop === one.shop && amount < one.amount);
    const other = checkoutOf(others, random);
    if (other === null) return;
    const reference = referenceOf(random);
    caller.simulation.bank.transfer(reference, "right", other.amount);
    const entry = { provider: "http", input: reference } as const;
    await submit(caller, random, one, entry);
    await Promise.all([
      submit(caller, random, other, entry),
      ...(random.chance(0.3) ? [release(caller, random, one)] : []),
      ...(random.chance(0.3) ? [submit(caller, random, random.pick(others), entry)] : []),
    ]);
  },
  release: (caller, random) => release(caller, random),
  correct: async (caller, random) => {
    // The customer corrects a slip's number while the shop decides by the first one.
    const checkout = checkoutOf(caller.simulation.checkouts, random);
    if (checkout === null) return;
    await submit(caller, random, checkout, slipOf(random));
    await Promise.all([
      submit(caller, random, checkout, slipOf(random)),
      random.chance(0.7)
        ? decide(caller, random, "platform/approve-checkout", approveCheckout, checkout)
        : decide(caller, random, "platform/reject-checkout", rejectCheckout, checkout),
    ]);
  },
  stall: async (caller, random) => {
    // The customer's request stands still for longer than its lease, and is answered with a timeout. Meanwhile the sweeper
    // and a worker go on.
    const checkout = checkoutOf(caller.simulation.checkouts, random);
    if (checkout === null) return;
    const stalling = caller.stalling({ at: 1 + random.below(8), ms: 180_000 });
    const pause = () => new Promise<void>((resolve) => time.after(120_000, resolve));
    const sweep = async () => {
      await pause();
      await runScheduled(caller, "workers/sweep-attempts");
      await readQueue(caller, "verification", random);
      await pause();
    };
    await Promise.all([submit(stalling, random, checkout), sweep()]);
  },
  cancel: async (caller, random) => {
    const checkout = checkoutOf(caller.simulation.checkouts, random);
    if (checkout === null) return;
    const { shop, id } = checkout;
    await caller.byKey(shop, "v1/cancel-checkout", cancelCheckout, { params: { id }, body: {} });
  },
  approve: (caller, random) => decide(caller, random, "platform/approve-checkout", approveCheckout),
  reject: (caller, random) => decide(caller, random, "platform/reject-checkout", rejectCheckout),
  grant: async (caller, random) => {
    const { accountId } = shopOf(caller, random);
    const credits = random.pick([1, 1, 2, 3, -1, -2]);
    const change = {
      accountId,
      kind: credits > 0 ? ("grant" as const) : ("adjust" as const),
      credits,
      by: { name: "operator" },
      reason: "simulated",
      reference: random.chance(0.5) ? `invoice-${random.below(5)}` : null,
    };
    await caller.scheduler
      .task("cli grant", caller.plan(), () =>
        changeCredits(table(), { ...change, now: Date.now() }),
      )
      .catch(() => {});
  },
  widen: async (caller, random) => {
    const { accountId } = shopOf(caller, random);
    const shards = random.pick([1, 2, 3, 8]);
    await caller.scheduler
      .task("cli widen", caller.plan(), async () => {
        const before = await readShards(table(), accountId);
        const direction = before.length < shards ? ("widen" as const) : ("narrow" as const);
        await changeShards(table(), {
          accountId,
          shards,
          direction,
          by: { name: "operator" },
          reason: "simulated",
          now: Date.now(),
        });
      })
      .catch(() => {});
  },
  purchase: (caller, random) => buyCredits(caller, random),
  "rotate secret": async (caller, random) => {
    const found = endpointOf(caller, random);
    if (found === null) return;
    await caller.byUser(found.shop, "platform/rotate-webhook-secret", rotateWebhookSecret, {
      params: { id: found.id },
      body: { overlap_seconds: random.pick([0, 3_600, 86_400]) },
    });
  },
  "rotate key": async (caller, random) => {
    const shop = shopOf(caller, random);
    const answer = await caller.byUser(shop, "platform/rotate-api-key", rotateApiKey, {
      params: { id: shop.key.id },
      body: { overlap_seconds: 3_600 },
    });
    if (answer?.status === 200 && answer.body.secret !== null) {
      shop.key = { id: answer.body.id, secret: answer.body.secret };
    }
  },
  "switch endpoint": async (caller, random) => {
    const found = endpointOf(caller, random);
    if (found === null) return;
    await caller.byUser(found.shop, "platform/update-webhook", updateWebhook, {
      params: { id: found.id },
      body: { status: random.chance(0.3) ? "disabled" : "enabled" },
    });
  },
  recover: async (caller, random) => {
    const found = endpointOf(caller, random);
    if (found === null) return;
    await caller.byUser(found.shop, "platform/recover-webhook", recoverWebhook, {
      params: { id: found.id },
      body: { since: new Date(time.now - 86_400_000).toISOString() },
    });
  },
  "retry delivery": async (caller, random) => {
    const deliveries = caller.simulation.itemsOf("delivery");
    if (deliveries.length === 0) return;
    const { id, accountId, endpointId } = deliveryFrom(random.pick(deliveries));
    const shop = caller.simulation.shops.find((one) => one.accountId === accountId);
    if (shop === undefined) return;
    await caller.byUser(shop, "platform/retry-delivery", retryDelivery, {
      params: { id: endpointId, delivery_id: id },
    });
  },
  read: async (caller, random) => {
    await read(caller, random, shopOf(caller, random));
  },
  close: async (caller, random) => {
    // Seldom: a closed account does nothing any more. Never the operator's.
    const shop = random.pick(caller.simulation.shops.slice(1));
    if (!random.chance(0.15)) return;
    const answer = await caller.byUser(shop, "platform/close-account", closeAccount, {});
    if (answer?.status === 204) shop.closedAt ??= time.now;
  },
  "bank mood": async ({ simulation }, random) => {
    simulation.bank.mood = random.chance(0.5) ? "honest" : random.pick(BANK_MOODS);
  },
  "receiver mood": async (caller, random) => {
    const found = endpointOf(caller, random);
    const mood = random.chance(0.5) ? "well" : random.pick(RECEIVER_MOODS);
    if (found !== null) caller.simulation.receivers.moods.set(found.id, mood);
  },
  "bus mood": async ({ simulation }, random) => {
    simulation.refusesEvents = random.chance(0.3);
    simulation.losesRecords = random.chance(0.3);
  },
} as const satisfies Readonly<Record<string, Act>>;

export type ActionName = keyof typeof ACTIONS;
