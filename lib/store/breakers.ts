import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { type Breaker, UNTRIED } from "../domain/breaker.ts";
import type { ProviderId } from "../domain/provider.ts";
import { commitOne } from "./conditional.ts";
import { getItems } from "./get-items.ts";
import { shapeOf } from "./shape.ts";
import type { Item, Table, Write } from "./transact.ts";

/** A breaker with the version that a change must name. */
export interface StoredBreaker {
  readonly breaker: Breaker;
  /** 0 before the first write. */
  readonly version: number;
}

const UNCHANGED = "version = :version";
const NEW = "attribute_not_exists(pk)";

/** Reads a breaker; `cached` is eventually consistent, which is safe because a write names the version. */
export async function getBreaker(
  table: Table,
  provider: ProviderId,
  read: "cached" | "current",
): Promise<StoredBreaker> {
  const { Item } = await table.client.send(
    new GetCommand({
      TableName: table.name,
      Key: breakerKey(provider),
      ConsistentRead: read === "current",
    }),
  );
  return fromItem(Item);
}

/** Reads the breakers of several providers; `UNTRIED` for those without an item. */
export async function getBreakers(
  table: Table,
  providers: readonly ProviderId[],
): Promise<ReadonlyMap<ProviderId, Breaker>> {
  const found = new Map<ProviderId, Breaker>(providers.map((id) => [id, UNTRIED]));
  for (const item of await getItems(table, providers.map(breakerKey))) {
    found.set(item.provider as ProviderId, fromItem(item).breaker);
  }
  return found;
}

/** Stores the next state; refused (label `breaker`) if the stored version is another one. */
export function breakerWrite(provider: ProviderId, next: Breaker, expectedVersion: number): Write {
  const isNew = expectedVersion === 0;
  return {
    label: "breaker",
    put: {
      Item: {
        ...breakerKey(provider),
        entity: "breaker",
        provider,
        ...next,
        version: expectedVersion + 1,
      },
      ConditionExpression: isNew ? NEW : UNCHANGED,
      ...(isNew ? {} : { ExpressionAttributeValues: { ":version": expectedVersion } }),
    },
  };
}

/** As `breakerWrite`, without a transaction; false if it was refused. */
export function putBreaker(
  table: Table,
  provider: ProviderId,
  next: Breaker,
  expectedVersion: number,
): Promise<boolean> {
  return commitOne(table, breakerWrite(provider, next, expectedVersion));
}

function breakerKey(provider: ProviderId) {
  return { pk: `BRK#${provider}`, sk: "BRK" };
}

function fromItem(item: Item | undefined): StoredBreaker {
  if (!item) return { breaker: UNTRIED, version: 0 };
  const { version, ...breaker } = storedFrom(item);
  return { breaker, version };
}

const storedFrom = shapeOf<Breaker & { readonly version: number }>("breaker", {
  state: "text",
  failures: "list",
  unreadable: "list",
  lastFailureAt: "number or null",
  cause: "text or null",
  trialAt: "number",
  trials: "number",
  drawnAfter: "text",
  since: "number or null",
  lastCheckedAt: "number or null",
  owesResume: "flag",
  version: "number",
});
