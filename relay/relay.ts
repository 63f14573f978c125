/**
 * A small relay for banks that answer only addresses of their own country. It runs there, opens connections to the hosts on
 * its list and to nowhere else, and passes bytes on. The service speaks TLS with the bank itself, through it: the relay can
 * read nothing and change nothing. One file, nothing but Node: see README.md.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import http, { type IncomingMessage, type Server } from "node:http";
import https from "node:https";
import net, { type Socket } from "node:net";
import type { Duplex } from "node:stream";

export interface RelayConfig {
  /** Shared with the service; at least 32 characters. */
  readonly secret: string;
  /** `host` (port 443) or `host:port`, lower-case; nothing else is ever asked. */
  readonly hosts: readonly string[];
  /** The longest that a connection to a bank may last, in ms. */
  readonly timeoutMs: number;
  /** New connections a minute, to all banks together. */
  readonly perMinute: number;
  readonly atOnce: number;
  /** Further connections end here, in bytes from the bank. */
  readonly mostBytes: number;
}

const WINDOW_SECONDS = 60;
const SHORTEST_SECRET = 32;
const MEGABYTE = 1024 * 1024;

/** A refusal: the status for the service, and a word for its log. */
class Refusal extends Error {
  readonly status: number;

  constructor(status: number, word: string) {
    super(word);
    this.status = status;
  }
}

/** Counts since the start, for `/metrics`. */
export class RelayMetrics {
  readonly #counts = new Map<string, number>();
  open = 0;

  add(series: string, value = 1): void {
    this.#counts.set(series, (this.#counts.get(series) ?? 0) + value);
  }

  /** In the text format of Prometheus. */
  text(): string {
    const lines = [...this.#counts].map(([series, value]) => `relay_${series} ${value}`);
    return `${[...lines.toSorted(), `relay_open_connections ${this.open}`].join("\n")}\n`;
  }
}

/** Answers `CONNECT`; attach it to a server. Everything else gets 404. */
export function serveRelay(
  server: Server | https.Server,
  config: RelayConfig,
  metrics: RelayMetrics,
  now: () => number = Date.now,
): void {
  const gate = new Gate(config, now);
  server.on("request", (_, response) => response.writeHead(404).end());
  server.on("connect", (request: IncomingMessage, client: Duplex) => {
    client.on("error", () => client.destroy());
    void tunnel(request, client, gate, metrics, config).catch((error: unknown) => {
      const status = error instanceof Refusal ? error.status : 502;
      const word = error instanceof Refusal ? error.message : errorWord(error);
      metrics.add(`refused_total{why="${word}"}`);
      const answer = `HTTP/1.1 ${status} Refused\r\nx-relay-error: ${word}\r\nconnection: close\r\n\r\n`;
      // Who keeps their side open would hold the connection, which no time limit of the server ends.
      client.end(answer, () => client.destroy());
    });
  });
}

async function tunnel(
  request: IncomingMessage,
  client: Duplex,
  gate: Gate,
  metrics: RelayMetrics,
  { timeoutMs, mostBytes }: RelayConfig,
): Promise<void> {
  const asked = gate.admit(request, metrics.open);
  metrics.open += 1;
  client.once("close", () => {
    metrics.open -= 1;
  });
  const bank = await dial(asked.host, asked.port, Math.min(asked.connectMs, timeoutMs));
  const end = () => {
    clearTimeout(timer);
    bank.destroy();
    client.destroy();
  };
  const timer = setTimeout(end, timeoutMs);
  let received = 0;
  bank.on("data", (bytes: Buffer) => {
    received += bytes.length;
    metrics.add("bytes_from_banks_total", bytes.length);
    if (received > mostBytes) end();
  });
  for (const side of [bank, client]) side.on("error", end).on("close", end);
  if (client.destroyed) return end();
  metrics.add(`tunnels_total{host="${asked.host}"}`);
  client.write("HTTP/1.1 200 Connected\r\n\r\n");
  bank.pipe(client);
  client.pipe(bank);
}

/** Who may go where, and how often. */
class Gate {
  readonly #config: RelayConfig;
  readonly #now: () => number;
  /** Signatures of the last two minutes, with their time, so that none is used twice. */
  readonly #seen = new Map<string, number>();
  #minute = 0;
  #inMinute = 0;

  constructor(config: RelayConfig, now: () => number) {
    this.#config = config;
    this.#now = now;
  }

  /** Signature first, so that a stranger learns nothing of the clock, the list or the load. */
  admit(request: IncomingMessage, open: number) {
    const { secret, hosts, perMinute, atOnce, timeoutMs } = this.#config;
    const field = (name: string) => String(request.headers[`x-relay-${name}`] ?? "");
    const authority = String(request.url).toLowerCase();
    const [timestamp, nonce, connectMs] = [field("timestamp"), field("nonce"), field("connect-ms")];
    const signed = ["v2", authority, timestamp, nonce, connectMs].join("\n");
    const mac = createHmac("sha256", secret).update(signed).digest("base64url");
    if (!isEqual(field("signature"), `v2=${mac}`)) throw new Refusal(401, "bad_signature");
    const seconds = this.#now() / 1000;
    const isFresh = Math.abs(seconds - Number(timestamp)) <= WINDOW_SECONDS;
    if (!/^\d+$/.test(timestamp) || !isFresh) throw new Refusal(401, "bad_timestamp");
    for (const [old, at] of this.#seen)
      if (seconds - at > 2 * WINDOW_SECONDS) this.#seen.delete(old);
    if (this.#seen.has(mac)) throw new Refusal(401, "used_signature");
    this.#seen.set(mac, seconds);
    const known = hosts.map((host) => (/:\d+$/.test(host) ? host : `${host}:443`));
    if (!known.includes(authority)) throw new Refusal(403, "host_not_allowed");
    const minute = Math.floor(seconds / 60);
    if (minute !== this.#minute) [this.#minute, this.#inMinute] = [minute, 0];
    this.#inMinute += 1;
    if (this.#inMinute > perMinute) throw new Refusal(429, "too_many");
    if (open >= atOnce) throw new Refusal(503, "busy");
    const [, host = "", port] = /^(.*):(\d+)$/.exec(authority) ?? [];
    return { host, port: Number(port), connectMs: Number(connectMs) || timeoutMs };
  }
}

function dial(host: string, port: number, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host, port, noDelay: true });
    const late = () => socket.destroy(Object.assign(new Error("Late."), { code: "ETIMEDOUT" }));
    const timer = setTimeout(late, timeoutMs);
    socket.once("close", () => clearTimeout(timer));
    socket.once("error", reject);
    socket.once("connect", () => {
      clearTimeout(timer);
      resolve(socket);
    });
  });
}

function isEqual(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** What the bank's side did, in the service's words. */
function errorWord(error: unknown): string {
  const { code = "" } = Object(error) as { code?: string };
  if (code === "ETIMEDOUT") return "timeout";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "dns_error";
  if (/^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/.test(code)) return "connection_refused";
  return "connection_reset";
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the environment; throws with the name of what is missing. */
export function relayConfigFrom(env: Environment): RelayConfig {
  const secret = env.RELAY_SECRET ?? readIf(env.RELAY_SECRET_FILE)?.trim() ?? "";
  const hosts = (env.RELAY_HOSTS ?? "")
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  const number = (name: string, otherwise: number) => {
    const value = Number(env[name] ?? otherwise);
    if (!(value > 0)) throw new Error(`${name} must be a positive number.`);
    return value;
  };
  if (secret.length < SHORTEST_SECRET) throw new Error("RELAY_SECRET needs 32 characters or more.");
  if (hosts.length === 0) throw new Error("RELAY_HOSTS names no host.");
  return {
    secret,
    hosts,
    timeoutMs: number("RELAY_TIMEOUT_MS", 30_000),
    perMinute: number("RELAY_PER_MINUTE", 600),
    atOnce: number("RELAY_AT_ONCE", 100),
    mostBytes: number("RELAY_MOST_MEGABYTES", 3) * MEGABYTE,
  };
}

function readIf(file: string | undefined): string | undefined {
  return file === undefined || file === "" ? undefined : readFileSync(file, "utf8");
}

/** https where the files are given; with `RELAY_CLIENT_CA`, only for who has a certificate of that authority. */
function relayServer(env: Environment): Server | https.Server {
  const [cert, key] = [readIf(env.RELAY_TLS_CERT), readIf(env.RELAY_TLS_KEY)];
  const ca = readIf(env.RELAY_CLIENT_CA);
  if (cert === undefined || key === undefined) {
    if (ca !== undefined)
      throw new Error("RELAY_CLIENT_CA needs RELAY_TLS_CERT and RELAY_TLS_KEY.");
    return http.createServer();
  }
  const known = ca === undefined ? {} : { ca, requestCert: true, rejectUnauthorized: true };
  return https.createServer({ cert, key, ...known, minVersion: "TLSv1.2" });
}

/** `/health` and `/metrics`, on this machine only: the relay's own port says nothing to strangers. */
function watchServer(metrics: RelayMetrics): Server {
  return http.createServer((request, response) => {
    if (request.url === "/health") response.end("ok\n");
    else if (request.url === "/metrics") response.end(metrics.text());
    else response.writeHead(404).end();
  });
}

function start(env: Environment): void {
  const config = relayConfigFrom(env);
  const metrics = new RelayMetrics();
  const server = relayServer(env);
  const watch = watchServer(metrics);
  serveRelay(server, config, metrics);
  server.listen(Number(env.PORT ?? 8080), env.HOST ?? "127.0.0.1");
  watch.listen(Number(env.WATCH_PORT ?? 8081), env.WATCH_HOST ?? "127.0.0.1");
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      watch.close();
      server.close();
      // Connections under way may end; systemd waits longer than that.
      setTimeout(() => process.exit(0), 5_000).unref();
    });
  }
}

if (import.meta.main) start(process.env);
