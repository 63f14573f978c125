import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import * as sdk from "@aws-sdk/lib-dynamodb";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  BatchGetCommand,
  BatchWriteCommand,
  ConditionalCheckFailedException,
  DeleteCommand,
  DocumentClient,
  GetCommand,
  PutCommand,
  paginateQuery,
  paginateScan,
  QueryCommand,
  ScanCommand,
  TransactionCanceledException,
  TransactWriteCommand,
  UpdateCommand,
} from "../../lib/cloud/dynamodb.ts";
import { startTable, type TestTable } from "../support/table.ts";

let engine: TestTable;
let ours: DocumentClient;
let theirs: sdk.DynamoDBDocumentClient;
let TableName: string;

beforeAll(async () => {
  engine = await startTable();
  TableName = engine.table.name;
  const access = {
    endpoint: engine.endpoint,
    region: "local",
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
  };
  ours = new DocumentClient(access);
  theirs = sdk.DynamoDBDocumentClient.from(new DynamoDBClient(access), {
    marshallOptions: { removeUndefinedValues: true, convertClassInstanceToMap: true },
  });
});
afterAll(async () => {
  ours.destroy();
  theirs.destroy();
  await engine.stop();
});

const withoutMetadata = ({ $metadata: _, ...rest }: { $metadata?: unknown }) => rest;
const Key = { pk: "ORDER#1", sk: "1" };
const ITEM = {
  ...Key,
  text: "",
  truth: false,
  nothing: null,
  left: undefined,
  amounts: [0, -1.5, 1e-7, Number.MAX_SAFE_INTEGER],
  large: 2n ** 60n,
  packed: Uint8Array.of(0, 1, 254, 255),
  parts: [Buffer.from("part of a pool"), { inner: new Uint8Array() }],
  names: new Set(["a", "b"]),
  numbers: new Set([1, 2.5]),
  bytes: new Set([Uint8Array.of(7)]),
  map: new Map([["a", 1]]),
  deep: { constructor: "x", Item: { Key: "y" }, list: [{ a: [undefined, null] }, []], empty: {} },
};
const QUERY = {
  KeyConditionExpression: "pk = :pk",
  ExpressionAttributeValues: { ":pk": Key.pk },
};

describe("a client of DynamoDB with plain values", () => {
  it.each([
    ["GetItem", () => ({ TableName, Key }), GetCommand, sdk.GetCommand],
    ["Query", () => ({ TableName, ...QUERY }), QueryCommand, sdk.QueryCommand],
    [
      "Scan",
      () => ({ TableName, Limit: 1, ReturnConsumedCapacity: "TOTAL" as const }),
      ScanCommand,
      sdk.ScanCommand,
    ],
    [
      "BatchGetItem",
      () => ({ RequestItems: { [TableName]: { Keys: [Key] } } }),
      BatchGetCommand,
      sdk.BatchGetCommand,
    ],
    [
      "UpdateItem",
      () => ({
        TableName,
        Key,
        UpdateExpression: "SET packed = :packed",
        ExpressionAttributeValues: { ":packed": ITEM.packed },
        ReturnValues: "ALL_NEW" as const,
      }),
      UpdateCommand,
      sdk.UpdateCommand,
    ],
    [
      "PutItem",
      () => ({ TableName, Item: ITEM, ReturnValues: "ALL_OLD" as const }),
      PutCommand,
      sdk.PutCommand,
    ],
  ])("answers %s as the SDK does", async (_, input, Ours, Theirs) => {
    await ours.send(new PutCommand({ TableName, Item: ITEM }));
    const given = input();
    const mine = await ours.send(new Ours(given as never) as GetCommand);
    const sdks = await theirs.send(new Theirs(given as never) as sdk.GetCommand);
    expect(withoutMetadata(mine)).toEqual(withoutMetadata(sdks));
    expect(given).toEqual(input());
  });

  it("writes and deletes several items at once", async () => {
    const [one, two] = ["2", "3"].map((sk) => ({ ...Key, sk }));
    const put = (item: object) => ({ PutRequest: { Item: { ...ITEM, ...item } } });
    await ours.send(
      new BatchWriteCommand({ RequestItems: { [TableName]: [put(one ?? {}), put(two ?? {})] } }),
    );
    const Update = {
      UpdateExpression: "SET truth = :yes",
      ExpressionAttributeValues: { ":yes": true },
    };
    await ours.send(
      new TransactWriteCommand({
        TransactItems: [
          { Update: { TableName, Key: one, ...Update } },
          { Delete: { TableName, Key: two } },
        ],
      }),
    );
    const Keys = [one, two] as Record<string, string>[];
    const read = new sdk.BatchGetCommand({ RequestItems: { [TableName]: { Keys } } });
    const { Responses = {} } = await theirs.send(read);
    expect(Responses[TableName]).toMatchObject([{ ...one, truth: true, packed: ITEM.packed }]);
    await ours.send(new DeleteCommand({ TableName, Key: one }));
    expect((await theirs.send(read)).Responses?.[TableName]).toEqual([]);
  });

  it("stores and reads any value as the SDK does", async () => {
    const put = { TableName, Key };
    const read = async () => ({
      mine: (await ours.send(new GetCommand(put))).Item,
      sdks: (await theirs.send(new sdk.GetCommand(put))).Item,
    });
    const amount = fc.integer().map((cents) => cents / 100);
    const values = [fc.string(), fc.integer(), amount, fc.boolean(), fc.constant(null)];
    await fc.assert(
      fc.asyncProperty(fc.anything({ values }), async (value) => {
        const Item = { ...Key, value };
        // Amazon's engine refuses some keys of maps.
        const outcome = (put: Promise<unknown>) => put.then(read, ({ name }: Error) => name);
        const byOurs = await outcome(ours.send(new PutCommand({ TableName, Item })));
        const bySdk = await outcome(theirs.send(new sdk.PutCommand({ TableName, Item })));
        expect(byOurs).toEqual(bySdk);
        const { mine, sdks } = await read();
        expect(mine).toEqual(sdks);
      }),
      { numRuns: 30 },
    );
  });

  it("reads bytes that share no memory with others", async () => {
    await ours.send(new PutCommand({ TableName, Item: ITEM }));
    const { Item } = await ours.send(new GetCommand({ TableName, Key }));
    expect(Item?.packed).toBeInstanceOf(Uint8Array);
    expect(Buffer.isBuffer(Item?.packed)).toBe(false);
    expect(Item?.packed.buffer.byteLength).toBe(4);
  });

  it("reads all pages, each item once", async () => {
    const items = [1, 2, 3].map((number) => ({ pk: "PAGES", sk: String(number) }));
    for (const Item of items) await ours.send(new PutCommand({ TableName, Item }));
    const found: unknown[] = [];
    const query = { ...QUERY, ExpressionAttributeValues: { ":pk": "PAGES" }, Limit: 1 };
    const pages = paginateQuery({ client: ours }, { TableName, ...query });
    for await (const { Items = [] } of pages) found.push(...Items);
    expect(found).toEqual(items);
    const scanned: unknown[] = [];
    const scan = paginateScan({ client: ours }, { TableName, Limit: 2 });
    for await (const { Items = [] } of scan) scanned.push(...Items.map(({ pk, sk }) => pk + sk));
    expect(new Set(scanned).size).toBe(scanned.length);
    expect(scanned).toEqual(expect.arrayContaining(items.map(({ pk, sk }) => pk + sk)));
  });

  it("says which item refused a condition, and what canceled a transaction", async () => {
    await ours.send(new PutCommand({ TableName, Item: ITEM }));
    const Put = {
      TableName,
      Item: Key,
      ConditionExpression: "attribute_not_exists(pk)",
      ReturnValuesOnConditionCheckFailure: "ALL_OLD" as const,
    };
    const failed = (sent: Promise<unknown>) => sent.catch((error: unknown) => error);
    const refused = await failed(ours.send(new PutCommand(Put)));
    expect(refused).toBeInstanceOf(ConditionalCheckFailedException);
    const item = { packed: { B: ITEM.packed }, truth: { BOOL: false }, pk: { S: Key.pk } };
    expect(refused).toMatchObject({ Item: item });
    const write = { TransactItems: [{ Put }] };
    const canceled = await failed(ours.send(new TransactWriteCommand(write)));
    expect(canceled).toBeInstanceOf(TransactionCanceledException);
    const sdks = await failed(theirs.send(new sdk.TransactWriteCommand(write)));
    const { CancellationReasons, name } = sdks as TransactionCanceledException;
    expect(canceled).toMatchObject({ name, CancellationReasons });
    expect(CancellationReasons).toMatchObject([{ Code: "ConditionalCheckFailed", Item: item }]);
  });

  it.each([
    ["NaN", Number.NaN, "Special numeric value NaN"],
    ["an empty set", new Set(), "non-empty set"],
  ])("refuses to store %s", async (_, n, complaint) => {
    const put = ours.send(new PutCommand({ TableName, Item: { ...Key, sk: "no", n } }));
    await expect(put).rejects.toThrow(complaint);
    const { Item } = await ours.send(new GetCommand({ TableName, Key: { ...Key, sk: "no" } }));
    expect(Item).toBeUndefined();
  });
});
