import { QueryCommand, UpdateCommand } from "../cloud/dynamodb.ts";
import { addDays, dayOf } from "../contract/days.ts";
import { instant } from "../domain/instant.ts";
import { type Release, releaseRank } from "../domain/release.ts";
import { type OnUnreadable, readAll } from "./due.ts";
import { getItems } from "./get-items.ts";
import { shapeOf } from "./shape.ts";
import { commitOne, type Item, type Table } from "./transact.ts";

/** What the service counts about itself, for its operator. Days are those of `contract/days.ts`. */

/** What an SMS is for. */
export const SMS_PURPOSES = ["login", "invitation", "notice"] as const;
export type SmsPurpose = (typeof SMS_PURPOSES)[number];

/** The SMS of a day. Gateways charge for each part. */
export type SmsDay = Readonly<Record<SmsPurpose | "parts", number>> & { readonly day: string };

const KEPT_SECONDS = 400 * 86_400;

/** Counts an SMS that the gateway has accepted. `now` in ms. */
export async function countSms(
  table: Table,
  purpose: SmsPurpose,
  parts: number,
  now: number,
): Promise<void> {
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: smsKey(dayOf(now)),
      UpdateExpression: "SET entity = :entity, #ttl = :ttl ADD #purpose :one, #parts :parts",
      ExpressionAttributeNames: { "#ttl": "ttl", "#purpose": purpose, "#parts": "parts" },
      ExpressionAttributeValues: {
        ":entity": "operations",
        ":ttl": Math.ceil(now / 1000) + KEPT_SECONDS,
        ":one": 1,
        ":parts": parts,
      },
    }),
  );
}

/** The SMS of the last `count` days (at most 100), newest first. Days without one are left out. */
export async function smsDays(table: Table, count: number, now: number): Promise<SmsDay[]> {
  const items = await getItems(table, lastDays(count, now).map(smsKey));
  return items.map((item) => {
    const number = (name: string) => Number(item[name] ?? 0);
    return {
      day: String(item.pk).slice("OPS#sms#".length),
      login: number("login"),
      invitation: number("invitation"),
      notice: number("notice"),
      parts: number("parts"),
    };
  });
}

/** Result of one sample of the invariants. */
export interface SampleResult {
  /** ms */
  readonly at: number;
  readonly accounts: number;
  readonly broken: number;
  /** The first ones. */
  readonly faults: readonly { readonly accountId: string; readonly why: string }[];
}

/** Keeps the result of a sample; the last one of a day counts. */
export async function putSampleResult(table: Table, result: SampleResult): Promise<void> {
  const Item: Item = {
    ...sampleKey(dayOf(result.at)),
    entity: "operations",
    ...result,
    ttl: Math.ceil(result.at / 1000) + KEPT_SECONDS,
  };
  await commitOne(table, { label: "operations", put: { Item } });
}

/** Results of the last `count` days (at most 100), newest first. */
export async function sampleResults(
  table: Table,
  count: number,
  now: number,
  onUnreadable: OnUnreadable,
): Promise<readonly SampleResult[]> {
  const items = await getItems(table, lastDays(count, now).map(sampleKey));
  return readAll(items, sampleFrom, onUnreadable);
}

/** Every release has its own key, which begins with the time of its start, so that the newest come first. */
const RELEASES_PK = "OPS#releases";

/** Keeps a release for 400 days; one that is farther already stays as it is. */
export async function putRelease(table: Table, release: Release): Promise<void> {
  const Item: Item = {
    ...{ pk: RELEASES_PK, sk: `${instant(release.startedAt)}#${release.id}` },
    entity: "operations",
    ...release,
    rank: releaseRank(release.state),
    ttl: Math.ceil(release.startedAt / 1000) + KEPT_SECONDS,
  };
  const ConditionExpression = "attribute_not_exists(pk) OR #rank <= :rank";
  const ExpressionAttributeNames = { "#rank": "rank" };
  const ExpressionAttributeValues = { ":rank": Item.rank };
  const condition = { ConditionExpression, ExpressionAttributeNames, ExpressionAttributeValues };
  await commitOne(table, { label: "operations", put: { Item, ...condition } });
}

/** The last releases of functions, newest first, at most `count`. */
export async function lastReleases(
  table: Table,
  count: number,
  onUnreadable: OnUnreadable,
): Promise<readonly Release[]> {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": RELEASES_PK },
      ScanIndexForward: false,
      Limit: count,
    }),
  );
  return readAll(Items, releaseFrom, onUnreadable);
}

function lastDays(count: number, now: number): readonly string[] {
  return Array.from({ length: count }, (_, back) => addDays(dayOf(now), -back));
}

function smsKey(day: string) {
  return { pk: `OPS#sms#${day}`, sk: "OPS" };
}

function sampleKey(day: string) {
  return { pk: `OPS#sample#${day}`, sk: "OPS" };
}

const sampleFrom = shapeOf<SampleResult>("sample result", {
  at: "number",
  accounts: "number",
  broken: "number",
  faults: "list",
});

const releaseFrom = shapeOf<Release>("release", {
  id: "text",
  functionId: "text",
  from: "text or null",
  to: "text or null",
  percent: "number",
  state: "text",
  alarms: "list",
  startedAt: "number",
  endedAt: "number or null",
});
