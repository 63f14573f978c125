import { PutCommand } from "../cloud/dynamodb.ts";
import type { Mode } from "../domain/checkout.ts";
import { instant } from "../domain/instant.ts";
import { type Page, type PageRequest, queryPage } from "./cursor.ts";
import { shapeOf } from "./shape.ts";
import type { Table, Write } from "./transact.ts";

/** A failure that needs a person. The dashboard's Errors view groups issues by kind. */
export interface Issue {
  readonly kind: string;
  /** Id of the object. A repetition for the same object raises the count. */
  readonly objectId: string;
  readonly accountId: string;
  readonly appId: number | null;
  /** Shown to users; no secrets or personal data. */
  readonly message: string;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly count: number;
}

/** Account id of issues that affect all accounts, such as a bank outage. */
export const SERVICE_ACCOUNT = "service";

const KEPT_MS = 90 * 86_400_000;

/** Records one occurrence. Never refused. `at` in ms. */
export function issueWrite(
  issue: Omit<Issue, "firstAt" | "lastAt" | "count"> & { readonly at: number },
): Write {
  const { kind, objectId, accountId, appId, message, at } = issue;
  return {
    label: "issue",
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

/** Records an issue unless there is one of this kind for the object; then it is refused (label `issue`). `at` in ms. */
export function firstIssueWrite(issue: Parameters<typeof issueWrite>[0]): Write {
  const { update, label } = issueWrite(issue);
  return update === undefined
    ? { label }
    : { label, update: { ...update, ConditionExpression: "attribute_not_exists(pk)" } };
}

/** Removes a resolved issue. Never refused. */
export function resolveIssueWrite(issue: Pick<Issue, "accountId" | "kind" | "objectId">): Write {
  return { label: "issue", remove: { Key: issueKey(issue) } };
}

export interface IssueFilter {
  readonly accountId: string;
  readonly kind?: string | undefined;
  /** Only kinds that sort before this one. */
  readonly before?: string | undefined;
}

/** Issues sorted by kind, the last kind first; within a kind, the object with the latest id first. */
export function listIssues(
  table: Table,
  filter: IssueFilter,
  page: PageRequest,
  now: number,
): Promise<Page<Issue>> {
  const { accountId, kind, before } = filter;
  const bound = kind ?? before;
  const among = kind === undefined ? "sk < :bound" : "begins_with(sk, :bound)";
  return queryPage(
    table,
    {
      KeyConditionExpression: bound === undefined ? "pk = :pk" : `pk = :pk AND ${among}`,
      FilterExpression: "lastAt > :since",
      ExpressionAttributeValues: {
        ":pk": `ISS#${accountId}`,
        ":since": now - KEPT_MS,
        ...(bound !== undefined && { ":bound": `${bound}#` }),
      },
      ScanIndexForward: false,
    },
    page,
    ["issues", filter],
    issueFrom,
  );
}

function issueKey({ accountId, kind, objectId }: Pick<Issue, "accountId" | "kind" | "objectId">) {
  return { pk: `ISS#${accountId}`, sk: `${kind}#${objectId}` };
}

const issueFrom = shapeOf<Issue>("issue", {
  kind: "text",
  objectId: "text",
  accountId: "text",
  appId: "number or null",
  message: "text",
  firstAt: "number",
  lastAt: "number",
  count: "number",
});

/** One request to the server API that a valid key sent and the service refused. */
export interface FailedRequest {
  readonly requestId: string;
  readonly accountId: string;
  readonly mode: Mode;
  /** null for a key of the whole account. */
  readonly appId: number | null;
  readonly keyId: string;
  readonly method: string;
  /** Without the query, which may hold the key. */
  readonly path: string;
  readonly status: number;
  readonly code: string;
  /** What was wrong, as the caller was answered; at most 300 characters. */
  readonly detail: string | null;
  /** ms since the epoch. */
  readonly at: number;
}

const FAILED_REQUEST_KEPT_MS = 7 * 86_400_000;

/** Stores a failed request for 7 days: one write unit. */
export async function putFailedRequest(table: Table, request: FailedRequest): Promise<void> {
  await table.client.send(
    new PutCommand({
      TableName: table.name,
      Item: {
        pk: partition(request.accountId, request.mode),
        sk: `${instant(request.at)}#${request.requestId}`,
        entity: "failed_request",
        ...request,
        ttl: Math.ceil((request.at + FAILED_REQUEST_KEPT_MS) / 1000),
      },
    }),
  );
}

/**
 * Failed requests of the last 7 days, newest first; with `search`, those whose status it is (three digits), or whose path,
 * code or request id contains it (anything else). `now` in ms.
 */
export function listFailedRequests(
  table: Table,
  filter: {
    readonly accountId: string;
    readonly mode: Mode;
    readonly search?: string | undefined;
  },
  page: PageRequest,
  now: number,
): Promise<Page<FailedRequest>> {
  const search = filter.search?.trim().toLowerCase();
  const searched = search ? searchFor(search) : null;
  return queryPage(
    table,
    {
      KeyConditionExpression: "pk = :pk",
      since: instant(now - FAILED_REQUEST_KEPT_MS),
      ...searched?.filter,
      ExpressionAttributeValues: {
        ":pk": partition(filter.accountId, filter.mode),
        ...searched?.values,
      },
      ScanIndexForward: false,
    },
    page,
    ["failed requests", { ...filter, search }],
    failedRequestFrom,
  );
}

function searchFor(search: string) {
  // Many random request ids contain any three digits.
  if (/^[0-9]{3}$/.test(search)) {
    return {
      filter: {
        FilterExpression: "#status = :status",
        ExpressionAttributeNames: { "#status": "status" },
      },
      values: { ":status": Number(search) },
    };
  }
  return {
    filter: {
      FilterExpression:
        "contains(#path, :search) OR contains(code, :search) OR contains(requestId, :search)",
      ExpressionAttributeNames: { "#path": "path" },
    },
    values: { ":search": search },
  };
}

function partition(accountId: string, mode: Mode): string {
  return `REQ#${accountId}#${mode}`;
}

const failedRequestFrom = shapeOf<FailedRequest>("failed request", {
  requestId: "text",
  accountId: "text",
  mode: "text",
  appId: "number or null",
  keyId: "text",
  method: "text",
  path: "text",
  status: "number",
  code: "text",
  detail: "text or null",
  at: "number",
});
