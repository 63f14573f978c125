import { GetCommand, PutCommand, type PutCommandInput } from "@aws-sdk/lib-dynamodb";
import { type Breaker, UNTRIED } from "../domain/breaker.ts";
import type { ProviderId } from "../domain/provider.ts";
import { unlessRefused } from "./conditional.ts";
import { getItems } from "./get-items.ts";
import { withoutKeys } from "./item.ts";
import type { Item, Table, Write } from "./transact.ts";

/** A breaker with the version that a change of it has to name. */
export interface StoredBreaker {
  readonly breaker: Breaker;
  /** 0 where nothing is stored yet. */
  readonly version: number;
}

const UNCHANGED = "version = :version";
const NEW = "attribute_not_exists(pk)";

/** Eventually consistent unless `current`: it is a cache of a cache, and a write names the version. */
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

/** Breakers of several providers, each untried where nothing is stored. */
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

/** Stores the next state; refused (label `breaker`) where somebody else has stored one meanwhile. */
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

/** As `breakerWrite`, by itself; false where it was refused. */
export async function putBreaker(
  table: Table,
  provider: ProviderId,
  next: Breaker,
  expectedVersion: number,
): Promise<boolean> {
  const { put } = breakerWrite(provider, next, expectedVersion);
  const command = new PutCommand({
    TableName: table.name,
    ...(put as Omit<PutCommandInput, "TableName">),
  });
  return (await unlessRefused(table.client.send(command))) !== null;
}

function breakerKey(provider: ProviderId) {
  return { pk: `BRK#${provider}`, sk: "BRK" };
}

function fromItem(item: Item | undefined): StoredBreaker {
  if (!item) return { breaker: UNTRIED, version: 0 };
  const {
    version,
    provider: _,
    ...breaker
  } = withoutKeys<Breaker & { readonly version: number; readonly provider: ProviderId }>(item);
  return { breaker, version };
}
