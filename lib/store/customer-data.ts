import { paginateQuery, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { idFloor } from "../domain/ids.ts";
import type { Mode } from "../domain/mode.ts";
import { unlessRefused } from "./conditional.ts";
import type { Item, Table } from "./transact.ts";

/** Checkouts of one page of an index. */
interface CheckoutPage {
  readonly ids: readonly string[];
  /** When the last of them was made (ms). */
  readonly madeTo: number;
}

/** How many checkouts may be begun again after a run that was cut off. */
const PAGE = 200;

/**
 * An account's checkouts that were made in `from`..`to` (ms, the end excluded), oldest first, page by
 * page; none is empty.
 */
export async function* checkoutsMadeIn(
  table: Table,
  scope: { readonly accountId: string; readonly mode: Mode },
  from: number,
  to: number,
): AsyncGenerator<CheckoutPage> {
  const pages = paginateQuery(
    { client: table.client, pageSize: PAGE },
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
  for await (const { Items = [] } of pages) {
    const last = Items.at(-1);
    if (last === undefined) continue;
    yield { ids: Items.map(({ id }) => String(id)), madeTo: Number(last.createdAt) };
  }
}

/**
 * Drops what a checkout and its attempts know of people: the customer, the payer's name and phone, also
 * where they came in a link, whom a receipt names as its receiver, and kept receipts. Amounts,
 * references and times stay. Doing it again changes nothing.
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
  const replaced = replacements(item);
  if (replaced === null) return;
  const sets = Object.entries(replaced);
  await unlessRefused(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: { pk, sk },
        UpdateExpression: `SET ${sets.map(([path], index) => `${placeholder(path)} = :value${index}`).join(", ")}`,
        ConditionExpression: "attribute_exists(pk)",
        ExpressionAttributeNames: Object.fromEntries(
          sets.flatMap(([path]) => path.split(".").map((name) => [`#${name}`, name])),
        ),
        ExpressionAttributeValues: Object.fromEntries(
          sets.map(([, value], index) => [`:value${index}`, value]),
        ),
      }),
    ),
  );
}

/** Of a path's names some, such as `fields`, are reserved words. */
function placeholder(path: string): string {
  return path.replaceAll(/\w+/g, (name) => `#${name}`);
}

/** By their path, what takes the place of what names people; null for an item that names nobody. */
function replacements(item: Item): Readonly<Record<string, unknown>> | null {
  switch (item.entity) {
    case "checkout":
      return { customer: null, ...(isMap(item.payment) ? { "payment.payerName": null } : {}) };
    case "attempt":
      return {
        payerPhone: null,
        receipt: null,
        ...(isMap(item.lookup) ? { "lookup.parts": {} } : {}),
        ...(namesReceiver(item.evidence)
          ? { "evidence.fields.receiver.found": { name: null, account: null } }
          : {}),
      };
    default:
      return null;
  }
}

function namesReceiver(evidence: unknown): boolean {
  if (!isMap(evidence) || !isMap(evidence.fields) || !isMap(evidence.fields.receiver)) return false;
  return isMap(evidence.fields.receiver.found);
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
