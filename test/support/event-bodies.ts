import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { bodyOf } from "../../lib/store/events.ts";
import type { Table } from "../../lib/store/transact.ts";

/** The bodies of all events in a table, as webhooks carry them. */
export async function eventsIn(table: Table): Promise<string[]> {
  const bodies: string[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new ScanCommand({
        TableName: table.name,
        FilterExpression: "entity = :event",
        ExpressionAttributeValues: { ":event": "event" },
        ExclusiveStartKey: from,
      }),
    );
    bodies.push(...Items.map(bodyOf));
    from = LastEvaluatedKey;
  } while (from !== undefined);
  return bodies;
}

/** Throws where an event in one of the tables is not as the contract publishes it. */
export async function assertEventsAsPublished(tables: readonly Table[]): Promise<void> {
  const bodies = (await Promise.all(tables.map(eventsIn))).flat();
  if (bodies.length === 0) return;
  // Loaded late: to compile the contract takes longer than many a test.
  const { eventViolation } = await import("./published-contract.ts");
  const found = bodies.map(eventViolation).filter((each): each is string => each !== null);
  if (found.length > 0) throw new Error(`Not as published:\n${found.join("\n")}`);
}
