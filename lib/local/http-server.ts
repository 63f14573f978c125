// The HTTP server of the stack: `/_local/` leads to the helpers, everything else to the gateway.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Exchange, headerOf, readBody, readExchange } from "./gateway/exchange.ts";
import type { Gateway } from "./gateway/integrate.ts";
import type { Answer } from "./gateway/refusal.ts";
import type { LocalRequest, LocalResponse, LocalRoutes } from "./local-route.ts";
import { type Activity, type SeenAnswer, seenAnswer } from "./log-sink.ts";
import type { Site } from "./site.ts";

/** Pages of a simulated bank's own host, as opposed to the simulator's controls. */
const BANK_RECEIPT = /^\/_local\/bank\/(?!transfers\b|requests\b)[a-z_]+\/(?!mode\b|requests\b)/;

export type Handlers = {
  /** ms on the moved clock */
  readonly now: () => number;
  readonly gateway: Gateway;
  /** Asked before the gateway. */
  readonly site: Site | null;
  readonly tooLarge: (exchange: Exchange) => Answer;
  readonly local: readonly LocalRoutes[];
  /** Sees every response of the gateway. */
  readonly observe: (seen: SeenAnswer) => void;
};
export type HttpServer = {
  readonly url: string;
  /** Until this is called, requests wait. */
  serve(handlers: Handlers): void;
  close(): Promise<void>;
};

const PREFIX = "/_local/";

/** Binds at once. @throws the error of `listen`, e.g. with code EADDRINUSE. */
export async function openHttpServer(port: number, activity: Activity): Promise<HttpServer> {
  let ready: (handlers: Handlers) => void = () => {};
  const handlers = new Promise<Handlers>((resolve) => {
    ready = resolve;
  });
  const server = createServer(
    { keepAliveTimeout: 65_000, requestTimeout: 60_000, maxHeaderSize: 64 * 1024 },
    (request, response) => {
      void handlers.then((given) => handle(request, response, given, activity));
    },
  );
  await listen(server, port);
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${bound}`,
    serve: (given) => ready(given),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      resolve();
    });
  });
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  handlers: Handlers,
  activity: Activity,
): Promise<void> {
  const exchange = withCookiesOfSafari(readExchange(request, handlers.now()));
  const isLocal = exchange.path.startsWith(PREFIX);
  // A helper that waits for the stack to be idle must not count as work.
  const end = isLocal ? () => {} : activity.begin();
  try {
    const body = await readBody(request);
    if (body === null)
      send(response, exchange, handlers.tooLarge(exchange), { connection: "close" });
    else if (isLocal) await sendLocal(request, response, exchange, body, handlers.local);
    else {
      const page = handlers.site === null ? null : await handlers.site(exchange);
      const answer = page ?? (await handlers.gateway(exchange, body));
      send(response, exchange, answer, {});
      if (page === null) handlers.observe(seenAnswer(exchange, answer));
    }
  } catch (error) {
    if (!request.destroyed) console.error(`${exchange.method} ${exchange.path} failed:`, error);
    if (!response.headersSent) response.writeHead(500, { "content-type": "text/plain" });
    response.end("The local stack failed; its output says why.\n");
  } finally {
    end();
  }
}

function send(
  response: ServerResponse,
  exchange: Exchange,
  answer: Answer,
  extra: Readonly<Record<string, string>>,
): void {
  for (const [name, value] of answer.headers) {
    if (/^(content-length|transfer-encoding|connection)$/i.test(name)) continue;
    const isCookie = name.toLowerCase() === "set-cookie" && isSafari(exchange);
    try {
      response.appendHeader(name, isCookie ? cookieForSafari(value) : value);
    } catch (error) {
      console.error(`the header ${name} cannot be sent: ${String(error)}`);
    }
  }
  response.setHeader("x-amzn-requestid", exchange.requestId);
  response.setHeader("x-amz-apigw-id", exchange.extendedRequestId);
  response.setHeader("x-amzn-trace-id", exchange.traceId);
  for (const [name, value] of Object.entries(extra)) response.setHeader(name, value);
  const hasNoBody = answer.status === 204 || answer.status === 304 || exchange.method === "HEAD";
  response.writeHead(answer.status);
  response.end(hasNoBody ? undefined : answer.body);
}

// Safari keeps no `Secure` cookie of http://127.0.0.1: a reload would sign its user out. It gets such cookies without the
// attribute, and without the prefix that demands it.

const HOST_PREFIX = "__Host-";
const PLAIN_PREFIX = "plain-";

function isSafari(exchange: Exchange): boolean {
  const agent = headerOf(exchange, "user-agent") ?? "";
  return agent.includes("AppleWebKit/") && !/Chrom(e|ium)\//.test(agent);
}

function cookieForSafari(cookie: string): string {
  const plain = cookie.replace(/; Secure(?=;|$)/i, "");
  return plain.startsWith(HOST_PREFIX) ? PLAIN_PREFIX + plain.slice(HOST_PREFIX.length) : plain;
}

function withCookiesOfSafari(exchange: Exchange): Exchange {
  if (!isSafari(exchange)) return exchange;
  const headers = exchange.headers.map(([name, value]) =>
    name.toLowerCase() === "cookie"
      ? ([name, value.replaceAll(/(?<=^|;\s*)plain-/g, HOST_PREFIX)] as const)
      : ([name, value] as const),
  );
  return { ...exchange, headers };
}

async function sendLocal(
  request: IncomingMessage,
  response: ServerResponse,
  exchange: Exchange,
  body: Buffer,
  routes: readonly LocalRoutes[],
): Promise<void> {
  // Some banks expect the Origin of their own receipt page, which the service therefore sends.
  const { host, origin } = request.headers;
  const isReceipt = request.method === "GET" && BANK_RECEIPT.test(exchange.path);
  const foreign = foreignRequest({ host, origin: isReceipt ? undefined : origin });
  if (foreign !== null) {
    response.writeHead(403, { "content-type": "application/json; charset=utf-8" });
    return void response.end(`${JSON.stringify({ error: foreign })}\n`);
  }
  const gone = new AbortController();
  // To abort costs as much as a small answer.
  response.once("close", () => response.writableFinished || gone.abort());
  const local: LocalRequest = {
    method: exchange.method,
    path: exchange.path.slice(PREFIX.length),
    query: exchange.query,
    headers: joined(request),
    body,
    signal: gone.signal,
  };
  const answer: LocalResponse = (await firstAnswer(routes, local)) ?? {
    status: 404,
    body: { error: `there is no local helper at ${exchange.path}` },
  };
  if (answer.status === 0) return void request.socket.destroy();
  if (response.destroyed) return;
  const isObject = typeof answer.body === "object" && !(answer.body instanceof Uint8Array);
  response.writeHead(answer.status, {
    ...(isObject && { "content-type": "application/json; charset=utf-8" }),
    ...answer.headers,
  });
  response.end(isObject ? `${JSON.stringify(answer.body)}\n` : answer.body);
}

async function firstAnswer(
  routes: readonly LocalRoutes[],
  request: LocalRequest,
): Promise<LocalResponse | null> {
  for (const route of routes) {
    const answer = await route(request);
    if (answer !== null) return answer;
  }
  return null;
}

function joined(request: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : (value ?? ""),
    ]),
  );
}

// `/_local/` shows keys and moves clocks, so only this machine's own programs and pages may ask it. A web
// page elsewhere can reach a loopback port by rebinding its own domain; its Host or Origin gives it away.

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** Why a request to a helper is refused, or null. Header names in lower case. */
function foreignRequest(headers: {
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
}): string | null {
  const { host, origin } = headers;
  if (!LOOPBACK.has(URL.parse(`http://${host ?? ""}`)?.hostname ?? "")) {
    return "Local helpers answer to 127.0.0.1 and localhost only.";
  }
  if (origin !== undefined && !LOOPBACK.has(URL.parse(origin)?.hostname ?? "")) {
    return "Local helpers do not answer pages of other origins.";
  }
  return null;
}
