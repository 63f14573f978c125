import { accessTokenKeyId, verifyAccessToken } from "../../cloud/access-token.ts";
import { getPublishedKeys, type PublishedKey } from "../../store/signing-keys.ts";
import { now, table } from "../deps.ts";
import { environment } from "../environment.ts";
import { once } from "../once.ts";
import type { UserPrincipal } from "../principal.ts";

/**
 * Cache time of the published keys, and the minimum time between reads for an unknown `kid`. The gateway caches an
 * answer for 60 s more, so a dropped key stops working within two minutes.
 */
const CACHE_MS = 60_000;
const COOLDOWN_MS = 30_000;

/** The principal of an access token, or why it is refused. */
export async function principalOfToken(
  token: string,
): Promise<UserPrincipal | "token_expired" | "unauthenticated"> {
  const kid = accessTokenKeyId(token);
  if (kid === null) return "unauthenticated";
  const keys = await keysFor()(kid);
  const subject = await verifyAccessToken(token, keys, {
    issuer: environment().publicBaseUrl,
    now: now(),
  });
  if (subject === "expired") return "token_expired";
  if (subject === "invalid") return "unauthenticated";
  return { kind: "user", ...subject, apps: [] };
}

/** A flood of unknown `kid`s costs one read per 30 s. */
const keysFor = once(() => {
  let cached: readonly PublishedKey[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  return async (kid: string): Promise<readonly PublishedKey[]> => {
    const age = now() - readAt;
    const isKnown = cached.some((key) => key.kid === kid);
    if (age >= CACHE_MS || age < 0 || (!isKnown && age >= COOLDOWN_MS)) {
      const at = now();
      cached = await getPublishedKeys(table());
      readAt = at;
    }
    return cached;
  };
});
