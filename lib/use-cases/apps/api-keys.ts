import type * as z from "zod";
import {
  API_KEYS_PER_DAY,
  type apiKey,
  MAX_API_KEYS,
  SCOPES,
} from "../../contract/schemas/api-key.ts";
import { ServiceError } from "../../domain/errors.ts";
import { newId } from "../../domain/ids.ts";
import { instant, instantOrNull } from "../../domain/instant.ts";
import { formatKey, KEY_RANDOM_BYTES, keyPreview } from "../../domain/keys.ts";
import { randomBytes, table } from "../../pipeline/deps.ts";
import { accountIsClosed } from "../../pipeline/endpoint.ts";
import { type Principal, readable, type UserPrincipal } from "../../pipeline/principal.ts";
import { limitDaily } from "../../pipeline/rate-limit.ts";
import {
  type ApiKey,
  findApiKey,
  hashKey,
  isUsable,
  newApiKeyWrite,
  revokeApiKeyWrite,
  usableApiKeys,
} from "../../store/api-keys.ts";
import { isStillActiveCheck } from "../../store/sessions.ts";
import { transact, type Write } from "../../store/transact.ts";
import { getAccount, isStillMemberCheck, oneMoreOfAccountWrite } from "../../store/users.ts";
import { audit } from "../events/audit.ts";

/** Reads an API key, revoked or not. @throws ServiceError `not_found` */
export async function loadApiKey(principal: Principal, id: string): Promise<ApiKey> {
  return readable(principal, await findApiKey(table(), principal.accountId, id), "API key");
}

type NewKey = Pick<ApiKey, "accountId" | "appId" | "mode" | "name" | "scopes" | "expiresAt">;

/** Makes a key and its secret, which is shown once, to the user `createdBy`, and not stored. */
export function newApiKey(
  wanted: NewKey,
  createdBy: string,
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
    createdBy,
  };
  return { key, secret };
}

/**
 * The writes that store a new key. Refused if the member was removed or signed out since the request began: a revocation of
 * their keys has not seen this one.
 */
export function newKeyWrites(
  { accountId, userId, sessionId }: UserPrincipal,
  key: ApiKey,
): Write[] {
  return [
    isStillMemberCheck(accountId, userId),
    isStillActiveCheck(sessionId),
    newApiKeyWrite(key),
  ];
}

/**
 * Counts a new key at its account, in the key's transaction (label `account`).
 *
 * @throws ServiceError `unauthenticated` (closed account), `conflict` (too many)
 */
export async function oneMoreKeyWrite(accountId: string, now: number): Promise<Write> {
  // In this order: what is made between the two reads counts twice rather than never.
  const account = await getAccount(table(), accountId);
  if (account?.closedAt !== null) throw accountIsClosed();
  const room = MAX_API_KEYS - (await usableApiKeys(table(), accountId, now)).length;
  if (room <= 0) {
    const most = `An account has at most ${MAX_API_KEYS} active API keys. Revoke those you don't use.`;
    throw new ServiceError("conflict", most);
  }
  return oneMoreOfAccountWrite(account, room);
}

/** Counts a key that was made or rotated. @throws ServiceError `rate_limited` */
export async function limitNewKeys(accountId: string, now: number): Promise<void> {
  await limitDaily({ name: "api-keys", limit: API_KEYS_PER_DAY }, accountId, now);
}

/** Revokes a key. It is refused if the key is already revoked, which is fine. */
export async function revokeApiKey(who: UserPrincipal, key: ApiKey, now: number): Promise<void> {
  await transact(table(), [
    revokeApiKeyWrite(key, now),
    audit(who, "api_key.revoked", key.id, now, key.name),
  ]);
}

/** Revokes all keys whose secret a user got. Those whose maker is unknown stay. */
export async function revokeApiKeysOf(
  who: UserPrincipal,
  userId: string,
  now: number,
): Promise<void> {
  const keys = await usableApiKeys(table(), who.accountId, now);
  const made = keys.filter(({ createdBy }) => createdBy === userId);
  await Promise.all(made.map((key) => revokeApiKey(who, key, now)));
}

type ApiKeyAnswer = z.output<typeof apiKey>;

/** A key without its secret. */
export function presentApiKey(key: ApiKey, now: number): ApiKeyAnswer {
  return {
    id: key.id,
    object: "api_key",
    name: key.name,
    mode: key.mode,
    app_id: key.appId,
    scopes: SCOPES.filter((scope) => key.scopes.includes(scope)),
    prefix: key.prefix,
    last4: key.last4,
    status: statusOf(key, now),
    created_at: instant(key.createdAt),
    expires_at: instantOrNull(key.expiresAt),
    revoked_at: instantOrNull(key.revokedAt),
    last_used_at: instantOrNull(key.lastUsedAt),
    rotated_to: key.rotatedTo,
    created_by: key.createdBy ?? null,
  };
}

function statusOf(key: ApiKey, now: number): ApiKeyAnswer["status"] {
  if (key.revokedAt !== null) return "revoked";
  if (!isUsable(key, now)) return "expired";
  return key.expiresAt === null ? "active" : "expiring";
}
