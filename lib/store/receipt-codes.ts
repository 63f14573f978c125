import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { shapeOf } from "./shape.ts";
import type { Item, Table, Write } from "./transact.ts";

/**
 * Makes a paid checkout findable by the code on its receipt; refused (label `receipt code`) if it is taken.
 *
 * @param marks claims and fingerprints of the same transaction: nothing else lists them when the account is deleted
 */
export function receiptCodeWrite(code: string, checkoutId: string, marks: readonly Write[]): Write {
  const keys = marks.flatMap(({ put, update }) => put?.Item ?? update?.Key ?? []);
  return {
    label: "receipt code",
    put: {
      Item: {
        ...receiptCodeKey(code),
        entity: "receipt_code",
        checkoutId,
        marks: keys.map(({ pk, sk }) => ({ pk, sk })),
      },
      ConditionExpression: "attribute_not_exists(pk)",
    },
  };
}

/** Id of the checkout with this receipt code (normalized), or null. */
export async function checkoutIdByReceiptCode(table: Table, code: string): Promise<string | null> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: receiptCodeKey(code) }),
  );
  return Item ? receiptCodeFrom(Item).checkoutId : null;
}

/** Keys of the claims and fingerprints that a stored receipt code lists; none for those of releases up to 0.1.0. */
export function marksOf({ marks }: Item): readonly Item[] {
  return Array.isArray(marks) ? marks : [];
}

export function receiptCodeKey(code: string) {
  return { pk: `RCP#${code}`, sk: "RCP" };
}

const receiptCodeFrom = shapeOf<{ readonly checkoutId: string }>("receipt code", {
  checkoutId: "text",
});
