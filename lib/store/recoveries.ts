import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import type { Recovery } from "../domain/recovery.ts";
import { dueItems } from "./due.ts";
import { withoutKeys } from "./item.ts";
import { duePartition, instantKey } from "./table.ts";
import type { Item, Table, Write } from "./transact.ts";

const KEPT_MS = 90 * 86_400_000;
/** Work on it goes from page to page within seconds; after this long its message must have been lost. */
const SWEEP_AFTER_MS = 2 * 60_000;

/** Reads a recovery, strongly consistent; null where there is none or its time is over. */
export async function getRecovery(
  table: Table,
  endpointId: string,
  id: string,
  now: number,
): Promise<Recovery | null> {
  const { Item } = await table.client.send(
    new GetCommand({
      TableName: table.name,
      Key: { pk: `RCV#${endpointId}`, sk: id },
      ConsistentRead: true,
    }),
  );
  const recovery = Item ? withoutKeys<Recovery>(Item) : null;
  return recovery && recovery.createdAt + KEPT_MS > now ? recovery : null;
}

/** Stores a new recovery; refused (label `recovery`) if its id is taken. */
export function newRecoveryWrite(recovery: Recovery): Write {
  return {
    label: "recovery",
    put: { Item: recoveryToItem(recovery), ConditionExpression: "attribute_not_exists(pk)" },
  };
}

/** Stores its progress. False if another worker has gone on with it meanwhile. */
export async function saveRecovery(
  table: Table,
  before: Recovery,
  after: Recovery,
): Promise<boolean> {
  try {
    await table.client.send(
      new PutCommand({
        TableName: table.name,
        Item: recoveryToItem(after),
        ConditionExpression: "version = :version",
        ExpressionAttributeValues: { ":version": before.version },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

/** Recoveries that nobody goes on with, oldest first, at most `limit` a shard. */
export async function overdueRecoveries(
  table: Table,
  now: number,
  limit: number,
): Promise<Recovery[]> {
  const items = await dueItems(table, "RCV", now, limit);
  return items.map((item) => withoutKeys<Recovery>(item));
}

function recoveryToItem(recovery: Recovery): Item {
  return {
    pk: `RCV#${recovery.endpointId}`,
    sk: recovery.id,
    entity: "recovery",
    ...recovery,
    ...(recovery.status === "running"
      ? {
          due_pk: duePartition("RCV", recovery.id),
          due_sk: instantKey(recovery.touchedAt + SWEEP_AFTER_MS),
        }
      : {}),
    ttl: Math.ceil((recovery.createdAt + KEPT_MS) / 1000),
  };
}
