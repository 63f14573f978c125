import * as z from "zod";
import { route } from "../route.ts";
import { pattern } from "../schemas/common.ts";

/** Health, the documentation and the keys that sign access tokens. */

/** Shared links come back with tracking parameters, which are ignored. */
const anyQuery = z.object({});

export const health = route({
  surface: "service",
  operation: "health",
  method: "GET",
  path: "/api/health/",
  auth: "none",
  request: { query: anyQuery },
  responses: { 200: z.object({ status: z.literal("ok"), version: z.string(), stage: z.string() }) },
  errors: [],
  access: {},
  summary: "Check that the service is up",
});

export const openApi = route({
  surface: "service",
  operation: "openapi",
  method: "GET",
  path: "/api/openapi.json",
  auth: "none",
  request: { query: anyQuery },
  responses: { 200: z.record(z.string(), z.unknown()) },
  errors: [],
  access: {},
  summary: "Read the OpenAPI 3.1 document of this API",
});

export const docs = route({
  surface: "service",
  operation: "docs",
  method: "GET",
  path: "/api/docs/",
  auth: "none",
  request: { query: anyQuery },
  responses: { 200: "html" },
  errors: [],
  access: {},
  summary: "The documentation of this API: overview",
});

export const docsTopic = route({
  surface: "service",
  operation: "docs-topic",
  method: "GET",
  path: "/api/docs/{topic}/",
  auth: "none",
  request: {
    params: z.strictObject({ topic: pattern(/^[\x20-\x7e]{1,40}$/, "is not a topic") }),
    query: anyQuery,
  },
  responses: { 200: "html" },
  markdown: true,
  errors: ["not_found"],
  access: {},
  summary: "One page of the documentation",
  description: "As a page, or as Markdown with `.md` after its name: `/api/docs/quickstart.md`.",
});

export const llms = route({
  surface: "service",
  operation: "llms",
  method: "GET",
  path: "/llms.txt",
  auth: "none",
  request: { query: anyQuery },
  responses: { 200: "text" },
  errors: [],
  access: {},
  summary: "The list of the documentation's pages, for programs",
});

export const llmsFull = route({
  surface: "service",
  operation: "llms-full",
  method: "GET",
  path: "/llms-full.txt",
  auth: "none",
  request: { query: anyQuery },
  responses: { 200: "text" },
  errors: [],
  access: {},
  summary: "The whole documentation as one Markdown text",
});

export const jwks = route({
  surface: "service",
  operation: "jwks",
  method: "GET",
  path: "/.well-known/jwks.json",
  auth: "none",
  request: { query: anyQuery },
  responses: { 200: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }) },
  errors: [],
  access: { table: { jwks: ["GetItem"] } },
  summary: "Read the public keys of the access tokens (RFC 7517)",
});
