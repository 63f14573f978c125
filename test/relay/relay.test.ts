import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import http, { type RequestListener } from "node:http";
import https from "node:https";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import tls from "node:tls";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fetchFromProvider } from "../../lib/cloud/provider-fetch.ts";
import { type Relay, signTunnel } from "../../lib/cloud/relay-exchange.ts";
import { type RelayConfig, RelayMetrics, relayConfigFrom, serveRelay } from "../../relay/relay.ts";
import { issueCertificate, TestServers } from "../support/test-servers.ts";

const SECRET = "a secret of at least 32 characters";
const NOW = 1_800_000_000_000;
const BANK = issueCertificate({ commonName: "bank", dnsNames: ["localhost"] });
const PIN = createHash("sha256").update(BANK.spki).digest("base64");
const servers = new TestServers();

let bank: RequestListener;
let heard: http.IncomingMessage[];
let bankUrl: string;
let metrics: RelayMetrics;

beforeEach(async () => {
  heard = [];
  bank = (_, response) => response.end("receipt");
  const listener: RequestListener = (request, response) => {
    heard.push(request);
    bank(request, response);
  };
  bankUrl = `https://localhost:${await servers.listen(https.createServer(BANK, listener))}`;
});
afterEach(() => servers.close());

async function startRelay(change: Partial<RelayConfig> = {}): Promise<string> {
  const server = http.createServer();
  metrics = new RelayMetrics();
  const limits = { timeoutMs: 5_000, perMinute: 100, atOnce: 100, mostBytes: 3_000_000 };
  const config = { secret: SECRET, hosts: [new URL(bankUrl).host], ...limits, ...change };
  serveRelay(server, config, metrics, () => NOW);
  return `http://127.0.0.1:${await servers.listen(server)}`;
}

const relayOf = (...urls: string[]): Relay => ({ urls, secret: SECRET });

function fetchThrough(
  relay: Relay,
  { trust = { spkiSha256: [PIN] }, timeoutMs = 8_000, now = NOW } = {},
) {
  const request = { baseUrl: bankUrl, path: "/receipt/ABC", timeoutMs, trust, relay };
  return fetchFromProvider(request, new AbortController().signal, () => now);
}

/** Asks the relay directly; answers its status line and its word. */
async function ask(url: string, authority: string, headers: Readonly<Record<string, string>>) {
  const { hostname, port } = new URL(url);
  const request = http.request({ hostname, port, method: "CONNECT", path: authority, headers });
  return new Promise<readonly [number, string | undefined]>((resolve, reject) => {
    request.on("connect", ({ statusCode = 0, headers: answer }, socket) => {
      socket.destroy();
      resolve([statusCode, answer["x-relay-error"]?.toString()]);
    });
    request.on("error", reject).end();
  });
}

const target = () => ({
  host: "localhost",
  port: Number(new URL(bankUrl).port),
  connectTimeoutMs: 500,
});
const signed = (now = NOW, secret = SECRET) => signTunnel(target(), secret, now);
const authority = () => `localhost:${target().port}`;

describe("through a relay", () => {
  test("the receipt comes as the bank sent it, with the service's headers and path", async () => {
    const result = await fetchThrough(relayOf(await startRelay()));
    expect(result).toMatchObject({ kind: "response", status: 200, urlHost: new URL(bankUrl).host });
    expect(Buffer.from((result as { body: Uint8Array }).body).toString()).toBe("receipt");
    expect(heard[0]?.url).toBe("/receipt/ABC");
  });

  test("pins and authorities are the service's: a change of them needs no change of a relay", async () => {
    const relay = relayOf(await startRelay());
    const fetched = await fetchThrough(relay, { trust: { ca: [BANK.cert] } as never });
    expect(fetched).toMatchObject({ kind: "response" });
    const other = { spkiSha256: ["A".repeat(43).concat("=")] };
    expect(await fetchThrough(relay, { trust: other })).toEqual({
      kind: "error",
      code: "tls_error",
    });
  });

  test("what happens on the bank's side keeps its name", async () => {
    const relay = relayOf(await startRelay());
    bank = (_, response) => response.end(Buffer.alloc(1024 * 1024 + 1));
    expect(await fetchThrough(relay)).toEqual({ kind: "error", code: "too_large" });
    bank = (_, response) => response.destroy();
    expect(await fetchThrough(relay)).toEqual({ kind: "error", code: "connection_reset" });
    bankUrl = `https://localhost:${await servers.deadPort()}`;
    const toNobody = relayOf(await startRelay());
    expect(await fetchThrough(toNobody)).toEqual({ kind: "error", code: "connection_refused" });
  });

  test("plain http to a bank or to a relay elsewhere is refused before a call", async () => {
    const relay = relayOf(await startRelay());
    const plain = { baseUrl: "http://localhost:1", path: "/", timeoutMs: 1_000, relay };
    const result = await fetchFromProvider(plain, new AbortController().signal, () => NOW);
    expect(result).toEqual({ kind: "error", code: "bad_address" });
    for (const url of ["http://relay.example/", "ftp://127.0.0.1/", "relay"]) {
      expect(await fetchThrough(relayOf(url))).toEqual({ kind: "error", code: "bad_address" });
    }
  });
});

describe("a relay that", () => {
  /** Answers `CONNECT` itself, and then does what a test wants. */
  async function impostor(act: (socket: net.Socket) => void, head = "HTTP/1.1 200 OK\r\n\r\n") {
    const server = http.createServer();
    server.on("connect", (_, socket) => {
      socket.write(head);
      act(socket as net.Socket);
    });
    return `http://127.0.0.1:${await servers.listen(server)}`;
  }
  /** Plays the bank with a certificate of its own. */
  const lie = (socket: net.Socket) => {
    const own = issueCertificate({ commonName: "bank", dnsNames: ["localhost"] });
    const context = tls.createSecureContext(own);
    const secured = new tls.TLSSocket(socket, { isServer: true, secureContext: context });
    secured.on("error", () => undefined);
    secured.on("data", () => secured.end("HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\npaid"));
  };

  test("lies is not believed, and another one is asked in its place", async () => {
    const liar = await impostor(lie);
    expect(await fetchThrough(relayOf(liar))).toEqual({ kind: "error", code: "tls_error" });
    const honest = await startRelay();
    expect(await fetchThrough(relayOf(liar, honest))).toMatchObject({ status: 200 });
  });

  test("stalls, before or after it says that it is connected, does not hold up a payment", async () => {
    const mute = `http://127.0.0.1:${await servers.listen(net.createServer(() => undefined))}`;
    const stalling = await impostor(() => undefined);
    const honest = await startRelay();
    for (const url of [mute, stalling]) {
      expect(await fetchThrough(relayOf(url, honest))).toMatchObject({ status: 200 });
      expect(await fetchThrough(relayOf(url), { timeoutMs: 300 })).toMatchObject({ kind: "error" });
    }
  });

  test("is gone, refuses, or is no relay is passed by", async () => {
    const gone = `http://127.0.0.1:${await servers.deadPort()}`;
    const refusing = await startRelay({ secret: "another secret of 32 characters!!" });
    const page = `http://127.0.0.1:${await servers.listen(
      http.createServer((_, response) => response.end("<html>receipt</html>")),
    )}`;
    const honest = await startRelay();
    for (const url of [gone, refusing, page]) {
      expect(await fetchThrough(relayOf(url))).toEqual({ kind: "error", code: "relay_error" });
      expect(await fetchThrough(relayOf(url, honest))).toMatchObject({ status: 200 });
    }
  });
});

describe("the relay refuses", () => {
  test("nothing in a request that is signed correctly", async () => {
    expect(await ask(await startRelay(), authority(), signed())).toEqual([200, undefined]);
  });

  test.each([
    ["no signature", { "x-relay-signature": "" }],
    ["another signature", { "x-relay-signature": `v2=${"A".repeat(43)}` }],
    ["a changed time", { "x-relay-timestamp": String(NOW / 1000 + 1) }],
    ["a changed nonce", { "x-relay-nonce": "again" }],
    ["a changed time to connect", { "x-relay-connect-ms": "999999" }],
  ])("%s", async (_, change) => {
    const answer = await ask(await startRelay(), authority(), { ...signed(), ...change });
    expect(answer).toEqual([401, "bad_signature"]);
  });

  test("another host under the signature of an allowed one, and one that is not on its list", async () => {
    const url = await startRelay();
    expect(await ask(url, "localhost:22", signed())).toEqual([401, "bad_signature"]);
    const other = signTunnel({ ...target(), port: 22 }, SECRET, NOW);
    expect(await ask(url, "localhost:22", other)).toEqual([403, "host_not_allowed"]);
  });

  test("a signature that was used before, is older than a minute, or from the future", async () => {
    const url = await startRelay();
    const once = signed();
    expect(await ask(url, authority(), once)).toEqual([200, undefined]);
    expect(await ask(url, authority(), once)).toEqual([401, "used_signature"]);
    for (const at of [NOW - 61_000, NOW + 61_000]) {
      expect(await ask(url, authority(), signed(at))).toEqual([401, "bad_timestamp"]);
    }
  });

  test("more connections a minute, or at once, than it is set to", async () => {
    const rare = await startRelay({ perMinute: 2 });
    for (const expected of [200, 200, 429]) {
      expect((await ask(rare, authority(), signed()))[0]).toBe(expected);
    }
    expect(metrics.text()).toContain('relay_refused_total{why="too_many"} 1');
    const narrow = await startRelay({ atOnce: 0 });
    expect(await ask(narrow, authority(), signed())).toEqual([503, "busy"]);
  });

  test("and ends the connection, also where a stranger keeps their side open", async () => {
    const server = http.createServer();
    const ended = new Promise((resolve) => {
      server.once("connection", (socket) => socket.once("close", resolve));
    });
    const limits = { timeoutMs: 5_000, perMinute: 100, atOnce: 100, mostBytes: 3_000_000 };
    const config = { secret: SECRET, hosts: [new URL(bankUrl).host], ...limits };
    serveRelay(server, config, new RelayMetrics(), () => NOW);
    const port = await servers.listen(server);
    const stranger = net.connect({ host: "127.0.0.1", port, allowHalfOpen: true });
    const answer = new Promise((resolve) => stranger.once("data", resolve));
    stranger.write(`CONNECT ${authority()} HTTP/1.1\r\nhost: ${authority()}\r\n\r\n`);
    expect(String(await answer)).toContain("x-relay-error: bad_signature");
    await ended;
    stranger.destroy();
  });

  test("to start with a short secret, without a host, or with a limit that is no number", () => {
    const env = { RELAY_SECRET: SECRET, RELAY_HOSTS: "A.example, b.example:8443" };
    expect(relayConfigFrom(env)).toMatchObject({ hosts: ["a.example", "b.example:8443"] });
    expect(() => relayConfigFrom({ ...env, RELAY_SECRET: "short" })).toThrow("RELAY_SECRET");
    expect(() => relayConfigFrom({ ...env, RELAY_HOSTS: " " })).toThrow("RELAY_HOSTS");
    expect(() => relayConfigFrom({ ...env, RELAY_PER_MINUTE: "many" })).toThrow("RELAY_PER_MINUTE");
  });
});

describe("the package, as its unit starts it", () => {
  const ROOT = join(import.meta.dirname, "../../relay");
  const read = (name: string) => readFileSync(join(ROOT, name), "utf8");
  const AUTHORITY = issueCertificate({ commonName: "relays", isAuthority: true });
  const issuer = { certificate: AUTHORITY, commonName: "relays" };
  const RELAY = issueCertificate({ commonName: "relay", ipAddresses: ["127.0.0.1"], issuer });
  const CLIENT = issueCertificate({ commonName: "service", issuer });
  let folder: string;
  let child: ChildProcess;
  let url: string;
  let watchUrl: string;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "relay-"));
    const [port, watchPort] = [await servers.deadPort(), await servers.deadPort()];
    const files = { secret: SECRET, cert: RELAY.cert, key: RELAY.key, "client-ca": AUTHORITY.cert };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const unit = read("mahtem-relay.service");
    const of = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1] ?? "";
    const variables = [...read("relay.env").split("\n"), ...of("Environment").split(" ")]
      .filter((line) => /^[A-Z_]+=/.test(line))
      .map((line) => line.replaceAll("%d", folder).split("=") as [string, string]);
    const own = { HOST: "127.0.0.1", PORT: String(port), WATCH_PORT: String(watchPort) };
    const env = { ...Object.fromEntries(variables), ...own, RELAY_HOSTS: new URL(bankUrl).host };
    const words = of("ExecStart").split(" ");
    const [, ...args] = words.map((word) => word.replace("/opt/mahtem-relay", ROOT));
    child = spawn(process.execPath, args, { env, stdio: "inherit" });
    url = `https://127.0.0.1:${port}`;
    watchUrl = `http://127.0.0.1:${watchPort}`;
    await expect.poll(() => health(), { timeout: 10_000 }).toBe(200);
  });
  afterEach(() => {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true });
  });

  const health = () =>
    fetch(`${watchUrl}/health`).then(
      ({ status }) => status,
      () => null,
    );
  const relay = (): Relay => ({
    ...relayOf(url),
    ca: [AUTHORITY.cert],
    client: { cert: CLIENT.cert, key: CLIENT.key },
  });
  const fetchNow = (through: Relay) => fetchThrough(through, { now: Date.now() });

  test("passes a receipt on to who has a certificate, and counts it where only the machine can see", async () => {
    expect(await fetchNow(relay())).toMatchObject({ kind: "response", status: 200 });
    const text = await (await fetch(`${watchUrl}/metrics`)).text();
    expect(text).toContain('relay_tunnels_total{host="localhost"} 1');
    expect(text).toMatch(/relay_bytes_from_banks_total \d+/);
  });

  test("lets nobody in without one, although the secret is right", async () => {
    const { client: _, ...without } = relay();
    const stranger = issueCertificate({ commonName: "service" });
    const forged = { ...relay(), client: { cert: stranger.cert, key: stranger.key } };
    for (const other of [without, forged]) {
      expect(await fetchNow(other)).toEqual({ kind: "error", code: "relay_error" });
    }
    expect(heard).toEqual([]);
  });

  test("that another machine replaced is not asked, because its certificate is of nobody that we know", async () => {
    const other = issueCertificate({ commonName: "relays", isAuthority: true });
    const result = await fetchNow({ ...relay(), ca: [other.cert] });
    expect(result).toEqual({ kind: "error", code: "relay_error" });
    expect(heard).toEqual([]);
  });

  test("is the same program with the same port in the container's file", () => {
    const container = read("Containerfile");
    expect(container).toContain(
      'ENTRYPOINT ["node", "--disable-warning=ExperimentalWarning", "relay.ts"]',
    );
    expect(container).toMatch(/^USER node$/m);
    const node = JSON.parse(read("package.json")).engines.node;
    expect(container).toContain(`node:${String(node).replace(/\D/g, "")}-`);
    expect(read("relay.env")).toContain("PORT=8443");
    expect(container).toContain("PORT=8443");
  });
});
