import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SEED_PHONE } from "../../lib/local/seed/seed.ts";
import { startLocal } from "../../lib/local/stack.ts";
import { runSmoke, type SmokeOptions } from "../../lib/smoke/run-smoke.ts";
import { codesOf } from "../support/api.ts";
import { spareThreads } from "../support/running-stack.ts";

let stack: Awaited<ReturnType<typeof startLocal>>;
beforeAll(async () => {
  stack = await startLocal({ seed: true, spareThreads });
});
afterAll(() => stack?.close());

async function smoke(options: Partial<SmokeOptions> = {}) {
  const lines: string[] = [];
  const result = await runSmoke({
    baseUrl: stack.url,
    say: (line) => lines.push(line),
    wait: () => stack.idle(),
    ...options,
  });
  return { ...result, lines };
}

/** Reads the login code as its owner would. */
async function code(): Promise<string> {
  await stack.idle();
  return codesOf(stack, SEED_PHONE).at(-1) ?? "no SMS came";
}

describe("the smoke test", () => {
  it("passes every step against a service that works, and leaves no app behind", async () => {
    const { works, verdict, lines } = await smoke({
      login: { phone: SEED_PHONE, code },
      receiver: `${stack.url}/_local/receiver/smoke/`,
    });
    expect(lines.filter((line) => !line.startsWith("ok "))).toEqual([]);
    expect({ works, verdict }).toEqual({ works: true, verdict: "The service works." });
    expect(lines.at(-1)).toContain("remove the endpoint, the key and the app");
  });

  it("leaves no app behind when a step fails while its checkout is open", async () => {
    const { works, lines } = await smoke({
      login: { phone: SEED_PHONE, code },
      publicBaseUrl: "https://pay.example",
    });
    expect(works).toBe(false);
    const failed = lines.filter((line) => line.startsWith("FAIL"));
    expect(failed).toEqual(["FAIL  create a checkout"]);
    expect(lines.at(-1)).toMatch(/^ok {4}remove the endpoint, the key and the app/);
  });

  it("runs the server API with a test key alone, and names what it skips", async () => {
    const { works, verdict, lines } = await smoke({ key: stack.seed?.test_key ?? null });
    expect({ works, verdict }).toEqual({ works: true, verdict: "The service works." });
    expect(lines).toContainEqual(expect.stringMatching(/^ok {4}verify with a payment of the rest/));
    expect(lines).toContainEqual("skip  log in by phone (needs --phone)");
  });

  it("names the step and the likely cause when a key is not accepted", async () => {
    const { works, verdict, lines } = await smoke({ key: `pk_test_${"0".repeat(36)}` });
    expect({ works, verdict }).toEqual({ works: false, verdict: "The service does NOT work." });
    expect(lines).toContain("FAIL  accept the key in the header and in the query");
    expect(lines.at(-1)).toMatch(/Likely cause: The key was not accepted/);
  });

  it("says so when nothing answers", async () => {
    const { works, verdict, lines } = await smoke({ baseUrl: "http://127.0.0.1:9" });
    expect({ works, verdict }).toEqual({ works: false, verdict: "The service does NOT work." });
    expect(lines[0]).toBe("FAIL  health");
    expect(lines.at(-1)).toMatch(/Likely cause: Nothing answers at this address/);
  });

  it("proves nothing without a key or a phone", async () => {
    const { works, verdict, lines } = await smoke();
    const count = (word: string) => lines.filter((line) => line.startsWith(word)).length;
    expect(count("FAIL")).toBe(0);
    expect(works).toBe(false);
    expect(verdict).toBe(
      `${count("ok")} of ${lines.length} checks passed; ${count("skip")} need SMOKE_KEY or --phone.`,
    );
  });
});
