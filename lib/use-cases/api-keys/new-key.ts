import { newId } from "../../domain/ids.ts";
import { formatKey, KEY_RANDOM_BYTES, keyPreview } from "../../domain/keys.ts";
import { randomBytes } from "../../pipeline/deps.ts";
import { type ApiKey, hashKey } from "../../store/api-keys.ts";

type NewKey = Pick<ApiKey, "accountId" | "appId" | "mode" | "name" | "scopes" | "expiresAt">;

/** Makes a key and its secret, which is shown once and not stored. */
export function newApiKey(
  wanted: NewKey,
  now: number,
): { readonly key: ApiKey; readonly secret: string } {
  const secret = formatKey(wanted.mode, randomBytes(KEY_RANDOM_BYTES));
  const key: ApiKey = {
    id: newId("key_", now, randomBytes(10)),
    hash: hashKey(secret),
    accountId: wanted.accountId,
    appId: wanted.appId,
    mode: wanted.mode,
    name: wanted.name,
    scopes: wanted.scopes,
    expiresAt: wanted.expiresAt,
    ...keyPreview(secret),
    createdAt: now,
    revokedAt: null,
    rotatedTo: null,
    lastUsedAt: null,
  };
  return { key, secret };
}
