import type { QueryCommandInput } from "@aws-sdk/lib-dynamodb";
import { QueryCommand } from "../cloud/dynamodb.ts";
import { idFloor, idTime } from "../domain/ids.ts";
import { attemptKey } from "./attempts.ts";
import { checkoutLists } from "./checkout-item.ts";
import { eventKey } from "./events.ts";
import { getItems, type ItemKey } from "./get-items.ts";
import type { Item, Table } from "./transact.ts";

/** Items of accounts as they are stored, for `tableFaults`, at a bounded cost. */

/** The newest checkouts of each app and mode. */
const CHECKOUTS = 5;
/** Of an account with more apps, the first ones are checked. */
const APPS = 5;
/** An account with more entries than this in its ledger is left to `check-table`. */
const LEDGER_ENTRIES = 400;

/** Reads of one run, up to a number of read units. The read that crosses it is the last. */
export class ReadBudget {
  readonly table: Table;
  readonly #units: number;
  #used = 0;

  constructor(table: Table, units: number) {
    this.table = table;
    this.#units = units;
  }

  get used(): number {
    return this.#used;
  }

  get isUsedUp(): boolean {
    return this.#used >= this.#units;
  }

  async query(input: Omit<QueryCommandInput, "TableName">) {
    const {
      Items = [],
      LastEvaluatedKey,
      ConsumedCapacity,
    } = await this.table.client.send(
      new QueryCommand({ ...input, TableName: this.table.name, ReturnConsumedCapacity: "TOTAL" }),
    );
    this.#used += ConsumedCapacity?.CapacityUnits ?? 1;
    return { items: Items as Item[], isWhole: LastEvaluatedKey === undefined };
  }

  /** The items of a partition; null if there are more than `most`. */
  async partition(pk: string, most: number): Promise<Item[] | null> {
    const { items, isWhole } = await this.query({
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": pk },
      ConsistentRead: true,
      Limit: most,
    });
    return isWhole ? items : null;
  }

  async items(keys: readonly ItemKey[]): Promise<Item[]> {
    this.#used += keys.length;
    return getItems(this.table, keys);
  }
}

/** Ids of accounts, from a random one on and then from the oldest, until the budget is used up. */
export async function* randomAccounts(
  budget: ReadBudget,
  now: number,
  random: number,
): AsyncGenerator<string> {
  const [oldest] = await accountsFrom(budget, idFloor("acc_", 0), 1);
  const start = idTime(oldest ?? "");
  if (start === null) return;
  const middle = idFloor("acc_", Math.floor(start + random * Math.max(0, now - start)));
  yield* between(budget, middle, null);
  yield* between(budget, idFloor("acc_", 0), middle);
}

async function* between(
  budget: ReadBudget,
  from: string,
  to: string | null,
): AsyncGenerator<string> {
  let next = from;
  while (!budget.isUsedUp) {
    const page = await accountsFrom(budget, next, 10);
    for (const id of page) {
      if (budget.isUsedUp || (to !== null && id >= to)) return;
      yield id;
    }
    const last = page.at(-1);
    if (last === undefined) return;
    // The next id, because a page begins with its bound.
    next = `${last}0`;
  }
}

async function accountsFrom(budget: ReadBudget, from: string, most: number): Promise<string[]> {
  const { items } = await budget.query({
    IndexName: "gsi1",
    KeyConditionExpression: "gsi1pk = :pk AND gsi1sk >= :from",
    ExpressionAttributeValues: { ":pk": "ACC#ALL", ":from": from },
    Limit: most,
  });
  return items.map(({ gsi1sk }) => String(gsi1sk));
}

/**
 * An account's balance with its whole ledger, its apps, and their newest checkouts with what these wait for and their events. Empty
 * for an account that is too large.
 */
export async function sampleOf(budget: ReadBudget, accountId: string): Promise<readonly Item[]> {
  const credits = await budget.partition(`CRD#${accountId}`, LEDGER_ENTRIES);
  const apps = await budget.partition(`APP#${accountId}`, 100);
  if (credits === null || apps === null) return [];
  const ids = apps.filter(({ entity }) => entity === "app").map(({ appId }) => Number(appId));
  const checkouts: Item[] = [];
  for (const appId of ids.slice(0, APPS)) {
    for (const mode of ["live", "test"] as const) {
      checkouts.push(...(await newestCheckouts(budget, checkoutLists(accountId, mode).app(appId))));
    }
  }
  const others = [...(await waitingIn(budget, checkouts)), ...(await eventsOf(budget, checkouts))];
  return [...credits, ...apps, ...checkouts, ...others];
}

/** Terms and state of each. */
async function newestCheckouts(budget: ReadBudget, list: string): Promise<Item[]> {
  const { items } = await budget.query({
    IndexName: "gsi2",
    KeyConditionExpression: "gsi2pk = :pk",
    ExpressionAttributeValues: { ":pk": list },
    ScanIndexForward: false,
    Limit: CHECKOUTS,
  });
  const found: Item[] = [];
  for (const { pk } of items) found.push(...((await budget.partition(String(pk), 100)) ?? []));
  return found;
}

/** The attempts that these checkouts wait for. */
async function waitingIn(budget: ReadBudget, checkouts: readonly Item[]): Promise<Item[]> {
  const keys = checkouts.flatMap(({ pk, pending }) => {
    if (!Array.isArray(pending)) return [];
    return pending.map(({ id }) => attemptKey(String(pk).slice("CO#".length), String(id)));
  });
  return keys.length === 0 ? [] : budget.items(keys);
}

async function eventsOf(budget: ReadBudget, checkouts: readonly Item[]): Promise<Item[]> {
  const terms = new Map(
    checkouts.filter(({ entity }) => entity === "checkout").map((item) => [String(item.pk), item]),
  );
  const keys = checkouts.flatMap(({ pk, eventIds }) => {
    const of = terms.get(String(pk));
    if (of === undefined || !Array.isArray(eventIds)) return [];
    const { accountId, appId, livemode } = of;
    const place = {
      accountId: String(accountId),
      appId: Number(appId),
      livemode: livemode === true,
    };
    return eventIds.map((id) => eventKey({ ...place, id: String(id) }));
  });
  return keys.length === 0 ? [] : budget.items(keys);
}
