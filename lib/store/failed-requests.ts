import { PutCommand } from "@aws-sdk/lib-dynamodb";
import type { Mode } from "../domain/checkout.ts";
import { instant } from "../domain/instant.ts";
import { type Page, type PageRequest, queryPage } from "./cursor.ts";
import { shapeOf } from "./shape.ts";
import type { Table } from "./transact.ts";

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

const KEPT_MS = 7 * 86_400_000;

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
        ttl: Math.ceil((request.at + KEPT_MS) / 1000),
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
      KeyConditionExpression: "pk = :pk AND sk >= :since",
      ...searched?.filter,
      ExpressionAttributeValues: {
        ":pk": partition(filter.accountId, filter.mode),
        ":since": instant(now - KEPT_MS),
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
