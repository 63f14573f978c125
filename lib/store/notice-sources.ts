import { GetCommand, QueryCommand, UpdateCommand } from "../cloud/dynamodb.ts";
import { instant } from "../domain/instant.ts";
import {
  type BalanceMark,
  type LastMessage,
  type NoticeSource,
  SILENCE_MS,
  type SourceState,
} from "../domain/notice.ts";
import { type Page, type PageRequest, queryPage } from "./cursor.ts";
import { dueItems, type OnUnreadable, readAll } from "./due.ts";
import { duePartition } from "./due-shards.ts";
import { getItems } from "./get-items.ts";
import { shapeOf } from "./shape.ts";
import { type Item, type Table, unlessRefused, type Write } from "./transact.ts";

/** A source with what its messages left. */
export interface SourceWithState {
  readonly source: NoticeSource;
  readonly state: SourceState;
}

/** Reads a source, strongly consistent: a deleted one must refuse messages at once. */
export async function getSource(table: Table, id: string): Promise<NoticeSource | null> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: sourceKey(id), ConsistentRead: true }),
  );
  return Item ? sourceFrom(Item) : null;
}

/** As `getSource`, with its state. */
export async function getSourceWithState(
  table: Table,
  id: string,
): Promise<SourceWithState | null> {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": sourceKey(id).pk },
      ConsistentRead: true,
    }),
  );
  const source = Items.find(({ sk }) => sk === "NTS");
  const state = Items.find(({ sk }) => sk === "STATE");
  return source && state ? { source: sourceFrom(source), state: stateFrom(state) } : null;
}

/** Sources of an account (of one app, if given), newest first. */
export async function listSources(
  table: Table,
  filter: { readonly accountId: string; readonly appId?: number | undefined },
  page: PageRequest,
): Promise<Page<SourceWithState>> {
  const { accountId, appId } = filter;
  const found = await queryPage(
    table,
    {
      IndexName: "gsi1",
      KeyConditionExpression: "gsi1pk = :pk",
      ...(appId === undefined ? {} : { FilterExpression: "appId = :app" }),
      ExpressionAttributeValues: {
        ":pk": `NSA#${accountId}`,
        ...(appId === undefined ? {} : { ":app": appId }),
      },
      ScanIndexForward: false,
    },
    page,
    ["notice sources", filter],
    sourceFrom,
  );
  const states = await statesOf(table, found.data);
  const data = found.data.flatMap((source) => {
    const state = states.get(source.id);
    return state === undefined ? [] : [{ source, state }];
  });
  return { data, nextCursor: found.nextCursor };
}

/** All sources of an account; eventually consistent. */
export async function sourcesOfAccount(table: Table, accountId: string): Promise<NoticeSource[]> {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      IndexName: "gsi1",
      KeyConditionExpression: "gsi1pk = :pk",
      ExpressionAttributeValues: { ":pk": `NSA#${accountId}` },
    }),
  );
  return Items.map(sourceFrom);
}

/** Stores a new source and its empty state; refused (label `notice source`) if the id is taken. */
export function newSourceWrites(source: NoticeSource): Write[] {
  const { id, accountId, createdAt, kind } = source;
  const watched = kind === "paste" ? {} : dueKeys(id, createdAt + SILENCE_MS);
  const state: SourceState = { heardAt: null, last: null, balances: {}, silent: false };
  return [
    {
      label: "notice source",
      put: {
        Item: {
          ...sourceKey(id),
          entity: "notice_source",
          ...source,
          gsi1pk: `NSA#${accountId}`,
          gsi1sk: id,
          ...watched,
        },
        ConditionExpression: "attribute_not_exists(pk)",
      },
    },
    {
      label: "notice source",
      put: { Item: { ...stateKey(id), entity: "notice_source_state", ...state } },
    },
  ];
}

/** What the owner or a rotation may change. */
export type SourceChange = Partial<
  Pick<NoticeSource, "name" | "status" | "secret" | "previousSecret">
>;

/** Changes a source; refused (label `notice source`) if it was deleted, or its secret is no longer `expectedSecret`. */
export function changeSourceWrite(
  id: string,
  change: SourceChange,
  expectedSecret?: string | null,
): Write {
  const fields = Object.entries(change);
  const isExpected = expectedSecret === undefined ? "" : " AND #secretBefore = :secretBefore";
  return {
    label: "notice source",
    update: {
      Key: sourceKey(id),
      UpdateExpression: `SET ${fields.map(([name]) => `#${name} = :${name}`).join(", ")}`,
      ConditionExpression: `attribute_exists(pk)${isExpected}`,
      ExpressionAttributeNames: {
        ...Object.fromEntries(fields.map(([name]) => [`#${name}`, name])),
        ...(expectedSecret === undefined ? {} : { "#secretBefore": "secret" }),
      },
      ExpressionAttributeValues: {
        ...Object.fromEntries(fields.map(([name, value]) => [`:${name}`, value])),
        ...(expectedSecret === undefined ? {} : { ":secretBefore": expectedSecret }),
      },
    },
  };
}

/** Deletes a source with its state; refused (label `notice source`) if it is deleted. */
export function deleteSourceWrites(id: string): Write[] {
  return [
    {
      label: "notice source",
      remove: { Key: sourceKey(id), ConditionExpression: "attribute_exists(pk)" },
    },
    { label: "notice source", remove: { Key: stateKey(id) } },
  ];
}

/** What one message changes in its source's state. */
export interface Heard {
  /** null for a sample of ours: it does not show that the phone sends. */
  readonly at: number | null;
  readonly last: LastMessage;
  /** The new mark of one balance, and the hash before, null for none. */
  readonly balance?: {
    readonly key: string;
    readonly mark: BalanceMark;
    readonly before: string | null;
  };
}

/**
 * Notes a message; unless it is a sample, the source is heard again. One write.
 *
 * @returns whether it was reported as silent before; null if the source was deleted or another message has changed the
 * balance since
 */
export async function noteHeard(
  table: Table,
  id: string,
  { at, last, balance }: Heard,
): Promise<{ readonly wasSilent: boolean } | null> {
  const sets = ["#last = :last", ...(at === null ? [] : ["heardAt = :at", "silent = :no"])];
  const conditions = ["attribute_exists(pk)"];
  if (balance) {
    sets.push("balances.#key = :mark");
    conditions.push(
      balance.before === null
        ? "attribute_not_exists(balances.#key)"
        : "balances.#key.#hash = :before",
    );
  }
  const written = await unlessRefused(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: stateKey(id),
        UpdateExpression: `SET ${sets.join(", ")}`,
        ConditionExpression: conditions.join(" AND "),
        ExpressionAttributeNames: {
          "#last": "last",
          ...(balance && { "#key": balance.key }),
          ...(balance && balance.before !== null && { "#hash": "hash" }),
        },
        ExpressionAttributeValues: {
          ":last": last,
          ...(at !== null && { ":at": at, ":no": false }),
          ...(balance && { ":mark": balance.mark }),
          ...(balance && balance.before !== null && { ":before": balance.before }),
        },
        ReturnValues: "ALL_OLD",
      }),
    ),
  );
  if (written === null) return null;
  return { wasSilent: at !== null && written.Attributes?.silent === true };
}

/** Sources whose health is due to be checked. */
export async function sourcesToCheck(
  table: Table,
  now: number,
  limit: number,
  onUnreadable?: OnUnreadable,
): Promise<SourceWithState[]> {
  const sources = readAll(await dueItems(table, "NTS", now, limit), sourceFrom, onUnreadable);
  const states = await statesOf(table, sources);
  return sources.flatMap((source) => {
    const state = states.get(source.id);
    return state === undefined ? [] : [{ source, state }];
  });
}

/** Checks the health again at `at` (ms). Only the sweeper moves this time, so that a message costs no index write. */
export function checkSourceAtWrite(id: string, at: number): Write {
  const { due_pk, due_sk } = dueKeys(id, at);
  return {
    label: "notice source",
    update: {
      Key: sourceKey(id),
      UpdateExpression: "SET due_pk = :pk, due_sk = :sk",
      ConditionExpression: "attribute_exists(pk)",
      ExpressionAttributeValues: { ":pk": due_pk, ":sk": due_sk },
    },
  };
}

/** Marks a source as reported; refused (label `notice source`) if it was heard since `heardAt` was read. */
export function markSilentWrite(id: string, heardAt: number | null): Write {
  return {
    label: "notice source",
    update: {
      Key: stateKey(id),
      UpdateExpression: "SET silent = :yes",
      ConditionExpression: "heardAt = :heard",
      ExpressionAttributeValues: { ":yes": true, ":heard": heardAt },
    },
  };
}

async function statesOf(
  table: Table,
  sources: readonly NoticeSource[],
): Promise<ReadonlyMap<string, SourceState>> {
  const items = await getItems(
    table,
    sources.map(({ id }) => stateKey(id)),
  );
  return new Map(items.map((item) => [String(item.pk).slice("NTS#".length), stateFrom(item)]));
}

function sourceKey(id: string) {
  return { pk: `NTS#${id}`, sk: "NTS" };
}

function stateKey(id: string) {
  return { pk: `NTS#${id}`, sk: "STATE" };
}

function dueKeys(id: string, at: number): Item {
  return { due_pk: duePartition("NTS", id), due_sk: instant(at) };
}

const sourceFrom = shapeOf<NoticeSource>("notice source", {
  id: "text",
  accountId: "text",
  appId: "number",
  name: "text",
  kind: "text",
  status: "text",
  secret: "text or null",
  previousSecret: "map or null",
  balanceKey: "text",
  createdAt: "number",
});

const stateFrom = shapeOf<SourceState>("notice source state", {
  heardAt: "number or null",
  last: "map or null",
  balances: "map",
  silent: "flag",
});
