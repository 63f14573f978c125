import * as z from "zod";
import { route } from "../route.ts";
import { pattern } from "../schemas/common.ts";

/** Health, the documentation and the keys that sign access tokens. */

/** Shared links come back with tracking parameters, which are ignored. */
const anyQuery = z.object({});

const read = {
  surface: "service",
  method: "GET",
  auth: "none",
  request: { query: anyQuery },
  errors: [],
  access: {},
} as const;

export const health = route({
  ...read,
  operation: "health",
  path: "/api/health/",
  responses: { 200: z.object({ status: z.literal("ok"), version: z.string(), stage: z.string() }) },
  summary: "Check that the service is up",
});

export const openApi = route({
  ...read,
  operation: "openapi",
  path: "/api/openapi.json",
  responses: { 200: z.record(z.string(), z.unknown()) },
  summary: "Read the OpenAPI 3.1 document of this API",
});

export const docs = route({
  ...read,
  operation: "docs",
  path: "/api/docs/",
  responses: { 200: "html" },
  summary: "The documentation of this API: overview",
});

export const docsTopic = route({
  ...read,
  operation: "docs-topic",
  path: "/api/docs/{topic}/",
  request: {
    params: z.strictObject({ topic: pattern(/^[\x20-\x7e]{1,40}$/, "is not a topic") }),
    query: anyQuery,
  },
  responses: { 200: "html" },
  markdown: true,
  below: true,
  errors: ["not_found"],
  summary: "One page of the documentation",
  description: "As a page, or as Markdown with `.md` after its name: `/api/docs/quickstart.md`.",
});

export const llms = route({
  ...read,
  operation: "llms",
  path: "/llms.txt",
  responses: { 200: "text" },
  summary: "The list of the documentation's pages, for programs",
});

export const llmsFull = route({
  ...read,
  operation: "llms-full",
  path: "/llms-full.txt",
  responses: { 200: "text" },
  summary: "The whole documentation as one Markdown text",
});

export const jwks = route({
  ...read,
  operation: "jwks",
  path: "/.well-known/jwks.json",
  responses: { 200: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }) },
  access: { table: { jwks: ["GetItem"] } },
  summary: "Read the public keys of the access tokens (RFC 7517)",
});
