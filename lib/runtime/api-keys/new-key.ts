import { newId } from "../../domain/ids.ts";
import { formatKey, KEY_RANDOM_BYTES, keyPreview } from "../../domain/keys.ts";
import { type ApiKey, hashKey } from "../../store/api-keys.ts";
import { randomBytes } from "../deps.ts";

type Wish = Pick<ApiKey, "accountId" | "appId" | "mode" | "name" | "scopes" | "expiresAt">;

/** A fresh key, and the secret that is shown once and kept nowhere. */
export function newApiKey(
  wish: Wish,
  now: number,
): { readonly key: ApiKey; readonly secret: string } {
  const secret = formatKey(wish.mode, randomBytes(KEY_RANDOM_BYTES));
  const key: ApiKey = {
    id: newId("key_", now, randomBytes(10)),
    hash: hashKey(secret),
    accountId: wish.accountId,
    appId: wish.appId,
    mode: wish.mode,
    name: wish.name,
    scopes: wish.scopes,
    expiresAt: wish.expiresAt,
    ...keyPreview(secret),
    createdAt: now,
    revokedAt: null,
    rotatedTo: null,
    lastUsedAt: null,
  };
  return { key, secret };
}
