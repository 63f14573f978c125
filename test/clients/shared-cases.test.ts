import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer as createHttpServer, type Server, type ServerResponse } from "node:http";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, describe, expect, it } from "vitest";
import { type Case, loadCases, runCases } from "../../clients/cases/run-cases.ts";
import { CLIENT_METHODS } from "../../lib/contract/client-methods.ts";
import { isInstalled } from "../support/released-bundles.ts";
import { DRIVERS } from "./drivers.ts";

const FILES = loadCases();
const ALL = FILES.flatMap(({ file, cases }) =>
  cases.map((one) => ({ ...one, name: `${file}: ${one.name}` })),
);
const hasOpenSsl = isInstalled(["openssl", "version"], { leftOut: "untrusted certificates" });
const folder = mkdtempSync(join(tmpdir(), "certificate-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const runs = new Map<string, Promise<string[]>>();
/** All cases in one process, as its start takes longer than a case. */
function run(driver: (typeof DRIVERS)[number]): Promise<string[]> {
  const running = runs.get(driver.name) ?? runCases(driver, ALL);
  runs.set(driver.name, running);
  return running;
}

describe.each(DRIVERS)("the client for $name", (driver) => {
  it.skipIf(!driver.present).each(FILES)("passes every shared case of $file", async ({ file }) => {
    const problems = run(driver);
    // Each client waits more than it works, so the next one begins.
    const next = DRIVERS[DRIVERS.indexOf(driver) + 1];
    // Its own tests report what is wrong.
    if (next?.present) run(next).catch(() => {});
    const others = FILES.filter((other) => other.file !== file);
    const isOfOther = (problem: string) =>
      others.some((other) => problem.startsWith(`${other.file}: `));
    expect((await problems).filter((problem) => !isOfOther(problem))).toEqual([]);
  });

  it.skipIf(!driver.present || !hasOpenSsl)(
    "sends nothing to a server whose certificate is not trusted, and does not try again",
    async () => {
      let requests = 0;
      const server = createServer(selfSigned(), (_, response) => {
        requests += 1;
        response.end("{}");
      });
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
      const address = server.address();
      const port = typeof address === "object" ? address?.port : 0;
      const problem: Case = {
        name: "a certificate of its own",
        call: { method: "credits.get", options: { base_url: `https://127.0.0.1:${port}` } },
        expect: { outcome: { problem: { code: "untrusted", status: 0 }, waits: [] } },
      };
      expect(await runCases(driver, [problem])).toEqual([]);
      expect(requests).toBe(0);
      server.close();
    },
  );
});

describe.each(DRIVERS.filter(({ name }) => /standard library|curl/.test(name)))(
  "the client for $name",
  (driver) => {
    it.skipIf(!driver.present)(
      "sends no key to a proxy of the environment on its way to a service on this machine",
      async () => {
        let requests = 0;
        const proxy = createHttpServer((_, response) => {
          requests += 1;
          response.end();
        });
        proxy.listen(0, "127.0.0.1");
        await once(proxy, "listening");
        const address = proxy.address();
        const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
        const env = { ...driver.env, http_proxy: url, all_proxy: url, no_proxy: "" };
        const reads = ALL.filter(({ name }) => name === "requests: reads a checkout");
        expect(await runCases({ ...driver, env }, reads)).toEqual([]);
        expect([reads.length, requests]).toEqual([1, 0]);
        proxy.close();
      },
    );
  },
);

/** The only thread of the loop stays free although two requests wait for their answers; also after a fork. */
const TWO_WAIT = `
import asyncio, os, sys
from concurrent.futures import ThreadPoolExecutor
from checkout_verification_client import AsyncClient

client = AsyncClient(sys.argv[1], api_key="pk_test_x", retries=0)

async def two_wait():
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
    waiting = [asyncio.ensure_future(client.credits.get()) for _ in range(2)]
    await asyncio.sleep(0)
    print(await asyncio.to_thread(lambda: "free"), flush=True)
    print([credits.available for credits in await asyncio.gather(*waiting)], flush=True)

asyncio.run(two_wait())
if os.fork() == 0:
    asyncio.run(two_wait())
    os._exit(0)
os.wait()
`;

/** Nobody waits for the response any more when it ends. */
const CANCELED = `
import asyncio, sys
from checkout_verification_client import AsyncClient

client = AsyncClient(sys.argv[1], api_key="pk_test_x", timeout=None)

async def cancel():
    waiting = asyncio.ensure_future(client.credits.get())
    await asyncio.to_thread(sys.stdin.readline)
    waiting.cancel()

asyncio.run(cancel())
`;

/** Canceled calls leave their threads waiting, and another call waits for one of these. */
const MANY_CANCELED = `
import asyncio, sys, threading
from checkout_verification_client import AsyncClient

client = AsyncClient(sys.argv[1], api_key="pk_test_x", timeout=None)

async def cancel_many():
    calls = [asyncio.ensure_future(client.credits.get()) for _ in range(32)]
    await asyncio.to_thread(sys.stdin.readline)
    before = threading.active_count()
    for call in calls:
        call.cancel()
    await asyncio.gather(*calls, return_exceptions=True)
    another = asyncio.ensure_future(client.credits.get())
    for _ in range(10):
        await asyncio.sleep(0)
    print(threading.active_count() - before, flush=True)
    print((await another).available, flush=True)

asyncio.run(cancel_many())
`;

describe("the client for Python with asyncio", () => {
  const [, , asyncio] = DRIVERS;
  const startPython = async (program: string, service: Server) => {
    service.listen(0, "127.0.0.1");
    await once(service, "listening");
    const address = service.address();
    const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
    return spawn("python3", ["-W", "ignore", "-c", program, url], {
      env: { ...process.env, ...asyncio?.env },
      stdio: ["pipe", "pipe", "inherit"],
    });
  };

  it.skipIf(!asyncio?.present)("lets a program end although a canceled call waits", async () => {
    const service = createHttpServer();
    const child = await startPython(CANCELED, service);
    await once(service, "request");
    const ended = once(child, "exit");
    child.stdin.end("\n");
    expect(await ended).toEqual([0, null]);
    service.closeAllConnections();
    service.close();
  });

  it.skipIf(!asyncio?.present)(
    "starts no thread beyond its 32 after calls were canceled",
    async () => {
      const held: ServerResponse[] = [];
      let isOpen = false;
      const answer = (response: ServerResponse) => {
        response.setHeader("content-type", "application/json");
        response.end('{ "object": "credits", "available": 5 }');
      };
      const service = createHttpServer((_, response) => {
        if (isOpen) answer(response);
        else held.push(response);
      });
      const child = await startPython(MANY_CANCELED, service);
      while (held.length < 32) await once(service, "request");
      child.stdin.write("\n");
      const lines: string[] = [];
      for await (const line of createInterface({ input: child.stdout })) {
        lines.push(line);
        isOpen = true;
        held.splice(0).forEach(answer);
      }
      expect(lines).toEqual(["0", "5"]);
      service.closeAllConnections();
      service.close();
    },
  );

  it.skipIf(!asyncio?.present)("keeps no thread of the event loop while it waits", async () => {
    const held: ServerResponse[] = [];
    const service = createHttpServer((_, response) => held.push(response));
    const child = await startPython(TWO_WAIT, service);
    const lines: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(line);
      if (line !== "free") continue;
      // Only now does the service answer.
      while (held.length < 2) await once(service, "request");
      for (const response of held.splice(0)) {
        response.setHeader("content-type", "application/json");
        response.end('{ "object": "credits", "available": 5 }');
      }
    }
    expect(lines).toEqual(["free", "[5, 5]", "free", "[5, 5]"]);
    service.close();
  });
});

describe.each(DRIVERS.slice(0, 5))("the client for $name", (driver) => {
  it.skipIf(!driver.present)(
    "sends an idempotency key that is a number, also 0, and never another one in its place",
    async () => {
      const keyed = [1042, 0].map((key): Case => {
        const call = { method: "checkouts.create", body: { amount: 1 }, idempotency_key: key };
        const requests = [{ headers: { "idempotency-key": String(key) } }];
        const answer = { status: 409, json: { code: "checkout_not_open" } };
        return {
          name: `the key ${key}`,
          call,
          answers: [answer],
          expect: { outcome: { problem: { code: "checkout_not_open" } }, requests },
        };
      });
      expect(await runCases(driver, keyed)).toEqual([]);
    },
  );
});

/** A key and a certificate that no machine trusts. */
function selfSigned() {
  const [key, cert] = ["key.pem", "cert.pem"].map((name) => join(folder, name)) as [string, string];
  execFileSync(
    "openssl",
    [
      ..."req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1".split(" "),
      ...["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"],
      ...["-keyout", key, "-out", cert],
    ],
    { stdio: "ignore" },
  );
  return { key: readFileSync(key), cert: readFileSync(cert) };
}

describe("the shared cases", () => {
  it("notice a client that reports something else", async () => {
    const silent = { command: [process.execPath, "-e", "console.log('[{}]')"] };
    const one = { name: "one", expect: { outcome: { result: { id: "co_1" } } } };
    expect(await runCases(silent, [one])).toEqual([expect.stringContaining("one: ")]);
  });

  it("call every method of the clients", () => {
    const called = FILES.flatMap(({ cases }) => cases.map(({ call }) => call?.method));
    for (const [group, methods] of Object.entries(CLIENT_METHODS)) {
      for (const { name } of methods) expect(called).toContain(`${group}.${name}`);
    }
  });
});
