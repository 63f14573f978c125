import { notFound } from "../../domain/errors.ts";
import { type ApiKey, findApiKey } from "../../store/api-keys.ts";
import { table } from "../deps.ts";

/** A key of this account. @throws ServiceError `not_found` */
export async function loadApiKey(accountId: string, id: string): Promise<ApiKey> {
  const key = await findApiKey(table(), accountId, id);
  if (!key) throw notFound("API key");
  return key;
}
