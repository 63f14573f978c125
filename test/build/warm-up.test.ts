import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { WORKERS } from "../../lib/contract/functions.ts";
import { showPayPage } from "../../lib/contract/routes/public-pages.ts";
import { ROUTES } from "../../lib/contract/routes/table.ts";
import { type BuiltFunction, functionEntries } from "../../lib/infra/build-functions.ts";
import { warmUpPayPage } from "../../lib/pages/pay-page/warm-up.ts";
import { warmUpLookup, warmUpSubmission } from "../../lib/use-cases/verification/warm-up.ts";
import { proxyEvent } from "../support/function-calls.ts";
import { type MeteredService, startMeteredService } from "../support/metered-service.ts";
import { bundlesOf } from "../support/released-bundles.ts";

const PAY_PAGE = "public-show-pay-page";
const SUBMISSIONS = ["public-submit-pay-page", "public-verify-checkout"];
const WARMED = [PAY_PAGE, ...SUBMISSIONS, "v1-verify-checkout"];
const OTHER = "public-read-checkout";
const ON_LAMBDA = { AWS_LAMBDA_INITIALIZATION_TYPE: "on-demand" };
/** As Lambda's runtime: it takes requests when the module has loaded. */
const RUNTIME = `
  const { handler } = await import(process.argv[2]);
  process.on("message", async (event) =>
    process.send(await handler(event, { getRemainingTimeInMillis: () => 10_000 })));
  process.send("ready");`;

const folder = mkdtempSync(join(tmpdir(), "warm-up-"));
const runtime = join(folder, "runtime.mjs");
const started: ChildProcess[] = [];
let functions: string;
let built: readonly BuiltFunction[] = [];
let service: MeteredService;
let table: Awaited<ReturnType<typeof tableInFront>>;

beforeAll(async () => {
  ({ folder: functions, built } = await bundlesOf([...WARMED, OTHER], join(folder, "functions")));
  writeFileSync(runtime, RUNTIME);
  service = await startMeteredService();
}, 60_000);
beforeEach(async () => {
  table = await tableInFront(service.meter.endpoint);
});
afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
  table.close();
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

type Behavior = "answers" | "refuses" | "is silent";

/** The table's engine, behind a server that can fail and that counts its connections. */
async function tableInFront(engine: string) {
  const state = { behavior: "answers" as Behavior, connections: 0 };
  const refuse = (response: ServerResponse) =>
    response.writeHead(400).end(JSON.stringify({ __type: "AccessDeniedException" }));
  const server = createServer((received, response) => {
    if (state.behavior === "is silent") return;
    if (state.behavior === "refuses") return refuse(response);
    const { method, headers } = received;
    received.pipe(
      request(engine, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      }),
    );
  });
  server.on("connection", () => {
    state.connections += 1;
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { state, url, close, hangUp: () => server.closeAllConnections() };
}

/** Starts a function as Lambda does, or elsewhere, and waits until it takes requests. */
async function start(id: string, variables: Readonly<Record<string, string>> = ON_LAMBDA) {
  const config = { ...JSON.parse(process.env.SERVICE_CONFIG ?? "{}"), trustedProxy: true };
  const child = fork(runtime, [join(functions, id, "index.mjs")], {
    env: {
      ...process.env,
      SERVICE_CONFIG: JSON.stringify(config),
      AWS_ENDPOINT_URL_DYNAMODB: table.url,
      ...variables,
    },
    execArgv: [],
    silent: true,
  });
  started.push(child);
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => printed.push(String(chunk)));
  }
  expect(await answerOf(child)).toBe("ready");
  const ask = async (event: object) => {
    child.send(event);
    return (await answerOf(child)) as { readonly statusCode: number };
  };
  return { child, printed, ask };
}

async function answerOf(child: ChildProcess): Promise<unknown> {
  const [answer] = await Promise.race([
    once(child, "message"),
    once(child, "exit").then(() => ["has ended"]),
  ]);
  return answer;
}

/** A request for the pay page of a new checkout. */
async function payPageEvent() {
  const { body } = await service.create();
  const token = String(body.pay_url).split("/").at(-2) ?? "";
  service.meter.take();
  return proxyEvent(showPayPage, { params: { token } });
}

function callsSoFar(): readonly string[] {
  const calls = service.meter.take().map(({ service: of, action }) => `${of}: ${action}`);
  return calls.toSorted();
}

test("what reads receipts is part of a function that loads it at its start, without what it does not use", () => {
  const withAll = built
    .filter(({ packages }) => packages.some(({ name }) => name === "domutils"))
    .map(({ id }) => id);
  // A pay page loads the parser of HTML with all its exports, if at all.
  expect(withAll).toEqual([PAY_PAGE]);
});

describe("a function that a payer waits for", () => {
  test.each(WARMED)("(%s) makes no call at its start that its role does not allow", async (id) => {
    service.meter.take();
    await start(id);
    const secret = SUBMISSIONS.includes(id) ? ["secretsmanager: GetSecretValue"] : [];
    expect(callsSoFar()).toEqual(["dynamodb: Query", ...secret]);
    const access = functionEntries(ROUTES, WORKERS).find((entry) => entry.id === id)?.access;
    expect(access?.table?.checkout).toContain("Query");
    if (secret.length > 0) expect(access?.secrets).toContain("cloudfront-origin");
  });

  test.each([warmUpPayPage, warmUpSubmission, warmUpLookup])(
    "(%o) fails in nothing while it warms up",
    async (warmUp) => {
      expect(await warmUp()).toEqual([]);
    },
  );

  test("makes no call at its start where it does not run on Lambda", async () => {
    service.meter.take();
    await start(PAY_PAGE, {});
    expect(callsSoFar()).toEqual([]);
  });

  test("answers over the connection that its start has opened, with as many calls as ever", async () => {
    const event = await payPageEvent();
    const { ask } = await start(PAY_PAGE);
    callsSoFar();
    expect(await ask(event)).toMatchObject({ statusCode: 200 });
    expect(callsSoFar()).toEqual(["dynamodb: Query"]);
    expect(table.state.connections).toBe(1);
  });

  test.each(["refuses", "is silent"] as const)(
    "starts without a word if the table %s, and answers when it answers again",
    async (behavior) => {
      const event = await payPageEvent();
      table.state.behavior = behavior;
      // Half of it is how long a start waits.
      const { ask, printed } = await start(PAY_PAGE, {
        ...ON_LAMBDA,
        AWS_REQUEST_TIMEOUT_MS: "4000",
      });
      table.state.behavior = "answers";
      expect(await ask(event)).toMatchObject({ statusCode: 200 });
      expect(printed).toEqual([]);
    },
  );

  test("answers if its connection was closed while it was frozen after its start", async () => {
    const event = await payPageEvent();
    const { child, ask } = await start(PAY_PAGE);
    child.kill("SIGSTOP");
    table.hangUp();
    const answer = ask(event);
    child.kill("SIGCONT");
    expect(await answer).toMatchObject({ statusCode: 200 });
    expect(table.state.connections).toBe(2);
  });
});

test("a function that nobody waits for starts without a module of its own", () => {
  const hasStart = (id: string) => existsSync(join(functions, id, "index.mjs"));
  expect([...WARMED, OTHER].filter(hasStart)).toEqual(WARMED);
});
