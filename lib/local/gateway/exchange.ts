import { randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

// One HTTP request in API Gateway's terms, before it is routed.

export type Exchange = {
  readonly requestId: string;
  readonly extendedRequestId: string;
  readonly method: string;
  /** As it came, percent-encoded, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names as they were written. */
  readonly headers: readonly (readonly [string, string])[];
  readonly sourceIp: string;
  readonly traceId: string;
  /** Time of arrival, in ms on the moved clock. */
  readonly at: number;
};

export function readExchange(request: IncomingMessage, at: number): Exchange {
  const target = request.url ?? "/";
  const mark = target.indexOf("?");
  const sourceIp = (request.socket.remoteAddress ?? "127.0.0.1").replace(/^::ffff:/, "");
  const headers = pairs(request.rawHeaders);
  const traceId = `Root=1-${Math.floor(at / 1000).toString(16)}-${randomBytes(12).toString("hex")}`;
  return {
    requestId: randomUUID(),
    extendedRequestId: randomBytes(8).toString("base64url"),
    method: request.method ?? "GET",
    path: mark < 0 ? target : target.slice(0, mark),
    query: new URLSearchParams(mark < 0 ? "" : target.slice(mark + 1)),
    headers: withForwarding(headers, sourceIp, traceId),
    sourceIp,
    traceId,
    at,
  };
}

/** The last value of a header, whatever the case of its name. */
export function headerOf(exchange: Exchange, name: string): string | undefined {
  return exchange.headers.findLast(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
}

function pairs(raw: readonly string[]): [string, string][] {
  const found: [string, string][] = [];
  for (let index = 0; index + 1 < raw.length; index += 2)
    found.push([raw[index] ?? "", raw[index + 1] ?? ""]);
  return found;
}

/** API Gateway appends the caller's address to the header that the caller sent, and adds its own trace. */
function withForwarding(
  headers: [string, string][],
  sourceIp: string,
  traceId: string,
): [string, string][] {
  const claimed = headers
    .filter(([name]) => name.toLowerCase() === "x-forwarded-for")
    .map(([, value]) => value);
  const dropped =
    /^(x-forwarded-(for|port|proto)|x-amzn-trace-id|connection|keep-alive|transfer-encoding)$/i;
  return [
    ...headers.filter(([name]) => !dropped.test(name)),
    ["X-Amzn-Trace-Id", traceId],
    ["X-Forwarded-For", [...claimed, sourceIp].join(", ")],
    ["X-Forwarded-Port", "443"],
    ["X-Forwarded-Proto", "https"],
  ];
}

/** API Gateway's own limit. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;
/** Reads on after the limit and discards it, so that a client that is still writing gets the response. */
const MAX_DRAINED_BYTES = 64 * 1024 * 1024;

/** The whole body, or null as soon as it is known to be over the limit. Rejects when the client goes away. */
export async function readBody(
  request: IncomingMessage,
  maxBytes = MAX_BODY_BYTES,
): Promise<Buffer | null> {
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) {
    drain(request);
    return null;
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) return void chunks.push(chunk);
      request.off("data", take);
      drain(request);
      resolve(null);
    };
    request.on("data", take);
    request.once("end", () => resolve(Buffer.concat(chunks)));
    request.once("error", reject);
    request.once("aborted", () => reject(new Error("the client went away")));
  });
}

function drain(request: IncomingMessage): void {
  let size = 0;
  request.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_DRAINED_BYTES) request.destroy();
  });
}
