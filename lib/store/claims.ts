import { GetCommand } from "@aws-sdk/lib-dynamodb";
import type { Mode } from "../domain/mode.ts";
import { shapeOf } from "./shape.ts";
import type { Table, Write } from "./transact.ts";

/** A reference is used up per account and mode. */
export interface ClaimScope {
  readonly accountId: string;
  readonly mode: Mode;
}

/** A reference can be used once. */
const NOT_CLAIMED = "attribute_not_exists(pk)";

/** Id of the checkout that used a reference, or null. */
export async function getClaim(
  table: Table,
  scope: ClaimScope,
  claimKey: string,
): Promise<string | null> {
  const { Item } = await table.client.send(
    new GetCommand({
      TableName: table.name,
      Key: { pk: claimPk(scope, claimKey), sk: "CLM" },
      ConsistentRead: true,
    }),
  );
  return Item ? claimFrom(Item).checkoutId : null;
}

/** Uses up the canonical reference and its aliases; each is refused as `claim` if it is used up. */
export function claimWrites(
  scope: ClaimScope,
  claimKeys: readonly string[],
  checkoutId: string,
  at: number,
): Write[] {
  return claimKeys.map((claimKey) => ({
    label: { kind: "claim", key: claimKey },
    put: {
      Item: { pk: claimPk(scope, claimKey), sk: "CLM", entity: "claim", checkoutId, claimedAt: at },
      ConditionExpression: NOT_CLAIMED,
    },
  }));
}

function claimPk(scope: ClaimScope, claimKey: string): string {
  return `CLM#${scope.accountId}#${scope.mode}#${claimKey}`;
}

const claimFrom = shapeOf<{ readonly checkoutId: string }>("claim", { checkoutId: "text" });
