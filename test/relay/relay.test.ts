import http, { type RequestListener } from "node:http";
import https from "node:https";
import net from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fetchFromProvider } from "../../lib/cloud/provider-fetch.ts";
import { signRelayRequest } from "../../lib/cloud/relay-exchange.ts";
import { type RelayConfig, relayConfigFrom, relayListener } from "../../relay/relay.ts";
import { issueCertificate } from "../support/certificate.ts";
import { TestServers } from "../support/test-server.ts";

const SECRET = "a secret of at least 32 characters";
const NOW = 1_800_000_000_000;
const BANK = issueCertificate({ commonName: "bank", dnsNames: ["localhost"] });
const servers = new TestServers();

/** What the bank does in this test, and what it heard. */
let bank: RequestListener;
let heard: http.IncomingMessage[];
let bankUrl: string;
let relayUrl: string;

beforeEach(async () => {
  heard = [];
  bank = (_, response) => response.end("receipt");
  const bankPort = await servers.listen(
    https.createServer(BANK, (request, response) => {
      heard.push(request);
      bank(request, response);
    }),
  );
  bankUrl = `https://localhost:${bankPort}`;
  relayUrl = await startRelay({ hosts: [`localhost:${bankPort}`], ca: BANK.cert });
});

afterEach(() => servers.close());

async function startRelay(config: Partial<RelayConfig>, now = () => NOW): Promise<string> {
  const whole = { secret: SECRET, hosts: [], timeoutMs: 2_000, ...config };
  return `http://127.0.0.1:${await servers.listen(http.createServer(relayListener(whole, now)))}`;
}

function fetchThrough(url: string, path = "/receipt/ABC", secret = SECRET, timeoutMs = 2_000) {
  const relay = { url, secret };
  const request = { baseUrl: bankUrl, path, timeoutMs, headers: { "x-app-id": "app" }, relay };
  return fetchFromProvider(request, new AbortController().signal, () => NOW);
}

/** Asks the relay directly with signed headers that the test may spoil. */
async function ask(spoil: (headers: Record<string, string>) => void, url = `${bankUrl}/x`) {
  const headers = signRelayRequest(
    { method: "GET", url, headers: {}, connectTimeoutMs: 500 },
    SECRET,
    NOW,
  );
  spoil(headers);
  const answer = await fetch(relayUrl, { headers });
  return [answer.status, answer.headers.get("x-relay-error")];
}

describe("through the relay", () => {
  test("the bank's answer arrives as if it were asked directly", async () => {
    bank = (_, response) =>
      response.writeHead(404, { "content-type": "text/html", "set-cookie": "a=b" }).end("nothing");
    const result = await fetchThrough(relayUrl);
    expect(result).toMatchObject({
      kind: "response",
      status: 404,
      headers: { "content-type": "text/html" },
      urlHost: new URL(bankUrl).host,
    });
    expect(result.kind === "response" && new TextDecoder().decode(result.body)).toBe("nothing");
    expect(heard[0]?.url).toBe("/receipt/ABC");
    expect(heard[0]?.headers).toMatchObject({ "x-app-id": "app" });
    expect(Object.keys(heard[0]?.headers ?? {}).filter((name) => name.includes("relay"))).toEqual(
      [],
    );
  });

  test("redirects on the same host are followed, others refused", async () => {
    bank = (request, response) => {
      if (request.url === "/moved") return response.end("receipt");
      const location = request.url === "/away" ? "https://evil.example/" : "/moved";
      return response.writeHead(302, { location }).end();
    };
    expect(await fetchThrough(relayUrl)).toMatchObject({ kind: "response", status: 200 });
    expect(await fetchThrough(relayUrl, "/away")).toEqual({ kind: "error", code: "redirect" });
  });

  test("what happens on the bank's side keeps its name", async () => {
    bank = (_, response) => response.end(Buffer.alloc(1024 * 1024 + 1));
    expect(await fetchThrough(relayUrl)).toEqual({ kind: "error", code: "too_large" });
    bank = (_, response) => response.destroy();
    expect(await fetchThrough(relayUrl)).toEqual({ kind: "error", code: "connection_reset" });
    const host = new URL(bankUrl).host;
    const untrusting = await startRelay({ hosts: [host] });
    expect(await fetchThrough(untrusting)).toEqual({ kind: "error", code: "tls_error" });
    bank = () => undefined;
    const hasty = await startRelay({ hosts: [host], ca: BANK.cert, timeoutMs: 100 });
    expect(await fetchThrough(hasty)).toEqual({ kind: "error", code: "timeout" });
    bankUrl = `https://localhost:${await servers.deadPort()}`;
    const toNobody = await startRelay({ hosts: [new URL(bankUrl).host] });
    expect(await fetchThrough(toNobody)).toEqual({ kind: "error", code: "connection_refused" });
  });

  test("a handshake of the bank that hangs is left for the next round", async () => {
    let connections = 0;
    const tlsBank = https.createServer(BANK, (_, response) => response.end("receipt"));
    const front = net.createServer((socket) => {
      connections += 1;
      if (connections > 2) tlsBank.emit("connection", socket);
    });
    const host = `localhost:${await servers.listen(front)}`;
    const url = await startRelay({ hosts: [host], ca: BANK.cert, timeoutMs: 10_000 });
    const request = {
      baseUrl: `https://${host}`,
      path: "/",
      timeoutMs: 10_000,
      race: { parallel: 2, rounds: 2, eachMs: 400 },
      relay: { url, secret: SECRET },
    };
    const result = await fetchFromProvider(request, new AbortController().signal, () => NOW);
    expect(result).toMatchObject({ kind: "response", status: 200 });
    // The first round's two hung; how many of the second round's were opened before one had won is chance.
    expect(connections).toBeGreaterThan(2);
  });

  test("a relay that refuses, or is none, is the relay's error and not the bank's", async () => {
    const wrongSecret = "x".repeat(32);
    const result = await fetchThrough(relayUrl, "/", wrongSecret);
    expect(result).toEqual({ kind: "error", code: "relay_error" });
    const page: RequestListener = (_, response) => response.end("<html>receipt</html>");
    const broken: RequestListener = (_, response) =>
      response.writeHead(500, { "x-relay-status": "200" }).end("receipt");
    for (const listener of [page, broken]) {
      const impostor = `http://127.0.0.1:${await servers.listen(http.createServer(listener))}`;
      expect(await fetchThrough(impostor)).toEqual({ kind: "error", code: "relay_error" });
    }
    expect(heard).toEqual([]);
  });

  test("a relay by plain http elsewhere is refused before a call", async () => {
    for (const url of ["http://relay.example/", "ftp://127.0.0.1/", "relay"]) {
      expect(await fetchThrough(url)).toEqual({ kind: "error", code: "bad_address" });
    }
  });
});

describe("the relay refuses", () => {
  const set = (name: string, value: string) => (headers: Record<string, string>) => {
    headers[`x-relay-${name}`] = value;
  };

  test("nothing in a request that is signed correctly", async () => {
    expect(await ask(() => undefined)).toEqual([200, null]);
  });

  test("a body over 1 MB, before it sends any of it", async () => {
    bank = (_, response) => response.end(Buffer.alloc(1024 * 1024 + 1));
    expect(await ask(() => undefined)).toEqual([502, "too_large"]);
  });

  test.each([
    ["no signature", set("signature", "")],
    ["another signature", set("signature", `v1=${"A".repeat(43)}`)],
    ["a changed method", set("method", "POST")],
    ["a changed URL", set("url", "https://evil.example/")],
    ["a changed time", set("timestamp", String(NOW / 1000 + 1))],
    ["a changed time to connect", set("connect-ms", "999999")],
    ["changed headers", set("headers", Buffer.from('{"a":"b"}').toString("base64url"))],
  ])("%s", async (_, spoil) => {
    expect(await ask(spoil)).toEqual([401, "bad_signature"]);
    expect(heard).toEqual([]);
  });

  test("a signature older than a minute, or from the future", async () => {
    for (const at of [NOW - 61_000, NOW + 61_000]) {
      const signed = signRelayRequest(
        { method: "GET", url: bankUrl, headers: {}, connectTimeoutMs: 500 },
        SECRET,
        at,
      );
      const spoil = (headers: Record<string, string>) => Object.assign(headers, signed);
      expect(await ask(spoil)).toEqual([401, "bad_timestamp"]);
    }
    expect(heard).toEqual([]);
  });

  test.each([
    "https://evil.example/",
    "https://localhost/",
    "http://localhost:1/",
    "https://localhost.evil.example/",
    "https://127.0.0.1/",
    "file:///etc/passwd",
  ])("the URL %s, although signed", async (url) => {
    expect(await ask(() => undefined, url)).toEqual([403, "host_not_allowed"]);
  });

  test("userinfo, although the host is listed", async () => {
    const url = bankUrl.replace("://", "://user@");
    expect(await ask(() => undefined, url)).toEqual([403, "host_not_allowed"]);
    expect(await ask(() => undefined, "not a url")).toEqual([400, "bad_url"]);
  });
});

describe("starting the relay", () => {
  test("names what is missing", () => {
    expect(() => relayConfigFrom({ RELAY_HOSTS: "a.example" })).toThrow("RELAY_SECRET");
    expect(() => relayConfigFrom({ RELAY_SECRET: SECRET })).toThrow("RELAY_HOSTS");
    const bad = { RELAY_SECRET: SECRET, RELAY_HOSTS: "a.example", RELAY_TIMEOUT_MS: "soon" };
    expect(() => relayConfigFrom(bad)).toThrow("RELAY_TIMEOUT_MS");
  });

  test("reads hosts by commas or spaces, in any case", () => {
    const config = relayConfigFrom({
      RELAY_SECRET: SECRET,
      RELAY_HOSTS: "A.example, b.example:81",
    });
    expect(config.hosts).toEqual(["a.example", "b.example:81"]);
  });
});
