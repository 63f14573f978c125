import { createNoticeSource, pasteNotice } from "../../lib/contract/routes/platform-notices.ts";
import { claimNotice, givePayerNumber } from "../../lib/contract/routes/public-notices.ts";
import { signed } from "../support/running-stack.ts";
import type { Caller } from "./caller.ts";
import { checkoutOf, create, referenceOf, release, shopOf, slipOf, submit } from "./moves.ts";
import type { Prng } from "./prng.ts";
import type { KnownCheckout, Shop } from "./simulation.ts";
import { time } from "./virtual-time.ts";
import { CUSTOMERS, forged, type Message, STRANGER, WALLET_MOODS } from "./wallet.ts";
import { readQueue } from "./workers.ts";

type Act = (caller: Caller, random: Prng) => Promise<void>;

/** Asked for only by checkouts whose customers type their numbers, so that few wait for it at a time; above others. */
const RARE_AMOUNT = 60_000;

/** A live checkout of a shop that the wallet pays, rather a late one. */
function payable({ simulation }: Caller, random: Prng): KnownCheckout | null {
  const [operator] = simulation.shops;
  return checkoutOf(
    simulation.checkouts.filter(({ livemode, shop }) => livemode && shop !== operator),
    random,
  );
}

/** The reason that names a checkout, as a customer writes it. */
const reasonFor = ({ id }: KnownCheckout) => `Order ${id.slice(-6)}`;

async function send(caller: Caller, shop: Shop, message: Message, secret: string | null) {
  if (shop.phone === null) return null;
  const { sender, text, sentAt } = message;
  const payload = { messageId: "1", message: text, sender, receivedAt: new Date(sentAt) };
  const event = { deviceId: "d", event: "sms:received", id: "i", payload, webhookId: "w" };
  const { raw, headers } = signed(secret ?? shop.phone.secret, JSON.stringify(event), time.now);
  return caller.byPhone(shop.phone.sourceId, raw, headers);
}

/** A phone sends what it has, mostly in its order; what was not taken it keeps, and some it sends twice. */
async function handOn(caller: Caller, random: Prng, shop: Shop): Promise<void> {
  const { messages } = shop.till;
  const isInOrder = random.chance(0.85) || messages.length === 0;
  const batch = isInOrder ? messages.slice(0, 6) : [random.pick([...messages])];
  for (const message of batch) {
    if (message.reference !== undefined) caller.simulation.handedOn.add(message.reference);
    const status = await send(caller, shop, message, null);
    const isTaken = status === 202 || shop.phone === null;
    const index = messages.indexOf(message);
    if (isTaken && index >= 0 && !random.chance(0.05)) messages.splice(index, 1);
    // Usually the worker is at it before the next one arrives.
    if (random.chance(0.8)) await readQueue(caller, "notices", random);
  }
}

/** What customers pay from a wallet, what the shop's phone hands on of it, and what others invent. */
export const NOTICE_ACTIONS = {
  "wallet pay": async (caller, random) => {
    const { simulation } = caller;
    const checkout = payable(caller, random);
    if (checkout === null) return;
    const own = checkout.phone?.slice(1) ?? random.pick(CUSTOMERS);
    const payer = random.chance(0.8) ? own : random.pick(CUSTOMERS);
    const amount = random.chance(0.9) ? checkout.amount : Math.ceil(checkout.amount / 2);
    const { told } = simulation.wallet.transfer(checkout.shop.till, payer, amount, {
      checkoutsBefore: simulation.checkouts.length,
      ...(random.chance(0.15) && { reason: reasonFor(checkout) }),
    });
    if (random.chance(0.6)) await handOn(caller, random, checkout.shop);
    if (random.chance(0.5)) return;
    const input = { provider: "telebirr", input: told.reference } as const;
    await submit(caller, random, checkout, input);
  },
  "wallet race": async (caller, random) => {
    // The phone's message, its worker and the customer come at the same moment.
    const { simulation } = caller;
    const checkout = payable(caller, random);
    if (checkout === null) return;
    const { shop, amount, phone } = checkout;
    const payer = phone?.slice(1) ?? random.pick(CUSTOMERS);
    const checkoutsBefore = simulation.checkouts.length;
    const { told } = simulation.wallet.transfer(shop.till, payer, amount, { checkoutsBefore });
    const payer_phone = `+${payer}`;
    const input = { provider: "telebirr", input: told.reference, payer_phone } as const;
    const other = payable(caller, random) ?? checkout;
    await Promise.all([
      handOn(caller, random, shop),
      submit(caller, random, checkout, input),
      readQueue(caller, "notices", random),
      // Now and then at another order, too.
      ...(random.chance(0.3) ? [submit(caller, random, other, input)] : []),
    ]);
  },
  "mixed parts": async (caller, random) => {
    // One part from a bank, one from the wallet, and now and then one that only a person can look up.
    const { simulation } = caller;
    const checkout = payable(caller, random);
    if (checkout === null) return;
    const { shop, amount, phone } = checkout;
    const half = Math.ceil(amount / 2);
    const reference = referenceOf(random);
    simulation.bank.transfer(reference, "half", amount);
    const payer = phone?.slice(1) ?? random.pick(CUSTOMERS);
    const checkoutsBefore = simulation.checkouts.length;
    const { told } = simulation.wallet.transfer(shop.till, payer, half, { checkoutsBefore });
    const enter = (provider: "http" | "telebirr", input: string) =>
      submit(caller, random, checkout, { provider, input, payer_phone: `+${payer}` });
    const parts = [
      () => enter("http", reference),
      () => enter("telebirr", told.reference),
      () => handOn(caller, random, shop),
      ...(random.chance(0.2) ? [() => submit(caller, random, checkout, slipOf(random))] : []),
    ];
    if (random.chance(0.5)) await Promise.all(parts.map((part) => part()));
    else for (const part of parts) await part();
  },
  "pay again": async (caller, random) => {
    // A part is reversed, and the customer pays the whole amount by another transfer.
    const { simulation } = caller;
    const shop = shopOf(caller, random);
    await create(caller, random, shop);
    const checkout = simulation.checkouts.at(-1);
    if (!checkout?.livemode || checkout.shop !== shop) return;
    const { amount, phone } = checkout;
    const payer = phone?.slice(1) ?? random.pick(CUSTOMERS);
    const pay = async (sum: number) => {
      const checkoutsBefore = simulation.checkouts.length;
      const transfer = simulation.wallet.transfer(shop.till, payer, sum, { checkoutsBefore });
      const { reference: input } = transfer.told;
      await submit(caller, random, checkout, { provider: "telebirr", input });
      return transfer;
    };
    simulation.wallet.reverse(await pay(Math.ceil(amount / 2)));
    await handOn(caller, random, shop);
    await pay(amount);
    if (random.chance(0.7)) await release(caller, random, checkout);
  },
  interbank: async (caller, random) => {
    // One transfer from a bank into the wallet: each shows a receipt, under a number of its own.
    const { simulation } = caller;
    const checkout = payable(caller, random);
    if (checkout === null) return;
    const { shop } = checkout;
    const amount = random.chance(0.7) ? checkout.amount : Math.ceil(checkout.amount / 2);
    const before = simulation.checkouts.length;
    const { reference, typed, booked } = simulation.wallet.transferFromBank(
      shop.till,
      amount,
      before,
    );
    const own = simulation.checkouts.filter((one) => one.livemode && one.shop === shop);
    const fitting = own.filter((one) => one.amount === amount);
    const any = () =>
      random.chance(0.4)
        ? checkout
        : (checkoutOf(random.chance(0.7) ? fitting : own, random) ?? checkout);
    const entries = [
      () => submit(caller, random, any(), { provider: "boa", input: typed }),
      () => submit(caller, random, any(), { provider: "telebirr", input: booked }),
      () => handOn(caller, random, shop),
      ...(random.chance(0.3)
        ? [() => submit(caller, random, any(), { provider: "manual", input: reference })]
        : []),
      ...(random.chance(0.3) ? [() => release(caller, random, checkout)] : []),
    ];
    if (random.chance(0.5)) entries.reverse();
    if (random.chance(0.5)) await Promise.all(entries.map((enter) => enter()));
    else for (const enter of entries) await enter();
  },
  "phone sends": async (caller, random) => {
    // Out of order, late, twice, or in quick succession.
    const shops = caller.simulation.shops.filter(({ till }) => till.messages.length > 0);
    if (shops.length === 0) return;
    await handOn(caller, random, random.pick(shops));
  },
  stray: async (caller, random) => {
    // At the counter, of an amount that an open checkout asks for. A distinct amount is no amount at the counter.
    const checkout = payable(caller, random);
    if (checkout === null) return;
    const amount = Math.floor(checkout.amount / 1_000) * 1_000;
    const { simulation } = caller;
    const checkoutsBefore = simulation.checkouts.length;
    simulation.wallet.transfer(checkout.shop.till, STRANGER, amount, { checkoutsBefore });
  },
  spend: async ({ simulation }, random) => {
    simulation.wallet.spend(random.pick(simulation.shops).till, 100 * (1 + random.below(50)));
  },
  forge: async (caller, random) => {
    const { simulation } = caller;
    const checkout = payable(caller, random);
    if (checkout === null) return;
    const { shop, amount } = checkout;
    const payer = checkout.phone?.slice(1) ?? random.pick(CUSTOMERS);
    const real = [...simulation.wallet.transfers.values()].filter(({ till }) => till === shop.till);
    const isReal = random.chance(0.5) && real.length > 0;
    const reference = isReal ? random.pick(real).told.reference : `DKX${random.bits() % 10}FORGED`;
    const balance = 7_777_700_000 + random.below(1_000) * 100;
    if (random.chance(0.3)) {
      const status = await send(
        caller,
        shop,
        forged(reference, payer, amount, balance),
        "not the phone's",
      );
      if (status === 202)
        simulation.monitor.report("a message with a wrong signature was accepted");
      return;
    }
    if (random.chance(0.3)) {
      // First a message about outgoing money, with a balance of the forger's choice.
      const text = `Dear Shop, You have transferred ETB 1.00 to a supplier. Your current E-Money Account balance is ETB ${((balance - amount) / 100).toFixed(2)}.`;
      await send(caller, shop, { sender: "127", text, sentAt: time.now }, null);
    }
    await send(caller, shop, forged(reference, payer, amount, balance), null);
    await submit(caller, random, checkout, { provider: "telebirr", input: reference });
  },
  reverse: async (caller, random) => {
    const { wallet, bank, shops } = caller.simulation;
    const ofBank = random.chance(0.4);
    const transfers = [...wallet.transfers.values()].slice(-6);
    if (!ofBank && transfers.length === 0) return;
    const { told, till } = ofBank ? { told: null, till: null } : random.pick(transfers);
    const reference = told?.reference ?? referenceOf(random);
    if (ofBank) bank.reverse(reference);
    const transfer = wallet.transfers.get(reference);
    if (transfer !== undefined) wallet.reverse(transfer);
    const shop = shops.find((one) => one.till === till);
    if (shop !== undefined && random.chance(0.7)) await handOn(caller, random, shop);
    if (random.chance(0.4)) return;
    // The customer hopes that nobody has noticed.
    const checkout = payable(caller, random);
    const provider = ofBank ? "http" : "telebirr";
    if (checkout !== null) await submit(caller, random, checkout, { provider, input: reference });
  },
  "reversal race": async (caller, random) => {
    // The bank reverses a transfer when its receipt has been read, and its message comes before the payment is committed.
    const { simulation } = caller;
    const checkout = payable(caller, random);
    if (checkout === null) return;
    const { wallet } = simulation;
    const { shop, amount, phone } = checkout;
    const payer = phone?.slice(1) ?? random.pick(CUSTOMERS);
    const checkoutsBefore = simulation.checkouts.length;
    const transfer = wallet.transfer(shop.till, payer, amount, { checkoutsBefore });
    if (random.chance(0.3)) await handOn(caller, random, shop);
    wallet.mood = "honest";
    const shown = wallet.onceShown(transfer);
    const stalling = caller.stalling({ at: "transaction", ms: 3_000 });
    const input = { provider: "telebirr", input: transfer.told.reference } as const;
    const submitted = submit(stalling, random, checkout, input);
    const reverse = async () => {
      await Promise.race([shown, submitted]);
      wallet.reverse(transfer);
      await handOn(caller, random, shop);
      await readQueue(caller, "notices", random);
    };
    await Promise.all([submitted, reverse()]);
  },
  "say it is mine": async (caller, random) => {
    const checkout = payable(caller, random);
    const { wallet, entered } = caller.simulation;
    if (checkout === null || wallet.transfers.size === 0) return;
    const { told } = random.pick([...wallet.transfers.values()].slice(-6));
    const last = told.reference.slice(-4);
    entered.add(`${checkout.id} ${last}`);
    const { token } = checkout;
    await caller.byForm("public/claim-notice", claimNotice, { token }, `last=${last}`);
  },
  "payer number": async (caller, random) => {
    // The customer's own, or another's; then it pays, and the phone sends the message.
    const { simulation } = caller;
    const shop = shopOf(caller, random);
    const count = random.pick([1, 1, 2]);
    for (let made = 0; made < count; made++) await create(caller, random, shop, RARE_AMOUNT);
    const rare = simulation.checkouts.filter((one) => one.shop === shop && one.livemode);
    const checkout = rare.filter(({ amount }) => amount >= RARE_AMOUNT).at(-1);
    if (checkout === undefined) return;
    const { token, phone, amount } = checkout;
    await new Promise<void>((resolve) => time.after(5_000, resolve));
    const number = random.pick(CUSTOMERS);
    const give = async () => {
      checkout.typed.push(`+${number}`);
      const path = "public/give-payer-number";
      await caller.byForm(path, givePayerNumber, { token }, `number=%2B${number}`);
    };
    const pay = async () => {
      const payer = random.chance(0.7) ? number : (phone?.slice(1) ?? random.pick(CUSTOMERS));
      const checkoutsBefore = simulation.checkouts.length;
      simulation.wallet.transfer(shop.till, payer, amount, { checkoutsBefore });
      await handOn(caller, random, shop);
    };
    if (random.chance(0.2)) await Promise.all([give(), pay()]);
    else {
      await give();
      await pay();
    }
  },
  paste: async (caller, random) => {
    // A member pastes a message of the bank, or an invented one.
    const { simulation } = caller;
    const checkout = payable(caller, random);
    if (checkout === null) return;
    const { shop, amount } = checkout;
    if (shop.pasteId === null || random.chance(0.1)) {
      const body = { app_id: shop.appId, name: "Pasted", kind: "paste" };
      const headers = { "Idempotency-Key": `source-${random.bits()}` };
      const path = "platform/create-notice-source";
      const answer = await caller.byUser(shop, path, createNoticeSource, { body, headers });
      if (answer?.status !== 201) return;
      shop.pasteId = answer.body.id as string;
    }
    const payer = checkout.phone?.slice(1) ?? random.pick(CUSTOMERS);
    const checkoutsBefore = simulation.checkouts.length;
    const { told } = simulation.wallet.transfer(shop.till, payer, amount, { checkoutsBefore });
    const real = shop.till.messages.at(-1) as Message;
    const { text, sender } = random.chance(0.7)
      ? real
      : forged(told.reference, payer, amount, 7_777_700_000);
    // Some shops have no phone that sends it as well.
    if (random.chance(0.6)) shop.till.messages.pop();
    const request = {
      params: { id: shop.pasteId },
      body: { sender, text },
      headers: { "Idempotency-Key": `paste-${random.bits()}` },
    };
    const input = { provider: "telebirr", input: told.reference } as const;
    await caller.byUser(shop, "platform/paste-notice", pasteNotice, request);
    await Promise.all([
      readQueue(caller, "notices", random),
      ...(random.chance(0.5) ? [submit(caller, random, checkout, input)] : []),
    ]);
  },
  outage: async (caller, random) => {
    // A receipt proves the balances, then the page goes down and customers pay on.
    const { simulation } = caller;
    const { wallet } = simulation;
    const shop = shopOf(caller, random);
    const next = async () => {
      await create(caller, random, shop);
      const checkout = simulation.checkouts.at(-1);
      return checkout?.livemode && checkout.shop === shop ? checkout : null;
    };
    const first = await next();
    if (first === null) return;
    const paid = (checkout: KnownCheckout) => {
      const payer = checkout.phone?.slice(1) ?? random.pick(CUSTOMERS);
      const checkoutsBefore = simulation.checkouts.length;
      return wallet.transfer(shop.till, payer, checkout.amount, { checkoutsBefore }).told;
    };
    wallet.mood = "honest";
    paid(first);
    await handOn(caller, random, shop);
    wallet.mood = random.pick(["down", "changed page"]);
    for (let count = 0; count < 3; count++) {
      const checkout = await next();
      if (checkout === null) continue;
      const { reference } = paid(checkout);
      const isFaster = random.chance(0.3);
      if (!isFaster) await handOn(caller, random, shop);
      await submit(caller, random, checkout, { provider: "telebirr", input: reference });
      if (isFaster) await handOn(caller, random, shop);
    }
  },
  "wallet mood": async ({ simulation }, random) => {
    simulation.wallet.mood = random.chance(0.5) ? "honest" : random.pick(WALLET_MOODS);
  },
} as const satisfies Readonly<Record<string, Act>>;
