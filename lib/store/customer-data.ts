import { paginateQuery, UpdateCommand } from "../cloud/dynamodb.ts";
import type { Mode } from "../domain/checkout.ts";
import type { EventPlace } from "../domain/event-record.ts";
import { idFloor, idTime } from "../domain/ids.ts";
import { appIdsOf } from "./apps.ts";
import { attemptList } from "./attempts.ts";
import { checkoutLists, termsKey } from "./checkout-item.ts";
import { type OnUnreadable, readAll } from "./due.ts";
import { eventKey, getEventsWithBodies } from "./events.ts";
import { mergedRows, type Place } from "./list-page.ts";
import { packText, UnreadableItem, unpackText } from "./shape.ts";
import { type Item, type Table, unlessRefused } from "./transact.ts";

/** Some of an account's checkouts. */
interface CheckoutPage {
  readonly ids: readonly string[];
  /** Creation time of the last of them (ms). */
  readonly madeTo: number;
}

/** After an interrupted run, at most this many checkouts are redacted again. */
const PAGE = 200;

/**
 * Pages of an account's checkouts created from `from` to `to` (ms, end excluded), oldest first: those of all its apps,
 * merged, deleted apps included. No page is empty.
 */
export async function* checkoutsMadeIn(
  table: Table,
  { accountId, mode }: { readonly accountId: string; readonly mode: Mode },
  from: number,
  to: number,
): AsyncGenerator<CheckoutPage> {
  const apps = await appIdsOf(table, accountId);
  const nextRows = mergedRows(
    table,
    {
      index: "gsi2",
      partitions: apps.map(checkoutLists(accountId, mode).app),
      from: idFloor("co_", from),
      to: idFloor("co_", to).slice(0, -1),
      order: "oldest first",
    },
    null,
  );
  let end: Place | null;
  do {
    const round = await nextRows(PAGE);
    const ids = round.places.map(({ id }) => id);
    const madeTo = idTime(ids.at(-1) ?? "");
    if (madeTo !== null) yield { ids, madeTo };
    end = round.end;
  } while (end !== null);
}

/**
 * Redacts personal data of a checkout and its attempts: customer, payer's name and phone (also in links), the receiver on
 * receipts, and stored receipts. Amounts, references and times stay. Idempotent. Leaves an unreadable item as it is. The terms come
 * last: a repetition finds the checkout by the customer's phone in them.
 */
export async function redactCustomerData(
  table: Table,
  checkoutId: string,
  onUnreadable: OnUnreadable,
): Promise<void> {
  const { pk } = termsKey(checkoutId);
  for (const partition of [attemptList(checkoutId), pk]) {
    await redactPartition(table, partition, onUnreadable);
  }
}

async function redactPartition(
  table: Table,
  partition: string,
  onUnreadable: OnUnreadable,
): Promise<void> {
  const pages = paginateQuery(
    { client: table.client },
    {
      TableName: table.name,
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": partition },
    },
  );
  for await (const { Items = [] } of pages) {
    const changes = readAll(
      Items,
      (item) => ({ item, replaced: replacements(item) }),
      onUnreadable,
    );
    const isLast = ({ item }: { readonly item: Item }) => item.entity === "checkout";
    for (const some of [changes.filter((one) => !isLast(one)), changes.filter(isLast)]) {
      await Promise.all(some.map(({ item, replaced }) => replace(table, item, replaced)));
    }
  }
}

async function replace(
  table: Table,
  { pk, sk }: Item,
  replaced: Replacements | null,
): Promise<void> {
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
          sets.flatMap(([path]) => namesIn(path).map((name) => [`#${name}`, name])),
        ),
        ExpressionAttributeValues: Object.fromEntries(
          sets.map(([, value], index) => [`:value${index}`, value]),
        ),
      }),
    ),
  );
}

/**
 * Redacts personal data in events' bodies, as far as they are kept: the customer and payers' names. An attempt to deliver
 * one that comes later sends the redacted body. Idempotent. Leaves an unreadable event as it is.
 */
export async function redactEvents(
  table: Table,
  places: readonly EventPlace[],
  now: number,
  onUnreadable: OnUnreadable,
): Promise<void> {
  const events = await getEventsWithBodies(table, places, now, onUnreadable);
  await Promise.all(
    events.map(async (event) => {
      const body = JSON.stringify(JSON.parse(event.body), (name, value: unknown) =>
        PERSONAL_FIELDS.has(name) ? null : value,
      );
      if (body !== event.body) {
        const { pk, sk } = eventKey(event);
        await replace(table, { pk, sk }, { body: packText(body) });
      }
    }),
  );
}

/** Fields of events that name a person. */
const PERSONAL_FIELDS: ReadonlySet<string> = new Set(["customer", "payer_name"]);

/** Some names in a path, such as `fields`, are reserved words. */
function placeholder(path: string): string {
  return path.replaceAll(NAME, (name) => `#${name}`);
}

function namesIn(path: string): readonly string[] {
  return path.match(NAME) ?? [];
}

/** A number in brackets is the place in a list. */
const NAME = /[A-Za-z]\w*/g;

/** New values by attribute path. */
type Replacements = Readonly<Record<string, unknown>>;

/** Null for an item without personal data. @throws UnreadableItem */
function replacements(item: Item): Replacements | null {
  switch (item.entity) {
    case "checkout":
      return { customer: null };
    case "checkout_state":
      return withoutPayers(item.payments);
    case "attempt": {
      const evidence = withoutPersonalData(item);
      return {
        payerPhone: null,
        receipt: null,
        ...(isMap(item.lookup) ? { "lookup.parts": {} } : {}),
        ...(evidence && { evidence }),
      };
    }
    default:
      return null;
  }
}

/** By the place of each payment; one that was released meanwhile makes this fail, and the next run repeats it. */
function withoutPayers(payments: unknown): Replacements | null {
  if (!Array.isArray(payments) || payments.length === 0) return null;
  return Object.fromEntries(payments.map((_, index) => [`payments[${index}].payerName`, null]));
}

/** Packed evidence without the receiver on the receipt and the link to it; null for none. */
function withoutPersonalData({ id, evidence: packed }: Item): Uint8Array | null {
  if (!packed) return null;
  const evidence = unpacked(packed);
  if (evidence === undefined) throw new UnreadableItem(`attempt ${id}: evidence is not readable`);
  if (!isMap(evidence)) return null;
  const { link: _, ...kept } = evidence;
  return packText(JSON.stringify({ ...kept, ...withoutReceiver(evidence.fields) }));
}

function unpacked(packed: unknown): unknown {
  try {
    return JSON.parse(unpackText(packed));
  } catch {
    return undefined;
  }
}

/** Nothing for fields without a receiver. */
function withoutReceiver(fields: unknown): object {
  if (!isMap(fields) || !isMap(fields.receiver) || !isMap(fields.receiver.found)) return {};
  const found = { name: null, account: null };
  return { fields: { ...fields, receiver: { ...fields.receiver, found } } };
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
