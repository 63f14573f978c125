import { BatchWriteCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { newId } from "../lib/domain/ids.ts";
import { randomBytes } from "../lib/pipeline/deps.ts";
import type { MeteredService } from "../test/support/metered-service.ts";
import { captureLog } from "./payment-path.ts";

/** Of two items each; one call takes 25 items. */
const PER_BATCH = 12;
const AT_ONCE = 4;
const SAID_EVERY = 100_000;

/** Copies of a real checkout with ids of their own, straight into the table, from number `from` to `to`. */
export async function fillTable(
  service: MeteredService,
  from: number,
  to: number,
  say: (line: string) => void,
): Promise<void> {
  const { table } = service.engine;
  const log = captureLog();
  const made = await service.create().finally(log.restore);
  const id = String(made.body.id);
  const { Items } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": `CO#${id}` },
    }),
  );
  const text = JSON.stringify(Items);
  const copy = (): readonly Record<string, unknown>[] =>
    JSON.parse(text.replaceAll(id, newId("co_", Date.now(), randomBytes(10))));
  for (let count = from; count < to; count += PER_BATCH * AT_ONCE) {
    if (count > from && count % SAID_EVERY === 0) say(`P4: ${count} of ${to}`);
    await Promise.all(
      Array.from({ length: AT_ONCE }, () =>
        table.client.send(
          new BatchWriteCommand({
            RequestItems: {
              [table.name]: Array.from({ length: PER_BATCH }, copy)
                .flat()
                .map((Item) => ({ PutRequest: { Item } })),
            },
          }),
        ),
      ),
    );
  }
}
