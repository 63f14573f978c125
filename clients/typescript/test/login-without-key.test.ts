import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const CLI = join(import.meta.dirname, "..", "src", "checkout.ts");

let folder: string;
let server: Server;
let url: string;

/** What a request needs (an `authorization` or, at last, a cookie), and the answer to it. */
const ANSWERS: Readonly<Record<string, readonly [needs: string | undefined, body: object]>> = {
  "GET /api/health/": [undefined, { status: "ok" }],
  "GET /api/v1/credits/": [
    "Bearer pk_test_good",
    { available: 0, granted: 0, captured: 0, livemode: false },
  ],
  "GET /api/platform/credits/": [
    "Bearer token",
    { available: 97, granted: 100, captured: 3, livemode: true },
  ],
  "GET /api/platform/me/": ["Bearer token", { role: "developer", account_id: "acc_1" }],
  "POST /api/auth/refresh/": ["session=good", { access_token: "token", expires_in: 600 }],
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "login-without-key-"));
  server = createServer(({ method, url: path, headers }, response) => {
    const [needs, body] = ANSWERS[`${method} ${path}`] ?? ["nothing", {}];
    const isKnown = needs === undefined || [headers.authorization, headers.cookie].includes(needs);
    const problem = { status: 401, code: "unauthenticated", detail: "Not accepted." };
    response.writeHead(isKnown ? 200 : 401, { "content-type": "application/json" });
    response.end(JSON.stringify(isKnown ? body : problem));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Credentials {
  readonly cookie?: string;
  readonly key?: string;
}

async function run(args: readonly string[], { cookie = "session=good", key }: Credentials = {}) {
  const file = join(folder, `${crypto.randomUUID()}.json`);
  writeFileSync(file, JSON.stringify({ baseUrl: url, phone: "+251911000000", cookie }));
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    CHECKOUT_BASE_URL: url,
    CHECKOUT_CONFIG: file,
    ...(key !== undefined && { CHECKOUT_API_KEY: key }),
  };
  const child = spawn(process.execPath, [CLI, ...args], { env });
  const [out, error] = [child.stdout, child.stderr].map((stream) => stream.toArray());
  const [code] = await once(child, "close");
  return { code, out: String(await out), error: String(await error) };
}

describe("credits show", () => {
  it("shows the account's credits to a login", async () => {
    const { code, out, error } = await run(["credits", "show", "--json"]);
    expect({ code, error }).toEqual({ code: 0, error: "" });
    expect(JSON.parse(out)).toMatchObject({ available: 97, livemode: true });
  });

  it("says of a test key that test mode spends no credits, also with a login", async () => {
    const { code, out, error } = await run(["credits", "show"], { key: "pk_test_good" });
    expect(code).toBe(0);
    expect(out).toMatch(/available +0/);
    expect(error).toContain("Test mode spends no credits.");
  });
});

describe("doctor", () => {
  it("checks a login", async () => {
    const { code, out } = await run(["doctor", "--json"]);
    const checks = JSON.parse(out).map(({ name, ok }: { name: string; ok: boolean }) => [name, ok]);
    expect(checks).toEqual([
      ["login", true],
      ["service", true],
      ["clock", true],
      ["authentication", true],
    ]);
    expect(code).toBe(0);
  });

  it("fails the authentication of a login that has expired", async () => {
    const { code, out } = await run(["doctor"], { cookie: "session=old" });
    expect(out).toMatch(/FAIL {2}authentication +Your login has expired/);
    expect(code).toBe(1);
  });

  it("names the key that a signed webhook needs", async () => {
    const { code, out } = await run(["doctor", "--json", "--forward-to", `${url}/hook`]);
    expect(JSON.parse(out).at(-1)).toMatchObject({ name: "webhook", ok: false });
    expect(code).toBe(1);
  });
});
