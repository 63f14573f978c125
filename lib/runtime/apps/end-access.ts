import { revokeApiKeyWrite, unrevokedApiKeys } from "../../store/api-keys.ts";
import { deleteEndpointWrite, endpointsOfAccount } from "../../store/endpoints.ts";
import { transact } from "../../store/transact.ts";
import { table } from "../deps.ts";

/** Revokes every key and deletes every endpoint of an account, or of one app of it. */
export async function endAccess(accountId: string, at: number, appId?: number): Promise<void> {
  const [keys, endpoints] = await Promise.all([
    unrevokedApiKeys(table(), accountId, appId),
    endpointsOfAccount(table(), accountId),
  ]);
  const writes = [
    ...keys.map((key) => revokeApiKeyWrite(key, at)),
    ...endpoints
      .filter((endpoint) => appId === undefined || endpoint.appId === appId)
      .map((endpoint) => deleteEndpointWrite(endpoint, at)),
  ];
  // Each by itself: one that somebody else has ended meanwhile is refused, which is fine.
  await Promise.all(writes.map((write) => transact(table(), [write])));
}
