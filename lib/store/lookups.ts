import { unmarshall } from "@aws-sdk/util-dynamodb";
import { ConditionalCheckFailedException, GetCommand, PutCommand } from "../cloud/dynamodb.ts";
import type { ProviderId } from "../domain/provider.ts";
import { shapeOf } from "./shape.ts";
import { type Item, type Table, unlessRefused } from "./transact.ts";

/** One question to a bank. Callers that ask the same one at the same time share its answer. */
export interface Question {
  readonly provider: ProviderId;
  readonly reference: string;
  /** Digest of everything that is sent: a different request is a different question. */
  readonly digest: string;
}

/** State of a question. `R` is the type of its answer. */
export type Flight<R> =
  /** The caller asks, and nobody else does until the lease ends. `memory`: as the last flight left it. */
  | { readonly kind: "ours"; readonly flight: string; readonly memory: R | null }
  /** Another caller is asking. */
  | { readonly kind: "theirs"; readonly flight: string; readonly leaseUntil: number }
  /** Answered. `fresh`: also valid for callers that did not wait for it. */
  | {
      readonly kind: "answered";
      readonly flight: string;
      readonly answer: R;
      readonly fresh: boolean;
    };

/** Nobody is asking and the last answer is no longer fresh. */
const NOBODY_ASKS = "attribute_not_exists(pk) OR (leaseUntil <= :now AND freshUntil <= :now)";
const STILL_OURS = "flight = :flight";
/** How long a lease without an answer is stored. */
const LEASE_KEPT_SECONDS = 3600;

/**
 * Takes the lease of a question, or returns the flight that has it or the answer. Always one call.
 *
 * @param flight a unique name
 * @param leaseMs longer than asking can take
 */
export async function joinFlight<R>(
  table: Table,
  question: Question,
  flight: string,
  now: number,
  leaseMs: number,
): Promise<Flight<R>> {
  try {
    const { Attributes } = await table.client.send(
      new PutCommand({
        TableName: table.name,
        Item: {
          ...lookupKey(question),
          entity: "lookup",
          flight,
          leaseUntil: now + leaseMs,
          freshUntil: 0,
          ttl: Math.ceil(now / 1000) + LEASE_KEPT_SECONDS,
        },
        ConditionExpression: NOBODY_ASKS,
        ExpressionAttributeValues: { ":now": now },
        ReturnValues: "ALL_OLD",
        ReturnValuesOnConditionCheckFailure: "ALL_OLD",
      }),
    );
    const before = Attributes && storedFrom(Attributes);
    return { kind: "ours", flight, memory: (before?.memory as R | undefined) ?? null };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException) || !error.Item) throw error;
    return fromItem(unmarshall(error.Item), now);
  }
}

/** State of another caller's flight; null if nothing is stored. */
export async function watchFlight<R>(
  table: Table,
  question: Question,
  now: number,
): Promise<Flight<R> | null> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: lookupKey(question), ConsistentRead: true }),
  );
  return Item ? fromItem(Item, now) : null;
}

/** Result of a flight. */
export interface Landed<R> {
  readonly answer: R;
  /** New callers may use the answer for this long; 0: only those who waited. */
  readonly freshMs: number;
  /** Passed to the next flight, for `keptMs`. */
  readonly memory: R | null;
  readonly keptMs: number;
}

/** Ends our flight with its answer. */
export async function landFlight<R>(
  table: Table,
  question: Question,
  flight: string,
  { answer, freshMs, memory, keptMs }: Landed<R>,
  now: number,
): Promise<void> {
  // Refused if the lease has ended and another caller is asking: then their answer counts.
  await unlessRefused(
    table.client.send(
      new PutCommand({
        TableName: table.name,
        Item: {
          ...lookupKey(question),
          entity: "lookup",
          flight,
          leaseUntil: 0,
          // Not `now`: a reader's clock may be behind this one.
          freshUntil: freshMs === 0 ? 0 : now + freshMs,
          answer,
          ...(memory === null ? {} : { memory }),
          ttl: Math.ceil((now + keptMs) / 1000),
        },
        ConditionExpression: STILL_OURS,
        ExpressionAttributeValues: { ":flight": flight },
      }),
    ),
  );
}

function lookupKey({ provider, reference, digest }: Question) {
  return { pk: `LKP#${provider}#${reference}`, sk: `LKP#${digest}` };
}

function fromItem<R>(item: Item, now: number): Flight<R> {
  const { flight, leaseUntil, freshUntil, answer } = storedFrom(item);
  return answer === undefined
    ? { kind: "theirs", flight, leaseUntil }
    : { kind: "answered", flight, answer: answer as R, fresh: freshUntil > now };
}

interface StoredFlight {
  readonly flight: string;
  readonly leaseUntil: number;
  readonly freshUntil: number;
  readonly answer?: object;
  readonly memory?: object;
}

const storedFrom = shapeOf<StoredFlight>("receipt lookup", {
  flight: "text",
  leaseUntil: "number",
  freshUntil: "number",
  answer: "map, if any",
  memory: "map, if any",
});
