import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

const CLI = join(import.meta.dirname, "..", "src", "checkout.ts");
/** Failed deliveries of the endpoint `whk_1`. */
export const FAILED = 120;

interface Seen {
  /** Ids of the events that the shop got. */
  readonly forwarded: string[];
  /** Cookies of the sessions that were ended. */
  readonly ended: (string | undefined)[];
  /** How often the list of events still fails before it answers. */
  eventFaults: number;
}

interface Answer {
  readonly status: number;
  readonly body?: object;
}

const problem = (status: number, code: string) => ({
  status,
  body: { status, code, detail: code },
});
export const ids = (prefix: string, from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => `${prefix}_${from + n}`);
const page = (data: readonly object[], next: string | null) => ({
  status: 200,
  body: { object: "list", data, has_more: next !== null, next_cursor: next },
});
const event = (id: string) => ({
  id,
  type: "checkout.verified",
  created_at: "2026-11-20T09:00:00.000Z",
  data: { object: { id: "co_1" } },
});

interface Call {
  readonly query: URLSearchParams;
  readonly cookie: string | undefined;
  readonly body: string;
}

/** The few operations of the API that these commands use, and a shop's server under /hook. */
const answersOf = (seen: Seen): Readonly<Record<string, (call: Call) => Answer>> => ({
  "POST /api/auth/refresh/": ({ cookie }) =>
    cookie === "session=good"
      ? { status: 200, body: { access_token: "token" } }
      : cookie === "session=outage"
        ? problem(503, "service_unavailable")
        : problem(401, "unauthenticated"),
  "POST /api/auth/logout/": ({ cookie, body }) => {
    if (body !== '{"everywhere":false}') return problem(400, "invalid_request");
    seen.ended.push(cookie);
    return { status: 204 };
  },
  "POST /hook": ({ body }) => {
    seen.forwarded.push(JSON.parse(body).id);
    return { status: 204 };
  },
  "GET /api/v1/credits/": () => problem(401, "unauthenticated"),
  "GET /api/v1/events/": ({ query }) => {
    if (seen.eventFaults > 0) {
      seen.eventFaults -= 1;
      return problem(503, "service_unavailable");
    }
    const first = Number(query.get("cursor") ?? 0);
    const last = Math.min(150, first + Number(query.get("limit")));
    return page(ids("evt", first, last).map(event), last < 150 ? String(last) : null);
  },
  "GET /api/platform/webhooks/whk_1/deliveries/": ({ query }) => {
    if (query.get("status") !== "failed") return problem(400, "invalid_request");
    const from = Number(query.get("cursor") ?? 0);
    const to = Math.min(FAILED, from + 100);
    const data = ids("del", from, to).map((id) => ({ id, event_type: "ping" }));
    return page(data, to < FAILED ? String(to) : null);
  },
  "POST /api/platform/webhooks/whk_1/deliveries/del_7/retry/": () =>
    problem(409, "delivery_in_progress"),
});

/** A service with these operations, and the command line started as its user. Close it in `afterAll`. */
export async function startService() {
  const seen: Seen = { forwarded: [], ended: [], eventFaults: 0 };
  const answers = answersOf(seen);
  const folder = mkdtempSync(join(tmpdir(), "command-line-"));
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
    const sent = Buffer.concat(await request.toArray()).toString();
    const known = answers[`${request.method} ${pathname}`];
    const call = { query: searchParams, cookie: request.headers.cookie, body: sent };
    const { status, body } = known?.(call) ?? other(pathname);
    response.writeHead(status, { "content-type": "application/json", "retry-after": "0" });
    response.end(body && JSON.stringify(body));
  }
  const server = createServer((request, response) => void serve(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;

  /** The path of a new file with a login. */
  function savedLogin(baseUrl: string, cookie: string): string {
    const file = join(folder, `${randomUUID()}.json`);
    writeFileSync(file, JSON.stringify({ baseUrl, phone: "+251911000000", cookie }));
    return file;
  }

  const environment = {
    PATH: process.env.PATH,
    CHECKOUT_BASE_URL: url,
    CHECKOUT_API_KEY: "pk_test_x",
    CHECKOUT_CONFIG: savedLogin(url, "session=good"),
  };
  const start = (args: readonly string[], changes: object = {}) =>
    spawn(process.execPath, [CLI, ...args], { env: { ...environment, ...changes } });

  return {
    url,
    seen,
    savedLogin,
    start,
    /** Runs a command to its end. */
    async run(args: readonly string[], changes: object = {}) {
      const child = start(args, changes);
      const [out, error] = [child.stdout, child.stderr].map((stream) => stream.toArray());
      const [code] = await once(child, "close");
      return {
        code,
        out: Buffer.concat((await out) ?? []).toString(),
        error: String(await error),
      };
    },
    close() {
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function other(pathname: string): Answer {
  const isRetry = pathname.endsWith("/retry/");
  return isRetry ? { status: 202, body: { status: "pending" } } : problem(404, "not_found");
}
