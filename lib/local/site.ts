// The built dashboard, served as the distribution in front of the API would: files as they are,
// every other path without an ending as the single page. It is built when a browser first asks for it.
import { readFile, realpath } from "node:fs/promises";
import { extname, join, sep } from "node:path";
import {
  HASHED_CACHE_CONTROL,
  HASHED_FOLDER,
  PAGE_MAX_AGE_SECONDS,
  SITE_CONTENT_SECURITY_POLICY,
} from "../infra/site-headers.ts";
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

export type SiteBuild = {
  /** Folder of the current code's dashboard, or null where it is not built yet. */
  readonly built: () => string | null;
  /** Builds it. Rejects with the output of the build. */
  readonly build: () => Promise<string>;
};

/** Until it is built, a browser that opens a page gets one that waits, and programs get the API's own "not found". */
export function createSite(site: SiteBuild): Site {
  const dashboard = onDemand(site);
  return async (exchange) => {
    const { method, path } = exchange;
    if (API_PATHS.test(path) || (method !== "GET" && method !== "HEAD")) return null;
    const name = extname(path) === "" ? "/index.html" : path;
    const folder = dashboard.folder();
    if (folder !== null) return fileOf(folder, name);
    const isPage = name === "/index.html" && headerOf(exchange, "accept")?.includes("text/html");
    return isPage === true ? dashboard.wait() : null;
  };
}

function onDemand({ built, build }: SiteBuild) {
  /** Undefined: nobody has looked. */
  let folder: string | null | undefined;
  let isBuilding = false;
  let failure: string | null = null;
  const begin = async () => {
    if (isBuilding) return;
    isBuilding = true;
    try {
      folder = await build();
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
    }
    isBuilding = false;
  };
  return {
    folder(): string | null {
      if (folder === undefined) folder = built();
      return folder;
    },
    /** A failed build is shown once; the next request tries again. */
    wait(): Answer {
      const failed = failure;
      failure = null;
      if (failed !== null)
        return textAnswer(500, `The dashboard could not be built.\n\n${failed}\n`);
      void begin();
      return LOADING;
    },
  };
}

async function fileOf(folder: string, name: string): Promise<Answer | null> {
  const content = await readInside(folder, name);
  if (content === null) return null;
  const type = TYPES[extname(name)] ?? "application/octet-stream";
  const headers = [["content-type", type], ["cache-control", cacheOf(name)], ...HEADERS] as const;
  return { status: 200, headers, body: content };
}

/** A browser asks again after a second, until the dashboard answers. */
const LOADING: Answer = {
  status: 503,
  headers: [
    ["content-type", "text/html; charset=utf-8"],
    ["cache-control", "no-store"],
    ["retry-after", "1"],
    ["refresh", "1"],
    ...HEADERS,
  ],
  body: `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Building the dashboard</title>
<h1>Building the dashboard</h1>
<p>This page opens it in a few seconds.
<p>Ready now: the API at <code>/api/</code> and its <a href="/api/docs/">documentation</a>.
`,
};

function textAnswer(status: number, body: string): Answer {
  const headers = [["content-type", "text/plain; charset=utf-8"], ...HEADERS] as const;
  return { status, headers, body };
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
