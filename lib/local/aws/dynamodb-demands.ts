// The IAM actions and resources that a DynamoDB request needs, with `dynamodb:LeadingKeys`. Reads with plain checks:
// the threads of functions do so for each request, and a schema would cost ten times as much.
import type { DeployedTable } from "../assembly/deployment.ts";
import type { Demand } from "./policy.ts";

/** Looked into for the key only: the engine checks the rest. */
type Fields = Readonly<Record<string, unknown>>;

export type TableRequest = {
  readonly demands: readonly Demand[];
  /** Tables that the request may change. */
  readonly writes: readonly string[];
};

/** @throws Error for an operation that is not supported here, and for a request that cannot be read. */
export function readTableRequest(
  operation: string,
  input: unknown,
  tables: readonly DeployedTable[],
): TableRequest {
  const demand = (
    action: string,
    tableName: unknown,
    items: readonly unknown[],
    index?: unknown,
  ): Demand => {
    const name = text(tableName, "TableName");
    const table = tables.find((one) => one.name === name || one.arn === name);
    const arn = table?.arn ?? `arn:aws:dynamodb:unknown:table/${name}`;
    const schema =
      index === undefined
        ? table?.keys
        : table?.indexes.find(({ IndexName }) => IndexName === index)?.KeySchema;
    const hash = schema?.find(({ KeyType }) => KeyType === "HASH")?.AttributeName ?? "";
    const leading = items
      .map((entry) => keyText(fields(entry, "a key or an item")[hash]))
      .filter((key) => key !== null);
    return {
      action: `dynamodb:${action}`,
      resource: index === undefined ? arn : `${arn}/index/${text(index, "IndexName")}`,
      context: { "dynamodb:LeadingKeys": [...new Set(leading)] },
    };
  };
  const { TableName, IndexName, Key, Item, TransactItems, RequestItems, ...rest } = fields(
    input,
    "the request",
  );
  switch (operation) {
    case "GetItem":
      return { demands: [demand(operation, TableName, [Key])], writes: [] };
    case "UpdateItem":
    case "DeleteItem":
      return {
        demands: [demand(operation, TableName, [Key])],
        writes: [text(TableName, "TableName")],
      };
    case "PutItem":
      return {
        demands: [demand(operation, TableName, [Item])],
        writes: [text(TableName, "TableName")],
      };
    case "Query": {
      const key = conditionKey(rest);
      const keys = key === null ? [] : [key];
      return { demands: [demand(operation, TableName, keys, IndexName)], writes: [] };
    }
    case "Scan":
      return { demands: [demand(operation, TableName, [], IndexName)], writes: [] };
    case "DescribeTable":
      return { demands: [demand(operation, TableName, [])], writes: [] };
    case "TransactGetItems": {
      const demands = list(TransactItems, "TransactItems").map((entry) => {
        const get = fields(fields(entry, "an entry").Get, "Get");
        return demand("GetItem", get.TableName, [get.Key]);
      });
      return { demands, writes: [] };
    }
    case "BatchGetItem": {
      const demands = Object.entries(fields(RequestItems, "RequestItems")).map(([table, wanted]) =>
        demand(operation, table, list(fields(wanted, "the keys of a table").Keys, "Keys")),
      );
      return { demands, writes: [] };
    }
    case "BatchWriteItem": {
      const entries = Object.entries(fields(RequestItems, "RequestItems"));
      const demands = entries.map(([table, requests]) =>
        demand(operation, table, list(requests, "the requests of a table").map(written)),
      );
      return { demands, writes: entries.map(([table]) => table) };
    }
    case "TransactWriteItems": {
      const demands = list(TransactItems, "TransactItems").flatMap((entry) =>
        Object.entries(TRANSACTION_ACTIONS).flatMap(([kind, action]) => {
          const part = fields(entry, "an entry")[kind];
          if (part === undefined) return [];
          const { TableName, Key, Item } = fields(part, kind);
          return [demand(action, TableName, [kind === "Put" ? Item : Key])];
        }),
      );
      return { demands, writes: tables.map((table) => table.name) };
    }
    default:
      throw new Error(`dynamodb:${operation} is not supported by the local stack`);
  }
}

/** The parts of an entry of `TransactWriteItems`, and the permission that each needs. */
const TRANSACTION_ACTIONS = {
  Put: "PutItem",
  Update: "UpdateItem",
  Delete: "DeleteItem",
  ConditionCheck: "ConditionCheckItem",
};

/** The item or the key of an entry of `BatchWriteItem`. */
function written(entry: unknown): unknown {
  const { PutRequest, DeleteRequest } = fields(entry, "an entry");
  return PutRequest === undefined
    ? fields(DeleteRequest, "DeleteRequest").Key
    : fields(PutRequest, "PutRequest").Item;
}

/** The equalities of a key condition, as a key. */
function conditionKey({
  KeyConditionExpression = "",
  ExpressionAttributeNames = {},
  ExpressionAttributeValues = {},
}: Fields): Fields | null {
  const names = fields(ExpressionAttributeNames, "ExpressionAttributeNames");
  const values = fields(ExpressionAttributeValues, "ExpressionAttributeValues");
  const key: Record<string, unknown> = {};
  for (const [, name = "", placeholder = ""] of text(
    KeyConditionExpression,
    "KeyConditionExpression",
  ).matchAll(/([#\w.-]+)\s*=\s*(:[\w-]+)/g)) {
    const found = values[placeholder];
    if (found !== undefined) key[text(names[name] ?? name, "an attribute's name")] = found;
  }
  return Object.keys(key).length === 0 ? null : key;
}

function keyText(attribute: unknown): string | null {
  if (typeof attribute !== "object" || attribute === null) return null;
  // An attribute has one field, named by its type.
  for (const type in attribute) {
    const value: unknown = Reflect.get(attribute, type);
    return typeof value === "string" ? value : null;
  }
  return null;
}

function fields(value: unknown, name: string): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Error(`${name} must be an object`);
  return value as Fields;
}

function list(value: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error(`${name} must be a list`);
  return value;
}

function text(value: unknown, name: string): string {
  if (typeof value !== "string") throw new Error(`${name} must be a text`);
  return value;
}
