import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LocalStack } from "../../lib/local/compose-stack.ts";
import { fuzz } from "../fuzz/campaign.ts";
import { FUZZ_CONFIG } from "../fuzz/config.ts";
import { startLocal } from "../support/running-stack.ts";

/** The long form is `npm run fuzz:api`. */
const REQUESTS = 400;
const SEED = Number(process.env.FUZZ_SEED ?? 1);

let stack: LocalStack;
beforeAll(async () => {
  stack = await startLocal({ seed: true, config: FUZZ_CONFIG });
});
afterAll(() => stack?.close());

describe("any request, good or bad, with any credential", () => {
  it("is answered as published, never with a 5xx and never with another account's data", async () => {
    const report = await fuzz(stack, { seed: SEED, requests: REQUESTS });
    expect(report.findings, `FUZZ_SEED=${SEED}`).toEqual([]);
    expect(report.requests).toBe(REQUESTS);
    // A campaign that is refused everywhere proves nothing.
    const succeeded = [...report.statuses].filter(([, counts]) =>
      [200, 201, 202, 204].some((status) => counts.has(status)),
    );
    expect(succeeded.length).toBeGreaterThan(30);
  }, 180_000);
});
