import type * as z from "zod";
import type { apiKey } from "../../contract/schemas/api-key.ts";
import { SCOPES } from "../../contract/scopes.ts";
import { instant, instantOrNull } from "../../domain/instant.ts";
import { type ApiKey, isUsable } from "../../store/api-keys.ts";

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
  };
}

/** A warning for the owner of a new key, or null. */
export function warningOf(key: ApiKey): string | null {
  if (key.appId !== null) return null;
  return "This key reaches every app of the account. Prefer one key for each app, so that a leak stays small.";
}

function statusOf(key: ApiKey, now: number): ApiKeyAnswer["status"] {
  if (key.revokedAt !== null) return "revoked";
  if (!isUsable(key, now)) return "expired";
  return key.expiresAt === null ? "active" : "expiring";
}
