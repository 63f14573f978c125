import * as z from "zod";
import { route } from "../route.ts";

/** What belongs to no surface: health, the contract itself, the keys that sign access tokens. */

export const health = route({
  surface: "service",
  operation: "health",
  method: "GET",
  path: "/api/health/",
  auth: "none",
  request: {},
  responses: { 200: z.object({ status: z.literal("ok"), version: z.string(), stage: z.string() }) },
  errors: [],
  access: {},
  summary: "Tell that the service answers",
});

export const openApi = route({
  surface: "service",
  operation: "openapi",
  method: "GET",
  path: "/api/openapi.json",
  auth: "none",
  request: {},
  responses: { 200: z.record(z.string(), z.unknown()) },
  errors: [],
  access: {},
  summary: "The OpenAPI 3.1 description of this API",
});

export const docs = route({
  surface: "service",
  operation: "docs",
  method: "GET",
  path: "/api/docs/",
  auth: "none",
  request: {},
  responses: { 200: "html" },
  errors: [],
  access: {},
  summary: "The documentation of this API, errors included",
});

export const jwks = route({
  surface: "service",
  operation: "jwks",
  method: "GET",
  path: "/.well-known/jwks.json",
  auth: "none",
  request: {},
  responses: { 200: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }) },
  errors: [],
  access: { table: { jwks: ["GetItem"] } },
  summary: "Public keys of the access tokens (RFC 7517)",
});
