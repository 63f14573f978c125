import type * as z from "zod";
import type { failedRequest } from "../../contract/schemas/insight.ts";
import { instant } from "../../domain/instant.ts";
import { table } from "../../pipeline/deps.ts";
import { type ApiKey, findApiKey } from "../../store/api-keys.ts";
import type { FailedRequest } from "../../store/failed-requests.ts";

/** The keys that sent these requests, by id. */
export async function keysOf(
  accountId: string,
  requests: readonly FailedRequest[],
): Promise<ReadonlyMap<string, ApiKey>> {
  const ids = [...new Set(requests.map(({ keyId }) => keyId))];
  const keys = await Promise.all(ids.map((id) => findApiKey(table(), accountId, id)));
  return new Map(keys.flatMap((key) => (key === null ? [] : [[key.id, key] as const])));
}

export function presentFailedRequest(
  request: FailedRequest,
  keys: ReadonlyMap<string, ApiKey>,
): z.output<typeof failedRequest> {
  const key = keys.get(request.keyId);
  return {
    object: "failed_request",
    request_id: request.requestId,
    livemode: request.mode === "live",
    method: request.method,
    path: request.path,
    status: request.status,
    code: request.code,
    detail: request.detail,
    key: {
      id: request.keyId,
      app_id: request.appId,
      name: key?.name ?? null,
      last4: key?.last4 ?? null,
    },
    created_at: instant(request.at),
  };
}
