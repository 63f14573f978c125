import { route } from "../route.ts";
import {
  apiKeyList,
  apiKeyParams,
  apiKeyWithSecret,
  createApiKeyBody,
  listApiKeysQuery,
  rotateApiKeyBody,
} from "../schemas/api-key.ts";
import { IDEMPOTENCY_ACCESS } from "./access-sets.ts";

/** API keys: each secret is shown once, when it is made. */

const KEYS = "/api/platform/api-keys/";

/** A new key's transaction checks that its maker is still a member and signed in. */
const STILL_THERE = {
  member: ["ConditionCheckItem"],
  session: ["ConditionCheckItem"],
} as const;

export const createApiKey = route({
  surface: "platform",
  operation: "create-api-key",
  method: "POST",
  path: KEYS,
  auth: "jwt",
  permission: "developers",
  recentSignIn: true,
  needsActiveAccount: true,
  request: { body: createApiKeyBody },
  responses: { 201: apiKeyWithSecret },
  errors: ["not_found", "conflict", "rate_limited"],
  access: {
    table: {
      ...IDEMPOTENCY_ACCESS,
      account: ["GetItem", "UpdateItem"],
      app: ["Query", "ConditionCheckItem"],
      api_key: ["Query", "PutItem"],
      ...STILL_THERE,
      rate: ["UpdateItem"],
      audit: ["PutItem"],
    },
  },
  idempotent: true,
  summary: "Create an API key",
  description:
    "`secret` appears in this response only. Although it begins with `pk_`, it is a secret: keep it on your server. An account has at most 500 active keys (409 above that) and creates at most 500 a day, including by rotation (429 above that).",
  example: { name: "Shop server", mode: "live", app_id: 1001 },
});

export const listApiKeys = route({
  surface: "platform",
  operation: "list-api-keys",
  method: "GET",
  path: KEYS,
  auth: "jwt",
  permission: "developers",
  request: { query: listApiKeysQuery },
  responses: { 200: apiKeyList },
  errors: ["not_found"],
  access: { table: { api_key: ["Query"] } },
  summary: "List API keys, newest first, including revoked keys",
});

export const revokeApiKey = route({
  surface: "platform",
  operation: "revoke-api-key",
  method: "DELETE",
  path: `${KEYS}{id}/`,
  auth: "jwt",
  permission: "developers",
  request: { params: apiKeyParams },
  responses: { 204: null },
  errors: ["not_found"],
  access: { table: { api_key: ["Query", "UpdateItem"], audit: ["PutItem"] } },
  summary: "Revoke an API key",
  description: "The key stops working within 60 seconds. Revoking it again changes nothing.",
});

export const rotateApiKey = route({
  surface: "platform",
  operation: "rotate-api-key",
  method: "POST",
  path: `${KEYS}{id}/rotate/`,
  auth: "jwt",
  permission: "developers",
  recentSignIn: true,
  needsActiveAccount: true,
  request: { params: apiKeyParams, body: rotateApiKeyBody },
  responses: { 200: apiKeyWithSecret },
  errors: ["not_found", "conflict", "rate_limited"],
  access: {
    table: {
      ...IDEMPOTENCY_ACCESS,
      account: ["ConditionCheckItem"],
      api_key: ["Query", "PutItem", "UpdateItem"],
      ...STILL_THERE,
      rate: ["UpdateItem"],
      audit: ["PutItem"],
    },
  },
  idempotent: true,
  summary: "Rotate an API key; the old key keeps working for a while",
  description:
    "409 for a key that is revoked, expired or already rotated. 429 above 500 new keys of an account a day.",
  example: { overlap_seconds: 86400 },
});
