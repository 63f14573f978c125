import { readFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { HASHED_FOLDER, SITE_CONTENT_SECURITY_POLICY } from "../lib/infra/distribution.ts";
import { ensureSite } from "../lib/local/build/build-cache.ts";
import { openBrowser } from "../test/support/browser.ts";
import { median, type Row, round } from "./figure.ts";

const RUNS = 3;
const BYTES_PER_SECOND = 400_000 / 8;
const LATENCY_MS = 150;
const CPU_SLOWDOWN = 4;
const PAY_PAGE = "/pay";
const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
};

/** Loads each page in a slow browser, three times; rows of medians. */
export async function firstLoads(payPage: string): Promise<readonly Row[]> {
  const site = await ensureSite(join(import.meta.dirname, ".."));
  const server = createServer((request, response) => {
    void answer(String(request.url), site, payPage, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await openBrowser();
  try {
    return [
      await page(browser, "dashboard: sign-in", `${base}/login`, "input[type=tel]"),
      await page(browser, "pay page (open checkout)", base + PAY_PAGE, "#reference"),
    ];
  } finally {
    await browser.close();
    server.close();
  }
}

async function page(browser: Browser, name: string, address: string, field: string): Promise<Row> {
  const loads: Load[] = [];
  for (let run = 0; run < RUNS; run++) loads.push(await load(browser, address, field));
  const middle = (of: (one: Load) => number) => median(loads.map(of));
  return {
    page: name,
    requests: middle(({ requests }) => requests),
    "gzip KB": round(middle(({ bytes }) => bytes) / 1024),
    "first paint s": round(middle(({ paintMs }) => paintMs) / 1000, 2),
    "usable s": round(middle(({ usableMs }) => usableMs) / 1000, 2),
  };
}

interface Load {
  readonly requests: number;
  /** Bytes of the responses, headers included. */
  readonly bytes: number;
  readonly paintMs: number;
  readonly usableMs: number;
}

async function load(browser: Browser, address: string, field: string): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const tab = await context.newPage();
  const devtools = await context.newCDPSession(tab);
  let requests = 0;
  let bytes = 0;
  devtools.on("Network.loadingFinished", ({ encodedDataLength }) => {
    requests += 1;
    bytes += encodedDataLength;
  });
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  await tab.goto(address, { waitUntil: "commit" });
  await tab.locator(field).waitFor({ timeout: 60_000 });
  const [usableMs, paintMs] = (await tab.evaluate(
    "[performance.now(), performance.getEntriesByName('first-contentful-paint')[0].startTime]",
  )) as [number, number];
  await context.close();
  return { requests, bytes, paintMs, usableMs };
}

/** As CloudFront does: gzipped, and every path without an ending is the single page. */
async function answer(
  path: string,
  site: string,
  payPage: string,
  response: ServerResponse,
): Promise<void> {
  const isPage = extname(path) === "";
  const file = join(site, isPage ? "index.html" : path);
  const content = path === PAY_PAGE ? payPage : await readFile(file).catch(() => null);
  if (content === null || path.startsWith("/api/")) {
    response.writeHead(404, { "content-type": "application/problem+json" }).end("{}");
    return;
  }
  const isHashed = path.startsWith(`/${HASHED_FOLDER}/`);
  response
    .writeHead(200, {
      "content-type": isPage ? "text/html" : (TYPES[extname(path)] ?? "application/octet-stream"),
      "content-encoding": "gzip",
      "cache-control": isHashed ? "public, max-age=31536000, immutable" : "max-age=60",
      ...(path !== PAY_PAGE && { "content-security-policy": SITE_CONTENT_SECURITY_POLICY }),
    })
    .end(gzipSync(content));
}
