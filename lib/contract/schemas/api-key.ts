import * as z from "zod";
import type { Scope } from "../route.ts";
import {
  appId,
  appIdText,
  distinct,
  id,
  list,
  optional,
  optionalBody,
  page,
  text,
  timestamp,
  withDefault,
} from "./common.ts";

/** Everything that an API key can be allowed to do. */
export const SCOPES = [
  "checkouts:read",
  "checkouts:write",
  "credits:read",
  "events:read",
] as const satisfies readonly Scope[];

/** Most active API keys of an account; rotation may add more. Ending an account's access revokes each of them. */
export const MAX_API_KEYS = 500;
/** Most API keys that an account creates a day, including by rotation: all active ones can be rotated in a day. */
export const API_KEYS_PER_DAY = 500;

/** An API key without its secret. */
export const apiKey = z.object({
  id: id("key"),
  object: z.literal("api_key"),
  name: z.string(),
  mode: z.enum(["live", "test"]),
  /** null for a key of the whole account. */
  app_id: appId.nullable(),
  scopes: z.array(z.enum(SCOPES)),
  prefix: z.string(),
  last4: z.string(),
  /** `expiring` is a rotated key inside its overlap, or one with an end that has not come. */
  status: z.enum(["active", "expiring", "expired", "revoked"]),
  created_at: timestamp,
  expires_at: timestamp.nullable(),
  revoked_at: timestamp.nullable(),
  last_used_at: timestamp.nullable(),
  /** The key that took its place. */
  rotated_to: id("key").nullable(),
  /** The user who got its secret, by creating it or by rotating another; null if unknown: older keys have no record. */
  created_by: id("usr").nullable(),
});
export const apiKeyList = list(apiKey);

/** The response of create and rotate, the only ones that show the secret. */
export const apiKeyWithSecret = apiKey.extend({
  /** null when an `Idempotency-Key` replays the response, because the stored response holds no secret. */
  secret: z.string().nullable(),
  /** What its owner should know, e.g. that it reaches every app. */
  warning: z.string().nullable(),
});

const MAX_OVERLAP_SECONDS = 604_800;

export const createApiKeyBody = z.strictObject({
  name: text(100),
  mode: z.enum(["live", "test"]),
  app_id: appId.nullable(),
  scopes: withDefault(distinct(z.array(z.enum(SCOPES)).min(1).max(SCOPES.length)), [...SCOPES]),
  expires_at: optional(z.iso.datetime({ offset: true })),
});

export const rotateApiKeyBody = optionalBody(
  z.strictObject({
    /** Seconds for which the old key keeps working. */
    overlap_seconds: withDefault(z.int().min(0).max(MAX_OVERLAP_SECONDS), 86_400),
  }),
);

export const listApiKeysQuery = z.strictObject({
  ...page,
  app_id: appIdText.optional(),
  mode: z.enum(["live", "test"]).optional(),
});

export const apiKeyParams = z.strictObject({ id: id("key") });
