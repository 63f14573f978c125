import { accessTokenKeyId, verifyAccessToken } from "../../cloud/access-token.ts";
import { getPublishedKeys, type PublishedKey } from "../../store/signing-keys.ts";
import { now, table } from "../deps.ts";
import { environment } from "../environment.ts";
import type { UserPrincipal } from "../principal.ts";

/** How long the published keys are believed, and how soon an unknown `kid` may make us look again. */
const CACHE_MS = 5 * 60_000;
const COOLDOWN_MS = 30_000;

let cached: { readonly keys: readonly PublishedKey[]; readonly readAt: number } | undefined;

/** Whom an access token stands for, or why it is refused. */
export async function principalOfToken(
  token: string,
): Promise<UserPrincipal | "token_expired" | "unauthenticated"> {
  const kid = accessTokenKeyId(token);
  if (kid === null) return "unauthenticated";
  const keys = await keysFor(kid);
  const subject = await verifyAccessToken(token, keys, {
    issuer: environment().publicBaseUrl,
    now: now(),
  });
  if (subject === "expired") return "token_expired";
  if (subject === "invalid") return "unauthenticated";
  return { kind: "user", ...subject };
}

/** A flood of unknown `kid`s costs one read in 30 s. */
async function keysFor(kid: string): Promise<readonly PublishedKey[]> {
  const at = now();
  const age = cached === undefined ? Number.POSITIVE_INFINITY : at - cached.readAt;
  const isKnown = cached?.keys.some((key) => key.kid === kid) ?? false;
  if (cached === undefined || age >= CACHE_MS || age < 0 || (!isKnown && age >= COOLDOWN_MS)) {
    cached = { keys: await getPublishedKeys(table()), readAt: at };
  }
  return cached.keys;
}
