import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { DynamoDBRecord } from "aws-lambda";
import * as z from "zod";

const balance = z.object({
  accountId: z.string(),
  available: z.int(),
  granted: z.int(),
  captured: z.int(),
});

/** A change of one account's balance, as the table's stream told it. */
export interface BalanceChange {
  /** The same for every redelivery of the same record. */
  readonly recordId: string;
  readonly accountId: string;
  /** 0 before the first grant. */
  readonly before: number;
  readonly after: number;
  readonly granted: number;
  readonly captured: number;
  /** ms; when the change was written, to the second. */
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
    before: before.success ? before.data.available : 0,
    after: after.data.available,
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
