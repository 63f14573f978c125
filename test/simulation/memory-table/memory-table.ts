import { marshall } from "@aws-sdk/util-dynamodb";
import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
} from "../../../lib/cloud/dynamodb.ts";
import { conditionOf, type Placeholders } from "./condition.ts";
import { type Change, nameOf, projected, Rows, schemaOf } from "./rows.ts";
import { updateOf } from "./update.ts";
import { copyOf, type Item, isEqual } from "./values.ts";

/** The input of a document command; which fields it has depends on the command. */
export interface Input {
  readonly [field: string]: unknown;
  readonly Key?: Item;
  readonly Item?: Item;
  readonly ConditionExpression?: string;
  readonly ExpressionAttributeNames?: Record<string, string>;
  readonly ExpressionAttributeValues?: Record<string, unknown>;
}

interface DeleteRequest {
  readonly DeleteRequest: { readonly Key: Item };
}

const NO_ITEM: Item = {};
const MOST_WRITES = 100;

interface Projection {
  readonly ProjectionExpression?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
}

type Wanted = Projection & { readonly Keys: Item[] };

function attributesOf(
  item: Item | null,
  { ProjectionExpression, ExpressionAttributeNames = {} }: Projection,
): Item | null {
  if (item === null || ProjectionExpression === undefined) return item;
  const names = ProjectionExpression.split(", ").map(
    (name) => ExpressionAttributeNames[name] ?? name,
  );
  return Object.fromEntries(Object.entries(item).filter(([name]) => names.includes(name)));
}

/**
 * DynamoDB in this process, for the part of its language that the service uses: conditions, updates,
 * transactions with request tokens, queries on the table and its indexes. A test compares it with the
 * embedded engine. Everything is synchronous; the caller decides when an answer arrives.
 */
export class MemoryTable {
  readonly rows = new Rows();
  readonly #onCommit: (changes: readonly Change[]) => void;
  readonly #tokens = new Set<string>();

  /** @param onCommit sees every committed write; those of one transaction come together */
  constructor(onCommit: (changes: readonly Change[]) => void = () => {}) {
    this.#onCommit = onCommit;
  }

  /** @param command name of a document command. @throws the errors of DynamoDB */
  execute(command: string, input: Input): unknown {
    switch (command) {
      case "GetCommand": {
        const item = this.rows.get(input.Key as Item);
        return item === null ? {} : { Item: copyOf(item) };
      }
      case "BatchGetCommand":
        return this.#batchGet(input.RequestItems as Record<string, Wanted>);
      case "BatchWriteCommand":
        return this.#batchDelete(input.RequestItems as Record<string, DeleteRequest[]>);
      case "QueryCommand":
        return this.#query(input);
      case "PutCommand":
      case "UpdateCommand":
      case "DeleteCommand":
        return this.#write(command, input);
      case "TransactWriteCommand":
        return this.#transact(input);
      default:
        throw new Error(`The memory table does not know ${command}.`);
    }
  }

  #batchGet(requests: Record<string, Wanted>): unknown {
    const responses = Object.entries(requests).map(([table, { Keys, ...projection }]) => [
      table,
      Keys.flatMap((key) => attributesOf(copyOf(this.rows.get(key)), projection) ?? []),
    ]);
    return { Responses: Object.fromEntries(responses), UnprocessedKeys: {} };
  }

  /** Each deletion is a write of its own. */
  #batchDelete(requests: Record<string, DeleteRequest[]>): unknown {
    for (const { DeleteRequest } of Object.values(requests).flat()) {
      const before = this.rows.get(DeleteRequest.Key);
      if (before !== null) this.#commit([{ before, after: null }]);
    }
    return { UnprocessedItems: {} };
  }

  #query(input: Input): unknown {
    const where = placeholdersOf(input);
    const schema = schemaOf(input.IndexName as string | undefined);
    const isWanted = conditionOf(input.KeyConditionExpression as string);
    const isKept = input.FilterExpression ? conditionOf(input.FilterExpression as string) : null;
    const partition = partitionIn(input.KeyConditionExpression as string, where);
    const limit = (input.Limit as number | undefined) ?? Number.POSITIVE_INFINITY;
    const start = input.ExclusiveStartKey as Item | undefined;
    const isForward = input.ScanIndexForward !== false;
    const items: Item[] = [];
    let seen = 0;
    let last: Item | null = null;
    for (const item of this.rows.partition(schema, partition, start, isForward)) {
      if (!isWanted(item, where)) continue;
      seen += 1;
      const row = projected(schema, item);
      if (isKept === null || isKept(row, where)) items.push(copyOf(row));
      if (seen < limit) continue;
      last = item;
      break;
    }
    const names = ["pk", "sk", schema.partitionKey, schema.sortKey];
    const lastKey = last && Object.fromEntries(names.map((name) => [name, last[name]]));
    return { Items: items, Count: items.length, ...(lastKey && { LastEvaluatedKey: lastKey }) };
  }

  #write(command: string, input: Input): unknown {
    const kind = command.replace("Command", "");
    const before = this.rows.get((input.Key ?? input.Item) as Item);
    if (!isAllowed(before, input)) {
      throw new ConditionalCheckFailedException({
        message: "The conditional request failed",
        $metadata: {},
        ...(input.ReturnValuesOnConditionCheckFailure === "ALL_OLD" && {
          Item: marshalled(before),
        }),
      } as never);
    }
    const after = afterWrite(kind, input, before);
    this.#commit([{ before, after }]);
    switch (input.ReturnValues) {
      case "ALL_NEW":
        return { Attributes: copyOf(after) };
      case "UPDATED_NEW":
        return { Attributes: changed(before ?? input.Key ?? NO_ITEM, after ?? NO_ITEM) };
      case "ALL_OLD":
        return before === null ? {} : { Attributes: copyOf(before) };
      default:
        return {};
    }
  }

  #transact({ TransactItems, ClientRequestToken: token }: Input): unknown {
    if (typeof token === "string" && this.#tokens.has(token)) return {};
    const writes = (TransactItems as Record<string, Input>[]).map((each) => {
      const [kind, input] = Object.entries(each)[0] as [string, Input];
      return { kind, input, before: this.rows.get((input.Key ?? input.Item) as Item) };
    });
    const keys = new Set(writes.map(({ input }) => nameOf((input.Key ?? input.Item) as Item)));
    if (keys.size < writes.length) throw new Error("Two writes of a transaction share an item.");
    if (writes.length > MOST_WRITES) throw new Error("The transaction is too large.");
    const reasons = writes.map(({ input, before }) =>
      isAllowed(before, input)
        ? { Code: "None" }
        : {
            Code: "ConditionalCheckFailed",
            ...(input.ReturnValuesOnConditionCheckFailure === "ALL_OLD" && {
              Item: marshalled(before),
            }),
          },
    );
    if (reasons.some(({ Code }) => Code !== "None")) throw canceled(reasons);
    const changes = writes
      .filter(({ kind }) => kind !== "ConditionCheck")
      .map(({ kind, input, before }) => ({ before, after: afterWrite(kind, input, before) }));
    if (typeof token === "string") this.#tokens.add(token);
    this.#commit(changes);
    return {};
  }

  #commit(changes: readonly Change[]): void {
    for (const { before, after } of changes) {
      if (before !== null || after !== null) this.rows.replace(before, after);
    }
    this.#onCommit(changes);
  }
}

/** A canceled transaction as the SDK throws it. */
export function canceled(reasons: readonly { readonly Code: string }[]): Error {
  return new TransactionCanceledException({
    message: "Transaction cancelled",
    $metadata: {},
    CancellationReasons: [...reasons],
  });
}

function afterWrite(kind: string, input: Input, before: Item | null): Item | null {
  if (kind === "Delete") return null;
  if (kind === "Put") return copyOf(input.Item as Item);
  const after = before === null ? { ...(input.Key as Item) } : copyOf(before);
  const update = updateOf(input.UpdateExpression as string);
  update(after, before ?? NO_ITEM, placeholdersOf(input));
  return after;
}

function changed(before: Item, after: Item): Item {
  const entries = Object.entries(after).filter(([name, value]) => !isEqual(value, before[name]));
  return copyOf(Object.fromEntries(entries));
}

function isAllowed(before: Item | null, input: Input): boolean {
  if (input.ConditionExpression === undefined) return true;
  return conditionOf(input.ConditionExpression)(before ?? NO_ITEM, placeholdersOf(input));
}

function placeholdersOf(input: Input): Placeholders {
  return {
    names: input.ExpressionAttributeNames ?? {},
    values: input.ExpressionAttributeValues ?? {},
  };
}

/** The service writes the partition first in every key condition. */
function partitionIn(condition: string, { values }: Placeholders): string {
  const end = condition.indexOf(" ", condition.indexOf(":"));
  const name = condition.slice(condition.indexOf(":"), end < 0 ? undefined : end);
  const partition = values[name];
  if (typeof partition !== "string") throw new Error(`No partition in: ${condition}`);
  return partition;
}

function marshalled(item: Item | null): unknown {
  return item === null ? undefined : marshall(item, { removeUndefinedValues: true });
}
