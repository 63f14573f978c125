import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { CancellationReason } from "@aws-sdk/client-dynamodb";
import type {
  DeleteCommandInput,
  PutCommandInput,
  TransactWriteCommandInput,
  UpdateCommandInput,
} from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import {
  ConditionalCheckFailedException,
  DeleteCommand,
  type DocumentClient,
  PutCommand,
  TransactionCanceledException,
  TransactWriteCommand,
  UpdateCommand,
} from "../cloud/dynamodb.ts";
import { ServiceError } from "../domain/errors.ts";
import type { ComparedPayment } from "../domain/fingerprint.ts";
import { assertKeySizes } from "./key-sizes.ts";

/** The table and its client. */
export interface Table {
  readonly client: DocumentClient;
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
  | "hold"
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
    ClientRequestToken: randomUUID(),
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

/** Awaits one conditional write; null if its condition did not hold. Other errors pass. */
export async function unlessRefused<T>(write: Promise<T>): Promise<T | null> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return null;
    throw error;
  }
}

/**
 * Commits a put, an update or a deletion by itself, at half the write units of a transaction.
 *
 * @returns false if its condition did not hold
 */
export async function commitOne(table: Table, write: Write): Promise<boolean> {
  return (await unlessRefused<unknown>(send(table, write))) !== null;
}

/**
 * As `commitOne`, repeated as `retried` does. It may be refused because of an earlier try whose response was lost.
 *
 * @throws ServiceError as `retried`
 */
export function commitRetried(table: Table, write: Write): Promise<boolean> {
  return retried(() => commitOne(table, write));
}

function send({ client, name }: Table, { put, update, remove }: Write): Promise<unknown> {
  const named = { TableName: name };
  if (put) {
    return client.send(
      new PutCommand({ ...named, ...(put as Omit<PutCommandInput, "TableName">) }),
    );
  }
  if (update) {
    const input = update as Omit<UpdateCommandInput, "TableName">;
    return client.send(new UpdateCommand({ ...named, ...input }));
  }
  const input = remove as Omit<DeleteCommandInput, "TableName">;
  return client.send(new DeleteCommand({ ...named, ...input }));
}

/** A lost race: the round starts over with the stored state. */
export const LOST = Symbol("lost");

/** Enough for 12 concurrent writers, because one of them wins each round. */
const MAX_ROUNDS = 12;

/**
 * Runs `round`, which reads, decides and writes, until it does not lose.
 *
 * @returns what the winning round returned, or `LOST` after 12 lost ones
 */
export async function optimistically<T>(
  round: () => Promise<T | typeof LOST>,
): Promise<T | typeof LOST> {
  for (let rounds = 0; rounds < MAX_ROUNDS; rounds++) {
    const result = await round();
    if (result !== LOST) return result;
  }
  return LOST;
}

/** Transient AWS errors: the same call may succeed a moment later. */
const NAMES = new Set([
  "TransactionConflictException",
  "TransactionInProgressException",
  "ProvisionedThroughputExceededException",
  "ThrottlingException",
  "RequestLimitExceeded",
  "OverLimit",
  "InternalServerError",
  "ServiceUnavailable",
  "TimeoutError",
]);

/** Node error codes of a failed or broken connection. */
const CODES: ReadonlySet<unknown> = new Set([
  "ECONNRESET",
  "ECONNREFUSED",
  "EPIPE",
  "ETIMEDOUT",
  "EAI_AGAIN",
]);

/**
 * Whether an error of an AWS call is transient: throttling, a service failure, a broken connection. False for a canceled
 * transaction, whose reasons decide.
 */
export function passesByItself(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (NAMES.has(error.name)) return true;
  const { code, $metadata } = error as Error & {
    readonly code?: unknown;
    readonly $metadata?: { readonly httpStatusCode?: number };
  };
  return CODES.has(code) || ($metadata?.httpStatusCode ?? 0) >= 500;
}

/** Other transactions keep changing the same items. Workers retry; callers get `conflict`. */
export class Contention extends ServiceError {
  constructor() {
    super(
      "service_unavailable",
      "Other requests are changing this object. Try again in a moment.",
      {
        retryAfterSeconds: 1,
      },
    );
  }
}

const MAX_TRIES = 6;
const FIRST_PAUSE_MS = 20;

/** Which errors of a call are transient, and which of these mean that other transactions prevented it. */
interface Kinds {
  readonly isTransient: (error: unknown) => boolean;
  readonly isContention: (error: unknown) => boolean;
}

const OF_SINGLE_CALLS: Kinds = {
  isTransient: passesByItself,
  // By name, because the class would bring the client into every bundle.
  isContention: (error) => error instanceof Error && error.name === "TransactionConflictException",
};

const BROKEN: ReadonlySet<unknown> = new Set(["ECONNRESET", "EPIPE"]);

/**
 * Whether AWS gave no answer to any of the client's own attempts: with others, the function would time out. The SDK gives
 * broken connections, which end at once, the same name.
 */
function wasSilent(error: unknown): boolean {
  if (!(error instanceof Error) || error.name !== "TimeoutError") return false;
  return !BROKEN.has((error as { readonly code?: unknown }).code);
}

/**
 * Makes a call that can be repeated. Retries conflicts, throttling and table failures up to 5 times with growing,
 * jittered pauses, but no call that AWS did not answer. A try whose response was lost may have been applied, so a single
 * conditional write can be refused because of itself.
 *
 * @throws ServiceError `service_unavailable` after the last try; `Contention` if only other transactions on the same
 *   items prevented it
 */
export async function retried<T>(
  call: () => Promise<T>,
  { isTransient, isContention }: Kinds = OF_SINGLE_CALLS,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await call();
    } catch (error) {
      if (!isTransient(error)) throw error;
      const isLast = tries === MAX_TRIES || wasSilent(error);
      if (isLast) throw isContention(error) ? new Contention() : busy();
      await pause(FIRST_PAUSE_MS * 2 ** (tries - 1) * (0.5 + Math.random()));
    }
  }
}

function busy(): ServiceError {
  return new ServiceError("service_unavailable", "The database is busy. Try again shortly.", {
    retryAfterSeconds: 1,
  });
}
