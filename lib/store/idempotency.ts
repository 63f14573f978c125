import { createHash } from "node:crypto";
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { DeleteCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { ServiceError } from "../domain/errors.ts";
import type { Table, Write } from "./transact.ts";

const KEPT_MS = 24 * 3_600_000;

/** An answer that can be given again, byte for byte. */
export interface StoredAnswer {
  readonly status: number;
  /** The JSON text. */
  readonly body: string;
}

/** The right to act on one idempotency key: held by one request at a time. */
export interface IdempotencyClaim {
  readonly pk: string;
  readonly lease: string;
}

/**
 * Takes the key for this request, or returns the answer that the first one gave.
 *
 * @param scope everything that two requests must share to be the same one
 * @param leaseMs how long a request may run; after that a retry takes over
 * @throws ServiceError `idempotency_mismatch` (other body) or `idempotency_in_progress`
 */
export async function beginIdempotent(
  table: Table,
  scope: readonly string[],
  body: string,
  now: number,
  leaseMs: number,
): Promise<IdempotencyClaim | StoredAnswer> {
  const claim = { pk: `IDM#${sha256(JSON.stringify(scope))}`, lease: crypto.randomUUID() };
  const bodyHash = sha256(body);
  try {
    await table.client.send(
      new PutCommand({
        TableName: table.name,
        Item: {
          ...claim,
          sk: "IDM",
          entity: "idempotency",
          bodyHash,
          state: "running",
          leaseUntil: now + leaseMs,
          expiresAt: now + KEPT_MS,
          ttl: Math.ceil((now + KEPT_MS) / 1000),
        },
        // Free, forgotten, or left behind by a request that died before it could commit.
        ConditionExpression:
          "attribute_not_exists(pk) OR expiresAt <= :now OR (#state = :running AND leaseUntil <= :now AND bodyHash = :hash)",
        ExpressionAttributeNames: { "#state": "state" },
        ExpressionAttributeValues: { ":now": now, ":running": "running", ":hash": bodyHash },
        ReturnValuesOnConditionCheckFailure: "ALL_OLD",
      }),
    );
    return claim;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException) || !error.Item) throw error;
    const first = unmarshall(error.Item);
    // Our own: the table's first answer was lost on the way, and the client asked again.
    if (first.lease === claim.lease) return claim;
    if (first.bodyHash !== bodyHash) {
      throw new ServiceError(
        "idempotency_mismatch",
        "This Idempotency-Key was used with another request body.",
      );
    }
    if (first.state === "done") return { status: Number(first.status), body: String(first.answer) };
    throw new ServiceError(
      "idempotency_in_progress",
      "The first request with this Idempotency-Key is still running.",
      { retryAfterSeconds: 1 },
    );
  }
}

/**
 * Keeps the answer, in the transaction of the change itself: after a crash between commit and answer
 * the retry replays it. Refused (label `idempotency`) when a retry has taken over meanwhile.
 */
export function completionWrite(claim: IdempotencyClaim, answer: StoredAnswer): Write {
  return { label: "idempotency", update: completion(claim, answer) };
}

/** As `completionWrite`, for a request whose change was committed in steps of its own. */
export async function completeIdempotent(
  table: Table,
  claim: IdempotencyClaim,
  answer: StoredAnswer,
): Promise<void> {
  try {
    await table.client.send(
      new UpdateCommand({ TableName: table.name, ...completion(claim, answer) }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}

/** Gives the key back: nothing was changed, so the same key may be tried again. */
export async function releaseIdempotent(table: Table, claim: IdempotencyClaim): Promise<void> {
  try {
    await table.client.send(
      new DeleteCommand({
        TableName: table.name,
        Key: { pk: claim.pk, sk: "IDM" },
        ConditionExpression: "lease = :lease AND #state = :running",
        ExpressionAttributeNames: { "#state": "state" },
        ExpressionAttributeValues: { ":lease": claim.lease, ":running": "running" },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}

function completion(claim: IdempotencyClaim, answer: StoredAnswer) {
  return {
    Key: { pk: claim.pk, sk: "IDM" },
    UpdateExpression: "SET #state = :done, #status = :status, answer = :answer",
    ConditionExpression: "lease = :lease AND #state = :running",
    ExpressionAttributeNames: { "#state": "state", "#status": "status" },
    ExpressionAttributeValues: {
      ":lease": claim.lease,
      ":running": "running",
      ":done": "done",
      ":status": answer.status,
      ":answer": answer.body,
    },
  };
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
