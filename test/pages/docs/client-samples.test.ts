import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signWebhook } from "../../../lib/cloud/webhook-signature.ts";
import { EVENT_CATALOG } from "../../../lib/contract/event-catalog.ts";
import { ROUTES } from "../../../lib/contract/routes/table.ts";
import { findFreePort } from "../../../lib/local/engines/dynamodb-process.ts";
import { callTabs } from "../../../lib/pages/docs/call-samples.ts";
import { CLIENT_SAMPLES, HANDLERS, handlerSteps } from "../../../lib/pages/docs/clients.ts";
import { isInstalled } from "../../support/released-bundles.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");
const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const EVENT = EVENT_CATALOG.find(({ type }) => type === "checkout.verified")?.example;
const BODY = JSON.stringify(EVENT);
const run = promisify(execFile);

let folder: string;
let service: Server;
interface Seen {
  readonly key: string | undefined;
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly body: unknown;
}
let requests: Seen[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "client-samples-"));
  const packages = join(folder, "node_modules");
  const client = join(packages, "checkout-verification-client");
  mkdirSync(client, { recursive: true });
  writeFileSync(join(client, "package.json"), '{ "type": "module", "exports": "./index.js" }');
  symlinkSync(join(ROOT, "node_modules/express"), join(packages, "express"));
  await build({
    entryPoints: [join(ROOT, "clients/typescript/src/index.ts")],
    outfile: join(client, "index.js"),
    bundle: true,
    format: "esm",
    platform: "neutral",
  });
  mkdirSync(join(folder, "vendor"));
  writeFileSync(
    join(folder, "vendor/autoload.php"),
    `<?php spl_autoload_register(function (string $class): void {
      if (str_starts_with($class, "CheckoutVerification")) require '${ROOT}/clients/php/src/' . str_replace('\\\\', '/', substr($class, 21)) . '.php';
    });`,
  );
  service = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString();
    const { method, url, headers } = request;
    const body = text === "" ? null : JSON.parse(text);
    requests.push({ key: headers["idempotency-key"] as string, method, url, body });
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ id: "co_1", pay_url: "https://checkout.example/pay/co_1" }));
  });
  service.listen(0, "127.0.0.1");
  await once(service, "listening");
});
afterAll(() => {
  service?.close();
  rmSync(folder, { recursive: true, force: true });
});

const environment = () => ({
  ...process.env,
  CHECKOUT_BASE_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
  CHECKOUT_API_KEY: "pk_test_x",
  WEBHOOK_SECRET: SECRET,
  PYTHONPATH: join(ROOT, "clients/python/src"),
});

/** Calls the sample's function with a webhook from the standard input, and prints what it returns. */
const LANGUAGES = {
  typescript: {
    file: "sample.mts",
    command: [process.execPath, "sample.mts"],
    driver: `
const { body, headers } = JSON.parse(Buffer.concat(await process.stdin.toArray()).toString());
console.log(await paidOrder(body, headers).catch((error) => error.name));`,
  },
  python: {
    file: "sample.py",
    command: ["python3", "sample.py"],
    driver: `
import json, sys
given = json.load(sys.stdin)
try:
    print(paid_order(given["body"].encode(), given["headers"]))
except Exception as error:
    print(type(error).__name__)`,
  },
  php: {
    file: "sample.php",
    command: ["php", "sample.php"],
    driver: `
$given = json_decode(stream_get_contents(STDIN), true);
try {
    echo paid_order($given['body'], $given['headers']), PHP_EOL;
} catch (Exception $error) {
    echo (new ReflectionClass($error))->getShortName(), PHP_EOL;
}`,
  },
} as const;

describe.each(Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[])("the sample in %s", (name) => {
  const { file, command, driver } = LANGUAGES[name];
  const [program, ...args] = command;
  const present = isInstalled([program, "--version"], { leftOut: `client sample in ${name}` });

  it.skipIf(!present)("creates a checkout with the order as its idempotency key", async () => {
    requests = [];
    writeFileSync(join(folder, file), CLIENT_SAMPLES[name].create);
    const { stdout } = await run(program, args, { cwd: folder, env: environment() });
    expect(stdout).toBe("https://checkout.example/pay/co_1\n");
    const body = { amount: 150_000, currency: "ETB", client_reference: "order-1042" };
    expect(requests).toMatchObject([{ key: "order-1042", body }]);
  });

  it.skipIf(!present)("finds the order of a genuine webhook, and refuses a changed one", () => {
    writeFileSync(join(folder, file), CLIENT_SAMPLES[name].verify + driver);
    const headers = signedHeaders();
    const send = (body: string) =>
      execFileSync(program, args, {
        cwd: folder,
        env: environment(),
        input: JSON.stringify({ body, headers }),
        encoding: "utf8",
      }).trim();
    const { client_reference: order } = (EVENT?.data.object ?? {}) as { client_reference: string };
    expect(send(BODY)).toBe(order);
    expect(send(`${BODY} `)).toBe("WebhookSignatureError");
  });
});

describe("every operation of the server API", () => {
  const routes = ROUTES.filter(({ surface }) => surface === "v1");
  const codeIn = (name: string) =>
    routes.flatMap((route) => callTabs(route).filter((tab) => tab.name === name));
  /** A client, and all calls of a page, each in a scope of its own. */
  const PROGRAMS = {
    TypeScript: {
      key: "typescript",
      setUp: `import { createClient } from "checkout-verification-client";
const client = createClient({ baseUrl: process.env.CHECKOUT_BASE_URL, apiKey: process.env.CHECKOUT_API_KEY });\n`,
      wrap: (code: string) => `{\n${code}\n}\n`,
    },
    Python: {
      key: "python",
      setUp: `import os
from checkout_verification_client import Client
client = Client(os.environ["CHECKOUT_BASE_URL"], api_key=os.environ["CHECKOUT_API_KEY"])\n`,
      wrap: (code: string) => `${code}\n`,
    },
    PHP: {
      key: "php",
      setUp: `<?php
require 'vendor/autoload.php';
$client = new CheckoutVerification\\Client(getenv('CHECKOUT_BASE_URL'), getenv('CHECKOUT_API_KEY'));\n`,
      wrap: (code: string) => `${code}\n`,
    },
  } as const;

  it.each(Object.keys(PROGRAMS) as (keyof typeof PROGRAMS)[])(
    "is called by its sample in %s with the path, query and body of the one for curl",
    async (name) => {
      const { key, setUp, wrap } = PROGRAMS[name];
      const { file, command } = LANGUAGES[key];
      const [program, ...args] = command;
      if (!isInstalled([program, "--version"], { leftOut: `calls in ${name}` })) return;
      const env = { ...environment(), CHECKOUT_ID: "co_1", EVENT_ID: "evt_1" };
      const curl = codeIn("curl").map(({ code }) => code);
      requests = [];
      await run("bash", ["-c", curl.join("\n")], { env });
      const byCurl = requests.map(({ method, url, body }) => ({ method, url, body: body ?? {} }));
      requests = [];
      writeFileSync(
        join(folder, file),
        setUp +
          codeIn(name)
            .map((one) => wrap(one.code))
            .join(""),
      );
      await run(program, args, { cwd: folder, env });
      expect(codeIn(name)).toHaveLength(routes.length);
      expect(requests.map(({ method, url, body }) => ({ method, url, body: body ?? {} }))).toEqual(
        byCurl,
      );
    },
  );
});

function signedHeaders(): Record<string, string> {
  const timestampSeconds = Math.floor(Date.now() / 1000);
  return { ...signWebhook({ id: "evt_1", timestampSeconds, body: BODY }, [SECRET]) };
}

describe("the webhook handler", () => {
  const children: ChildProcess[] = [];
  afterAll(() => {
    for (const child of children) child.kill();
  });

  /** Starts a server, and resolves with everything it prints once it answers on its port. */
  async function answers(command: readonly string[], port: number): Promise<number[]> {
    const [program = "", ...args] = command;
    const child = spawn(program, args, { cwd: folder, env: environment(), stdio: "ignore" });
    children.push(child);
    const url = `http://127.0.0.1:${port}/webhooks`;
    const post = (body: string, headers: Record<string, string>) =>
      fetch(url, {
        method: "POST",
        body,
        headers: { "content-type": "application/json", ...headers },
      });
    await expect
      .poll(() =>
        post(BODY, {}).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(400);
    const headers = signedHeaders();
    const sent = [await post(BODY, headers), await post(`${BODY} `, headers)];
    child.kill();
    return sent.map(({ status }) => status);
  }

  it("of Express accepts a genuine webhook only", async () => {
    const port = await findFreePort();
    const code = HANDLERS.express.code.replace("4000", String(port));
    writeFileSync(join(folder, HANDLERS.express.file), code);
    expect(await answers([process.execPath, HANDLERS.express.file], port)).toEqual([204, 400]);
  });

  const hasFlask = isInstalled(["python3", "-c", "import flask"], { leftOut: "handler of Flask" });
  it.skipIf(!hasFlask)("of Flask accepts a genuine webhook only", async () => {
    const port = await findFreePort();
    writeFileSync(join(folder, HANDLERS.flask.file), HANDLERS.flask.code);
    const command = ["python3", "-m", "flask", "--app", "shop", "run", "--port", String(port)];
    expect(await answers(command, port)).toEqual([204, 400]);
  });

  const laravel = "exit(stream_resolve_include_path('Illuminate/Http/autoload.php') ? 0 : 1);";
  const hasLaravel = isInstalled(["php", "-r", laravel], { leftOut: "handler of Laravel" });
  it.skipIf(!hasLaravel).each(["12", "13"])(
    "of Laravel %s accepts a genuine webhook only, with its own requests and without a CSRF token",
    async (version) => {
      writeFileSync(join(folder, "api.php"), HANDLERS.laravel.code);
      writeFileSync(join(folder, "laravel.php"), LARAVEL);
      const headers = signedHeaders();
      const input = [BODY, `${BODY} `].map((body) => ({ body, headers }));
      const printed = execFileSync("php", ["laravel.php"], {
        cwd: folder,
        env: { ...environment(), LARAVEL: version },
        input: JSON.stringify(input),
        encoding: "utf8",
      });
      expect(JSON.parse(printed)).toEqual([204, 400]);
    },
  );
});

/**
 * Routes of Laravel, around its own classes for requests and responses. A route leaves out the middleware that it
 * names and that class's children: those of version 12 have other names than those of 13.
 */
const LARAVEL = `<?php
namespace Illuminate\\Foundation\\Http\\Middleware {
    if (getenv('LARAVEL') === '13') {
        class PreventRequestForgery {}
        class VerifyCsrfToken extends PreventRequestForgery {}
    } else {
        class VerifyCsrfToken {}
        class ValidateCsrfToken extends VerifyCsrfToken {}
    }
    class_alias(getenv('LARAVEL') === '13' ? PreventRequestForgery::class : ValidateCsrfToken::class, 'OfTheGroupWeb');
}
namespace Illuminate\\Support\\Facades {
    class Route {
        public static $action;
        static function post($path, $action) { self::$action = fn () => new \\Illuminate\\Http\\Response('', 419); return new self($action); }
        function __construct(private $later) {}
        function withoutMiddleware($names) {
            foreach ((array) $names as $name) {
                if (class_exists($name) && is_a('OfTheGroupWeb', $name, true)) self::$action = $this->later;
            }
            return $this;
        }
    }
}
namespace {
    require 'Illuminate/Http/autoload.php';
    require 'vendor/autoload.php';
    require 'api.php';
    $statuses = [];
    foreach (json_decode(stream_get_contents(STDIN), true) as ['body' => $body, 'headers' => $headers]) {
        $request = Illuminate\\Http\\Request::create('/webhooks', 'POST', [], [], [], [], $body);
        $request->headers->add($headers);
        $statuses[] = (Illuminate\\Support\\Facades\\Route::$action)($request)->getStatusCode();
    }
    echo json_encode($statuses);
}`;

describe("the steps for a framework", () => {
  it.each(Object.values(HANDLERS))("are five for $framework", (handler) => {
    expect(handlerSteps(handler)).toHaveLength(5);
  });

  it("pay with another test reference each time, because one works only once", () => {
    const pay = handlerSteps(HANDLERS.express).at(-1) ?? "";
    const script = `npx() { echo "\${@: -1}"; }; ${pay}; ${pay}`;
    const printed = execFileSync("bash", ["-c", script], { encoding: "utf8" });
    const references = printed.trim().split("\n");
    expect(references).toEqual([expect.stringMatching(/^TESTOK\d+$/), expect.anything()]);
    expect(references[1]).not.toBe(references[0]);
  });
});
