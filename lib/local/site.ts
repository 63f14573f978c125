// The built dashboard, served as the distribution in front of the API would: files as they are,
// every other path without an ending as the single page.
import { readFile, realpath } from "node:fs/promises";
import { extname, join, sep } from "node:path";
import {
  HASHED_CACHE_CONTROL,
  HASHED_FOLDER,
  PAGE_MAX_AGE_SECONDS,
  SITE_CONTENT_SECURITY_POLICY,
} from "../infra/distribution.ts";
import { type Exchange, headerOf } from "./gateway/exchange.ts";
import type { Answer } from "./gateway/refusal.ts";

/** Null for what the API answers. */
export type Site = (exchange: Exchange) => Promise<Answer | null>;

/** In any case of letters: a mistyped API path gets the API's 404, not the dashboard. */
const API_PATHS = /^\/(?:(?:api|p|\.well-known)(?:\/|$)|llms(?:-full)?\.txt$)/i;
const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};
const HEADERS: readonly (readonly [string, string])[] = [
  ["content-security-policy", SITE_CONTENT_SECURITY_POLICY],
  ["x-content-type-options", "nosniff"],
  ["x-frame-options", "DENY"],
  ["referrer-policy", "no-referrer"],
];

/** Where `folder` is not there (it was not built), browsers get a page that says how to build it. */
export function createSite(folder: string): Site {
  return async (exchange) => {
    const { method, path } = exchange;
    if (API_PATHS.test(path) || (method !== "GET" && method !== "HEAD")) return null;
    const name = extname(path) === "" ? "/index.html" : path;
    const content = await readInside(folder, name);
    if (content !== null) {
      const type = TYPES[extname(name)] ?? "application/octet-stream";
      const headers = [
        ["content-type", type],
        ["cache-control", cacheOf(name)],
        ...HEADERS,
      ] as const;
      return { status: 200, headers, body: content };
    }
    // Only for a browser that opens a page; programs get the API's own "not found".
    if (name !== "/index.html" || !headerOf(exchange, "accept")?.includes("text/html")) return null;
    return {
      status: 404,
      headers: [["content-type", "text/plain; charset=utf-8"], ...HEADERS],
      body: "The dashboard is not built yet: npm run build:web\nThe API is at /api/, its documentation at /api/docs/.\n",
    };
  };
}

function cacheOf(name: string): string {
  if (name.startsWith(`/${HASHED_FOLDER}/`)) return HASHED_CACHE_CONTROL;
  return `max-age=${PAGE_MAX_AGE_SECONDS}, must-revalidate`;
}

async function readInside(folder: string, path: string): Promise<Buffer | null> {
  try {
    const root = await realpath(folder);
    const file = await realpath(join(root, decodeURIComponent(path)));
    return file.startsWith(root + sep) ? await readFile(file) : null;
  } catch {
    return null;
  }
}
