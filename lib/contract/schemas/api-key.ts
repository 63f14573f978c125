import * as z from "zod";
import { SCOPES } from "../scopes.ts";
import { appIdText } from "./app.ts";
import { appId, id, list, page, text, timestamp } from "./common.ts";

/** An API key as it can be shown for ever: without its secret. */
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
});
export const apiKeyList = list(apiKey);

/** The answer of create and rotate, the only place where the secret is ever shown. */
export const apiKeyWithSecret = apiKey.extend({
  /** null when an `Idempotency-Key` replays the answer: no secret lies in the record. */
  secret: z.string().nullable(),
  /** What its owner should know, e.g. that it reaches every app. */
  warning: z.string().nullable(),
});

const MAX_OVERLAP_SECONDS = 604_800;

export const createApiKeyBody = z.strictObject({
  name: text(100),
  mode: z.enum(["live", "test"]),
  app_id: appId.nullable(),
  scopes: z
    .array(z.enum(SCOPES))
    .min(1)
    .max(SCOPES.length)
    .default([...SCOPES]),
  expires_at: z.iso.datetime({ offset: true }).optional(),
});

export const rotateApiKeyBody = z
  .strictObject({
    /** Seconds that the old key goes on working. */
    overlap_seconds: z.int().min(0).max(MAX_OVERLAP_SECONDS).default(86_400),
  })
  .prefault({});

export const listApiKeysQuery = z.strictObject({
  ...page,
  app_id: appIdText.optional(),
  mode: z.enum(["live", "test"]).optional(),
});

export const apiKeyParams = z.strictObject({ id: id("key") });
