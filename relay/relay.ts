/**
 * A tiny relay for banks that answer only addresses of their own country. It runs there, takes
 * signed requests of the service, fetches from the hosts on its list and from nowhere else, and
 * keeps nothing. One file, nothing but Node: see README.md.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import http, { type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import https from "node:https";
import { createSecureContext, rootCertificates, type SecureContext } from "node:tls";

export interface RelayConfig {
  /** Shared with the service; at least 32 characters. */
  readonly secret: string;
  /** `host` or `host:port`, lower-case; nothing else is ever asked. */
  readonly hosts: readonly string[];
  readonly timeoutMs: number;
  /** PEM of further authorities, besides the public ones. */
  readonly ca?: string;
}

const WINDOW_SECONDS = 60;
const MAX_BODY_BYTES = 1024 * 1024;
const SHORTEST_SECRET = 32;
const RETURNED_HEADERS = ["content-type", "location"];
const NEVER_FORWARDED =
  /^(?:host|connection|content-length|transfer-encoding|upgrade|te|trailer|proxy-.*)$/i;

/** A refusal: the status for the service, and a word for its log. */
class Refusal extends Error {
  readonly status: number;

  constructor(status: number, word: string) {
    super(word);
    this.status = status;
  }
}

interface SignedRequest {
  readonly url: URL;
  /** For the bank's connection and handshake, in ms. */
  readonly connectMs: number;
  readonly headers: Readonly<Record<string, string>>;
}

export function relayListener(config: RelayConfig, now: () => number = Date.now): RequestListener {
  const { ca } = config;
  // Built once: reading all public roots anew would cost each handshake more than the bank does.
  const trust =
    ca === undefined ? undefined : createSecureContext({ ca: [...rootCertificates, ca] });
  return (request, response) => {
    request.resume();
    answer(request, response, { ...config, trust }, now()).catch((error: unknown) => {
      const status = error instanceof Refusal ? error.status : 502;
      const word = error instanceof Refusal ? error.message : errorWord(error);
      response.writeHead(status, { "x-relay-error": word }).end();
    });
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  config: RelayConfig & { readonly trust: SecureContext | undefined },
  now: number,
): Promise<void> {
  const asked = verified(request, config, now);
  const gone = new AbortController();
  response.on("close", () => gone.abort());
  const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(config.timeoutMs)]);
  const upstream = await get(asked, config.trust, signal);
  const body = await readBody(upstream);
  const headers: Record<string, string> = { "x-relay-status": String(upstream.statusCode) };
  for (const name of RETURNED_HEADERS) {
    const value = upstream.headers[name];
    if (typeof value === "string") headers[`x-relay-header-${name}`] = value;
  }
  const encoding = upstream.headers["content-encoding"];
  if (encoding !== undefined) headers["content-encoding"] = encoding;
  response.writeHead(200, { ...headers, "content-length": body.length }).end(body);
}

/** Signature first, so that a stranger learns nothing of the clock or the list. */
function verified(request: IncomingMessage, config: RelayConfig, now: number): SignedRequest {
  const field = (name: string) => String(request.headers[`x-relay-${name}`] ?? "");
  const [method, url, timestamp] = [field("method"), field("url"), field("timestamp")];
  const [headers, connectMs] = [field("headers"), field("connect-ms")];
  const signed = ["v1", method, url, timestamp, headers, connectMs].join("\n");
  const mac = createHmac("sha256", config.secret).update(signed).digest("base64url");
  if (!isEqual(field("signature"), `v1=${mac}`)) throw new Refusal(401, "bad_signature");
  const age = Math.abs(now / 1000 - Number(timestamp));
  if (!/^\d+$/.test(timestamp) || age > WINDOW_SECONDS) throw new Refusal(401, "bad_timestamp");
  if (method !== "GET") throw new Refusal(403, "bad_method");
  return {
    url: allowedUrl(url, config.hosts),
    headers: forwarded(headers),
    connectMs: Number(connectMs) || config.timeoutMs,
  };
}

function allowedUrl(text: string, hosts: readonly string[]): URL {
  if (!URL.canParse(text)) throw new Refusal(400, "bad_url");
  const url = new URL(text);
  const plain = url.protocol === "https:" && url.username === "" && url.password === "";
  if (!plain || !hosts.includes(url.host)) throw new Refusal(403, "host_not_allowed");
  return url;
}

function forwarded(encoded: string): Record<string, string> {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(encoded, "base64url").toString("utf8"));
    const entries = Object.entries(Object(parsed)).filter(
      (entry): entry is [string, string] =>
        typeof entry[1] === "string" && !NEVER_FORWARDED.test(entry[0]),
    );
    return Object.fromEntries(entries);
  } catch {
    throw new Refusal(400, "bad_headers");
  }
}

/** A fresh connection each time; redirects go back to the service, which decides about them. */
function get(
  asked: SignedRequest,
  trust: SecureContext | undefined,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const headers = { "accept-encoding": "identity", ...asked.headers };
  const options = { agent: false, headers, signal, secureContext: trust };
  return new Promise((resolve, reject) => {
    const request = https.get(asked.url, options, resolve);
    const late = () => request.destroy(Object.assign(new Error("Late."), { code: "ETIMEDOUT" }));
    const timer = setTimeout(late, asked.connectMs);
    const stop = () => clearTimeout(timer);
    request.on("error", reject).on("close", stop);
    request.on("socket", (socket) => socket.once("secureConnect", stop));
  });
}

async function readBody(upstream: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of upstream as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MAX_BODY_BYTES) throw new Refusal(502, "too_large");
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function isEqual(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** What the bank's side did, in the service's words. */
function errorWord(error: unknown): string {
  const { name = "", code = "" } = Object(error) as { name?: string; code?: string };
  if (name === "AbortError" || name === "TimeoutError" || code === "ETIMEDOUT") return "timeout";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "dns_error";
  if (/^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/.test(code)) return "connection_refused";
  if (/^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|EPROTO)|SELF_SIGNED/.test(code)) return "tls_error";
  return "connection_reset";
}

/** Reads the environment; throws with the name of what is missing. */
export function relayConfigFrom(env: Readonly<Record<string, string | undefined>>): RelayConfig {
  const secret = env.RELAY_SECRET ?? "";
  const hosts = (env.RELAY_HOSTS ?? "")
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  const timeoutMs = Number(env.RELAY_TIMEOUT_MS ?? 20_000);
  if (secret.length < SHORTEST_SECRET) throw new Error("RELAY_SECRET needs 32 characters or more.");
  if (hosts.length === 0) throw new Error("RELAY_HOSTS names no host.");
  if (!(timeoutMs > 0)) throw new Error("RELAY_TIMEOUT_MS must be a positive number.");
  const ca = env.RELAY_CA_FILE === undefined ? {} : { ca: readFileSync(env.RELAY_CA_FILE, "utf8") };
  return { secret, hosts, timeoutMs, ...ca };
}

function start(env: NodeJS.ProcessEnv): void {
  const listener = relayListener(relayConfigFrom(env));
  const { RELAY_TLS_CERT: cert, RELAY_TLS_KEY: key } = env;
  const server =
    cert === undefined || key === undefined
      ? http.createServer(listener)
      : https.createServer({ cert: readFileSync(cert), key: readFileSync(key) }, listener);
  server.listen(Number(env.PORT ?? 8080), env.HOST ?? "127.0.0.1");
}

if (import.meta.main) start(process.env);
