import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { postWebhook } from "../src/cli/post-webhook.ts";
import { startService } from "./service.ts";

interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

let service: Awaited<ReturnType<typeof startService>>;
let server: Server;
let url: string;
/** Paths of the webhooks that the shop under /hook and /moved got. */
const received: string[] = [];

const json = (status: number, body: object) =>
  [status, { "content-type": "application/json" }, JSON.stringify(body)] as const;
const forbidden = (detail: string) => json(403, { status: 403, code: "forbidden", detail });
/** Within a second, whose beginning a Date header names. */
const NOW = Date.parse("2026-11-20T09:00:00.300Z");
const page = [200, { "content-type": "text/html" }, "<h1>Log in to this network</h1>"] as const;

/** Answers by what precedes the path of the API. */
const ANSWERS: Readonly<Record<string, ReturnType<typeof json> | typeof page>> = {
  "/limited": forbidden("This key lacks the permission credits:read."),
  "/firewall": forbidden("The request was refused by the firewall."),
  "/good": json(200, { available: 0 }),
};

beforeAll(async () => {
  service = await startService();
  server = createServer(({ url: path = "" }, response) => {
    if (path === "/silent") return;
    const [, base = "", rest] = /^(\/\w+)(\/.*)?$/.exec(path) ?? [];
    if (rest === undefined) {
      received.push(path);
      response.writeHead(path === "/moved" ? 308 : 204, { location: "/hook" }).end();
      return;
    }
    const known = ANSWERS[base];
    const answer = known && rest === "/api/health/" ? json(200, { status: "ok" }) : known;
    const [status, headers, body] = answer ?? page;
    response.setHeader("date", new Date().toUTCString());
    response.writeHead(status, headers).end(body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server?.closeAllConnections();
  server?.close();
  service?.close();
});
beforeEach(() => void received.splice(0));

async function doctor(base: string, ...args: readonly string[]) {
  const given = ["doctor", "--json", "--base-url", `${url}${base}`, ...args];
  const { code, out } = await service.run(given, { CHECKOUT_API_KEY: "pk_test_x" });
  const checks: readonly Check[] = JSON.parse(out);
  return { code, check: (wanted: string) => checks.find(({ name }) => name === wanted) };
}

describe("doctor", () => {
  it("fails for another site that answers 200 to everything", async () => {
    const { code, check } = await doctor("/portal");
    expect(check("service")).toMatchObject({ ok: false, detail: expect.stringContaining("site") });
    expect(check("authentication")).toMatchObject({ ok: false });
    expect(code).toBe(1);
  });

  it("passes a key that only lacks a permission, and names the permission", async () => {
    const { code, check } = await doctor("/limited");
    const detail = "accepted. This key lacks the permission credits:read.";
    expect(check("authentication")).toMatchObject({ ok: true, detail });
    expect(code).toBe(0);
  });

  it("fails a key behind a firewall that refuses the request", async () => {
    const { code, check } = await doctor("/firewall");
    expect(check("authentication")).toMatchObject({ ok: false });
    expect(code).toBe(1);
  });

  it("shows a clock that is within half a second of the service's as 0 s, without a sign", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOW });
    const { check } = await doctor("/good");
    vi.useRealTimers();
    expect(check("clock")).toMatchObject({ ok: true, detail: "0 s from the service's" });
  });

  it("fails for a receiver that redirects, and follows no redirect", async () => {
    const { code, check } = await doctor("/good", "--forward-to", `${url}/moved`);
    const detail = "answered 308: deliveries are not redirected";
    expect(check("signed webhook")).toMatchObject({ ok: false, detail });
    expect(received).toEqual(["/moved", "/moved"]);
    expect(code).toBe(1);
  });
});

describe("a webhook to a local server", () => {
  it("has the error timeout where the server does not answer in time", async () => {
    const response = await postWebhook(`${url}/silent`, {}, "{}", 1);
    expect(response).toEqual({ status: null, error: "timeout" });
  });
});
