import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { call } from "../support/api.ts";
import { startLocal } from "../support/running-stack.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "seed-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("the test merchant of a kept folder gets its webhooks at the present port", async () => {
  const first = await startLocal({ data: folder, seed: true });
  await first.close();
  // Each start takes another free port.
  const second = await startLocal({ data: folder, seed: true });
  try {
    expect(second.url).not.toBe(first.url);
    const key = second.seed?.test_key ?? "";
    await call(second.url, "POST", "/api/v1/checkouts/", { key, body: { amount: 100 } });
    await second.idle();
    const log = await call(second.url, "GET", "/_local/receiver/shop-test/log/");
    expect(log.body.data).toMatchObject([{ verified: true }]);
    expect(second.seed?.test_webhook.url).toBe(`${second.url}/_local/receiver/shop-test/`);
    const shown = await call(second.url, "GET", "/_local/seed/");
    expect(shown.body.webhook.url).toBe(`${second.url}/_local/receiver/shop/`);
  } finally {
    await second.close();
  }
});
