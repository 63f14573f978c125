import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { shapeOf } from "./shape.ts";
import type { Table, Write } from "./transact.ts";

/** Makes a verified checkout findable by the code on its receipt; refused (label `receipt code`) if it is taken. */
export function receiptCodeWrite(code: string, checkoutId: string): Write {
  return {
    label: "receipt code",
    put: {
      Item: { ...receiptCodeKey(code), entity: "receipt_code", checkoutId },
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

export function receiptCodeKey(code: string) {
  return { pk: `RCP#${code}`, sk: "RCP" };
}

const receiptCodeFrom = shapeOf<{ readonly checkoutId: string }>("receipt code", {
  checkoutId: "text",
});
