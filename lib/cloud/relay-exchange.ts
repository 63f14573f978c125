import { createHmac, randomUUID } from "node:crypto";
import { get, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
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
  /** Null: straight to the host. */
  readonly relay: RelayRoute | null;
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
  const socket = await connect(request);
  try {
    const answer = await answerOver(socket, request);
    const received = await readCapped(answer, MAX_PROVIDER_BODY_BYTES);
    // An incomplete page must not be read as a complete one. Node drops the rest of a body that is aborted.
    request.signal.throwIfAborted();
    if (received.error !== undefined) throw received.error;
    if (received.truncated) throw new TooLargeError("The body is over 1 MB.");
    const headers = flatten(answer.headers);
    const body = await unpack(received.bytes, headers["content-encoding"]);
    return { status: answer.statusCode ?? 0, headers, body };
  } finally {
    socket.destroy();
  }
}

/** Sends the GET with Node's own client, which the calls to AWS have already loaded: another client would only lengthen a cold start. */
function answerOver(socket: Socket, { url, headers, signal }: Exchange): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = get({
      path: url.pathname + url.search,
      headers: { host: url.host, "accept-encoding": "identity", ...headers },
      joinDuplicateHeaders: true,
      createConnection: () => socket,
      signal,
    });
    asked.once("response", resolve).on("error", reject);
    // Node closes the connection without an error if the answer switches protocols.
    asked.once("close", () => reject(new FetchProblem("connection_reset")));
  });
}

function connect(request: Exchange): Promise<Socket> {
  const { url, relay } = request;
  const limit = AbortSignal.timeout(request.connectTimeoutMs);
  const signal = AbortSignal.any([request.signal, limit]);
  const secured = url.protocol === "https:";
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const port = Number(url.port) || (secured ? 443 : 80);
  const over = async (socket: Socket, until: AbortSignal) =>
    secured ? secureTo(host, socket, request.trust, until) : socket;
  if (relay === null) return openTcp(host, port, signal).then((socket) => over(socket, signal));
  // A relay sees only what it passes on; without TLS it could answer itself.
  if (!secured) throw new FetchProblem("bad_address");
  const asked = { host, port, connectTimeoutMs: request.connectTimeoutMs };
  return firstThrough(
    relay.relay.urls,
    async (address, until) => over(await openTunnel(address, asked, relay, until), until),
    signal,
  );
}

/** The bank's certificate is verified here, whatever lies on the way. */
async function secureTo(
  host: string,
  socket: Socket,
  trust: HostTrust | undefined,
  signal: AbortSignal,
): Promise<Socket> {
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

function flatten(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === "string" ? value : value.join(", ")]],
    ),
  );
}

/** Relays inside the country, for banks that answer only there. Any of them will do. */
export interface Relay {
  /** The preferred one first. https, or http to this machine. */
  readonly urls: readonly string[];
  /** Shared with the relays; at least 32 characters. */
  readonly secret: string;
  /** PEM of the authority of the relays' certificates, in place of the public roots: another machine has none of it. */
  readonly ca?: readonly string[];
  /** PEM of our certificate and key for the relays, which may demand one. */
  readonly client?: { readonly cert: string; readonly key: string };
}

export interface RelayRoute {
  readonly relay: Relay;
  /** Unix ms. */
  readonly now: number;
}

const SHORTEST_SECRET = 32;
/** If a relay has not reached the bank by then, the next one is tried in parallel, in ms. */
const PATIENCE_MS = 2_000;
const MOST_HEAD_BYTES = 4_096;

/**
 * The first connection to complete, including TLS with the bank, so that a relay that stalls, lies or is another machine
 * is skipped. The next relay is tried when one has failed, or has not connected for a while.
 */
async function firstThrough(
  urls: readonly string[],
  open: (url: string, signal: AbortSignal) => Promise<Socket>,
  signal: AbortSignal,
): Promise<Socket> {
  const others = new AbortController();
  const failures: unknown[] = [];
  const tries = urls.map((url) => async () => {
    const socket = await open(url, AbortSignal.any([signal, others.signal]));
    // Another relay was faster.
    if (others.signal.aborted) socket.destroy();
    return socket;
  });
  const next = async (index: number): Promise<Socket> => {
    const mine = tries[index];
    if (mine === undefined) throw worst(failures);
    const attempt = mine().catch((error: unknown) => {
      failures.push(error);
      throw error;
    });
    if (index === tries.length - 1) return attempt;
    const waited = new Promise<"late">((resolve) => {
      setTimeout(() => resolve("late"), PATIENCE_MS).unref();
    });
    const outcome = await Promise.race([attempt.catch(() => "failed" as const), waited]);
    if (outcome === "failed") return next(index + 1);
    if (outcome === "late") return Promise.any([attempt, next(index + 1)]);
    return outcome;
  };
  try {
    return await next(0);
  } catch {
    throw worst(failures);
  } finally {
    others.abort();
  }
}

/** What the bank's side did says more than that a relay failed. */
function worst(failures: readonly unknown[]): unknown {
  const isRelays = (error: unknown) =>
    error instanceof FetchProblem && error.code === "relay_error";
  return (
    failures.find((error) => !isRelays(error)) ?? failures[0] ?? new FetchProblem("relay_error")
  );
}

interface Asked {
  readonly host: string;
  readonly port: number;
  readonly connectTimeoutMs: number;
}

/**
 * Headers that ask a relay for a connection. HMAC-SHA256 covers, one per line: `v2`, host and port, unix seconds, a nonce and
 * the time to connect. `relay/README.md` documents the protocol.
 */
export function signTunnel(
  { host, port, connectTimeoutMs }: Asked,
  secret: string,
  now: number,
): Record<string, string> {
  if (secret.length < SHORTEST_SECRET) throw new RangeError("The relay's secret is too short.");
  const timestamp = String(Math.floor(now / 1000));
  const [nonce, connectMs] = [randomUUID(), String(connectTimeoutMs)];
  const signed = ["v2", `${host}:${port}`, timestamp, nonce, connectMs].join("\n");
  const signature = createHmac("sha256", secret).update(signed).digest("base64url");
  return {
    "x-relay-timestamp": timestamp,
    "x-relay-nonce": nonce,
    "x-relay-connect-ms": connectMs,
    "x-relay-signature": `v2=${signature}`,
  };
}

/** A connection to the bank's port through one relay, on which the caller starts TLS. */
async function openTunnel(
  address: string,
  asked: Asked,
  { relay, now }: RelayRoute,
  signal: AbortSignal,
): Promise<Socket> {
  const url = relayAddress(address);
  const socket = await toRelay(url, relay, signal).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new FetchProblem("relay_error");
  });
  const authority = `${asked.host}:${asked.port}`;
  const headers = { host: authority, ...signTunnel(asked, relay.secret, now) };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`CONNECT ${authority} HTTP/1.1\r\n${lines.join("")}\r\n`);
  try {
    const head = await readHead(socket, signal);
    if (/^HTTP\/1\.1 200 /.test(head)) return socket;
    const [, word = ""] = /^x-relay-error: ([a-z_]+)\r$/m.exec(head) ?? [];
    throw new FetchProblem(relayedCode(word));
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function toRelay(url: URL, { ca, client }: Relay, signal: AbortSignal): Promise<Socket> {
  const secured = url.protocol === "https:";
  const host = url.hostname;
  const socket = await openTcp(host, Number(url.port) || (secured ? 443 : 80), signal);
  if (!secured) return socket;
  const trust = ca === undefined ? undefined : { ca };
  const named = /^[\d.]+$/.test(host) ? {} : { servername: host };
  return startTls(socket, { ...tlsOptionsFor(trust), ...named, ...client, host }, signal);
}

/** The relay's answer, up to its empty line. Nothing may follow: the bank speaks only when spoken to. */
function readHead(socket: Socket, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    let head = "";
    const settle = (error: Error | null) => {
      socket.off("data", onData).off("close", onClose).pause();
      signal.removeEventListener("abort", onAbort);
      if (error === null) resolve(head);
      else reject(error);
    };
    const onData = (bytes: Buffer) => {
      head += bytes.toString("latin1");
      if (head.endsWith("\r\n\r\n")) settle(null);
      else if (head.length > MOST_HEAD_BYTES || head.includes("\r\n\r\n")) onClose();
    };
    const onClose = () => settle(new FetchProblem("relay_error"));
    const onAbort = () => settle(signal.reason);
    socket.on("data", onData).once("close", onClose);
    signal.addEventListener("abort", onAbort, { once: true });
  });
}

/** The relay's error codes for the bank; any other one is a failure of the relay itself. */
function relayedCode(word: string): FetchErrorCode {
  switch (word) {
    case "dns_error":
    case "connection_refused":
    case "connection_reset":
    case "timeout":
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
