import { table } from "../../pipeline/deps.ts";
import { readable } from "../../pipeline/may-read.ts";
import type { Principal } from "../../pipeline/principal.ts";
import { type ApiKey, findApiKey } from "../../store/api-keys.ts";

/** Reads an API key, revoked or not. @throws ServiceError `not_found` */
export async function loadApiKey(principal: Principal, id: string): Promise<ApiKey> {
  return readable(principal, await findApiKey(table(), principal.accountId, id), "API key");
}
