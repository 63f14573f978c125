import type { DeployedTable } from "../assembly/deployment.ts";
import type { Statement } from "../assembly/functions.ts";

// Decides one IAM request against the statements of a role, as AWS does for identity policies:
// an explicit deny wins, then any allow, and otherwise nothing is allowed.

export type Demand = {
  /** e.g. `dynamodb:PutItem` */
  readonly action: string;
  /** ARN */
  readonly resource: string;
  /** Condition keys of the request, each with all its values. */
  readonly context?: Readonly<Record<string, readonly string[]>>;
};
export type Verdict = "allowed" | "denied" | "not_granted";

type Context = NonNullable<Demand["context"]>;
/** A statement that names the action and the resource of a demand. */
type Candidate = {
  readonly effect: Statement["effect"];
  readonly conditions: readonly ((context: Context) => boolean)[];
};

export function decide(statements: readonly Statement[], demand: Demand): Verdict {
  const { context = {} } = demand;
  let allowed = false;
  for (const { effect, conditions } of candidatesFor(statements, demand)) {
    if (!conditions.every((holds) => holds(context))) continue;
    if (effect === "Deny") return "denied";
    allowed = true;
  }
  return allowed ? "allowed" : "not_granted";
}

const MAX_CANDIDATES = 1_000;
const known = new WeakMap<readonly Statement[], Map<string, readonly Candidate[]>>();

/** Cached, because a function's requests need the same few actions and resources again and again. */
function candidatesFor(
  statements: readonly Statement[],
  { action, resource }: Demand,
): readonly Candidate[] {
  const byDemand = known.get(statements) ?? new Map<string, readonly Candidate[]>();
  known.set(statements, byDemand);
  const name = `${action} ${resource}`;
  const found = byDemand.get(name);
  if (found !== undefined) return found;
  const made = statements
    .filter((statement) => isNamed(statement, action.toLowerCase(), resource))
    .map(({ effect, conditions }) => ({ effect, conditions: readConditions(conditions, effect) }));
  if (byDemand.size >= MAX_CANDIDATES) byDemand.clear();
  byDemand.set(name, made);
  return made;
}

function isNamed(statement: Statement, action: string, resource: string): boolean {
  if (!statement.actions.some((pattern) => matchesWildcard(pattern.toLowerCase(), action)))
    return false;
  const named = statement.resources.some((pattern) => matchesWildcard(pattern, resource));
  return named !== statement.exceptResources;
}

function readConditions(
  conditions: Statement["conditions"],
  effect: Statement["effect"],
): Candidate["conditions"] {
  return Object.entries(conditions).flatMap(([operator, keys]) =>
    Object.entries(keys).map(([key, expected]) => {
      const holds = readCondition(operator, expected, effect);
      return (context: Context) => holds(context[key]);
    }),
  );
}

/** An operator that is not known never lets a request pass: an allow does not apply, a deny does. */
function readCondition(
  operator: string,
  expected: readonly string[],
  effect: Statement["effect"],
): (actual: readonly string[] | undefined) => boolean {
  const match =
    /^(?:(ForAllValues|ForAnyValue):)?(StringEquals|StringLike|ArnLike|ArnEquals)(IfExists)?$/.exec(
      operator,
    );
  if (match === null) return () => effect === "Deny";
  const [, quantifier, base, ifExists] = match;
  const test = (value: string) =>
    expected.some((pattern) =>
      base === "StringEquals" ? pattern === value : matchesWildcard(pattern, value),
    );
  return (actual) => {
    if (actual === undefined) return ifExists !== undefined || quantifier === "ForAllValues";
    if (quantifier === "ForAllValues") return actual.every(test);
    if (quantifier === "ForAnyValue") return actual.some(test);
    return actual.length === 1 && actual.every(test);
  };
}

/** `*` matches any text, `?` one character, and everything else itself. */
export function matchesWildcard(pattern: string, text: string): boolean {
  if (pattern === "*" || pattern === text) return true;
  return expressionOf(pattern)?.test(text) ?? false;
}

const MAX_EXPRESSIONS = 10_000;
const expressions = new Map<string, RegExp | null>();

/** Null for a pattern without wildcards. Kept: a request is compared with dozens of patterns. */
function expressionOf(pattern: string): RegExp | null {
  const known = expressions.get(pattern);
  if (known !== undefined) return known;
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", "[^]*")
    .replaceAll("?", "[^]");
  const made = /[*?]/.test(pattern) ? new RegExp(`^${source}$`) : null;
  // Authorizers may name a path of the request.
  if (expressions.size >= MAX_EXPRESSIONS) expressions.clear();
  expressions.set(pattern, made);
  return made;
}

// The IAM actions and resources that a DynamoDB request needs, with `dynamodb:LeadingKeys`. Reads with plain checks:
// the threads of functions do so for each request, and a schema would cost ten times as much.

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
