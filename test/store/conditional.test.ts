import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GetCommand } from "../../lib/cloud/dynamodb.ts";
import { commitOne, commitRetried, type Table, unlessRefused } from "../../lib/store/transact.ts";
import { aroundSends, startTable, type TestTable } from "../support/table.ts";

let engine: TestTable;
let table: Table;
beforeAll(async () => {
  engine = await startTable();
  table = engine.table;
});
afterAll(() => engine.stop());

const Key = { pk: "A", sk: "A" };
const stored = async () =>
  (await table.client.send(new GetCommand({ TableName: table.name, Key }))).Item;

describe("a single write", () => {
  it("commits unless its condition does not hold", async () => {
    const condition = { ConditionExpression: "attribute_not_exists(pk)" };
    const put = (n: number) =>
      commitOne(table, { label: "issue", put: { Item: { ...Key, n }, ...condition } });
    expect(await put(1)).toBe(true);
    expect(await put(2)).toBe(false);
    expect(await stored()).toEqual({ ...Key, n: 1 });
    const update = (from: number) =>
      commitOne(table, {
        label: "issue",
        update: {
          Key,
          UpdateExpression: "SET n = :to",
          ConditionExpression: "n = :from",
          ExpressionAttributeValues: { ":from": from, ":to": 9 },
        },
      });
    expect(await update(5)).toBe(false);
    expect(await update(1)).toBe(true);
    expect(await stored()).toEqual({ ...Key, n: 9 });
    const remove = (n: number) =>
      commitOne(table, {
        label: "issue",
        remove: {
          Key,
          ConditionExpression: "n = :n",
          ExpressionAttributeValues: { ":n": n },
        },
      });
    expect(await remove(5)).toBe(false);
    expect(await stored()).toEqual({ ...Key, n: 9 });
    expect(await remove(9)).toBe(true);
    expect(await stored()).toBeUndefined();
  });

  it("is repeated while another transaction is in the way, and commits once", async () => {
    let left = 2;
    const undo = aroundSends(table.client, (_, next) => {
      if (left-- <= 0) return next();
      const name = "TransactionConflictException";
      return Promise.reject(Object.assign(new Error(name), { name }));
    });
    const add = {
      label: "issue",
      update: {
        Key,
        UpdateExpression: "ADD n :one",
        ConditionExpression: "attribute_not_exists(n)",
        ExpressionAttributeValues: { ":one": 1 },
      },
    } as const;
    expect(await commitRetried(table, add)).toBe(true);
    expect(left).toBe(-1);
    undo();
    expect(await stored()).toEqual({ ...Key, n: 1 });
    expect(await commitRetried(table, add)).toBe(false);
  });

  it("does not pass another failure off as a refusal", async () => {
    const failure = new Error("throttled");
    await expect(unlessRefused(Promise.reject(failure))).rejects.toBe(failure);
    expect(await unlessRefused(Promise.resolve("answer"))).toBe("answer");
  });
});
