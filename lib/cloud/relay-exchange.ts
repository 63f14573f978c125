import { createHmac } from "node:crypto";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import { Client } from "undici";
import {
  assertPinned,
  type HostTrust,
  openTcp,
  startTls,
  tlsOptionsFor,
} from "./guarded-connection.ts";
import { type FetchErrorCode, FetchProblem, readCapped } from "./outbound.ts";

/** One GET over one fresh connection. */
export interface Exchange {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly trust: HostTrust | undefined;
  /** For the connection and its handshake alone. */
  readonly connectTimeoutMs: number;
  /** Aborts the whole exchange. */
  readonly signal: AbortSignal;
}

/** Header names are lower-case. The body is complete and uncompressed. */
export interface ExchangeAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** The body, compressed or not, is larger than 1 MB. */
export class TooLargeError extends Error {
  override readonly name = "TooLargeError";
}

/** More than any receipt needs, PDF included. */
export const MAX_PROVIDER_BODY_BYTES = 1024 * 1024;

const UNPACK = {
  gzip: promisify(gunzip),
  "x-gzip": promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/** Fetches once. Rejects with the network's own error, `TooLargeError` or `PinMismatchError`. */
export async function exchange(request: Exchange): Promise<ExchangeAnswer> {
  const client = new Client(request.url.origin, {
    connect: (_, callback) => {
      connect(request).then(
        (socket) => callback(null, socket),
        (error: Error) => callback(error, null),
      );
    },
    pipelining: 0,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  try {
    const answer = await client.request({
      method: "GET",
      path: request.url.pathname + request.url.search,
      headers: { "accept-encoding": "identity", ...request.headers },
      signal: request.signal,
    });
    const received = await readCapped(answer.body, MAX_PROVIDER_BODY_BYTES);
    // An incomplete page must not be read as a complete one.
    if (received.error !== undefined) throw received.error;
    if (received.truncated) throw new TooLargeError("The body is over 1 MB.");
    const headers = flatten(answer.headers);
    const body = await unpack(received.bytes, headers["content-encoding"]);
    return { status: answer.statusCode, headers, body };
  } finally {
    await client.destroy();
  }
}

async function connect(request: Exchange) {
  const { url, trust } = request;
  const limit = AbortSignal.timeout(request.connectTimeoutMs);
  const signal = AbortSignal.any([request.signal, limit]);
  const secured = url.protocol === "https:";
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const socket = await openTcp(host, Number(url.port) || (secured ? 443 : 80), signal);
  if (!secured) return socket;
  const named = /^[\d.]+$|:/.test(host) ? {} : { servername: host };
  const tlsSocket = await startTls(socket, { ...tlsOptionsFor(trust), ...named, host }, signal);
  try {
    assertPinned(tlsSocket, trust);
    return tlsSocket;
  } catch (error) {
    tlsSocket.destroy();
    throw error;
  }
}

/** Some servers compress although the request forbids it. Decompression stops at the same cap. */
async function unpack(
  bytes: Uint8Array<ArrayBuffer>,
  encoding: string | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const name = encoding?.trim().toLowerCase() ?? "";
  if (!Object.hasOwn(UNPACK, name)) return bytes;
  try {
    const unpacked = await UNPACK[name as keyof typeof UNPACK](bytes, {
      maxOutputLength: MAX_PROVIDER_BODY_BYTES,
    });
    return new Uint8Array(unpacked);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ERR_BUFFER_TOO_LARGE") throw new TooLargeError("The body unpacks to over 1 MB.");
    throw error;
  }
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === "string" ? value : value.join(", ")]],
    ),
  );
}

/** A relay inside the country, for banks that answer only there. */
export interface Relay {
  /** https, or http to this machine. */
  readonly url: string;
  /** Shared with the relay; at least 32 characters. */
  readonly secret: string;
}

/** What the relay is asked to fetch. */
export interface RelayedRequest {
  readonly method: "GET";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** For the bank's connection and handshake, which only the relay can measure. */
  readonly connectTimeoutMs: number;
}

const SHORTEST_SECRET = 32;

/**
 * Headers that ask the relay for one request. HMAC-SHA256 covers, one per line: `v1`, method, URL, unix
 * seconds, the forwarded headers and the connect timeout. `relay/README.md` documents the protocol.
 */
export function signRelayRequest(
  request: RelayedRequest,
  secret: string,
  now: number,
): Record<string, string> {
  if (secret.length < SHORTEST_SECRET) throw new RangeError("The relay's secret is too short.");
  const timestamp = String(Math.floor(now / 1000));
  const headers = Buffer.from(JSON.stringify(request.headers)).toString("base64url");
  const connectMs = String(request.connectTimeoutMs);
  const signed = ["v1", request.method, request.url, timestamp, headers, connectMs].join("\n");
  const signature = createHmac("sha256", secret).update(signed).digest("base64url");
  return {
    "x-relay-method": request.method,
    "x-relay-url": request.url,
    "x-relay-timestamp": timestamp,
    "x-relay-headers": headers,
    "x-relay-connect-ms": connectMs,
    "x-relay-signature": `v1=${signature}`,
  };
}

/** A request to a bank through a relay. */
export interface RelayRoute {
  readonly relay: Relay;
  /** For the way to the relay; the request's own `connectTimeoutMs` is for the bank behind it. */
  readonly timeoutMs: number;
  /** Unix ms. */
  readonly now: number;
}

/** As `exchange`, through the relay. Errors on the bank's side keep their names. */
export async function exchangeThroughRelay(
  request: Exchange,
  route: RelayRoute,
): Promise<ExchangeAnswer> {
  const { url, headers, connectTimeoutMs, signal } = request;
  const asked = { method: "GET", url: url.href, headers, connectTimeoutMs } as const;
  const answer = await exchange({
    url: relayAddress(route.relay.url),
    headers: signRelayRequest(asked, route.relay.secret, route.now),
    trust: undefined,
    connectTimeoutMs: route.timeoutMs,
    signal,
  });
  return fromRelay(answer);
}

/** Extracts the bank's response from the relay's, which carries its status and headers in headers. */
function fromRelay(answer: ExchangeAnswer): ExchangeAnswer {
  const failed = answer.headers["x-relay-error"];
  if (failed !== undefined) throw new FetchProblem(relayedCode(failed));
  const status = Number(answer.headers["x-relay-status"]);
  if (answer.status !== 200 || !Number.isInteger(status)) throw new FetchProblem("relay_error");
  const prefix = "x-relay-header-";
  const headers = Object.entries(answer.headers)
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, value]) => [name.slice(prefix.length), value]);
  return { status, headers: Object.fromEntries(headers), body: answer.body };
}

/** The relay's error codes for the bank; any other one is a failure of the relay itself. */
function relayedCode(word: string): FetchErrorCode {
  switch (word) {
    case "dns_error":
    case "connection_refused":
    case "connection_reset":
    case "timeout":
    case "tls_error":
    case "too_large":
      return word;
    default:
      return "relay_error";
  }
}

function relayAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const local = url?.protocol === "http:" && url.hostname === "127.0.0.1";
  if (url === null || !(url.protocol === "https:" || local)) throw new FetchProblem("bad_address");
  return url;
}
