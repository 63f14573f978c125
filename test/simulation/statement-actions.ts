import { dayOf } from "../../lib/contract/days.ts";
import {
  compareStatement,
  sellPoint,
  settlePoint,
} from "../../lib/contract/routes/platform-books.ts";
import type { StatementPoint } from "../../lib/domain/statement-points.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { unpackText } from "../../lib/store/shape.ts";
import { changeCredits } from "../../lib/use-cases/operator/change-credits.ts";
import type { Caller } from "./caller.ts";
import { checkoutOf, noteCheckout, shopOf, submit } from "./moves.ts";
import { keyOf } from "./operator-actions.ts";
import type { Prng } from "./prng.ts";
import { printed, SALE_NOTE } from "./sale-promises.ts";
import { NO_FAULTS } from "./scheduler.ts";
import type { Shop } from "./simulation.ts";
import type { Transfer } from "./wallet.ts";

const MOST_ROWS = 40;

function rowOf({ told }: Transfer, index: number) {
  const { reference, amountMinor: amount, paidAt } = told;
  const text = printed(reference);
  return {
    ...{ line: index + 1, date: dayOf(paidAt), amount, direction: "in", text: "Transfer" },
    ...(text !== null && { reference: text }),
  };
}

/** A customer enters a transfer of the statement at the same time, for a checkout of its amount. */
async function enter(caller: Caller, random: Prng, shop: Shop): Promise<void> {
  const { wallet, checkouts } = caller.simulation;
  const own = [...wallet.transfers.values()].filter(({ till }) => till === shop.till);
  if (own.length === 0) return;
  const { told } = random.pick(own.slice(-8));
  const fitting = checkouts.filter(
    (one) => one.shop === shop && one.livemode && one.amount === told.amountMinor,
  );
  const checkout = checkoutOf(fitting, random);
  const slip = [...wallet.slips.values()].find(({ booked }) => booked === told.reference);
  const input =
    slip !== undefined && random.chance(0.5)
      ? ({ provider: "boa", input: slip.typed } as const)
      : ({ provider: "telebirr", input: told.reference } as const);
  if (checkout !== null) await submit(caller, random, checkout, input);
}

async function compare(caller: Caller, random: Prng, shop: Shop): Promise<string | null> {
  const { wallet } = caller.simulation;
  const own = [...wallet.transfers.values()].filter(({ till }) => till === shop.till);
  const some = own.slice(-MOST_ROWS).filter(() => random.chance(0.9));
  if (some.length === 0) return null;
  const body = { provider: "telebirr", account_number: shop.till.number, rows: some.map(rowOf) };
  const path = "platform/compare-statement";
  const answer = await caller.byUser(shop, path, compareStatement, {
    body,
    headers: keyOf(random),
  });
  return answer?.status === 200 ? answer.body.id : null;
}

/** Unknown money of one of the shop's statements. */
function unknownOf({ simulation }: Caller, shop: Shop, id: string): readonly StatementPoint[] {
  const item = simulation.table.rows.get({ pk: `BKS#${shop.accountId}`, sk: `PTS#${id}` });
  if (item === null) return [];
  const { points } = JSON.parse(unpackText(item.details)) as { points: StatementPoint[] };
  return points.filter(({ kind }) => kind === "unknown");
}

async function grant({ scheduler }: Caller, { accountId }: Shop, credits: number): Promise<void> {
  const by = { name: "operator" };
  const facts = { accountId, kind: "grant", credits, by, reason: "simulated" } as const;
  await scheduler
    .task("cli grant", NO_FAULTS, () =>
      changeCredits(table(), { ...facts, reference: null, now: Date.now() }),
    )
    .catch(() => {});
}

/** What a shop does with its wallet's statement. */
export const STATEMENT_ACTIONS = {
  "statement sale": async (caller: Caller, random: Prng) => {
    const shop = shopOf(caller, random);
    const { simulation } = caller;
    // Now and then from an earlier statement, which knows less.
    const earlier = simulation.statements.filter((one) => one.shop === shop);
    const isNew = earlier.length === 0 || random.chance(0.6);
    const id = isNew ? await compare(caller, random, shop) : random.pick(earlier).id;
    if (id === null) return;
    if (isNew) simulation.statements.push({ shop, id });
    const points = unknownOf(caller, shop, id);
    if (points.length === 0) return;
    if (random.chance(0.3)) await enter(caller, random, shop);
    const sell = async (point = random.pick([...points])) => {
      const body = { point: point.id, app_id: shop.appId, note: SALE_NOTE };
      const request = { params: { id }, body, headers: keyOf(random) };
      const answer = await caller.byUser(shop, "platform/sell-point", sellPoint, request);
      if (answer?.status === 201) noteCheckout(caller, shop, answer.body);
    };
    if (random.chance(0.5)) {
      // All of it, for which the shop buys enough credits.
      await grant(caller, shop, points.length);
      for (const point of points) await sell(point);
    }
    const settle = async () => {
      const body = { point: random.pick([...points]).id, note: "rent" };
      const request = { params: { id }, body, headers: keyOf(random) };
      await caller.byUser(shop, "platform/settle-point", settlePoint, request);
    };
    await Promise.all([
      sell(),
      ...(random.chance(0.1) ? [settle()] : []),
      ...(random.chance(0.2) ? [sell()] : []),
      ...(random.chance(0.4) ? [enter(caller, random, shop)] : []),
    ]);
    if (random.chance(0.3)) await enter(caller, random, shop);
  },
} as const;
