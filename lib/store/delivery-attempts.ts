import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { DeliveryAttempt } from "../domain/delivery-attempt.ts";
import { withoutKeys } from "./item.ts";
import type { Table, Write } from "./transact.ts";

const KEPT_MS = 30 * 86_400_000;
/** More than anybody asks for by hand; what is shown stays bounded. */
const MAX_SHOWN = 100;

/** Records a finished attempt; refused (label `attempt`) if one of its number is there. */
export function deliveryAttemptWrite(attempt: DeliveryAttempt): Write {
  return {
    label: "attempt",
    put: {
      Item: {
        pk: `DLV#${attempt.deliveryId}`,
        sk: `TRY#${String(attempt.number).padStart(6, "0")}`,
        entity: "delivery_attempt",
        ...attempt,
        ttl: Math.ceil((attempt.startedAt + KEPT_MS) / 1000),
      },
      ConditionExpression: "attribute_not_exists(pk)",
    },
  };
}

/** The latest attempts of a delivery (100 at most), oldest first, 30 days back. */
export async function attemptsOfDelivery(
  table: Table,
  deliveryId: string,
  now: number,
): Promise<readonly DeliveryAttempt[]> {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: "pk = :pk AND begins_with(sk, :sk)",
      ExpressionAttributeValues: { ":pk": `DLV#${deliveryId}`, ":sk": "TRY#" },
      ConsistentRead: true,
      ScanIndexForward: false,
      Limit: MAX_SHOWN,
    }),
  );
  return Items.map((item) => withoutKeys<DeliveryAttempt>(item))
    .filter((attempt) => attempt.startedAt + KEPT_MS > now)
    .reverse();
}
