import { type Page, type PageRequest, queryPage } from "./cursor.ts";
import { withoutKeys } from "./item.ts";
import type { Item, Table, Write } from "./transact.ts";

/** Something that failed and needs a person: the dashboard's Errors view shows these by kind. */
export interface Issue {
  readonly kind: string;
  /** The object concerned; the same trouble with it again raises the count. */
  readonly objectId: string;
  readonly accountId: string;
  readonly appId: number | null;
  /** For people, without secrets or personal data. */
  readonly message: string;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly count: number;
}

/** Stands for an account in what concerns all of them, such as a bank's outage. */
export const SERVICE_ACCOUNT = "service";

const KEPT_MS = 90 * 86_400_000;

/** Notes one occurrence, alone or in a transaction. Never refused. `at` in ms. */
export function issueWrite(
  issue: Omit<Issue, "firstAt" | "lastAt" | "count"> & { readonly at: number },
): Write {
  const { kind, objectId, accountId, appId, message, at } = issue;
  return {
    label: `issue ${kind}`,
    update: {
      Key: issueKey(issue),
      UpdateExpression:
        "SET entity = :entity, kind = :kind, objectId = :object, accountId = :account, appId = :app, message = :message, firstAt = if_not_exists(firstAt, :at), lastAt = :at, #ttl = :ttl ADD #count :one",
      ExpressionAttributeNames: { "#ttl": "ttl", "#count": "count" },
      ExpressionAttributeValues: {
        ":entity": "issue",
        ":kind": kind,
        ":object": objectId,
        ":account": accountId,
        ":app": appId,
        ":message": message,
        ":at": at,
        ":ttl": Math.ceil((at + KEPT_MS) / 1000),
        ":one": 1,
      },
    },
  };
}

/** Takes an issue off the list once it is over. Never refused. */
export function resolveIssueWrite(issue: Pick<Issue, "accountId" | "kind" | "objectId">): Write {
  return { label: `issue ${issue.kind}`, remove: { Key: issueKey(issue) } };
}

/** Issues of an account, grouped by kind because that is their order; of one kind if given. */
export function listIssues(
  table: Table,
  filter: { readonly accountId: string; readonly kind?: string | undefined },
  page: PageRequest,
  now: number,
): Promise<Page<Issue>> {
  return queryPage(
    table,
    {
      KeyConditionExpression:
        filter.kind === undefined ? "pk = :pk" : "pk = :pk AND begins_with(sk, :kind)",
      FilterExpression: "lastAt > :since",
      ExpressionAttributeValues: {
        ":pk": `ISS#${filter.accountId}`,
        ":since": now - KEPT_MS,
        ...(filter.kind === undefined ? {} : { ":kind": `${filter.kind}#` }),
      },
    },
    page,
    ["issues", filter],
    (item: Item) => withoutKeys<Issue>(item),
  );
}

function issueKey({ accountId, kind, objectId }: Pick<Issue, "accountId" | "kind" | "objectId">) {
  return { pk: `ISS#${accountId}`, sk: `${kind}#${objectId}` };
}
