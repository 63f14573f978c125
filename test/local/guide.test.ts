import { describe, expect, it } from "vitest";
import type { Seed } from "../../lib/local/seed/seed.ts";
import { guide } from "../../lib/local/seed/seed.ts";

const webhook = { id: "whk_1", secret: "whsec_AAAA", url: "http://127.0.0.1:3000/_local/" };
const SEED = {
  app_id: 1001,
  live_key: "pk_live_1",
  test_key: "pk_test_1",
  phone: "+251911000000",
  webhook,
  test_webhook: webhook,
} as Seed;

const KEYS = { test: SEED.test_key, live: SEED.live_key };

describe("the guide of npm start", () => {
  it("names the folder that keeps the data", () => {
    const text = guide("http://127.0.0.1:3000", SEED, KEYS, "/srv/shop/");
    expect(text).toContain("Its data stays in /srv/shop/");
  });

  it("promises nothing of data in memory", () => {
    const text = guide("http://127.0.0.1:3000", SEED, KEYS, ":memory:");
    expect(text).toContain("Its data is in memory only, and is lost then.");
    expect(text).not.toContain("stays");
  });

  it("prints only keys that work, and says how to get others", () => {
    const whole = guide("http://127.0.0.1:3000", SEED, KEYS, ":memory:");
    expect(whole).toMatch(/Test key +pk_test_1\n +Live key +pk_live_1\n/);
    expect(whole).toContain("export CHECKOUT_API_KEY=pk_test_1\n");
    expect(whole).toContain("bank simulator: npm run demo");
    const without = guide("http://127.0.0.1:3000", SEED, { test: null, live: null }, ":memory:");
    expect(without).not.toMatch(/pk_(test|live)_1|npm run demo/);
    expect(without).toContain("under Apps and API keys");
    expect(without).toContain("export CHECKOUT_API_KEY='your own test key'\n");
  });
});
