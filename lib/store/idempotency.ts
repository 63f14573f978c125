import { createHash, randomUUID } from "node:crypto";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import {
  ConditionalCheckFailedException,
  DeleteCommand,
  PutCommand,
  UpdateCommand,
} from "../cloud/dynamodb.ts";
import { ServiceError } from "../domain/errors.ts";
import { shapeOf } from "./shape.ts";
import { type Table, unlessRefused, type Write } from "./transact.ts";

const KEPT_MS = 24 * 3_600_000;

/** A response that can be replayed byte for byte. */
export interface StoredAnswer {
  readonly status: number;
  /** The JSON text. */
  readonly body: string;
}

/** One request's lock on an idempotency key. */
export interface IdempotencyClaim {
  readonly pk: string;
  readonly lease: string;
}

/**
 * Locks the key for this request, or returns the response of the first request with it.
 *
 * @param scope everything that identifies a request besides its body
 * @param body its text; the same for bodies that count as the same
 * @param leaseMs how long a request may run; after that a retry takes over
 * @throws ServiceError `idempotency_mismatch` (another body) or `idempotency_in_progress`
 */
export async function beginIdempotent(
  table: Table,
  scope: readonly string[],
  body: string,
  now: number,
  leaseMs: number,
): Promise<IdempotencyClaim | StoredAnswer> {
  const claim = { pk: `IDM#${sha256(JSON.stringify(scope))}`, lease: randomUUID() };
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
        // Unused, expired, or left by a request that died before it could commit.
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
    const first = recordFrom(unmarshall(error.Item));
    // Our own lock: the SDK repeated the write because the response was lost.
    if (first.lease === claim.lease) return claim;
    if (first.bodyHash !== bodyHash) {
      throw new ServiceError(
        "idempotency_mismatch",
        "This Idempotency-Key was used with a different request body.",
      );
    }
    if (first.status !== undefined && first.answer !== undefined) {
      return { status: first.status, body: first.answer };
    }
    throw new ServiceError(
      "idempotency_in_progress",
      "The first request with this Idempotency-Key is still running.",
      { retryAfterSeconds: 1 },
    );
  }
}

/**
 * Stores the response in the transaction of the change, so that a retry replays it even after a crash right
 * after the commit. Refused (label `idempotency`) if a retry has taken over.
 */
export function completionWrite(claim: IdempotencyClaim, answer: StoredAnswer): Write {
  return { label: "idempotency", update: completion(claim, answer) };
}

/** As `completionWrite`, for a request that has committed its change already. */
export async function completeIdempotent(
  table: Table,
  claim: IdempotencyClaim,
  answer: StoredAnswer,
): Promise<void> {
  const command = new UpdateCommand({ TableName: table.name, ...completion(claim, answer) });
  await unlessRefused(table.client.send(command));
}

/** Unlocks the key: nothing was changed, so the client may retry with the same key. */
export async function releaseIdempotent(table: Table, claim: IdempotencyClaim): Promise<void> {
  await unlessRefused(
    table.client.send(
      new DeleteCommand({
        TableName: table.name,
        Key: { pk: claim.pk, sk: "IDM" },
        ConditionExpression: "lease = :lease AND #state = :running",
        ExpressionAttributeNames: { "#state": "state" },
        ExpressionAttributeValues: { ":lease": claim.lease, ":running": "running" },
      }),
    ),
  );
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

interface IdempotencyRecord {
  readonly lease: string;
  readonly bodyHash: string;
  readonly status?: number;
  readonly answer?: string;
}

const recordFrom = shapeOf<IdempotencyRecord>("idempotency record", {
  lease: "text",
  bodyHash: "text",
  status: "number, if any",
  answer: "text, if any",
});
