import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { shapeOf } from "./shape.ts";
import type { Table, Write } from "./transact.ts";

/** Checkouts created with an old logo show it for this long. */
const KEPT_MS = 30 * 86_400_000;

/** The SVG text of an app's logo, by the digest of its content; null if there is none. */
export async function getLogo(table: Table, appId: number, digest: string): Promise<string | null> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: logoKey(appId, digest) }),
  );
  return Item ? logoFrom(Item).svg : null;
}

/** Stores a logo, in a partition of its own so that reading an app does not read its logo. Never refused. */
export function logoWrite(appId: number, digest: string, svg: string): Write {
  return { label: "logo", put: { Item: { ...logoKey(appId, digest), entity: "logo", svg } } };
}

/** Makes a logo that was replaced or removed at `now` (ms) expire. Never refused. */
export function retireLogoWrite(appId: number, digest: string, now: number): Write {
  return {
    label: "old logo",
    update: {
      Key: logoKey(appId, digest),
      UpdateExpression: "SET #ttl = :ttl",
      ExpressionAttributeNames: { "#ttl": "ttl" },
      ExpressionAttributeValues: { ":ttl": Math.ceil((now + KEPT_MS) / 1000) },
    },
  };
}

function logoKey(appId: number, digest: string) {
  return { pk: `LOGO#${appId}`, sk: digest };
}

const logoFrom = shapeOf<{ readonly svg: string }>("logo", { svg: "text" });
