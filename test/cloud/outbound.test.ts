import http, { type RequestListener } from "node:http";
import https from "node:https";
import net from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { resolvesToBlocked } from "../../lib/cloud/guarded-connection.ts";
import {
  type OutboundOptions,
  type OutboundResult,
  outboundSender,
} from "../../lib/cloud/outbound.ts";
import { checkWebhookUrl, isPublicAddress } from "../../lib/cloud/webhook-url.ts";
import { issueCertificate, TestServers } from "../support/test-servers.ts";

const REQUEST = { headers: { "content-type": "application/json" }, body: '{"id":"evt_1"}' };
const servers = new TestServers();

afterEach(() => servers.close());

/** A receiver on loopback that the local policy allows, and a POST to it. */
type PostOptions = Partial<OutboundOptions> & { readonly totalTimeoutMs?: number };

async function postTo(listener: RequestListener, options: PostOptions = {}) {
  const port = await servers.listen(http.createServer(listener));
  return post(`http://127.0.0.1:${port}/hook?x=1`, options);
}

async function post(
  url: string,
  { totalTimeoutMs, ...options }: PostOptions = {},
): Promise<OutboundResult> {
  const sender = outboundSender({ policy: { localReceivers: true }, ...options });
  const limit = totalTimeoutMs === undefined ? {} : { timeoutMs: totalTimeoutMs };
  try {
    return await sender.post({ ...REQUEST, url, ...limit });
  } finally {
    await sender.close();
  }
}

/** Lets a public-looking name reach the test's own server over TLS. */
function nameAt(port: number, options: PostOptions = {}): PostOptions {
  return {
    policy: { extraPorts: [port] },
    resolve: async () => ["127.0.0.1"],
    isAllowed: (address) => address === "127.0.0.1",
    ...options,
  };
}

describe("an answer", () => {
  test("carries the status, chosen headers, the body and who answered", async () => {
    let seen: http.IncomingHttpHeaders = {};
    let body = "";
    const result = await postTo((request, response) => {
      seen = request.headers;
      request.on("data", (chunk) => {
        body += chunk;
      });
      request.on("end", () => {
        response.writeHead(202, { "content-type": "text/plain", "set-cookie": "a=b" });
        response.end("thänks");
      });
    });
    expect(result).toMatchObject({
      kind: "response",
      status: 202,
      body: "thänks",
      truncated: false,
      remoteIp: "127.0.0.1",
      headers: { "content-type": "text/plain" },
    });
    expect(result.kind === "response" && "set-cookie" in result.headers).toBe(false);
    expect(body).toBe(REQUEST.body);
    expect(seen["accept-encoding"]).toBe("identity");
    expect(seen["content-length"]).toBe(String(REQUEST.body.length));
  });

  test("is the final one, not an informational one before it", async () => {
    const result = await postTo((_, response) => {
      response.writeEarlyHints({ link: "</style.css>; rel=preload" });
      response.writeHead(204).end();
    });
    expect(result).toMatchObject({ kind: "response", status: 204, truncated: false });
  });

  test.each([410, 429, 500, 404])("a %d comes back as it is", async (status) => {
    const result = await postTo((_, response) => response.writeHead(status).end("no"));
    expect(result).toMatchObject({ kind: "response", status, body: "no" });
  });

  test.each(["120", "Fri, 20 Nov 2026 12:00:30 GMT", "9".repeat(400)])(
    "Retry-After %s is kept for the schedule",
    async (value) => {
      const result = await postTo((_, response) =>
        response.writeHead(429, { "retry-after": value }).end(),
      );
      expect(result).toMatchObject({ status: 429, headers: { "retry-after": value } });
    },
  );

  test("a redirect is never followed, least of all to the inside", async () => {
    let inside = 0;
    const port = await servers.listen(
      http.createServer((_, response) => {
        inside += 1;
        response.end();
      }),
    );
    for (const status of [301, 302, 303, 307, 308]) {
      const location = `http://127.0.0.1:${port}/secret`;
      const result = await postTo((_, response) => response.writeHead(status, { location }).end());
      expect(result).toMatchObject({ kind: "response", status, headers: { location } });
    }
    expect(inside).toBe(0);
  });
});

describe("a hostile receiver", () => {
  const quick = { totalTimeoutMs: 300 };

  test("that never answers costs no more than the deadline", async () => {
    const result = await postTo(() => undefined, quick);
    expect(result).toMatchObject({ kind: "error", code: "timeout", remoteIp: "127.0.0.1" });
  });

  test("that trickles its headers is cut off at the deadline", async () => {
    const server = net.createServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      const drip = setInterval(() => socket.write("x-slow: 1\r\n"), 20);
      socket.on("close", () => clearInterval(drip));
    });
    const result = await post(`http://127.0.0.1:${await servers.listen(server)}/`, quick);
    expect(result).toMatchObject({ kind: "error", code: "timeout" });
  });

  test("that trickles its body has already succeeded; what came is kept", async () => {
    const result = await postTo((_, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write("."), 20);
      response.on("close", () => clearInterval(drip));
    }, quick);
    expect(result).toMatchObject({ kind: "response", status: 200, truncated: true });
    expect(result.kind === "response" && result.body).toMatch(/^\.+$/);
  });

  test("that sends 1 GB is read to 16 KiB, with memory flat", async () => {
    const block = Buffer.alloc(64 * 1024, "x");
    let sent = 0;
    let closed: () => void = () => undefined;
    const gone = new Promise<void>((done) => {
      closed = done;
    });
    const before = process.memoryUsage().rss;
    const result = await postTo((_, response) => {
      const total = 1024 * 1024 * 1024;
      response.writeHead(200, { "content-length": total }).on("close", closed);
      const pump = () => {
        while (sent < total && response.writable) {
          sent += block.length;
          if (!response.write(block)) return;
        }
      };
      response.on("drain", pump);
      pump();
    });
    await gone;
    expect(result).toMatchObject({ kind: "response", status: 200, truncated: true });
    expect(result.kind === "response" && result.body.length).toBe(16 * 1024);
    expect(sent).toBeLessThan(32 * 1024 * 1024);
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
  });

  test("that ends at exactly 16 KiB is not truncated, one byte more is", async () => {
    const exact = await postTo((_, response) => response.end("x".repeat(16_384)));
    const more = await postTo((_, response) => response.end("x".repeat(16_385)));
    expect(exact).toMatchObject({ truncated: false });
    expect(more).toMatchObject({ truncated: true });
    expect(more.kind === "response" && more.body.length).toBe(16_384);
  });

  test("that sends a gzip bomb is never unpacked", async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const result = await postTo((_, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
    );
    expect(result).toMatchObject({ kind: "response", status: 200, body: "", truncated: true });
  });

  test("that resets the connection is a reset, and is not asked twice", async () => {
    let connections = 0;
    const server = net.createServer((socket) => {
      connections += 1;
      socket.once("data", () => socket.resetAndDestroy());
    });
    const result = await post(`http://127.0.0.1:${await servers.listen(server)}/`);
    expect(result).toMatchObject({ kind: "error", code: "connection_reset" });
    expect(connections).toBe(1);
  });

  test("that resets after its headers has still answered", async () => {
    const server = net.createServer((socket) => {
      socket.once("data", () => {
        socket.write("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf", () => socket.destroy());
      });
    });
    const result = await post(`http://127.0.0.1:${await servers.listen(server)}/`);
    expect(result).toMatchObject({ kind: "response", status: 200, truncated: true });
  });

  test("that does not speak HTTP, or floods its headers, is a reset", async () => {
    for (const text of ["SSH-2.0-x\r\n", `HTTP/1.1 200 OK\r\nx: ${"y".repeat(70_000)}\r\n\r\n`]) {
      const server = net.createServer((socket) => {
        socket.once("data", () => socket.write(text));
      });
      const result = await post(`http://127.0.0.1:${await servers.listen(server)}/`, {
        totalTimeoutMs: 2_000,
      });
      expect(result).toMatchObject({ kind: "error", code: "connection_reset" });
    }
  });

  test("that is not there refuses the connection", async () => {
    const port = await servers.deadPort();
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({
      kind: "error",
      code: "connection_refused",
      remoteIp: null,
    });
  });
});

describe("TLS", () => {
  const ca = issueCertificate({ commonName: "Test CA", isAuthority: true });
  const issuer = { certificate: ca, commonName: "Test CA" };

  async function tlsPost(served: { key: string; cert: string }, trusted: string) {
    let heard = 0;
    const server = https.createServer(served, (_, response) => {
      heard += 1;
      response.end("ok");
    });
    const port = await servers.listen(server);
    const result = await post(
      `https://shop.example.com:${port}/`,
      nameAt(port, { tls: { ca: [trusted] } }),
    );
    return { result, heard };
  }

  test("a certificate for the name of the URL is accepted", async () => {
    const good = issueCertificate({
      commonName: "shop",
      dnsNames: ["shop.example.com"],
      issuer,
    });
    const { result } = await tlsPost(good, ca.cert);
    expect(result).toMatchObject({ kind: "response", status: 200, remoteIp: "127.0.0.1" });
  });

  test.each([
    ["self-signed", issueCertificate({ commonName: "x", dnsNames: ["shop.example.com"] })],
    [
      "of another name",
      issueCertificate({ commonName: "x", dnsNames: ["evil.example.com"], issuer }),
    ],
    [
      "of the address only",
      issueCertificate({ commonName: "x", ipAddresses: ["127.0.0.1"], issuer }),
    ],
    [
      "expired",
      issueCertificate({
        commonName: "x",
        dnsNames: ["shop.example.com"],
        issuer,
        notBefore: new Date(Date.now() - 2 * 86_400_000),
        notAfter: new Date(Date.now() - 86_400_000),
      }),
    ],
  ])("a certificate %s is a TLS error and the receiver hears no request", async (_, served) => {
    const { result, heard } = await tlsPost(served, ca.cert);
    expect(result).toMatchObject({ kind: "error", code: "tls_error" });
    expect(heard).toBe(0);
  });

  test("plain text where TLS should be is a TLS error", async () => {
    const server = net.createServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
    });
    const port = await servers.listen(server);
    const result = await post(`https://shop.example.com:${port}/`, nameAt(port));
    expect(result).toMatchObject({ kind: "error", code: "tls_error" });
  });

  test("a handshake that never ends costs the time to connect", async () => {
    const port = await servers.listen(net.createServer());
    const result = await post(
      `https://shop.example.com:${port}/`,
      nameAt(port, { connectTimeoutMs: 200 }),
    );
    expect(result).toMatchObject({ kind: "error", code: "timeout" });
  });
});

describe("addresses at sending", () => {
  /** A server that counts connections: the inside, which must never hear a byte. */
  async function inside() {
    let connections = 0;
    const port = await servers.listen(
      net.createServer(() => {
        connections += 1;
      }),
    );
    return { port, connections: () => connections };
  }

  test.each([
    ["a private answer", ["127.0.0.1"]],
    ["a mixed answer", ["8.8.8.8", "127.0.0.1"]],
    ["a mixed answer, private first", ["127.0.0.1", "8.8.8.8"]],
    ["a v6 loopback beside a public address", ["8.8.8.8", "::1"]],
    ["a mapped answer", ["::ffff:127.0.0.1"]],
    ["a NAT64 answer", ["64:ff9b::7f00:1"]],
    ["metadata", ["169.254.169.254"]],
    ["an answer that is no address", ["localhost"]],
  ])("%s is blocked and nobody hears a byte", async (_, addresses) => {
    const target = await inside();
    const result = await post(`https://shop.example.com:${target.port}/`, {
      policy: { extraPorts: [target.port] },
      resolve: async () => addresses,
    });
    expect(result).toMatchObject({ kind: "error", code: "ssrf_blocked", remoteIp: null });
    expect(target.connections()).toBe(0);
  });

  test("a name that turns private between saving and sending is blocked when sent", async () => {
    const target = await inside();
    const answers = [["8.8.8.8"], ["127.0.0.1"]];
    const resolve = async () => answers.shift() ?? [];
    const policy = { extraPorts: [target.port] };
    const url = `https://shop.example.com:${target.port}/`;
    const saved = checkWebhookUrl(url, policy);
    expect(saved.ok && (await resolvesToBlocked(saved, { resolve }))).toBe(false);
    expect(await post(url, { policy, resolve })).toMatchObject({ code: "ssrf_blocked" });
    expect(target.connections()).toBe(0);
  });

  test("each attempt resolves once: the vetted address is the one dialled", async () => {
    const target = await inside();
    let asked = 0;
    const resolve = async () => {
      asked += 1;
      return asked === 1 ? ["127.0.0.1"] : ["127.0.0.2"];
    };
    const dialled: string[] = [];
    await post(`https://shop.example.com:${target.port}/`, {
      policy: { extraPorts: [target.port] },
      resolve,
      isAllowed: (address) => {
        dialled.push(address);
        return true;
      },
      totalTimeoutMs: 200,
    });
    expect(asked).toBe(1);
    expect(dialled).toEqual(["127.0.0.1"]);
    expect(target.connections()).toBe(1);
  });

  test("a private literal in the URL is blocked without a connection", async () => {
    const target = await inside();
    const result = await post(`https://127.0.0.1:${target.port}/`, {
      policy: { extraPorts: [target.port] },
    });
    expect(result).toMatchObject({ kind: "error", code: "ssrf_blocked" });
    expect(target.connections()).toBe(0);
  });

  test("the next vetted address is tried when the first does not answer", async () => {
    const ca = issueCertificate({ commonName: "CA", isAuthority: true });
    const served = issueCertificate({
      commonName: "x",
      dnsNames: ["shop.example.com"],
      issuer: { certificate: ca, commonName: "CA" },
    });
    const port = await servers.listen(https.createServer(served, (_, response) => response.end()));
    const result = await post(`https://shop.example.com:${port}/`, {
      policy: { extraPorts: [port] },
      resolve: async () => ["::1", "127.0.0.9", "127.0.0.1"],
      isAllowed: (address) => !isPublicAddress(address),
      tls: { ca: [ca.cert] },
    });
    expect(result).toMatchObject({ kind: "response", remoteIp: "127.0.0.1" });
  });

  test("a name without addresses, or a resolver that fails, is a DNS error", async () => {
    const failing = async () => {
      throw Object.assign(new Error("x"), { code: "ENOTFOUND" });
    };
    const url = "https://shop.example.com/";
    expect(await post(url, { resolve: failing })).toMatchObject({ code: "dns_error" });
    expect(await post(url, { resolve: async () => [] })).toMatchObject({ code: "dns_error" });
  });

  test("a resolver that hangs costs the deadline and no more", async () => {
    const resolve = (_: string, signal: AbortSignal) =>
      new Promise<string[]>((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      });
    const result = await post("https://shop.example.com/", { resolve, totalTimeoutMs: 200 });
    expect(result).toMatchObject({ kind: "error", code: "timeout" });
  });

  test("when saved, an unresolvable name passes and a private one does not", async () => {
    const check = checkWebhookUrl("https://shop.example.com/", {});
    if (!check.ok) throw new Error("The URL should have passed.");
    expect(await resolvesToBlocked(check, { resolve: async () => [] })).toBe(false);
    expect(await resolvesToBlocked(check, { resolve: async () => ["10.0.0.1"] })).toBe(true);
  });
});
