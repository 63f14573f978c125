import { deleteApp } from "../../lib/contract/routes/platform-apps.ts";
import { approveCheckout } from "../../lib/contract/routes/platform-checkouts.ts";
import { eraseCustomer } from "../../lib/contract/routes/platform-customers.ts";
import { offerOwnership, removeMember } from "../../lib/contract/routes/platform-team.ts";
import type { Caller } from "./caller.ts";
import { acceptOwnership } from "./functions.ts";
import { memberOf, principalOf, undecidedOf } from "./member-actions.ts";
import { buyCredits, decide, referenceOf, shopOf, slipOf, submit } from "./moves.ts";
import { closeByOperator, keyOf, purchases, settle } from "./operator-actions.ts";
import type { Prng } from "./prng.ts";
import type { KnownCheckout } from "./simulation.ts";
import { time } from "./virtual-time.ts";
import { CUSTOMERS } from "./wallet.ts";

type Act = (caller: Caller, random: Prng) => Promise<void>;

/** Expired checkouts, without payments, which still take late ones. */
function lateOf({ simulation }: Caller, isMeant: (checkout: KnownCheckout) => boolean) {
  return simulation.checkouts.filter((checkout) => {
    const { status, expiresAt = 0 } = simulation.stateOf(checkout.id) ?? {};
    const isLate = time.now >= Number(expiresAt) && time.now < Number(expiresAt) + 86_400_000;
    return (status === "open" || status === "expired") && isLate && isMeant(checkout);
  });
}

/** Pays for a checkout that has expired: its transfer comes late, or was made in time. */
async function payLate(caller: Caller, random: Prng, checkouts: readonly KnownCheckout[]) {
  if (checkouts.length === 0) return;
  const checkout = random.pick(checkouts);
  const reference = referenceOf(random);
  caller.simulation.bank.transfer(reference, "right", checkout.amount);
  const isTyped = random.chance(0.3);
  const entry = isTyped ? slipOf(random) : ({ provider: "http", input: reference } as const);
  await submit(caller, random, checkout, entry);
}

/** What ends while payments, decisions or messages about it are on their way. */
export const LEAVING_ACTIONS = {
  "erase customer": async (caller, random) => {
    const shop = shopOf(caller, random);
    const phone = `+${random.pick(CUSTOMERS)}`;
    let cursor: string | null = null;
    do {
      const body: object = { phone, ...(cursor !== null && { cursor }) };
      const request = { body, headers: keyOf(random) };
      const path = "platform/erase-customer";
      const answer = await caller.byUser(shop, path, eraseCustomer, request);
      cursor = answer?.status === 200 ? answer.body.next_cursor : null;
    } while (cursor !== null);
  },
  "ownership passes": async (caller, random) => {
    const member = memberOf(caller, random);
    if (member === null || member.shop.closedAt !== null) return;
    const { shop, userId } = member;
    const path = "platform/offer-ownership";
    const params = { id: userId };
    const offer = { params, body: { stay_owner: random.chance(0.3) } };
    const answer = await caller.byUser(shop, path, offerOwnership, offer);
    if (answer?.status !== 200) return;
    const principal = await principalOf(caller, member, random);
    const accept = () =>
      caller.scheduler
        .task("accept-ownership", caller.plan(), () => acceptOwnership(principal, Date.now()))
        .catch(() => {});
    const remove = () => caller.byUser(shop, "platform/remove-member", removeMember, { params });
    // Now and then the owner changes their mind at the same moment.
    await Promise.all(random.chance(0.2) ? [accept(), remove()] : [accept()]);
    const row = caller.simulation.table.rows.get({ pk: `MEM#${shop.accountId}`, sk: userId });
    if (row?.role !== "owner" || row.endedAt !== null) return;
    const { userId: before, sessionId } = shop;
    Object.assign(shop, { userId, sessionId: member.sessionId });
    Object.assign(member, { userId: before, sessionId, token: "owner" });
  },
  "member goes deciding": async (caller, random) => {
    const member = memberOf(caller, random);
    if (member === null) return;
    const { shop, userId } = member;
    const checkout = undecidedOf(caller, shop, random);
    if (checkout === null) return;
    const act = caller.as(await principalOf(caller, member, random));
    await Promise.all([
      decide(act, random, "platform/approve-checkout", approveCheckout, checkout),
      caller.byUser(shop, "platform/remove-member", removeMember, { params: { id: userId } }),
    ]);
  },
  "app ends late": async (caller, random) => {
    const shop = shopOf(caller, random);
    if (shop.oldApps.length === 0) return;
    const appId = random.pick(shop.oldApps);
    const isOld = ({ id }: KnownCheckout) =>
      caller.simulation.table.rows.get({ pk: `CO#${id}`, sk: "CO" })?.appId === appId;
    const params = { app_id: String(appId) };
    await Promise.all([
      payLate(caller, random, lateOf(caller, isOld)),
      caller.byUser(shop, "platform/delete-app", deleteApp, { params }),
    ]);
  },
  "account ends late": async (caller, random) => {
    // Seldom: a closed account does nothing any more.
    const [operator] = caller.simulation.shops;
    const shop = shopOf(caller, random);
    if (shop.closedAt !== null || !random.chance(0.3)) return;
    const own = caller.simulation.checkouts.filter((one) => one.shop === shop);
    await settle(caller, random, [...own, ...purchases(caller)]);
    const late = lateOf(caller, (one) => one.shop === shop || one.shop === operator);
    await Promise.all([
      closeByOperator(caller, shop),
      payLate(caller, random, late),
      ...(random.chance(0.3) ? [buyCredits(caller, random, shop)] : []),
    ]);
  },
} as const satisfies Readonly<Record<string, Act>>;
