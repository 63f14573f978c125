import { linkSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { LocalStack } from "../../lib/local/compose-stack.ts";
import { SEED_PHONE, signIn, workingKeys } from "../../lib/local/seed/seed.ts";
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
  const kept = readFileSync(join(folder, "seed.json"), "utf8");
  linkSync(join(folder, "seed.json"), join(folder, "linked.json"));
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
    // The file is replaced as a whole, so that a full disk never leaves half of it.
    expect(readFileSync(join(folder, "linked.json"), "utf8")).toBe(kept);
    await revokeKey(second, "Local live");
  } finally {
    await second.close();
  }
});

/** As the developer does in the dashboard. */
async function revokeKey(stack: LocalStack, name: string): Promise<void> {
  const { accessToken: key } = await signIn(stack, SEED_PHONE);
  const path = "/api/platform/api-keys/";
  const { data } = (await call(stack.url, "GET", path, { key })).body;
  const { id } = data.find((one: { name: string }) => one.name === name);
  expect((await call(stack.url, "DELETE", `${path}${id}/`, { key })).status).toBe(204);
}

it("the keys that its owner has revoked are not among those that work at the next start", async () => {
  const third = await startLocal({ data: folder, seed: true });
  try {
    if (third.seed === null) throw new Error("There is no test merchant.");
    const { test_key, live_key } = third.seed;
    expect((await call(third.url, "GET", "/api/v1/credits/", { key: live_key })).status).toBe(401);
    expect(await workingKeys(third.url, third.seed)).toEqual({ test: test_key, live: null });
  } finally {
    await third.close();
  }
});

it("a damaged file of the test merchant is named, and a start without it makes another one", async () => {
  const file = join(folder, "seed.json");
  writeFileSync(file, "");
  await expect(startLocal({ data: folder, seed: true })).rejects.toThrow(`${file} is damaged`);
  rmSync(file);
  const last = await startLocal({ data: folder, seed: true });
  try {
    expect(last.seed?.app_id).toBe(1003);
  } finally {
    await last.close();
  }
});
