import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BatchGetCommand, PutCommand, UpdateCommand } from "../../lib/cloud/dynamodb.ts";
import { instant } from "../../lib/domain/instant.ts";
import { dueItems } from "../../lib/store/due.ts";
import { duePartition } from "../../lib/store/due-shards.ts";
import { getItems, type ItemKey } from "../../lib/store/get-items.ts";
import type { Table } from "../../lib/store/transact.ts";
import { startTable, type TestTable } from "../support/table.ts";

const NOW = Date.UTC(2026, 10, 20, 9);

let engine: TestTable;
let keys: readonly ItemKey[];
beforeAll(async () => {
  engine = await startTable();
  keys = Array.from({ length: 130 }, (_, index) => ({ pk: `THING#${index}`, sk: "THING" }));
  await Promise.all(keys.map((key) => put({ ...key })));
});
afterAll(() => engine.stop());

const put = (Item: Record<string, unknown>) =>
  engine.table.client.send(new PutCommand({ TableName: engine.table.name, Item }));

/** The table, with something else at hand for every batch that is read. */
function intercepted(
  batch: (
    command: BatchGetCommand,
    send: (command: BatchGetCommand) => Promise<unknown>,
  ) => unknown,
): Table {
  const send = engine.table.client.send.bind(engine.table.client) as (
    command: object,
  ) => Promise<unknown>;
  const client = new Proxy(engine.table.client, {
    get: (target, name) =>
      name === "send"
        ? (command: object) =>
            command instanceof BatchGetCommand ? batch(command, send) : send(command)
        : Reflect.get(target, name),
  });
  return { ...engine.table, client };
}

describe("items by their keys", () => {
  test("are returned in the order of the keys, across calls, without missing ones", async () => {
    const gone = { pk: "THING#gone", sk: "THING" };
    const asked = [...keys.toReversed(), gone];
    expect(await getItems(engine.table, asked)).toEqual(keys.toReversed());
    expect(await getItems(engine.table, [])).toEqual([]);
  });

  test("are requested again if DynamoDB left some out", async () => {
    const sizes: number[] = [];
    const table = intercepted(async (command, send) => {
      const all = command.input.RequestItems?.[engine.table.name]?.Keys ?? [];
      sizes.push(all.length);
      const answer = await send(requestOf(all.slice(0, 2)));
      const Keys = all.slice(2);
      const left = Keys.length > 0 ? { [engine.table.name]: { Keys } } : {};
      return { ...(answer as object), UnprocessedKeys: left };
    });
    expect(await getItems(table, keys.slice(0, 5))).toEqual(keys.slice(0, 5));
    expect(sizes).toEqual([5, 3, 1]);
  });

  test("are read strongly consistent, each once", async () => {
    const requests: unknown[] = [];
    const table = intercepted((command, send) => {
      requests.push(command.input.RequestItems?.[engine.table.name]);
      return send(command);
    });
    const [first, second] = keys.slice(0, 2) as [ItemKey, ItemKey];
    expect(await getItems(table, [second, first, second])).toEqual([second, first]);
    expect(requests).toEqual([{ Keys: [second, first], ConsistentRead: true }]);
  });

  test("are all read, in parts of any size", async () => {
    let calls = 0;
    const table = intercepted(async (command, send) => {
      const all = command.input.RequestItems?.[engine.table.name]?.Keys ?? [];
      const Keys = all.slice(1);
      // Now and then it has nothing at all to give.
      if (++calls % 5 === 0) return { UnprocessedKeys: command.input.RequestItems };
      const answer = await send(requestOf(all.slice(0, 1)));
      const left = Keys.length > 0 ? { [engine.table.name]: { Keys } } : {};
      return { ...(answer as object), UnprocessedKeys: left };
    });
    expect(await getItems(table, keys.slice(0, 12))).toEqual(keys.slice(0, 12));
    expect(calls).toBe(14);
  });

  test("that DynamoDB never returns are a transient error, not missing", async () => {
    let calls = 0;
    const table = intercepted(({ input }) => {
      calls++;
      return { UnprocessedKeys: input.RequestItems };
    });
    await expect(getItems(table, keys.slice(0, 1))).rejects.toMatchObject({
      code: "service_unavailable",
    });
    expect(calls).toBe(6);
  });
});

const requestOf = (Keys: Record<string, unknown>[]) =>
  new BatchGetCommand({ RequestItems: { [engine.table.name]: { Keys, ConsistentRead: true } } });

test("due items are read strongly consistent, without those that are no longer due", async () => {
  const [first, second] = ["att_due1", "att_due2"].map((id, minute) => ({
    pk: `ATT#${id}`,
    sk: id,
    note: "whole",
    due_pk: duePartition("ATT", "x"),
    due_sk: instant(NOW + minute * 60_000),
  }));
  await Promise.all([put({ ...first }), put({ ...second })]);
  expect(await dueItems(engine.table, "ATT", NOW, 10)).toEqual([first]);
  expect(await dueItems(engine.table, "ATT", NOW + 60_000, 10)).toEqual([first, second]);

  const table = intercepted(async (command, send) => {
    await engine.table.client.send(
      new UpdateCommand({
        TableName: engine.table.name,
        Key: { pk: first?.pk, sk: first?.sk },
        UpdateExpression: "REMOVE due_pk, due_sk",
      }),
    );
    return send(command);
  });
  expect(await dueItems(table, "ATT", NOW + 60_000, 10)).toEqual([second]);
});
