import http, { type RequestListener } from "node:http";
import https from "node:https";
import type { Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { type OutboundOptions, outboundSender } from "../../lib/cloud/outbound.ts";
import { issueCertificate, TestServers } from "../support/test-servers.ts";

const REQUEST = { headers: { "content-type": "application/json" }, body: '{"id":"evt_1"}' };
const servers = new TestServers();

afterEach(() => servers.close());

/** A receiver on loopback under a public-looking name, whose connections are counted. */
async function scene(
  listener: RequestListener = (_, response) => response.end("ok"),
  options: Partial<OutboundOptions> = {},
) {
  const sockets: Socket[] = [];
  const server = http.createServer(listener);
  server.on("connection", (socket) => sockets.push(socket));
  const port = await servers.listen(server);
  let now = 1_000_000;
  const sender = outboundSender({
    policy: { localReceivers: true },
    now: () => now,
    ...options,
  });
  return {
    sockets,
    post: () => sender.post({ ...REQUEST, url: `http://127.0.0.1:${port}/hook` }),
    pass: (ms: number) => {
      now += ms;
    },
    close: () => sender.close(),
  };
}

describe("a kept connection", () => {
  test("carries the next POST to the same origin", async () => {
    const { sockets, post, close } = await scene();
    for (let posts = 0; posts < 5; posts++) {
      expect(await post()).toMatchObject({ status: 200, remoteIp: "127.0.0.1" });
    }
    expect(sockets).toHaveLength(1);
    await close();
  });

  test("carries one POST at a time", async () => {
    const { sockets, post, close } = await scene();
    await Promise.all([post(), post(), post()]);
    expect(sockets).toHaveLength(3);
    await Promise.all([post(), post(), post()]);
    expect(sockets).toHaveLength(3);
    await close();
  });

  test("is dialed again 60 s after its address was checked, however busy it is", async () => {
    const { sockets, post, pass, close } = await scene();
    await post();
    for (let seconds = 0; seconds < 60; seconds += 3) {
      pass(3_000);
      await post();
    }
    expect(sockets).toHaveLength(2);
    await close();
  });

  test.each([
    ["a freeze of the process", 4_000],
    ["a clock that was set back", -1],
  ])("is dialed again after %s", async (_, ms) => {
    const { sockets, post, pass, close } = await scene();
    await post();
    pass(ms);
    await post();
    expect(sockets).toHaveLength(2);
    await close();
  });

  test("that the receiver closed is replaced, and the POST is no failure", async () => {
    let requests = 0;
    const { sockets, post, close } = await scene((request, response) => {
      requests += 1;
      if (requests === 2) return request.socket.destroy();
      return response.end("ok");
    });
    await post();
    expect(await post()).toMatchObject({ kind: "response", status: 200 });
    expect([requests, sockets.length]).toEqual([3, 2]);
    await close();
  });

  test("is not kept after an answer that was not read to its end", async () => {
    const { sockets, post, close } = await scene((_, response) => response.end("x".repeat(100)), {
      maxBodyBytes: 10,
    });
    expect(await post()).toMatchObject({ truncated: true });
    await post();
    expect(sockets).toHaveLength(2);
    await close();
  });
});

test("a new connection that is reset is a failure, and the POST is not repeated", async () => {
  let requests = 0;
  const { post, close } = await scene((request) => {
    requests += 1;
    request.socket.destroy();
  });
  expect(await post()).toMatchObject({ kind: "error", code: "connection_reset" });
  expect(requests).toBe(1);
  await close();
});

test("a name that moved to a private address is refused as soon as its connection is dialed again", async () => {
  const ca = issueCertificate({ commonName: "Test CA", isAuthority: true });
  const issuer = { certificate: ca, commonName: "Test CA" };
  const served = issueCertificate({ commonName: "shop", dnsNames: ["shop.example.com"], issuer });
  const port = await servers.listen(https.createServer(served, (_, response) => response.end()));
  let now = 1_000_000;
  let lookups = 0;
  let isAllowed = true;
  const sender = outboundSender({
    policy: { extraPorts: [port] },
    now: () => now,
    resolve: async () => {
      lookups += 1;
      return ["127.0.0.1"];
    },
    isAllowed: () => isAllowed,
    tls: { ca: [ca.cert] },
  });
  const post = () => sender.post({ ...REQUEST, url: `https://shop.example.com:${port}/` });
  expect(await post()).toMatchObject({ status: 200 });
  isAllowed = false;
  expect(await post()).toMatchObject({ status: 200 });
  expect(lookups).toBe(1);
  now += 60_000;
  expect(await post()).toMatchObject({ kind: "error", code: "ssrf_blocked" });
  expect(lookups).toBe(2);
  await sender.close();
});
