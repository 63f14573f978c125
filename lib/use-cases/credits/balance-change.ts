import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { DynamoDBRecord } from "aws-lambda";
import * as z from "zod";
import { shardKey } from "../../store/credit-shards.ts";

const FIRST_SHARD_KEY = shardKey("", 0).sk;

const balance = z.object({
  sk: z.string(),
  accountId: z.string(),
  available: z.int(),
  granted: z.int(),
  captured: z.int(),
  shards: z.int().optional(),
});

/** A change of an account's balance or of one of its shards, from the table's stream. */
export interface BalanceChange {
  /** The same for every redelivery of the same record. */
  readonly recordId: string;
  readonly accountId: string;
  /** Whether the figures are of one of several shards, not of the balance. */
  readonly isShard: boolean;
  /** Available credits; 0 before the first grant. */
  readonly before: number;
  readonly after: number;
  readonly grantedBefore: number;
  readonly granted: number;
  readonly captured: number;
  /** Time of the write, ms, accurate to a second. */
  readonly at: number;
}

/** Reads a stream record; null for anything but a changed balance. */
export function balanceChange(record: DynamoDBRecord): BalanceChange | null {
  const { NewImage, OldImage, ApproximateCreationDateTime, SequenceNumber } = record.dynamodb ?? {};
  const after = balance.safeParse(image(NewImage));
  if (!after.success) return null;
  const before = balance.safeParse(image(OldImage));
  return {
    recordId: record.eventID ?? SequenceNumber ?? "",
    accountId: after.data.accountId,
    isShard: after.data.shards !== undefined || after.data.sk !== FIRST_SHARD_KEY,
    before: before.success ? before.data.available : 0,
    after: after.data.available,
    grantedBefore: before.success ? before.data.granted : 0,
    granted: after.data.granted,
    captured: after.data.captured,
    at: Math.round((ApproximateCreationDateTime ?? 0) * 1000),
  };
}

type Image = NonNullable<DynamoDBRecord["dynamodb"]>["NewImage"];

// Lambda's own types of attribute values and the SDK's differ in name only.
function image(values: Image): unknown {
  return values && unmarshall(values as Parameters<typeof unmarshall>[0]);
}
