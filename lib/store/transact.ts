import { setTimeout as pause } from "node:timers/promises";
import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import {
  type DynamoDBDocumentClient,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { ServiceError } from "../domain/errors.ts";
import { passesByItself } from "./passing-error.ts";

/** The one table and the client that reaches it. */
export interface Table {
  readonly client: DynamoDBDocumentClient;
  readonly name: string;
}

export type Item = Record<string, unknown>;

type Operation = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];
type Unnamed<T> = T extends object ? Omit<T, "TableName"> : never;

/** One write of a transaction. The label tells the caller which condition did not hold. */
export interface Write {
  readonly label: string;
  readonly put?: Unnamed<NonNullable<Operation["Put"]>>;
  readonly update?: Unnamed<NonNullable<Operation["Update"]>>;
  readonly remove?: Unnamed<NonNullable<Operation["Delete"]>>;
  readonly check?: Unnamed<NonNullable<Operation["ConditionCheck"]>>;
}

export type Commit =
  | { readonly committed: true }
  | {
      readonly committed: false;
      /** Labels of the writes whose condition did not hold. */
      readonly failed: readonly string[];
      /** The items that stood in the way, by label, where there were any. */
      readonly existing: ReadonlyMap<string, Item>;
    };

const MAX_TRIES = 6;
const FIRST_PAUSE_MS = 20;

/**
 * Writes all or nothing. Conflicts, throttling and failures of the table are tried again a few times
 * with growing, jittered pauses; the request token stays the same, so a try whose answer was lost is
 * not applied twice.
 *
 * @throws ServiceError `service_unavailable` when it stays impossible.
 */
export async function transact(table: Table, writes: readonly Write[]): Promise<Commit> {
  const command = new TransactWriteCommand({
    ClientRequestToken: crypto.randomUUID(),
    TransactItems: writes.map((write) => operation(table.name, write)),
  });
  for (let tries = 1; ; tries++) {
    try {
      await table.client.send(command);
      return { committed: true };
    } catch (error) {
      const refused = readRefusal(error, writes);
      if (refused) return refused;
      if (!isTransient(error)) throw error;
      if (tries === MAX_TRIES) {
        throw new ServiceError("service_unavailable", "The database is busy; try again shortly.", {
          retryAfterSeconds: 1,
        });
      }
      await pause(FIRST_PAUSE_MS * 2 ** (tries - 1) * (0.5 + Math.random()));
    }
  }
}

function operation(tableName: string, write: Write): Operation {
  const shared = { TableName: tableName, ReturnValuesOnConditionCheckFailure: "ALL_OLD" as const };
  if (write.put) return { Put: { ...shared, ...write.put } };
  if (write.update) return { Update: { ...shared, ...write.update } };
  if (write.remove) return { Delete: { ...shared, ...write.remove } };
  if (write.check) return { ConditionCheck: { ...shared, ...write.check } };
  throw new Error(`write ${write.label} does nothing`);
}

/** A cancelled transaction is a refusal only if a condition failed; otherwise it is worth another try. */
function readRefusal(error: unknown, writes: readonly Write[]): Commit | null {
  if (!(error instanceof TransactionCanceledException)) return null;
  const failed: string[] = [];
  const existing = new Map<string, Item>();
  for (const [index, reason] of (error.CancellationReasons ?? []).entries()) {
    const label = writes[index]?.label;
    if (label === undefined || reason.Code !== "ConditionalCheckFailed") continue;
    failed.push(label);
    if (reason.Item) existing.set(label, unmarshall(reason.Item));
  }
  return failed.length > 0 ? { committed: false, failed, existing } : null;
}

const TRANSIENT_REASONS = new Set([
  "TransactionConflict",
  "ThrottlingError",
  "ProvisionedThroughputExceeded",
]);

function isTransient(error: unknown): boolean {
  if (!(error instanceof TransactionCanceledException)) return passesByItself(error);
  return (error.CancellationReasons ?? []).some((reason) =>
    TRANSIENT_REASONS.has(reason.Code ?? ""),
  );
}
