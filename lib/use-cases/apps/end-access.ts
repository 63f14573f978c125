import { revokeApiKeyWrite, unrevokedApiKeys } from "../../store/api-keys.ts";
import { deleteEndpointWrite, endpointsOfAccount } from "../../store/endpoints.ts";
import { type Table, transact } from "../../store/transact.ts";

/** Revokes all keys and deletes all endpoints of an account, or of one of its apps. `at` in ms. */
export async function endAccess(
  table: Table,
  accountId: string,
  at: number,
  appId?: number,
): Promise<void> {
  const [keys, endpoints] = await Promise.all([
    unrevokedApiKeys(table, accountId, appId),
    endpointsOfAccount(table, accountId),
  ]);
  const writes = [
    ...keys.map((key) => revokeApiKeyWrite(key, at)),
    ...endpoints
      .filter((endpoint) => appId === undefined || endpoint.appId === appId)
      .map((endpoint) => deleteEndpointWrite(endpoint)),
  ];
  // One transaction each: a write is refused if its key or endpoint has already ended, which is fine.
  await Promise.all(writes.map((write) => transact(table, [write])));
}
