// The IAM actions and resources that a DynamoDB request needs, with `dynamodb:LeadingKeys`.
import * as z from "zod";
import type { DeployedTable } from "../assembly/deployment.ts";
import type { Demand } from "./policy.ts";

/** Not looked into: only the key matters here, and the engine checks the rest. */
const item = z.custom<Readonly<Record<string, Readonly<Record<string, unknown>>>>>(
  (value) => typeof value === "object" && value !== null,
);
const keyed = z.looseObject({ TableName: z.string(), Key: item });
const put = z.looseObject({ TableName: z.string(), Item: item });
const query = z.looseObject({
  TableName: z.string(),
  IndexName: z.string().optional(),
  KeyConditionExpression: z.string().optional(),
  ExpressionAttributeNames: z.record(z.string(), z.string()).default({}),
  ExpressionAttributeValues: item.default({}),
});
const transactWrite = z.looseObject({
  TransactItems: z.array(
    z.looseObject({
      Put: put.optional(),
      Update: keyed.optional(),
      Delete: keyed.optional(),
      ConditionCheck: keyed.optional(),
    }),
  ),
});
const transactGet = z.looseObject({ TransactItems: z.array(z.looseObject({ Get: keyed })) });
const batchGet = z.looseObject({
  RequestItems: z.record(z.string(), z.looseObject({ Keys: z.array(item) })),
});
const batchWrite = z.looseObject({
  RequestItems: z.record(
    z.string(),
    z.array(
      z.looseObject({
        PutRequest: z.looseObject({ Item: item }).optional(),
        DeleteRequest: z.looseObject({ Key: item }).optional(),
      }),
    ),
  ),
});

export type TableRequest = {
  readonly demands: readonly Demand[];
  /** Tables that the request may change. */
  readonly writes: readonly string[];
};

/** @throws Error for an operation that is not supported here. */
export function readTableRequest(
  operation: string,
  input: unknown,
  tables: readonly DeployedTable[],
): TableRequest {
  const find = (name: string) => tables.find((table) => table.name === name || table.arn === name);
  const demand = (
    action: string,
    tableName: string,
    items: readonly z.infer<typeof item>[],
    index?: string,
  ): Demand => {
    const table = find(tableName);
    const arn = table?.arn ?? `arn:aws:dynamodb:unknown:table/${tableName}`;
    const schema =
      index === undefined
        ? table?.keys
        : table?.indexes.find(({ IndexName }) => IndexName === index)?.KeySchema;
    const hash = schema?.find(({ KeyType }) => KeyType === "HASH")?.AttributeName ?? "";
    const leading = items.map((entry) => keyText(entry[hash])).filter((text) => text !== null);
    return {
      action: `dynamodb:${action}`,
      resource: index === undefined ? arn : `${arn}/index/${index}`,
      context: { "dynamodb:LeadingKeys": [...new Set(leading)] },
    };
  };
  switch (operation) {
    case "GetItem": {
      const { TableName, Key } = keyed.parse(input);
      return { demands: [demand(operation, TableName, [Key])], writes: [] };
    }
    case "UpdateItem":
    case "DeleteItem": {
      const { TableName, Key } = keyed.parse(input);
      return { demands: [demand(operation, TableName, [Key])], writes: [TableName] };
    }
    case "PutItem": {
      const { TableName, Item } = put.parse(input);
      return { demands: [demand(operation, TableName, [Item])], writes: [TableName] };
    }
    case "Query": {
      const request = query.parse(input);
      const key = conditionKey(request);
      return {
        demands: [
          demand(operation, request.TableName, key === null ? [] : [key], request.IndexName),
        ],
        writes: [],
      };
    }
    case "Scan": {
      const request = query.parse(input);
      return { demands: [demand(operation, request.TableName, [], request.IndexName)], writes: [] };
    }
    case "DescribeTable": {
      const { TableName } = z.looseObject({ TableName: z.string() }).parse(input);
      return { demands: [demand(operation, TableName, [])], writes: [] };
    }
    case "TransactGetItems": {
      const { TransactItems } = transactGet.parse(input);
      return {
        demands: TransactItems.map(({ Get }) => demand("GetItem", Get.TableName, [Get.Key])),
        writes: [],
      };
    }
    case "BatchGetItem": {
      const entries = Object.entries(batchGet.parse(input).RequestItems);
      return {
        demands: entries.map(([table, { Keys }]) => demand(operation, table, Keys)),
        writes: [],
      };
    }
    case "BatchWriteItem": {
      const entries = Object.entries(batchWrite.parse(input).RequestItems);
      return {
        demands: entries.map(([table, requests]) =>
          demand(
            operation,
            table,
            requests.flatMap((request) => [
              request.PutRequest?.Item ?? request.DeleteRequest?.Key ?? {},
            ]),
          ),
        ),
        writes: entries.map(([table]) => table),
      };
    }
    case "TransactWriteItems": {
      const demands = transactWrite
        .parse(input)
        .TransactItems.flatMap((entry) => [
          ...(entry.Put ? [demand("PutItem", entry.Put.TableName, [entry.Put.Item])] : []),
          ...(entry.Update
            ? [demand("UpdateItem", entry.Update.TableName, [entry.Update.Key])]
            : []),
          ...(entry.Delete
            ? [demand("DeleteItem", entry.Delete.TableName, [entry.Delete.Key])]
            : []),
          ...(entry.ConditionCheck
            ? [
                demand("ConditionCheckItem", entry.ConditionCheck.TableName, [
                  entry.ConditionCheck.Key,
                ]),
              ]
            : []),
        ]);
      return { demands, writes: tables.map((table) => table.name) };
    }
    default:
      throw new Error(`dynamodb:${operation} is not supported by the local stack`);
  }
}

/** The equalities of a key condition, as a key. */
function conditionKey(request: z.infer<typeof query>): z.infer<typeof item> | null {
  const key: Record<string, Record<string, unknown>> = {};
  for (const [, name = "", placeholder = ""] of (request.KeyConditionExpression ?? "").matchAll(
    /([#\w.-]+)\s*=\s*(:[\w-]+)/g,
  )) {
    const attribute = request.ExpressionAttributeNames[name] ?? name;
    const found = request.ExpressionAttributeValues[placeholder];
    if (found !== undefined) key[attribute] = found;
  }
  return Object.keys(key).length === 0 ? null : key;
}

function keyText(attribute: Record<string, unknown> | undefined): string | null {
  const [text] = Object.values(attribute ?? {});
  return typeof text === "string" ? text : null;
}
