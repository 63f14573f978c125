import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { headerOf } from "../../lib/local/gateway/exchange.ts";
import { type HttpServer, openHttpServer } from "../../lib/local/http-server.ts";
import { createActivity } from "../../lib/local/log-sink.ts";

const COOKIES = [
  "__Host-refresh=a.b; Max-Age=60; Path=/; Secure; HttpOnly; SameSite=Strict",
  "pay_draft=c; Path=/pay/; Max-Age=900; Secure",
];
const WEBKIT = "AppleWebKit/605.1.15 (KHTML, like Gecko)";

let server: HttpServer;
let port: string;

beforeAll(async () => {
  server = await openHttpServer(0, createActivity());
  ({ port } = new URL(server.url));
  server.serve({
    now: Date.now,
    gateway: async (exchange) => ({
      ...{ status: 200, body: headerOf(exchange, "cookie") ?? "" },
      headers: COOKIES.map((cookie) => ["Set-Cookie", cookie] as const),
    }),
    site: null,
    tooLarge: () => ({ status: 413, headers: [], body: "" }),
    local: [async () => ({ status: 200, body: { key: "pk_test_secret" } })],
    observe: () => {},
  });
});
afterAll(() => server.close());

/** `fetch` would set Host itself. */
function get(path: string, headers: Record<string, string>, method = "GET") {
  type Got = { status: number; body: string; cookies: readonly string[] };
  return new Promise<Got>((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path, headers, method }, (answer) => {
      let body = "";
      answer.on("data", (chunk) => {
        body += String(chunk);
      });
      const cookies = answer.headers["set-cookie"] ?? [];
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, body, cookies }));
    });
    sent.once("error", reject);
    sent.end();
  });
}

describe("the helpers under /_local/", () => {
  it.each([
    ["127.0.0.1", undefined],
    ["localhost", undefined],
    ["[::1]", undefined],
    ["localhost", "http://localhost:5173"],
    ["127.0.0.1", "http://127.0.0.1:3000"],
  ])("answer this machine as %s, from a page of %s", async (host, origin) => {
    const headers = { host: `${host}:${port}`, ...(origin && { origin }) };
    expect(await get("/_local/seed/", headers)).toMatchObject({ status: 200 });
  });

  it.each([
    ["a rebound name", "attacker.example", undefined],
    ["a name that begins like this machine's", "localhost.attacker.example", undefined],
    ["another address", "192.0.2.1", undefined],
    ["no host name at all", "?", undefined],
    ["a page of another site", "127.0.0.1", "https://attacker.example"],
    ["a sandboxed page", "127.0.0.1", "null"],
    ["a page without a web origin", "127.0.0.1", "file://"],
  ])("refuse %s and show nothing", async (_name, host, origin) => {
    for (const method of ["GET", "POST"]) {
      const answer = await get("/_local/seed/", { host, ...(origin && { origin }) }, method);
      expect(answer.status).toBe(403);
      expect(answer.body).not.toContain("pk_test");
    }
  });

  it("guard the simulator's controls, but let a bank's receipt page have its bank's origin", async () => {
    const headers = { host: `127.0.0.1:${port}`, origin: "https://bank.example" };
    const status = async (path: string, method = "GET") =>
      (await get(path, headers, method)).status;
    expect(await status("/_local/bank/cbe/receipt/FT1")).toBe(200);
    expect(await status("/_local/bank/transfers/")).toBe(403);
    expect(await status("/_local/bank/cbe/requests/")).toBe(403);
    expect(await status("/_local/bank/cbe/receipt/FT1", "POST")).toBe(403);
  });
});

describe("cookies that are for TLS only", () => {
  it("come back from Safari, which keeps none of them without TLS", async () => {
    const safari = {
      "user-agent": `Mozilla/5.0 (Macintosh) ${WEBKIT} Version/18.5 Safari/605.1.15`,
    };
    const { cookies } = await get("/api/", safari);
    expect(cookies).toEqual([
      "plain-refresh=a.b; Max-Age=60; Path=/; HttpOnly; SameSite=Strict",
      "pay_draft=c; Path=/pay/; Max-Age=900",
    ]);
    const cookie = "pay_draft=c; plain-refresh=a.b; its-plain-x=d";
    expect((await get("/api/", { ...safari, cookie })).body).toBe(
      "pay_draft=c; __Host-refresh=a.b; its-plain-x=d",
    );
  });

  it.each([
    ["Chrome", `Mozilla/5.0 (X11) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`],
    ["Firefox", "Mozilla/5.0 (X11; rv:140.0) Gecko/20100101 Firefox/140.0"],
    ["no browser", "curl/8.5.0"],
  ])("stay as they are for %s", async (_, agent) => {
    const cookie = "plain-refresh=a.b";
    const got = await get("/api/", { "user-agent": agent, cookie });
    expect(got).toMatchObject({ cookies: COOKIES, body: cookie });
  });
});
