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
import { readCapped } from "./outbound.ts";

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
