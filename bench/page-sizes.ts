import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { showPayPage } from "../lib/contract/routes/public-pages.ts";
import { proxyEvent } from "../test/support/invoke.ts";
import type { MeteredService } from "../test/support/metered-service.ts";
import { type Figure, round } from "./figure.ts";
import { captureLog } from "./payment-path.ts";

const DASHBOARD = join(import.meta.dirname, "..", "dist", "web", "dashboard");

/** P11: what a browser fetches before it can show something. */
export async function pageSizes(service: MeteredService): Promise<Figure> {
  return {
    id: "P11",
    title: "first load of the pages",
    how: "Files that the first HTML names, gzipped here at level 6 (CloudFront may use Brotli, which is smaller). The pay page is the same with and without scripts: everything it needs stands in it.",
    rows: [...(await dashboard()), await payPage(service)],
  };
}

async function dashboard() {
  if (!existsSync(join(DASHBOARD, "index.html"))) {
    return [{ page: "dashboard: not built (npm run build:web)" }];
  }
  const html = await readFile(join(DASHBOARD, "index.html"));
  const files = [...html.toString().matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) =>
    String(path),
  );
  const sized = await Promise.all(
    [...new Set(files)].map(async (path) => {
      const content = await readFile(join(DASHBOARD, path));
      return { path, bytes: content.length, gzipped: gzipSync(content).length };
    }),
  );
  const row = (name: string, ending: string) => {
    const own = sized.filter(({ path }) => path.endsWith(ending));
    return {
      page: name,
      requests: own.length,
      KB: round(own.reduce((sum, { bytes }) => sum + bytes, 0) / 1024),
      "gzip KB": round(own.reduce((sum, { gzipped }) => sum + gzipped, 0) / 1024),
    };
  };
  return [
    { page: "dashboard: HTML", requests: 1, ...sizeOf(html) },
    row("dashboard: scripts", ".js"),
    row("dashboard: styles", ".css"),
  ];
}

async function payPage(service: MeteredService) {
  const { handler } = await import("../functions/public/show-pay-page.ts");
  const log = captureLog();
  try {
    const { body } = await service.create();
    const token = String(body.pay_url).split("/").at(-2) ?? "";
    const event = proxyEvent(showPayPage, { params: { token }, headers: { Accept: "text/html" } });
    const call = handler as unknown as (
      event: unknown,
      context: object,
    ) => Promise<{ readonly statusCode: number; readonly body: string }>;
    const answer = await call(event, { getRemainingTimeInMillis: () => 10_000 });
    if (answer.statusCode !== 200) throw new Error(`the pay page answered ${answer.statusCode}`);
    const others = [...answer.body.matchAll(/<(?:script|link|img)[^>]*\s(?:src|href)="(?!data:)/g)];
    return {
      page: "pay page (open checkout)",
      requests: 1 + others.length,
      ...sizeOf(Buffer.from(answer.body)),
    };
  } finally {
    log.restore();
  }
}

function sizeOf(content: Uint8Array) {
  return { KB: round(content.length / 1024), "gzip KB": round(gzipSync(content).length / 1024) };
}
