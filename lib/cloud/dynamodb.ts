import type { AttributeValue, CancellationReason } from "@aws-sdk/client-dynamodb";
import type * as sdk from "@aws-sdk/lib-dynamodb";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import {
  type Answer,
  AwsClient,
  type AwsClientSettings,
  AwsError,
  Command,
  type ErrorFacts,
  withToken,
} from "./aws-client.ts";

// DynamoDB with plain values, in the shape of the SDK's document client.

/** A condition did not hold. */
export class ConditionalCheckFailedException extends AwsError {
  /** The item that was there, where it was asked for. */
  readonly Item: Attributes | undefined;
  constructor({ Item, ...facts }: ErrorFacts & { readonly Item?: Attributes | undefined }) {
    super("ConditionalCheckFailedException", facts);
    this.Item = Item;
  }
}

/** A transaction was not committed. */
export class TransactionCanceledException extends AwsError {
  /** One of each write, in their order. */
  readonly CancellationReasons: CancellationReason[] | undefined;
  constructor({ CancellationReasons, ...facts }: ErrorFacts & Canceled) {
    super("TransactionCanceledException", facts);
    this.CancellationReasons = CancellationReasons;
  }
}

interface Canceled {
  readonly CancellationReasons?: CancellationReason[] | undefined;
}
type Attributes = Record<string, AttributeValue>;
type Values = Record<string, unknown>;

export class DocumentClient extends AwsClient {
  constructor(settings: AwsClientSettings = {}) {
    super(
      {
        name: "dynamodb",
        variable: "DYNAMODB",
        target: "DynamoDB_20120810",
        contentType: "application/x-amz-json-1.0",
        // As the SDK's own client of DynamoDB.
        maxAttempts: 4,
        firstPauseMs: 25,
      },
      settings,
    );
  }

  protected override async call(
    operation: string,
    input: object,
    abortSignal: AbortSignal | undefined,
  ): Promise<Answer> {
    return read(await super.call(operation, written(input), abortSignal));
  }

  protected override errorOf(
    code: string,
    facts: ErrorFacts,
    answer: Canceled & CancellationReason,
  ) {
    const { Item, CancellationReasons = [] } = answer;
    switch (code) {
      case "ConditionalCheckFailedException":
        return new ConditionalCheckFailedException({ ...facts, Item: Item && withBytes(Item) });
      case "TransactionCanceledException":
        for (const reason of CancellationReasons) if (reason.Item) withBytes(reason.Item);
        return new TransactionCanceledException({ ...facts, CancellationReasons });
      default:
        return super.errorOf(code, facts, answer);
    }
  }
}

/** Else metadata with a key such as `constructor` would be taken for an instance of a class. */
const OPTIONS = { removeUndefinedValues: true, convertClassInstanceToMap: true };

/** Where an input or an answer has items, keys or values by their names. Names of tables are not among them. */
const ITEM = new Set([
  "Attributes",
  "ExclusiveStartKey",
  "ExpressionAttributeValues",
  "Item",
  "Key",
  "LastEvaluatedKey",
]);
/** Where it has lists of them. */
const ITEMS = new Set(["Items", "Keys"]);

function written(input: unknown): object {
  return converted(input, (item) => withText(marshall(item, OPTIONS))) as object;
}

function read(answer: Answer): Answer {
  const { Responses, ...rest } = answer as Answer & { Responses?: Record<string, Attributes[]> };
  const each = (item: Attributes) => unmarshall(withBytes(item));
  const plain = converted(rest, each as Convert) as Answer;
  if (Responses === undefined) return plain;
  // Lists by the names of tables.
  const found = Object.entries(Responses).map(([table, items]) => [table, items.map(each)]);
  return { ...plain, Responses: Object.fromEntries(found) };
}

type Convert = (item: Values) => Values;

function converted(value: unknown, convert: Convert): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => converted(one, convert));
  const made: Values = {};
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    if (ITEM.has(name)) made[name] = convert(member);
    else if (ITEMS.has(name)) made[name] = member.map(convert);
    else made[name] = converted(member, convert);
  }
  return made;
}

/** An item for JSON, with bytes as Base64. Changes what it is given. */
function withText(item: Attributes): Values {
  return changeBytes(item, (bytes) => Buffer.from(bytes).toString("base64") as never);
}

/** An item of JSON, with bytes. Changes what it is given. */
function withBytes(item: Attributes): Attributes {
  return changeBytes(item, (text) => new Uint8Array(Buffer.from(text as never, "base64")));
}

function changeBytes(item: Attributes, change: (bytes: Uint8Array) => Uint8Array): Attributes {
  for (const name in item) changeIn(item[name] as AttributeValue, change);
  return item;
}

function changeIn(value: AttributeValue, change: (bytes: Uint8Array) => Uint8Array): void {
  if (value.S !== undefined || value.N !== undefined) return;
  if (value.B !== undefined) value.B = change(value.B);
  else if (value.BS !== undefined) value.BS = value.BS.map(change);
  else if (value.M !== undefined) changeBytes(value.M, change);
  else for (const one of value.L ?? []) changeIn(one, change);
}

export class GetCommand extends Command<sdk.GetCommandInput, sdk.GetCommandOutput> {
  readonly operation = "GetItem";
}
export class PutCommand extends Command<sdk.PutCommandInput, sdk.PutCommandOutput> {
  readonly operation = "PutItem";
}
export class UpdateCommand extends Command<sdk.UpdateCommandInput, sdk.UpdateCommandOutput> {
  readonly operation = "UpdateItem";
}
export class DeleteCommand extends Command<sdk.DeleteCommandInput, sdk.DeleteCommandOutput> {
  readonly operation = "DeleteItem";
}
export class QueryCommand extends Command<sdk.QueryCommandInput, sdk.QueryCommandOutput> {
  readonly operation = "Query";
}
export class ScanCommand extends Command<sdk.ScanCommandInput, sdk.ScanCommandOutput> {
  readonly operation = "Scan";
}
export class BatchGetCommand extends Command<sdk.BatchGetCommandInput, sdk.BatchGetCommandOutput> {
  readonly operation = "BatchGetItem";
}
export class BatchWriteCommand extends Command<
  sdk.BatchWriteCommandInput,
  sdk.BatchWriteCommandOutput
> {
  readonly operation = "BatchWriteItem";
}
export class TransactWriteCommand extends Command<
  sdk.TransactWriteCommandInput,
  sdk.TransactWriteCommandOutput
> {
  readonly operation = "TransactWriteItems";
  constructor(input: sdk.TransactWriteCommandInput) {
    super(withToken(input));
  }
}

interface Paged {
  readonly client: DocumentClient;
}

/** All pages of a query. */
export function paginateQuery(
  { client }: Paged,
  input: sdk.QueryCommandInput,
): AsyncGenerator<sdk.QueryCommandOutput> {
  return pages(input, (next) => client.send(new QueryCommand(next)));
}

/** All pages of a scan. */
export function paginateScan(
  { client }: Paged,
  input: sdk.ScanCommandInput,
): AsyncGenerator<sdk.ScanCommandOutput> {
  return pages(input, (next) => client.send(new ScanCommand(next)));
}

async function* pages<
  Input extends { ExclusiveStartKey?: Values | undefined },
  Output extends { LastEvaluatedKey?: Values | undefined },
>(input: Input, ask: (input: Input) => Promise<Output>): AsyncGenerator<Output> {
  let next: Input | null = input;
  while (next !== null) {
    const page: Output = await ask(next);
    yield page;
    const { LastEvaluatedKey: from } = page;
    next = from === undefined ? null : { ...input, ExclusiveStartKey: from };
  }
}
