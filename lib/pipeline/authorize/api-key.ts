import { ServiceError } from "../../domain/errors.ts";
import { parseKey } from "../../domain/keys.ts";
import { type ApiKey, getApiKey, hashKey, isUsable, touchApiKey } from "../../store/api-keys.ts";
import { now, table } from "../deps.ts";
import { errorFields, log } from "../log.ts";
import { once } from "../once.ts";
import type { KeyPrincipal } from "../principal.ts";

/** Cache time per container. With the gateway's own cache, a revoked key stops working within 60 s. */
const CACHE_MS = 30_000;
const MAX_CACHED = 1_000;
/** Approximate, per container: a guard against loops, not a quota. */
const REQUESTS_PER_SECOND = 100;
const TOUCH_EVERY_MS = 60_000;

interface Cached {
  readonly key: ApiKey | null;
  readonly readAt: number;
  second: number;
  used: number;
}

const cache = once(() => new Map<string, Cached>());

/**
 * The principal of an API key, or null. A key with a wrong checksum costs no read.
 *
 * @throws ServiceError `rate_limited` above 100 requests per second in this container
 */
export async function principalOfKey(text: string): Promise<KeyPrincipal | null> {
  const parsed = parseKey(text);
  if (!parsed) return null;
  const at = now();
  const cached = await lookUp(hashKey(text), at);
  const { key } = cached;
  if (!key || key.mode !== parsed.mode || !isUsable(key, at)) return null;
  count(cached, at);
  return {
    kind: "key",
    keyId: key.id,
    accountId: key.accountId,
    appId: key.appId,
    mode: key.mode,
    scopes: [...key.scopes],
  };
}

async function lookUp(hash: string, at: number): Promise<Cached> {
  const known = cache().get(hash);
  if (known && at - known.readAt < CACHE_MS && at >= known.readAt) return known;
  const key = await getApiKey(table(), hash);
  const fresh: Cached = { key, readAt: at, second: 0, used: 0 };
  if (cache().size >= MAX_CACHED) cache().delete(cache().keys().next().value ?? "");
  cache().set(hash, fresh);
  if (key && isUsable(key, at)) touch(key, at);
  return fresh;
}

function count(cached: Cached, at: number): void {
  const second = Math.floor(at / 1000);
  if (cached.second !== second) {
    cached.second = second;
    cached.used = 0;
  }
  cached.used += 1;
  if (cached.used > REQUESTS_PER_SECOND) {
    throw new ServiceError(
      "rate_limited",
      "This key sends more than 100 requests a second. Slow down and try again.",
    );
  }
}

/** Records the use of a key, at most once a minute and without delaying the request. */
function touch(key: ApiKey, at: number): void {
  if (key.lastUsedAt !== null && at - key.lastUsedAt < TOUCH_EVERY_MS) return;
  touchApiKey(table(), key.hash, at, at - TOUCH_EVERY_MS).catch((error: unknown) => {
    log("warn", "last use of a key not noted", errorFields(error));
  });
}

/** The credential of a request. */
export type Credential =
  | { readonly kind: "key"; readonly text: string }
  | { readonly kind: "token"; readonly text: string }
  | { readonly kind: "none" }
  /** Several different credentials; `detail` says which. */
  | { readonly kind: "conflict"; readonly detail: string };

const BEARER = /^Bearer +([\x21-\x7e]+)$/i;
const MAX_LENGTH = 4096;

/**
 * Finds the credential of a request: `Authorization: Bearer …`, or on the server API also `?api_key=…`.
 * The same key in both places is one credential; a repeated parameter is a conflict.
 */
export function credentialOf(
  headers: Readonly<Record<string, string | undefined>>,
  query: Readonly<Record<string, readonly string[] | undefined>>,
  surface: "v1" | "platform",
): Credential {
  const header = authorization(headers);
  const bearer = header === undefined ? undefined : (BEARER.exec(header)?.[1] ?? "");
  if (surface === "platform") {
    return bearer ? { kind: "token", text: bearer.slice(0, MAX_LENGTH) } : { kind: "none" };
  }
  const [inQuery, ...more] = query.api_key ?? [];
  if (more.length > 0) {
    return { kind: "conflict", detail: "The query parameter api_key is given more than once." };
  }
  const key = bearer ?? inQuery;
  if (key === undefined) return { kind: "none" };
  if (inQuery !== undefined && inQuery !== key) {
    return { kind: "conflict", detail: "The key in the header and the one in the query differ." };
  }
  // A header with another scheme, or a key without a scheme, is not reported as a revoked key.
  return key === "" ? { kind: "none" } : { kind: "key", text: key };
}

function authorization(headers: Readonly<Record<string, string | undefined>>): string | undefined {
  const found = Object.entries(headers).find(([name]) => name.toLowerCase() === "authorization");
  return found?.[1];
}
