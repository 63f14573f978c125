import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { startService } from "./service.ts";

let service: Awaited<ReturnType<typeof startService>>;
let proxy: Server;
let variables: Readonly<Record<string, string>>;
/** What the proxy was asked for. */
const asked: (string | undefined)[] = [];

beforeAll(async () => {
  service = await startService();
  proxy = createServer(({ url }, response) => {
    asked.push(url);
    response.writeHead(403).end();
  });
  proxy.on("connect", ({ url }, socket) => {
    asked.push(url);
    socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  variables = { HTTPS_PROXY: address, HTTP_PROXY: address };
});
beforeEach(() => {
  asked.length = 0;
});
afterAll(() => {
  proxy?.close();
  service?.close();
});

it("asks the environment's proxy for the service, as other tools do", async () => {
  const url = { CHECKOUT_BASE_URL: "https://checkout.example" };
  const { out } = await service.runAlone(["doctor"], { ...variables, ...url });
  expect(out).toContain("https://checkout.example cannot be reached");
  expect(asked).toContain("checkout.example:443");
});

it.each(["127.0.0.1", "*"])("asks it for nothing that NO_PROXY=%s names", async (NO_PROXY) => {
  const url = { CHECKOUT_BASE_URL: "https://127.0.0.1:9" };
  const { code } = await service.runAlone(["doctor"], { ...variables, ...url, NO_PROXY });
  expect({ code, asked }).toEqual({ code: 1, asked: [] });
});

it.each([undefined, "checkout.example"])(
  "never shows it a request to this machine, with NO_PROXY=%s",
  async (NO_PROXY) => {
    const changes = { ...variables, NODE_USE_ENV_PROXY: "1", ...(NO_PROXY && { NO_PROXY }) };
    const { code } = await service.runAlone(["checkouts", "list"], changes);
    expect({ code, asked }).toEqual({ code: 0, asked: [] });
  },
);

it("ends when its command is done, although something else keeps Node.js running", async () => {
  const held = "data:text/javascript,setInterval(() => {}, 1_000)";
  const { code, out } = await service.runAlone(["checkouts", "list", "--json"], {
    NODE_OPTIONS: `--import "${held}"`,
  });
  expect([code, out.endsWith("]\n")]).toEqual([0, true]);
});
