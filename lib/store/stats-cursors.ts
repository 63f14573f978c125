import { PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { idFloor } from "../domain/ids.ts";
import type { Mode } from "../domain/mode.ts";
import { unlessRefused } from "./conditional.ts";
import { shapeOf } from "./shape.ts";
import type { Item, Table, Write } from "./transact.ts";

/** Whose statistics. */
export interface StatsScope {
  readonly accountId: string;
  readonly mode: Mode;
}

/** Statistics of one app. */
export interface AppScope extends StatsScope {
  readonly appId: number;
}

/** Up to where the events of an account's apps are counted. */
export interface Cursors {
  /** Id after which the events of an app without a cursor begin; fixed when counting began. */
  readonly start: string;
  /** Id of the last counted event, by app. */
  readonly byApp: ReadonlyMap<number, string>;
}

/** Sorts after every day. */
const START = "CURSOR";
const PREFIX = `${START}#`;
/** A deployment takes less, so events after it are no longer counted by the release before. */
const UPGRADE_MS = 15 * 60_000;

/** Reads the cursors, strongly consistent; null where no event was ever counted from the lists. */
export async function readCursors(table: Table, scope: StatsScope): Promise<Cursors | null> {
  const items: Item[] = [];
  let from: Item | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: "pk = :pk AND begins_with(sk, :cursor)",
        ExpressionAttributeValues: { ":pk": partitionOf(scope), ":cursor": START },
        ConsistentRead: true,
        ExclusiveStartKey: from,
      }),
    );
    items.push(...Items);
    from = LastEvaluatedKey;
  } while (from !== undefined);
  const start = items.find(({ sk }) => sk === START);
  if (start === undefined) return null;
  const cursors = items.filter((item) => item !== start).map(cursorFrom);
  return {
    start: startFrom(start).countedTo,
    byApp: new Map(cursors.map(({ appId, countedTo }) => [appId, countedTo])),
  };
}

/**
 * Fixes where counting begins, unless it has begun. Where days are counted without any cursor, an earlier release counted
 * events when it relayed them: counting begins in 15 minutes, so that no event counts twice. Elsewhere it begins with the
 * first event. `now` in ms.
 */
export async function beginCounting(table: Table, scope: StatsScope, now: number): Promise<void> {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: "pk = :pk AND sk < :cursor",
      ExpressionAttributeValues: { ":pk": partitionOf(scope), ":cursor": START },
      ConsistentRead: true,
      Limit: 1,
    }),
  );
  const Item = {
    pk: partitionOf(scope),
    sk: START,
    entity: "stats_start",
    countedTo: idFloor("evt_", Items.length > 0 ? now + UPGRADE_MS : 0),
  };
  // No day is counted before this item exists, so a concurrent call that finds one is refused here.
  const put = { TableName: table.name, Item, ConditionExpression: "attribute_not_exists(pk)" };
  await unlessRefused(table.client.send(new PutCommand(put)));
}

/** Moves an app's cursor from `from` (null for its first) to the event `to`; refused (label `cursor`) if it has moved. */
export function moveCursorWrite(
  { accountId, mode, appId }: AppScope,
  from: string | null,
  to: string,
): Write {
  return {
    label: "cursor",
    put: {
      Item: {
        pk: partitionOf({ accountId, mode }),
        sk: PREFIX + String(appId).padStart(16, "0"),
        entity: "stats_cursor",
        appId,
        countedTo: to,
      },
      ...(from === null
        ? { ConditionExpression: "attribute_not_exists(pk)" }
        : {
            ConditionExpression: "countedTo = :from",
            ExpressionAttributeValues: { ":from": from },
          }),
    },
  };
}

/** Partition of an account's daily counts and cursors of a mode. */
export function partitionOf({ accountId, mode }: StatsScope): string {
  return `STA#${accountId}#${mode}`;
}

const cursorFrom = shapeOf<{ readonly appId: number; readonly countedTo: string }>(
  "statistics cursor",
  { appId: "number", countedTo: "text" },
);
const startFrom = shapeOf<{ readonly countedTo: string }>("statistics start", {
  countedTo: "text",
});
