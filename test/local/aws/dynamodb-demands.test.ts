import { expect, it } from "vitest";
import { readTableRequest } from "../../../lib/local/aws/policy.ts";

const ARN = "arn:aws:dynamodb:eu-central-1:000000000000:table/t";
const TABLE = {
  name: "t",
  arn: ARN,
  attributes: [],
  keys: [
    { AttributeName: "pk", KeyType: "HASH" as const },
    { AttributeName: "sk", KeyType: "RANGE" as const },
  ],
  indexes: [
    {
      IndexName: "gsi",
      KeySchema: [{ AttributeName: "gpk", KeyType: "HASH" as const }],
      Projection: {},
    },
  ],
  streamView: null,
};
const key = (pk: string) => ({ pk: { S: pk }, sk: { S: "row" } });
const read = (operation: string, input: unknown) => readTableRequest(operation, input, [TABLE]);
const demand = (action: string, keys: readonly string[], resource = ARN) => ({
  action: `dynamodb:${action}`,
  resource,
  context: { "dynamodb:LeadingKeys": keys },
});

it.each(["GetItem", "UpdateItem", "DeleteItem"])("needs %s of its key", (operation) => {
  expect(read(operation, { TableName: "t", Key: key("A") })).toEqual({
    demands: [demand(operation, ["A"])],
    writes: operation === "GetItem" ? [] : ["t"],
  });
});

it("needs PutItem of its item's key, also where the table is named by its ARN", () => {
  for (const TableName of ["t", ARN])
    expect(read("PutItem", { TableName, Item: key("A") })).toEqual({
      demands: [demand("PutItem", ["A"])],
      writes: [TableName],
    });
});

it("needs each key of a batch, once, and each permission of a transaction", () => {
  const keys = [key("A"), key("B"), key("A")];
  expect(read("BatchGetItem", { RequestItems: { t: { Keys: keys } } })).toEqual({
    demands: [demand("BatchGetItem", ["A", "B"])],
    writes: [],
  });
  const requests = [{ PutRequest: { Item: key("A") } }, { DeleteRequest: { Key: key("B") } }];
  expect(read("BatchWriteItem", { RequestItems: { t: requests } })).toEqual({
    demands: [demand("BatchWriteItem", ["A", "B"])],
    writes: ["t"],
  });
  const parts = {
    Put: { TableName: "t", Item: key("A") },
    Update: { TableName: "t", Key: key("B") },
    Delete: { TableName: "t", Key: key("C") },
    ConditionCheck: { TableName: "t", Key: key("D") },
  };
  const entries = Object.entries(parts).map(([kind, part]) => ({ [kind]: part }));
  expect(read("TransactWriteItems", { TransactItems: entries })).toEqual({
    demands: [
      demand("PutItem", ["A"]),
      demand("UpdateItem", ["B"]),
      demand("DeleteItem", ["C"]),
      demand("ConditionCheckItem", ["D"]),
    ],
    writes: ["t"],
  });
  const gets = [{ Get: { TableName: "t", Key: key("A") } }];
  expect(read("TransactGetItems", { TransactItems: gets })).toEqual({
    demands: [demand("GetItem", ["A"])],
    writes: [],
  });
});

it("needs the hash key that a query's condition names, of the index that it reads", () => {
  expect(
    read("Query", {
      TableName: "t",
      IndexName: "gsi",
      KeyConditionExpression: "#k = :v AND sk > :s",
      ExpressionAttributeNames: { "#k": "gpk" },
      ExpressionAttributeValues: { ":v": { S: "A" }, ":s": { S: "B" } },
    }),
  ).toEqual({ demands: [demand("Query", ["A"], `${ARN}/index/gsi`)], writes: [] });
});

it("gives a scan and a description no leading keys", () => {
  for (const operation of ["Scan", "DescribeTable"])
    expect(read(operation, { TableName: "t" }).demands).toEqual([demand(operation, [])]);
});

it.each([
  ["GetItem", null],
  ["GetItem", []],
  ["GetItem", { TableName: "t" }],
  ["GetItem", { Key: key("A") }],
  ["GetItem", { TableName: "t", Key: [] }],
  ["PutItem", { TableName: "t", Item: "A" }],
  ["Query", { TableName: "t", IndexName: 1 }],
  ["Query", { TableName: "t", KeyConditionExpression: 1 }],
  ["Query", { TableName: "t", ExpressionAttributeValues: null }],
  ["BatchGetItem", { RequestItems: { t: {} } }],
  ["BatchGetItem", {}],
  ["BatchWriteItem", { RequestItems: { t: [{}] } }],
  ["BatchWriteItem", { RequestItems: { t: {} } }],
  ["TransactGetItems", { TransactItems: [{}] }],
  ["TransactWriteItems", { TransactItems: [{ Put: null }] }],
  ["TransactWriteItems", { TransactItems: [null] }],
  ["TransactWriteItems", {}],
  ["UpdateTable", { TableName: "t" }],
])("refuses to read %s of %j", (operation, input) => {
  expect(() => read(operation, input)).toThrow();
});
