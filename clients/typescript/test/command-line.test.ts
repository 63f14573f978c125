import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const CLI = join(import.meta.dirname, "..", "src", "checkout.ts");
const FAILED = 120;

let folder: string;
let server: Server;
let url: string;
/** How often the list of events still fails before it answers. */
let eventFaults = 0;
const forwarded: string[] = [];

const problem = (status: number, code: string) => ({
  status,
  body: { status, code, detail: code },
});
const ids = (prefix: string, from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => `${prefix}_${from + n}`);
const page = (data: readonly object[], next: string | null) => ({
  status: 200,
  body: { object: "list", data, has_more: next !== null, next_cursor: next },
});
const event = (id: string) => ({
  id,
  type: "checkout.verified",
  created_at: "2026-11-20T09:00:00.000Z",
  data: { object: { id: "co_1" } },
});

interface Call {
  readonly query: URLSearchParams;
  readonly cookie: string | undefined;
  readonly body: string;
}

/** The few operations of the API that these commands use, and a shop's server under /hook. */
const ANSWERS: Readonly<Record<string, (call: Call) => { status: number; body?: object }>> = {
  "POST /api/auth/refresh/": ({ cookie }) =>
    cookie === "session=good"
      ? { status: 200, body: { access_token: "token" } }
      : problem(401, "unauthenticated"),
  "POST /hook": ({ body }) => {
    forwarded.push(JSON.parse(body).id);
    return { status: 204 };
  },
  "GET /api/v1/credits/": () => problem(401, "unauthenticated"),
  "GET /api/v1/events/": ({ query }) => {
    if (eventFaults > 0) {
      eventFaults -= 1;
      return problem(503, "service_unavailable");
    }
    const first = Number(query.get("cursor") ?? 0);
    const last = Math.min(150, first + Number(query.get("limit")));
    return page(ids("evt", first, last).map(event), last < 150 ? String(last) : null);
  },
  "GET /api/platform/webhooks/whk_1/deliveries/": ({ query }) => {
    if (query.get("status") !== "failed") return problem(400, "invalid_request");
    const from = Number(query.get("cursor") ?? 0);
    const to = Math.min(FAILED, from + 100);
    const data = ids("del", from, to).map((id) => ({ id, event_type: "ping" }));
    return page(data, to < FAILED ? String(to) : null);
  },
  "POST /api/platform/webhooks/whk_1/deliveries/del_7/retry/": () =>
    problem(409, "delivery_in_progress"),
};

async function answer(request: IncomingMessage): Promise<{ status: number; body?: object }> {
  const { pathname, searchParams } = new URL(request.url ?? "/", url);
  const body = Buffer.concat(await request.toArray()).toString();
  const known = ANSWERS[`${request.method} ${pathname}`];
  if (known) return known({ query: searchParams, cookie: request.headers.cookie, body });
  const isRetry = pathname.endsWith("/retry/");
  return isRetry ? { status: 202, body: { status: "pending" } } : problem(404, "not_found");
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "command-line-"));
  server = createServer((request, response) => {
    void answer(request).then(({ status, body }) => {
      response.writeHead(status, { "content-type": "application/json", "retry-after": "0" });
      response.end(body && JSON.stringify(body));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  const login = { baseUrl: url, phone: "+251911000000", cookie: "session=good" };
  writeFileSync(join(folder, "login.json"), JSON.stringify(login));
});
afterAll(() => {
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

const environment = (changes: object = {}) => ({
  PATH: process.env.PATH,
  CHECKOUT_BASE_URL: url,
  CHECKOUT_API_KEY: "pk_test_x",
  CHECKOUT_CONFIG: join(folder, "login.json"),
  ...changes,
});

async function run(args: readonly string[], changes: object = {}) {
  const child = spawn(process.execPath, [CLI, ...args], { env: environment(changes) });
  const [out, error] = [child.stdout, child.stderr].map((stream) => stream.toArray());
  const [code] = await once(child, "close");
  return { code, out: Buffer.concat((await out) ?? []).toString(), error: String(await error) };
}

describe("exit codes", () => {
  it.concurrent.each([
    [0, ["help"], {}],
    [0, ["checkouts", "--help"], {}],
    [1, ["checkouts", "get", "co_1"], {}],
    [2, ["nonsense"], {}],
    [2, ["checkouts", "create", "--colour", "red"], {}],
    [2, ["credits", "grant", "--credits", "5"], {}],
    [3, ["credits", "show"], {}],
    [3, ["checkouts", "list"], { CHECKOUT_API_KEY: "" }],
    [3, ["webhooks", "list"], { CHECKOUT_CONFIG: "/nonexistent" }],
    [4, ["checkouts", "list"], { CHECKOUT_BASE_URL: "http://127.0.0.1:9" }],
  ] as const)("is %i for %j", async (expected, args, changes) => {
    const { code } = await run(args, changes);
    expect(code).toBe(expected);
  });

  it("is 130 when a command is interrupted", async () => {
    const child = spawn(process.execPath, [CLI, "events", "tail", "--replay", "1"], {
      env: environment(),
    });
    await once(child.stdout, "data");
    child.kill("SIGINT");
    expect((await once(child, "close"))[0]).toBe(130);
  });
});

describe("--json", () => {
  it("prints one JSON object for a refusal, on the standard error stream", async () => {
    const { out, error } = await run(["checkouts", "get", "co_1", "--json"]);
    expect(out).toBe("");
    expect(JSON.parse(error).error).toMatchObject({ code: "not_found" });
  });

  it("prints one JSON object for wrong usage", async () => {
    const { error } = await run(["webhooks", "nonsense", "--json"]);
    expect(JSON.parse(error).error).toMatchObject({ code: "usage" });
  });

  it("prints the signing secret, and what logout did, as JSON", async () => {
    const { out } = await run(["listen", "--print-secret", "--json"]);
    expect(JSON.parse(out).secret).toMatch(/^whsec_/);
    const left = await run(["logout", "--json"], { CHECKOUT_CONFIG: join(folder, "none.json") });
    expect(JSON.parse(left.out)).toEqual({ logged_out: false });
  });
});

describe("long work", () => {
  it("resends every failed delivery, reports progress, and names the refused ones", async () => {
    const args = ["deliveries", "resend", "--all-failed", "--endpoint", "whk_1", "--json"];
    const { code, out, error } = await run(args);
    expect(JSON.parse(out)).toEqual({
      resent: FAILED - 1,
      refused: [{ id: "del_7", code: "delivery_in_progress" }],
    });
    for (const done of [50, 100, 120]) expect(error).toContain(`Resent ${done} of 120`);
    expect(code).toBe(1);
  });

  it("replays more events than one page holds, oldest first, through an outage", async () => {
    const args = ["listen", "--forward-to", `${url}/hook`, "--replay", "130"];
    const child = spawn(process.execPath, [CLI, ...args], { env: environment() });
    let printed = "";
    const shown = new Promise<void>((resolve) => {
      child.stderr.on("data", (chunk: Buffer) => {
        printed += chunk.toString();
        // The first look for new events fails more often than one call is repeated.
        if (printed.includes("Replayed 130 of 130")) eventFaults = 4;
        if (printed.includes("Trying again.")) resolve();
      });
    });
    await shown;
    expect(child.exitCode).toBeNull();
    child.kill("SIGINT");
    await once(child, "close");
    expect(printed).toContain("Replayed 50 of 130");
    expect(forwarded).toEqual(ids("evt", 0, 130).reverse());
  });
});

describe("listen", () => {
  /** Runs until the standard error stream shows the text. */
  async function listenTo(target: string) {
    const args = ["listen", "--forward-to", target, "--replay", "1"];
    const child = spawn(process.execPath, [CLI, ...args], { env: environment() });
    let printed = "";
    child.stderr.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
      child.emit("printed");
    });
    const shown = async (text: string) => {
      while (!printed.includes(text)) await once(child, "printed");
    };
    const stop = async () => {
      child.kill("SIGINT");
      await once(child, "close");
    };
    return { child, shown, stop };
  }

  it("starts while the service does not answer yet", async () => {
    forwarded.length = 0;
    eventFaults = 4;
    const { child, shown, stop } = await listenTo(`${url}/hook`);
    await shown("Trying again.");
    await shown("Replayed 1 of 1");
    expect(child.exitCode).toBeNull();
    expect(forwarded).toEqual(["evt_0"]);
    await stop();
  });

  it("delivers an event once the server that refused the connection listens again", async () => {
    const shop = createServer((_, response) => response.writeHead(204).end());
    shop.listen(0, "127.0.0.1");
    await once(shop, "listening");
    const address = shop.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    shop.close();
    await once(shop, "close");
    const { shown, stop } = await listenTo(`http://127.0.0.1:${port}/`);
    await shown("Nothing listens at");
    const received = once(shop, "request");
    shop.listen(port, "127.0.0.1");
    const [request] = await received;
    expect(request.headers["webhook-id"]).toBe("evt_0");
    await stop();
    shop.closeAllConnections();
    shop.close();
  });
});
