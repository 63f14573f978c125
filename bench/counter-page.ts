import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createGzip } from "node:zlib";
import type { Browser, BrowserContext } from "playwright-core";
import { logIn } from "../test/support/api.ts";
import { keepSession, openBrowser } from "../test/support/browser.ts";
import { type DashboardStack, startDashboardStack } from "../test/support/dashboard-visits.ts";
import { type BenchOptions, type Figure, median, type Row, round } from "./figure.ts";
import { elapsedMs, firstPaintMs, slowDown } from "./slow-page.ts";

const RUNS = { full: 9, reduced: 3 } as const;
const LATENCY_MS = 400;
/** The longest until the counter shows itself, s: the first visit, and those whose files the device has kept. */
const GOALS = { first: 3, next: 1.5 } as const;

interface Visit {
  readonly paintMs: number;
  /** The amount can be typed. */
  readonly usableMs: number;
  /** The payments of today are there, which need the session. */
  readonly listMs: number;
  /** Of the page's own requests. */
  readonly bytes: number;
}

/** P19: how soon the counter shows itself on a slow connection, at the first visit and at the next one. */
export async function counterPage({ full, say }: BenchOptions): Promise<Figure> {
  const [dashboard, browser] = await Promise.all([startDashboardStack(), openBrowser()]);
  const server = createServer((incoming, response) => forward(dashboard.url, incoming, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const visits: Record<keyof typeof GOALS, Visit[]> = { first: [], next: [] };
  try {
    for (let run = 0; run < (full ? RUNS.full : RUNS.reduced); run++) {
      say(`P19: visit ${run + 1}`);
      const { first, next } = await visitTwice(dashboard, browser, base);
      visits.first.push(first);
      visits.next.push(next);
    }
  } finally {
    await browser.close();
    server.close();
    await dashboard.stack.close();
  }
  return {
    id: "P19",
    title: "the counter on a slow connection",
    how: `Chromium at 400 kbit/s, ${LATENCY_MS} ms until an answer begins and a quarter of this machine's CPU; 360 × 740; the local stack behind a proxy that compresses with gzip. Medians, with the slowest first paint. Goals for the first paint: ${GOALS.first} s at the first visit, ${GOALS.next} s afterward.`,
    rows: [
      row("first visit", visits.first, GOALS.first),
      row("next visit", visits.next, GOALS.next),
    ],
  };
}

function row(visit: string, all: readonly Visit[], goal: number): Row {
  const seconds = (of: (one: Visit) => number) => round(median(all.map(of)) / 1000, 2);
  const slowest = round(Math.max(...all.map(({ paintMs }) => paintMs)) / 1000, 2);
  return {
    visit,
    runs: all.length,
    "first paint s": seconds(({ paintMs }) => paintMs),
    "slowest s": slowest,
    "goal s": goal,
    kept: slowest <= goal ? "yes" : "no",
    "amount s": seconds(({ usableMs }) => usableMs),
    "list s": seconds(({ listMs }) => listMs),
    KB: round(median(all.map(({ bytes }) => bytes)) / 1024),
  };
}

/** With an empty profile, and again when the service worker has kept the files. */
async function visitTwice({ stack, seed }: DashboardStack, browser: Browser, base: string) {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  context.setDefaultTimeout(120_000);
  await keepSession(context, base, (await logIn(stack, seed.phone)).cookie);
  const first = await visitOnce(context, base, true);
  const next = await visitOnce(context, base, false);
  await context.close();
  return { first, next };
}

async function visitOnce(context: BrowserContext, base: string, waits: boolean): Promise<Visit> {
  const tab = await context.newPage();
  const devtools = await slowDown(tab, LATENCY_MS);
  let bytes = 0;
  devtools.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await tab.goto(`${base}/counter`, { waitUntil: "commit" });
  await tab.locator("#amount").waitFor();
  const usableMs = await elapsedMs(tab);
  const paintMs = await firstPaintMs(tab);
  await tab.locator("section h2").first().waitFor();
  const listMs = await elapsedMs(tab);
  const visit = { paintMs, usableMs, listMs, bytes };
  if (waits) await tab.waitForFunction(SHELL_IS_KEPT);
  await tab.close();
  return visit;
}

/** The last file that the page asks its service worker to keep. */
const SHELL_IS_KEPT = `caches.open("counter-shell").then((shell) => shell.keys())
  .then((kept) => kept.some(({ url }) => url.includes("/sale-")))`;

/** Passes a request on to the stack and compresses texts, as CloudFront does. */
function forward(to: string, incoming: IncomingMessage, response: ServerResponse): void {
  const { method, headers, url = "/" } = incoming;
  const outgoing = request(new URL(url, to), { method, headers }, (answer) => {
    const { "content-length": _, ...kept } = answer.headers;
    const isText = /text|json|javascript|svg/.test(String(kept["content-type"]));
    response.writeHead(answer.statusCode ?? 502, {
      ...kept,
      ...(isText && { "content-encoding": "gzip" }),
    });
    if (isText) answer.pipe(createGzip()).pipe(response);
    else answer.pipe(response);
  });
  outgoing.on("error", () => response.destroy());
  incoming.pipe(outgoing);
}
