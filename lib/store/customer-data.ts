import { paginateQuery, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { idFloor } from "../domain/ids.ts";
import type { Mode } from "../domain/mode.ts";
import { unlessRefused } from "./conditional.ts";
import type { Item, Table } from "./transact.ts";

/** Ids of an account's checkouts that were made in `from`..`to` (ms, the end excluded), oldest first. */
export async function* checkoutsMadeIn(
  table: Table,
  scope: { readonly accountId: string; readonly mode: Mode },
  from: number,
  to: number,
): AsyncGenerator<string> {
  const pages = paginateQuery(
    { client: table.client },
    {
      TableName: table.name,
      IndexName: "gsi1",
      KeyConditionExpression: "gsi1pk = :pk AND gsi1sk BETWEEN :from AND :to",
      ExpressionAttributeValues: {
        ":pk": `COA#${scope.accountId}#${scope.mode}`,
        ":from": idFloor("co_", from),
        ":to": idFloor("co_", to).slice(0, -1),
      },
    },
  );
  for await (const { Items = [] } of pages) for (const item of Items) yield String(item.id);
}

/**
 * Drops what a checkout and its attempts know of people: the customer, the payer's name and phone, and
 * kept receipts. Amounts, references and times stay. Doing it again changes nothing.
 */
export async function dropCustomerData(table: Table, checkoutId: string): Promise<void> {
  const pages = paginateQuery(
    { client: table.client },
    {
      TableName: table.name,
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": `CO#${checkoutId}` },
    },
  );
  for await (const { Items = [] } of pages) {
    await Promise.all(Items.map((item) => dropFrom(table, item)));
  }
}

async function dropFrom(table: Table, item: Item): Promise<void> {
  const { pk, sk } = item;
  const isCheckout = item.entity === "checkout";
  if (!isCheckout && item.entity !== "attempt") return;
  const hasPayment = isCheckout && item.payment !== null && item.payment !== undefined;
  const fields = isCheckout
    ? ["customer", ...(hasPayment ? ["payment.payerName"] : [])]
    : ["payerPhone", "receipt"];
  await unlessRefused(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: { pk, sk },
        UpdateExpression: `SET ${fields.map((field) => `${field} = :none`).join(", ")}`,
        ConditionExpression: "attribute_exists(pk)",
        ExpressionAttributeValues: { ":none": null },
      }),
    ),
  );
}
