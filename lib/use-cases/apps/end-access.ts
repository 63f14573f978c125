import { revokeApiKeyWrite, unrevokedApiKeys } from "../../store/api-keys.ts";
import { deleteEndpointWrite, endpointsOfAccount } from "../../store/endpoints.ts";
import { deleteSourceWrites, sourcesOfAccount } from "../../store/notice-sources.ts";
import { type Table, transact } from "../../store/transact.ts";

/** Revokes all keys and deletes all endpoints and paired phones of an account, or of one of its apps. `at` in ms. */
export async function endAccess(
  table: Table,
  accountId: string,
  at: number,
  appId?: number,
): Promise<void> {
  const [keys, endpoints, sources] = await Promise.all([
    unrevokedApiKeys(table, accountId, appId),
    endpointsOfAccount(table, accountId),
    sourcesOfAccount(table, accountId),
  ]);
  const isMeant = (one: { readonly appId: number }) => appId === undefined || one.appId === appId;
  const ends = [
    ...keys.map((key) => [revokeApiKeyWrite(key, at)]),
    ...endpoints.filter(isMeant).map((endpoint) => [deleteEndpointWrite(endpoint)]),
    ...sources.filter(isMeant).map(({ id }) => deleteSourceWrites(id)),
  ];
  // One transaction each: it is refused if its key, endpoint or phone has already ended, which is fine.
  await Promise.all(ends.map((writes) => transact(table, writes)));
}
