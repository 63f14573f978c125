import { showPayPage } from "../lib/contract/routes/public-pages.ts";
import { proxyEvent } from "../test/support/function-calls.ts";
import type { MeteredService } from "../test/support/metered-service.ts";
import { firstLoads } from "./cold-start.ts";
import type { Figure } from "./figure.ts";
import { captureLog } from "./payment-path.ts";

/** P11: what a browser fetches before it can show something, and how soon it does. */
export async function pageSizes(service: MeteredService): Promise<Figure> {
  const page = await payPage(service);
  return {
    id: "P11",
    title: "first load of the pages",
    how: "Chromium at 400 kbit/s, 150 ms latency and a quarter of this machine's CPU, without a cache. Files are gzipped at level 6 (CloudFront may use Brotli, which is smaller). `usable` is the first field of the page. The API answers that nobody is signed in.",
    rows: await firstLoads(page),
  };
}

/** The HTML of an open checkout's pay page. */
async function payPage(service: MeteredService): Promise<string> {
  const { showPayPage: handler } = await import("../functions/public/pages.ts");
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
    return answer.body;
  } finally {
    log.restore();
  }
}
