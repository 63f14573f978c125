import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer, request, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import * as z from "zod";
import { verifyPublicCheckout } from "../lib/contract/routes/public.ts";
import { showPayPage } from "../lib/contract/routes/public-pages.ts";
import { serviceConfigSchema } from "../lib/contract/service-config.ts";
import { serviceConfigChecksum } from "../lib/contract/service-config-text.ts";
import { HASHED_FOLDER, SITE_CONTENT_SECURITY_POLICY } from "../lib/infra/site-headers.ts";
import { ensureSite } from "../lib/local/build/build-cache.ts";
import { openBrowser } from "../test/support/browser.ts";
import { proxyEvent } from "../test/support/function-calls.ts";
import type { MeteredService } from "../test/support/metered-service.ts";
import { issueCertificate } from "../test/support/test-servers.ts";
import type { BundlePair } from "./bundle-size.ts";
import { PRICES } from "./cost.ts";
import { type BenchOptions, type Figure, machineLoad, median, type Row, round } from "./figure.ts";
import { DOLLARS_PER_MB_MS, WHOLE_PROCESSOR } from "./memory.ts";
import { captureLog } from "./payment-path.ts";
import { sampleEvent } from "./replay.ts";
import { elapsedMs, firstPaintMs, slowDown } from "./slow-page.ts";

/** What payers and merchants wait for; measured with the full count of pairs always. */
const MAIN = [
  "authorizer",
  // Without a table: what remains when no client is loaded.
  "service-health",
  "v1-create-checkout",
  "v1-read-checkout",
  "public-show-pay-page",
  "public-verify-checkout",
  "workers-deliver-webhook",
];
const MAIN_PAIRS = 21;
const OTHER_PAIRS_REDUCED = 3;
/** The flags that Lambda's bootstrap gives to Node.js. */
const LAMBDA_FLAGS = ["--expose-gc", "--max-http-header-size", "81920"];
const BARE = "exports.handler = async () => ({ statusCode: 200, body: '' });\n";

const run = promisify(execFile);
const taken = z.object({
  /** Of an HTTP answer. */
  status: z.int().nullable(),
  loadMs: z.number(),
  loadCpuMs: z.number(),
  totalMs: z.number(),
  cpuMs: z.number(),
});
type Taken = Omit<z.output<typeof taken>, "status">;

/**
 * P1: a fresh process loads the bundle and answers its first event, with the first call to a real table
 * engine. Ours and the plain bundle take turns, so that whatever else the machine does meets both.
 */
export async function coldStart(
  bundles: readonly BundlePair[],
  service: MeteredService,
  folder: string,
  { full, say }: BenchOptions,
): Promise<Figure> {
  const child = join(import.meta.dirname, "cold-child.cjs");
  await mkdir(join(folder, "events"), { recursive: true });
  const bareBundle = join(folder, "bare.cjs");
  await writeFile(bareBundle, BARE);
  const start = async (event: string, bundle: string): Promise<Taken> => {
    const { stdout } = await run(process.execPath, [...LAMBDA_FLAGS, child, bundle, event], {
      env: { ...process.env, NODE_OPTIONS: "" },
      timeout: 60_000,
    });
    return taken.parse(JSON.parse(stdout));
  };

  const measured = [];
  for (const [index, { id, ours, plain }] of bundles.entries()) {
    if (index % 10 === 0) say(`P1: ${index} of ${bundles.length} functions`);
    const event = join(folder, "events", `${id}.json`);
    await writeFile(event, JSON.stringify(sampleEvent(id, service.merchant)));
    service.meter.take();
    await start(event, ours);
    const databaseCalls = service.meter.take().filter((call) => call.service === "dynamodb").length;
    await start(event, plain);
    const pairs = full || MAIN.includes(id) ? MAIN_PAIRS : OTHER_PAIRS_REDUCED;
    const { own, other } = await alternate(pairs, start.bind(null, event), ours, plain);
    const bare: Taken[] = [];
    for (let count = 0; MAIN.includes(id) && count < pairs; count += 1) {
      bare.push(await start(event, bareBundle));
    }
    measured.push({ id, pairs, databaseCalls, ...compared(own, other, bare) });
  }
  const shown = measured.filter(({ id }) => MAIN.includes(id));
  const rest = measured.filter(({ id }) => !MAIN.includes(id));
  return {
    id: "P1",
    title: "cold start: load, first invocation, first database call (ms; medians)",
    how: `Interleaved pairs, ${MAIN_PAIRS} for the functions named, ${full ? MAIN_PAIRS : OTHER_PAIRS_REDUCED} for the ${rest.length} others; Node with Lambda's own flags; load of the machine ${machineLoad()}. Ratios count, not milliseconds.`,
    rows: [
      ...shown.map(({ id, ...values }) => ({ function: id, ...shortened(values) })),
      {
        function: `median of the others (${rest.length})`,
        ...shortened({
          pairs: rest[0]?.pairs ?? 0,
          ours: medianOf(rest.map(({ ours }) => ours)),
          plain: medianOf(rest.map(({ plain }) => plain)),
          bare: null,
          loadRatio: median(rest.map(({ loadRatio }) => loadRatio)),
          ratio: median(rest.map(({ ratio }) => ratio)),
          cpuRatio: median(rest.map(({ cpuRatio }) => cpuRatio)),
        }),
      },
    ],
    details: Object.fromEntries(measured.map(({ id, ...values }) => [id, values])),
  };
}

/** Alternates which of the two starts first: the second one finds the disk cache warmer. */
async function alternate(
  pairs: number,
  start: (bundle: string) => Promise<Taken>,
  ours: string,
  plain: string,
): Promise<{ readonly own: Taken[]; readonly other: Taken[] }> {
  const own: Taken[] = [];
  const other: Taken[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    if (pair % 2 === 0) own.push(await start(ours));
    other.push(await start(plain));
    if (pair % 2 === 1) own.push(await start(ours));
  }
  return { own, other };
}

function compared(ours: readonly Taken[], plain: readonly Taken[], bare: readonly Taken[]) {
  const ratios = (pick: (taken: Taken) => number) =>
    ours.map((one, index) => pick(one) / pick(plain[index] ?? one));
  return {
    ours: medianOf(ours),
    plain: medianOf(plain),
    bare: bare.length > 0 ? medianOf(bare) : null,
    loadRatio: round(median(ratios(({ loadMs }) => loadMs)), 2),
    ratio: round(median(ratios(({ totalMs }) => totalMs)), 2),
    cpuRatio: round(median(ratios(({ cpuMs }) => cpuMs)), 2),
  };
}

function medianOf(values: readonly Taken[]): Taken {
  const of = (pick: (taken: Taken) => number) => round(median(values.map(pick)), 1);
  return {
    loadMs: of(({ loadMs }) => loadMs),
    loadCpuMs: of(({ loadCpuMs }) => loadCpuMs),
    totalMs: of(({ totalMs }) => totalMs),
    cpuMs: of(({ cpuMs }) => cpuMs),
  };
}

function shortened(values: {
  readonly pairs: number;
  readonly ours: Taken;
  readonly plain: Taken;
  readonly bare: Taken | null;
  readonly loadRatio: number;
  readonly ratio: number;
  readonly cpuRatio: number;
}) {
  const { pairs, ours, plain, bare, loadRatio, ratio, cpuRatio } = values;
  return {
    pairs,
    "ours load": ours.loadMs,
    "load/plain": round(loadRatio, 2),
    "ours all": ours.totalMs,
    "plain all": plain.totalMs,
    bare: bare?.totalMs ?? "",
    "all/plain": round(ratio, 2),
    "of CPU": round(cpuRatio, 2),
  };
}

/** What customers wait for at a cold function, and the event of one start. */
const FIRST: Readonly<Record<string, (service: MeteredService) => Promise<object>>> = {
  "public-show-pay-page": async (service) =>
    proxyEvent(showPayPage, { params: { token: await newToken(service) } }),
  "public-verify-checkout": async (service) => {
    const token = await newToken(service);
    const input = await service.pay(150_000);
    return proxyEvent(verifyPublicCheckout, { params: { token }, body: { input } });
  },
};

async function newToken(service: MeteredService): Promise<string> {
  const { body } = await service.create();
  return String(body.pay_url).split("/").at(-2) ?? "";
}

/**
 * P1b: the load and the first answer of a cold function in processor time, and what a customer waits for it by memory.
 * Everything that is called is behind TLS. Ours, which warms up, and the plain bundle take turns, each with a checkout.
 */
export async function firstRequest(
  bundles: readonly BundlePair[],
  service: MeteredService,
  folder: string,
  { full, say }: BenchOptions,
): Promise<Figure> {
  const pairs = full ? MAIN_PAIRS : FIRST_PAIRS_REDUCED;
  const { endpoint } = service.meter;
  const [aws, bank] = [await behindTls(endpoint), await behindTls(service.bankUrl)];
  const overTls = Object.entries(process.env)
    .filter(([, value]) => value?.startsWith(endpoint))
    .map(([name, value = ""]) => [name, value.replace(endpoint, aws.url)]);
  const given = JSON.parse(process.env.SERVICE_CONFIG ?? "{}");
  const config = JSON.stringify(serviceConfigSchema.parse({ ...given, trustedProxy: true }));
  const env = {
    ...process.env,
    ...Object.fromEntries(overTls),
    // The certificate is nobody's. Node reads its own root certificates all the same.
    ...{ NODE_OPTIONS: "", NODE_TLS_REJECT_UNAUTHORIZED: "0", NODE_NO_WARNINGS: "1" },
    ...{ PROVIDER_TELEBIRR_BASE_URL: bank.url, AWS_LAMBDA_INITIALIZATION_TYPE: "on-demand" },
    // As a stage has it: the caller's address takes a secret, and the deployment has parsed the text.
    ...{ SERVICE_CONFIG: config, SERVICE_CONFIG_CHECKSUM: serviceConfigChecksum(config) },
  };
  const [event, child] = [join(folder, "first.json"), join(import.meta.dirname, "cold-child.cjs")];
  const rows: Row[] = [];
  const log = captureLog();
  try {
    for (const [id, eventOf] of Object.entries(FIRST)) {
      say(`P1b: ${id}`);
      const bundle = bundles.find((each) => each.id === id);
      if (bundle === undefined) throw new Error(`there is no bundle of ${id}`);
      const start = async (path: string): Promise<Taken> => {
        await writeFile(event, JSON.stringify(await eventOf(service)));
        const flags = [...LAMBDA_FLAGS, child, path, event];
        const { stdout } = await run(process.execPath, flags, { env, timeout: 60_000 });
        const result = taken.parse(JSON.parse(stdout));
        if (result.status !== 200) throw new Error(`${id} has answered ${result.status}`);
        return result;
      };
      const warmed = bundle.ours.replace(/cjs$/, "mjs");
      for (const path of [warmed, bundle.plain]) await start(path);
      const { own, other } = await alternate(pairs, start, warmed, bundle.plain);
      rows.push(
        ...FIRST_SIZES.map((size) => ({ function: id, pairs, ...waits(own, other, size) })),
      );
    }
    return {
      id: "P1b",
      title:
        "cold function: processor time of load and first answer, and the customer's wait by memory (ms; medians)",
      how: `Fresh processes in interleaved pairs, Node with Lambda's own flags, AWS and bank behind TLS on loopback. The wait is the load at a whole processor and the answer at the memory's part of ${WHOLE_PROCESSOR} MB; dollars are its price, with half a read unit for ours. Load of the machine ${machineLoad()}.`,
      rows,
    };
  } finally {
    log.restore();
    await Promise.all([aws.close(), bank.close()]);
  }
}
const FIRST_PAIRS_REDUCED = 9;
const FIRST_SIZES = [256, 512, 1024];
function waits(own: readonly Taken[], other: readonly Taken[], size: number): Row {
  const [ours, plain] = [medianOf(own), medianOf(other)];
  const waitOf = ({ loadCpuMs, cpuMs }: Taken) =>
    loadCpuMs + ((cpuMs - loadCpuMs) * WHOLE_PROCESSOR) / size;
  const [waited, waitedPlain] = [median(own.map(waitOf)), median(other.map(waitOf))];
  const ratios = own.map((one, index) => waitOf(one) / waitOf(other[index] ?? one));
  const dollars = (ms: number) => ms * size * DOLLARS_PER_MB_MS * 1_000_000;
  return {
    "ours load": ours.loadCpuMs,
    "plain load": plain.loadCpuMs,
    "ours answer": round(ours.cpuMs - ours.loadCpuMs, 1),
    "plain answer": round(plain.cpuMs - plain.loadCpuMs, 1),
    "sum/plain": compared(own, other, []).cpuRatio,
    MB: size,
    "ours wait": round(waited, 0),
    "plain wait": round(waitedPlain, 0),
    "wait/plain": round(median(ratios), 2),
    "ours $/10⁶": round(dollars(waited) + PRICES.readUnits.high / 2, 2),
    "plain $/10⁶": round(dollars(waitedPlain), 2),
  };
}

/** The same server behind TLS, at the same path. */
async function behindTls(upstream: string) {
  const { key, cert } = issueCertificate({ commonName: "localhost", ipAddresses: ["127.0.0.1"] });
  const { hostname, port, pathname } = new URL(upstream);
  const server = createSecureServer({ key, cert }, (received, response) => {
    const { method, url: path, headers } = received;
    const sent = request({ hostname, port, method, path, headers }, (answered) => {
      response.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(response);
    });
    sent.on("error", () => response.destroy());
    received.pipe(sent);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${own}${pathname === "/" ? "" : pathname}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const RUNS = 3;
const LATENCY_MS = 150;
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
  const devtools = await slowDown(tab, LATENCY_MS);
  let requests = 0;
  let bytes = 0;
  devtools.on("Network.loadingFinished", ({ encodedDataLength }) => {
    requests += 1;
    bytes += encodedDataLength;
  });
  await tab.goto(address, { waitUntil: "commit" });
  await tab.locator(field).waitFor({ timeout: 60_000 });
  const usableMs = await elapsedMs(tab);
  const paintMs = await firstPaintMs(tab);
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
