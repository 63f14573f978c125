import { type CancellationReason, TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import {
  type DynamoDBDocumentClient,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { ComparedPayment } from "../domain/fingerprint.ts";
import { assertKeySizes } from "./key-sizes.ts";
import { passesByItself, retried } from "./retried.ts";

/** The table and its client. */
export interface Table {
  readonly client: DynamoDBDocumentClient;
  readonly name: string;
}

export type Item = Record<string, unknown>;

type Operation = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];
type Unnamed<T> = T extends object ? Omit<T, "TableName"> : never;

/** Labels without further data. */
type PlainLabel =
  | "account"
  | "api_key"
  | "app"
  | "attempt"
  | "audit"
  | "breaker"
  | "checkout"
  | "checkout texts"
  | "counted"
  | "counters"
  | "credits"
  | "credits notice"
  | "cursor"
  | "delivery"
  | "endpoint"
  | "event"
  | "idempotency"
  | "notification settings"
  | "identity"
  | "invitation"
  | "issue"
  | "ledger"
  | "link"
  | "living app"
  | "logo"
  | "member"
  | "method"
  | "notice check"
  | "notice sale"
  | "notice source"
  | "number"
  | "old logo"
  | "distinct amount"
  | "open account"
  | "open amount"
  | "outbox"
  | "receipt code"
  | "operations"
  | "recovery"
  | "replaced"
  | "session"
  | "sign-up credits"
  | "statement"
  | "superseded attempt"
  | "team"
  | "user";

/** A payment in one of its six-hour buckets, by the bucket's number. */
export type BucketedPayment = ComparedPayment & { readonly quarterDay: number };

/** Purpose of a write; identifies it in a refusal. */
export type Label =
  | PlainLabel
  /** Claims, moves or releases one reference. */
  | { readonly kind: "claim"; readonly key: string }
  /** Marks or checks a six-hour bucket against duplicates of payments. */
  | {
      readonly kind: "fingerprint";
      /** Partition key. */
      readonly bucket: string;
      readonly payments: readonly BucketedPayment[];
    };

/** A write whose condition did not hold, and the existing item (null if there was none). */
export type Refusal = (Exclude<Label, PlainLabel> | { readonly kind: PlainLabel }) & {
  readonly existing: Item | null;
};

/** One write of a transaction. */
export interface Write {
  readonly label: Label;
  readonly put?: Unnamed<NonNullable<Operation["Put"]>>;
  readonly update?: Unnamed<NonNullable<Operation["Update"]>>;
  readonly remove?: Unnamed<NonNullable<Operation["Delete"]>>;
  readonly check?: Unnamed<NonNullable<Operation["ConditionCheck"]>>;
}

export type Commit =
  | { readonly committed: true }
  | {
      readonly committed: false;
      readonly refusals: readonly Refusal[];
    };

export type RefusedCommit = Extract<Commit, { committed: false }>;

/** Whether one of these kinds of writes was refused. */
export function isRefused(commit: Commit, ...kinds: readonly Refusal["kind"][]): boolean {
  return !commit.committed && commit.refusals.some(({ kind }) => kinds.includes(kind));
}

/**
 * Commits all writes or none. Retries as `retried` does; the request token stays the same, so that a try with a lost
 * response is not applied twice.
 *
 * @throws ServiceError as `retried`
 */
export async function transact(table: Table, writes: readonly Write[]): Promise<Commit> {
  const command = new TransactWriteCommand({
    ClientRequestToken: crypto.randomUUID(),
    TransactItems: writes.map((write) => operation(table.name, write)),
  });
  return retried(
    async (): Promise<Commit> => {
      try {
        await table.client.send(command);
        return { committed: true };
      } catch (error) {
        const refused = readRefusal(error, writes);
        if (refused) return refused;
        throw error;
      }
    },
    { isTransient, isContention },
  );
}

function operation(tableName: string, write: Write): Operation {
  const shared = { TableName: tableName, ReturnValuesOnConditionCheckFailure: "ALL_OLD" as const };
  if (write.put) {
    assertKeySizes(write.put.Item ?? {});
    return { Put: { ...shared, ...write.put } };
  }
  if (write.update) return { Update: { ...shared, ...write.update } };
  if (write.remove) return { Delete: { ...shared, ...write.remove } };
  if (write.check) return { ConditionCheck: { ...shared, ...write.check } };
  throw new Error(`write ${JSON.stringify(write.label)} does nothing`);
}

/** Why each write of a canceled transaction was canceled, in their order; empty for any other error. */
function reasonsOf(error: unknown): readonly CancellationReason[] {
  return error instanceof TransactionCanceledException ? (error.CancellationReasons ?? []) : [];
}

/** The refusal of a canceled transaction; null if no condition failed, so that a retry makes sense. */
function readRefusal(error: unknown, writes: readonly Write[]): Commit | null {
  const reasons = reasonsOf(error);
  const refusals = writes.flatMap(({ label }, index): Refusal[] => {
    const { Code, Item } = reasons[index] ?? {};
    if (Code !== "ConditionalCheckFailed") return [];
    const existing = Item ? unmarshall(Item) : null;
    return [typeof label === "string" ? { kind: label, existing } : { ...label, existing }];
  });
  return refusals.length > 0 ? { committed: false, refusals } : null;
}

const TRANSIENT_REASONS: ReadonlySet<string | undefined> = new Set([
  "TransactionConflict",
  "ThrottlingError",
  "ProvisionedThroughputExceeded",
]);

/** Whether only other transactions prevented the commit. */
function isContention(error: unknown): boolean {
  const reasons = reasonsOf(error);
  return (
    reasons.length > 0 &&
    reasons.every(({ Code = "None" }) => Code === "None" || Code === "TransactionConflict")
  );
}

function isTransient(error: unknown): boolean {
  return passesByItself(error) || reasonsOf(error).some(({ Code }) => TRANSIENT_REASONS.has(Code));
}
