import { createHash, randomBytes } from "node:crypto";
import http, { type RequestListener } from "node:http";
import https from "node:https";
import net from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { type FetchRequest, fetchFromProvider } from "../../lib/cloud/provider-fetch.ts";
import { issueCertificate, type TestCertificate, TestServers } from "../support/test-servers.ts";

const NEVER = new AbortController().signal;
const servers = new TestServers();

afterEach(() => servers.close());

async function serve(listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await servers.listen(http.createServer(listener))}`;
}

function get(baseUrl: string, options: Partial<FetchRequest> = {}, signal = NEVER) {
  const request = { baseUrl, path: "/receipt/ABC?x=1", timeoutMs: 2_000, ...options };
  return fetchFromProvider(request, signal, () => 1_234);
}

const text = (result: Awaited<ReturnType<typeof get>>) =>
  result.kind === "response" ? new TextDecoder().decode(result.body) : result.code;

describe("an answer", () => {
  test("comes with status, headers, the bytes as they are, the host and the time", async () => {
    let seen: http.IncomingMessage | undefined;
    const base = await serve((request, response) => {
      seen = request;
      response.writeHead(404, { "content-type": "text/html" }).end(Buffer.from([0xff, 0, 0x41]));
    });
    const result = await get(base, { headers: { "x-app-id": "app" } });
    expect(result).toMatchObject({
      kind: "response",
      status: 404,
      headers: { "content-type": "text/html" },
      body: new Uint8Array([0xff, 0, 0x41]),
      urlHost: base.slice("http://".length),
      fetchedAt: 1_234,
    });
    expect(seen).toMatchObject({ method: "GET", url: "/receipt/ABC?x=1" });
    expect(seen?.headers).toEqual({
      host: base.slice("http://".length),
      connection: "close",
      "x-app-id": "app",
      "accept-encoding": "identity",
    });
  });

  test("a base URL may carry a path, and a slash at its end", async () => {
    const base = await serve((request, response) => response.end(request.url));
    expect(text(await get(`${base}/proxy/`))).toBe("/proxy/receipt/ABC?x=1");
  });

  test("a path cannot change the host", async () => {
    for (const path of ["@127.0.0.2/", ".evil.example/", ":1/", "", "https://evil.example/"]) {
      expect(await get("http://127.0.0.1", { path })).toEqual({
        kind: "error",
        code: "bad_address",
      });
    }
    expect(await get("file://", { path: "/etc/passwd" })).toMatchObject({ code: "bad_address" });
  });

  test("compressed although not asked for is unpacked", async () => {
    const base = await serve((_, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("receipt")),
    );
    expect(text(await get(base))).toBe("receipt");
  });
});

describe("a bank in trouble", () => {
  test("over 1 MB is too large, announced or endless or packed", async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const big = Buffer.alloc(1024 * 1024 + 1);
    const packed = await serve((_, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
    );
    const plain = await serve((_, response) => response.end(big));
    const endless = await serve((_, response) => {
      const pump = () => {
        while (response.writable && response.write(big));
      };
      response.on("drain", pump);
      pump();
    });
    for (const base of [packed, plain, endless]) {
      expect(await get(base)).toEqual({ kind: "error", code: "too_large" });
    }
  });

  test("exactly 1 MB is read whole", async () => {
    const base = await serve((_, response) => response.end(Buffer.alloc(1024 * 1024)));
    const result = await get(base);
    expect(result.kind === "response" && result.body.length).toBe(1024 * 1024);
  });

  test("half a page is an error, never a short page", async () => {
    const base = await serve((_, response) => {
      response.writeHead(200, { "content-length": 100 });
      response.write("half", () => response.destroy());
    });
    expect(await get(base)).toEqual({ kind: "error", code: "connection_reset" });
  });

  test("what follows the end of a page is not read", async () => {
    const answer = "HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\n";
    const server = net.createServer((socket) => {
      socket
        .on("error", () => undefined)
        .once("data", () => {
          socket.write(`${answer}page${answer}evil`);
        });
    });
    expect(text(await get(`http://127.0.0.1:${await servers.listen(server)}`))).toBe("page");
  });

  test("silence, or a trickling page, is a time-out", async () => {
    const silent = await serve(() => undefined);
    const trickling = await serve((_, response) => {
      const drip = setInterval(() => response.write("."), 20);
      response.on("close", () => clearInterval(drip));
    });
    for (const base of [silent, trickling]) {
      expect(await get(base, { timeoutMs: 150 })).toEqual({ kind: "error", code: "timeout" });
    }
  });

  test("the caller's deadline and the bank's are distinguished", async () => {
    const silent = await serve(() => undefined);
    const result = await get(silent, {}, AbortSignal.timeout(100));
    expect(result).toEqual({ kind: "error", code: "aborted" });
    expect(await get(silent, {}, AbortSignal.abort())).toEqual({ kind: "error", code: "aborted" });
  });

  test("nobody there, and a reset, have their own words", async () => {
    const refused = await get(`http://127.0.0.1:${await servers.deadPort()}`);
    expect(refused).toEqual({ kind: "error", code: "connection_refused" });
    const rude = net.createServer((socket) => {
      socket.once("data", () => socket.resetAndDestroy());
    });
    const reset = await get(`http://127.0.0.1:${await servers.listen(rude)}`);
    expect(reset).toEqual({ kind: "error", code: "connection_reset" });
  });

  test.each([
    ["nothing", ""],
    ["what is no HTTP", "SSH-2.0-bank\r\n"],
    [
      "another protocol",
      "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n",
    ],
    ["two lengths", "HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 4\r\n\r\nhalf"],
    ["a broken chunk", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nhalf\r\n"],
    ["half a chunk", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n8\r\nhalf"],
    ["endless headers", `HTTP/1.1 200 OK\r\nx: ${"a".repeat(100_000)}\r\n\r\n`],
  ])("a bank that sends %s and hangs up has reset the connection", async (_, sent) => {
    const server = net.createServer((socket) => {
      socket.on("error", () => undefined).once("data", () => socket.end(sent));
    });
    const result = await get(`http://127.0.0.1:${await servers.listen(server)}`);
    expect(result).toEqual({ kind: "error", code: "connection_reset" });
  });
});

describe("redirects", () => {
  test("are followed on the same host, three times at most", async () => {
    const base = await serve((request, response) => {
      const left = Number(new URL(request.url ?? "", "http://x").searchParams.get("left"));
      if (left === 0) return response.end("there");
      return response.writeHead(302, { location: `/next?left=${left - 1}` }).end();
    });
    expect(text(await get(base, { path: "/?left=3" }))).toBe("there");
    expect(await get(base, { path: "/?left=4" })).toEqual({ kind: "error", code: "redirect" });
  });

  test("to another host, port or scheme, or to nowhere, are refused without a call", async () => {
    let called = 0;
    const other = await serve((_, response) => {
      called += 1;
      response.end();
    });
    const targets = [
      other,
      other.replace("http", "https"),
      "//127.0.0.2/",
      "file:///etc/passwd",
      "http://[",
    ];
    for (const location of targets) {
      const base = await serve((_, response) => response.writeHead(302, { location }).end());
      expect(await get(base)).toEqual({ kind: "error", code: "redirect" });
    }
    expect(called).toBe(0);
  });
});

describe("racing a bank that drops handshakes", () => {
  const race = { parallel: 2, rounds: 4, eachMs: 250 };

  /** Kills the first `drops` connections as they come. */
  async function dropping(drops: number, listener: RequestListener) {
    let connections = 0;
    const server = http.createServer(listener);
    server.on("connection", (socket) => {
      connections += 1;
      if (connections <= drops) socket.destroy();
    });
    const base = `http://127.0.0.1:${await servers.listen(server)}`;
    return { base, connections: () => connections };
  }

  test.each([0, 1, 2, 3, 7])("answers although %d connections die", async (drops) => {
    const { base, connections } = await dropping(drops, (_, response) => response.end("receipt"));
    expect(text(await get(base, { race }))).toBe("receipt");
    expect(connections()).toBeLessThanOrEqual(drops + 2);
  });

  test("gives up after its rounds", async () => {
    const { base, connections } = await dropping(1_000, () => undefined);
    expect(await get(base, { race })).toEqual({ kind: "error", code: "connection_reset" });
    expect(connections()).toBe(8);
  });

  test("what another connection would not change is not tried again", async () => {
    const redirecting = await dropping(0, (_, response) =>
      response.writeHead(302, { location: "https://evil.example/" }).end(),
    );
    expect(await get(redirecting.base, { race })).toEqual({ kind: "error", code: "redirect" });
    expect(redirecting.connections()).toBe(2);
    const failing = await dropping(0, (_, response) => response.writeHead(503).end());
    expect(await get(failing.base, { race })).toMatchObject({ kind: "response", status: 503 });
    expect(failing.connections()).toBe(2);
  });

  test("a handshake that hangs is left for the next round; a slow page is not", async () => {
    const trusted = issueCertificate({ commonName: "bank", dnsNames: ["localhost"] });
    let connections = 0;
    const bank = https.createServer(trusted, (_, response) => {
      setTimeout(() => response.end("slow receipt"), 2 * race.eachMs);
    });
    const front = net.createServer((socket) => {
      connections += 1;
      if (connections > 2) bank.emit("connection", socket);
    });
    const port = await servers.listen(front);
    const result = await get(`https://localhost:${port}`, { race, trust: { ca: [trusted.cert] } });
    expect(text(result)).toBe("slow receipt");
    expect(connections).toBe(4);
  });

  test("the loser's connection is closed at once", async () => {
    let open = 0;
    let closed: () => void = () => undefined;
    const bothClosed = new Promise<void>((done) => {
      closed = done;
    });
    let requests = 0;
    const server = http.createServer((_, response) => {
      requests += 1;
      if (requests === 2) response.end("first");
    });
    server.on("connection", (socket) => {
      open += 1;
      socket.on("close", () => {
        open -= 1;
        if (open === 0) closed();
      });
    });
    const base = `http://127.0.0.1:${await servers.listen(server)}`;
    expect(text(await get(base, { race, timeoutMs: 600_000 }))).toBe("first");
    await bothClosed;
  });
});

describe("certificates", () => {
  const pinOf = (certificate: TestCertificate) =>
    createHash("sha256").update(certificate.spki).digest("base64");
  const root = issueCertificate({ commonName: "Root", isAuthority: true });
  const middle = issueCertificate({
    commonName: "Middle",
    isAuthority: true,
    issuer: { certificate: root, commonName: "Root" },
  });
  const leaf = issueCertificate({
    commonName: "bank",
    dnsNames: ["localhost"],
    issuer: { certificate: middle, commonName: "Middle" },
  });
  const misnamed = issueCertificate({ commonName: "bank", dnsNames: ["other.example"] });
  const otherPin = randomBytes(32).toString("base64");

  async function getOverTls(served: TestCertificate, trust?: FetchRequest["trust"]) {
    let heard = 0;
    const server = https.createServer(served, (_, response) => {
      heard += 1;
      response.end("receipt");
    });
    const base = `https://localhost:${await servers.listen(server)}`;
    const result = await get(base, trust === undefined ? {} : { trust });
    return { text: text(result), heard };
  }

  test.each([
    ["no trust of its own", leaf, undefined],
    ["empty lists, which are no trust", leaf, { ca: [], spkiSha256: [] }],
    ["another CA", leaf, { ca: [misnamed.cert] }],
    ["a CA, but the certificate is of another name", misnamed, { ca: [misnamed.cert] }],
    ["another pin", leaf, { spkiSha256: [otherPin] }],
    ["the right CA and another pin", leaf, { ca: [middle.cert], spkiSha256: [otherPin] }],
    ["the right pin and another CA", leaf, { ca: [misnamed.cert], spkiSha256: [pinOf(leaf)] }],
    ["the pin of the issuer instead of the host", leaf, { spkiSha256: [pinOf(middle)] }],
  ])("with %s nothing is sent", async (_, served, trust) => {
    expect(await getOverTls(served, trust)).toEqual({ text: "tls_error", heard: 0 });
  });

  test.each([
    ["the missing intermediate as CA", leaf, { ca: [middle.cert] }],
    ["the pinned key, whatever its name says", misnamed, { spkiSha256: [pinOf(misnamed)] }],
    ["one of two pins", leaf, { spkiSha256: [otherPin, pinOf(leaf)] }],
    ["CA and pin", leaf, { ca: [middle.cert], spkiSha256: [pinOf(leaf)] }],
  ])("with %s the host is trusted", async (_, served, trust) => {
    expect(await getOverTls(served, trust)).toEqual({ text: "receipt", heard: 1 });
  });
});
