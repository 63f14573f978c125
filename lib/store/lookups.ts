import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { ProviderId } from "../domain/provider.ts";
import { unlessRefused } from "./conditional.ts";
import type { Item, Table } from "./transact.ts";

/** One question to a bank: all who ask the same one at the same time share its answer. */
export interface Question {
  readonly provider: ProviderId;
  readonly reference: string;
  /** Digest of everything that is sent: other parts make another question. */
  readonly digest: string;
}

/** Where a question stands. `R` is what the caller stores as its answer. */
export type Flight<R> =
  /** The caller has to ask, and nobody else does until the lease ends. */
  | { readonly kind: "ours"; readonly flight: string }
  /** Somebody else is asking. */
  | { readonly kind: "theirs"; readonly flight: string; readonly leaseUntil: number }
  /** Answered. `fresh`: also good for whoever did not wait for it. */
  | {
      readonly kind: "answered";
      readonly flight: string;
      readonly answer: R;
      readonly fresh: boolean;
    };

/** Nobody is asking, and what was answered before is old. */
const NOBODY_ASKS = "attribute_not_exists(pk) OR (leaseUntil <= :now AND freshUntil <= :now)";
const STILL_OURS = "flight = :flight";
/** Rows are of no use after seconds; the table deletes them when it likes. */
const KEPT_SECONDS = 3600;

/**
 * Takes the lease of a question, or says who has it or what was answered: one call in every case.
 *
 * @param flight a name that nobody else uses; @param leaseMs longer than asking can take
 */
export async function joinFlight<R>(
  table: Table,
  question: Question,
  flight: string,
  now: number,
  leaseMs: number,
): Promise<Flight<R>> {
  try {
    await table.client.send(
      new PutCommand({
        TableName: table.name,
        Item: {
          ...lookupKey(question),
          entity: "lookup",
          flight,
          leaseUntil: now + leaseMs,
          freshUntil: 0,
          ttl: Math.ceil(now / 1000) + KEPT_SECONDS,
        },
        ConditionExpression: NOBODY_ASKS,
        ExpressionAttributeValues: { ":now": now },
        ReturnValuesOnConditionCheckFailure: "ALL_OLD",
      }),
    );
    return { kind: "ours", flight };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException) || !error.Item) throw error;
    return fromItem(unmarshall(error.Item), now);
  }
}

/** How somebody else's flight goes; null where it left nothing. */
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

/** Ends our flight with its answer, good for newcomers during `freshMs` (0: for those who waited). */
export async function landFlight<R>(
  table: Table,
  question: Question,
  flight: string,
  answer: R,
  now: number,
  freshMs: number,
): Promise<void> {
  // Refused where the lease ran out and somebody else is asking: then their answer counts.
  await unlessRefused(
    table.client.send(
      new PutCommand({
        TableName: table.name,
        Item: {
          ...lookupKey(question),
          entity: "lookup",
          flight,
          leaseUntil: 0,
          freshUntil: now + freshMs,
          answer,
          ttl: Math.ceil(now / 1000) + KEPT_SECONDS,
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
  const { flight, leaseUntil, freshUntil, answer } = item as {
    flight: string;
    leaseUntil: number;
    freshUntil: number;
    answer?: R;
  };
  return answer === undefined
    ? { kind: "theirs", flight, leaseUntil }
    : { kind: "answered", flight, answer, fresh: freshUntil > now };
}
