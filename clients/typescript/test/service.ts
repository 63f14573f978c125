import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { main } from "../src/cli/main.ts";

export const CLI = join(import.meta.dirname, "..", "src", "checkout.ts");
/** Failed deliveries of the endpoint `whk_1`. */
export const FAILED = 120;

interface Seen {
  /** Ids of the events that the shop got. */
  readonly forwarded: string[];
  /** The event types of new endpoints. */
  readonly subscribed: string[];
  /** Cookies of the sessions that were ended. */
  readonly ended: (string | undefined)[];
  /** Credentials of the requests to resend a delivery. */
  readonly tokens: (string | undefined)[];
  /** How often the list of events still fails before it answers. */
  eventFaults: number;
}

interface Answer {
  readonly status: number;
  readonly body?: object;
  readonly cookie?: string;
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
  readonly authorization: string | undefined;
  readonly cookie: string | undefined;
  readonly body: string;
}

/** Answers with a list of `total` items, page by page. */
const listOf =
  (prefix: string, total: number, item: (id: string) => object = (id) => ({ id })) =>
  ({ query }: Call): Answer => {
    const from = Number(query.get("cursor") ?? 0);
    const to = Math.min(total, from + Number(query.get("limit") ?? 20));
    return page(ids(prefix, from, to).map(item), to < total ? String(to) : null);
  };

/** The customer whose list names each page as the next one. */
export const STUCK = "0911000009";
const isStuck = (phone: unknown) => phone === STUCK;

/** A response to a repeated request: it has no secret. */
const replayed = (id: string) => ({ status: 200, body: { id, secret: null } });

/** The few operations of the API that these commands use, and a shop's server under /hook. */
const answersOf = (seen: Seen): Readonly<Record<string, (call: Call) => Answer>> => ({
  "POST /api/auth/refresh/": ({ cookie }) =>
    cookie === "session=good"
      ? { status: 200, body: { access_token: "token", expires_in: 600 } }
      : /^session=\d$/.test(cookie ?? "")
        ? shortLived(Number(cookie?.at(-1)))
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
  "GET /api/v1/events/": (call) => {
    if (seen.eventFaults > 0) {
      seen.eventFaults -= 1;
      return problem(503, "service_unavailable");
    }
    return listOf("evt", 150, event)(call);
  },
  "GET /api/v1/checkouts/": (call) => {
    if (call.query.get("client_reference") === "order-9" && call.query.get("app_id") === "7") {
      return page([{ id: "co_9" }], null);
    }
    if (call.query.get("status") !== "review") return listOf("co", 150)(call);
    const isFirst = call.query.get("cursor") === null;
    return isFirst ? page([], "1") : page([{ id: "co_7" }], null);
  },
  "POST /api/v1/checkouts/": () => ({ status: 201, body: { id: "co_5", status: "open" } }),
  "POST /api/v1/checkouts/co_5/verify/": () => ({ status: 202, body: { outcome: "pending" } }),
  "POST /api/v1/checkouts/co_6/verify/": () => ({ status: 200, body: { outcome: "counted" } }),
  "GET /api/v1/checkouts/co_6/": () => ({
    status: 200,
    body: { id: "co_6", status: "open", amount_due: 5_000 },
  }),
  "GET /api/v1/checkouts/co_5/": () => ({ status: 200, body: { id: "co_5", status: "verified" } }),
  "GET /api/platform/customers/": (call) =>
    isStuck(call.query.get("phone"))
      ? page([{ id: "co_1" }], "same")
      : listOf(call.query.get("livemode") === "true" ? "co" : "test", 120)(call),
  "POST /api/platform/customers/erase/": ({ body }) => {
    const { phone, livemode, cursor } = JSON.parse(body);
    const next = isStuck(phone) ? "same" : livemode && !cursor ? "next" : null;
    const part = { object: "erasure", erased: 2, undecided: livemode ? 0 : 1 };
    return { status: 200, body: { ...part, next_cursor: next } };
  },
  "GET /api/platform/credits/ledger/": listOf("led", 150),
  "GET /api/platform/webhooks/": listOf("whk", 120),
  "POST /api/platform/webhooks/": ({ body }) => {
    seen.subscribed.push(...JSON.parse(body).events);
    return replayed("whk_2");
  },
  "POST /api/platform/webhooks/whk_2/rotate-secret/": () => replayed("whk_2"),
  "GET /api/platform/webhooks/whk_2/secret/": () => ({
    status: 200,
    body: { id: "whk_2", secret: "whsec_revealed" },
  }),
  "POST /api/platform/webhooks/whk_3/rotate-secret/": () => replayed("whk_3"),
  "GET /api/platform/webhooks/whk_1/deliveries/": (call) => {
    if (call.query.get("status") !== "failed") return problem(400, "invalid_request");
    return listOf("del", FAILED, (id) => ({ id, event_type: "ping" }))(call);
  },
  "GET /api/platform/webhooks/whk_9/deliveries/": listOf("del", 5),
  ...Object.fromEntries(
    ids("del", 0, 5).map((id) => [
      `POST /api/platform/webhooks/whk_9/deliveries/${id}/retry/`,
      ({ authorization }: Call) => {
        seen.tokens.push(authorization);
        return { status: 202, body: { status: "pending" } };
      },
    ]),
  ),
  "POST /api/platform/webhooks/whk_1/deliveries/del_7/retry/": () =>
    problem(409, "delivery_in_progress"),
});

/** A service with these operations, and the command line started as its user. Close it in `afterAll`. */
export async function startService() {
  const seen: Seen = { forwarded: [], subscribed: [], ended: [], tokens: [], eventFaults: 0 };
  const answers = answersOf(seen);
  const folder = mkdtempSync(join(tmpdir(), "command-line-"));
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
    const sent = Buffer.concat(await request.toArray()).toString();
    const known = answers[`${request.method} ${pathname}`];
    const { authorization, cookie } = request.headers;
    const call = { query: searchParams, authorization, cookie, body: sent };
    const { status, body, cookie: next } = known?.(call) ?? other(pathname);
    const headers = { "content-type": "application/json", "retry-after": "0" };
    response.writeHead(status, { ...headers, ...(next && { "set-cookie": next }) });
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
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    CHECKOUT_BASE_URL: url,
    CHECKOUT_API_KEY: "pk_test_x",
    CHECKOUT_CONFIG: savedLogin(url, "session=good"),
  };
  const start = (args: readonly string[], changes: object = {}) =>
    spawn(process.execPath, [CLI, ...args], {
      env: { ...environment, ...changes },
    });

  return {
    url,
    seen,
    savedLogin,
    start,
    /** Runs a command to its end, in this process, which has loaded it already. One after the other. */
    async run(args: readonly string[], changes: object = {}) {
      const printed = { out: "", error: "" };
      const keep = (name: keyof typeof printed) => (text: string) => {
        printed[name] += `${text}\n`;
      };
      const spies = [
        vi.spyOn(console, "log").mockImplementation(keep("out")),
        vi.spyOn(console, "error").mockImplementation(keep("error")),
      ];
      try {
        return { code: await main(args, { ...environment, ...changes }), ...printed };
      } finally {
        for (const spy of spies) spy.mockRestore();
      }
    },
    /** Runs a command to its end, as its user does. */
    async runAlone(args: readonly string[], changes: object = {}) {
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
      server.closeAllConnections();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A session whose access tokens expire at once, and whose cookie can be exchanged once. */
function shortLived(used: number): Answer {
  const body = { access_token: `token-${used}`, expires_in: 1 };
  return { status: 200, body, cookie: `session=${used + 1}; HttpOnly` };
}

function other(pathname: string): Answer {
  const isRetry = pathname.endsWith("/retry/");
  return isRetry ? { status: 202, body: { status: "pending" } } : problem(404, "not_found");
}
