import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import semver from "semver";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { findFreePort } from "../../lib/local/engines/dynamodb-process.ts";
import { memoryFolder } from "../../lib/local/engines/stream-index.ts";
import { signIn } from "../../lib/local/seed/seed.ts";
import { startLocal } from "../../lib/local/stack.ts";
import { call } from "../support/api.ts";
import { isInstalled } from "../support/released-bundles.ts";
import { spareThreads } from "../support/running-stack.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const EXAMPLES = join(ROOT, "examples");
/** All orders come in the same millisecond. */
const STOPPED_CLOCK = "data:text/javascript,const now = Date.now(); Date.now = () => now;";

interface Shop {
  readonly name: string;
  /** Its files; together they have fewer than 60 lines. */
  readonly files: readonly string[];
  readonly command: (port: number) => readonly string[];
  /** Runs where the shop can run; null for packages that are installed for the test. */
  readonly probe: readonly string[] | null;
  readonly listening: string;
  /** How it refuses a secret that anyone could guess. */
  readonly refusal: "exit" | "answer";
  /** The module that refuses it. Given where a start takes seconds: one secret is refused by the shop, the others by its module. */
  readonly guard?: string;
  /** Tries all secrets in turn, and prints how the shop ended with each. */
  readonly each?: readonly string[];
}

const SECRETS = ["", "null", "whsec_"];
/** Runs the shop as its own program with each secret; what takes longest is loaded once. */
const EACH_SECRET = `, json, os, runpy, sys
for secret in json.loads('${JSON.stringify(SECRETS)}'):
    child = os.fork()
    if child == 0:
        os.environ["WEBHOOK_SECRET"] = secret
        runpy.run_path("server.py", run_name="__main__")
        os._exit(0)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    print(f"{json.dumps(secret)} exited with {code}", file=sys.stderr)
sys.exit("all ended")`;

const node = (name: string): Shop => ({
  name,
  files: ["server.mjs"],
  command: () => [process.execPath, "--import", STOPPED_CLOCK, "server.mjs"],
  probe: null,
  listening: "shop on http://",
  refusal: "exit",
});
const python = (name: string, library: string, listening: string): Shop => ({
  name,
  files: ["server.py"],
  command: () => ["python3", "server.py"],
  probe: ["python3", "-c", `import ${library}`],
  listening,
  refusal: "exit",
  each: ["python3", "-c", `import ${library}, checkout_verification_client${EACH_SECRET}`],
});
const php = (name: string, files: readonly string[], needs: string): Shop => ({
  name,
  files,
  command: (port) => ["php", "-S", `127.0.0.1:${port}`, "server.php"],
  probe: ["php", "-r", `exit(${needs} ? 0 : 1);`],
  listening: "Development Server (http://",
  refusal: "answer",
});
const SHOPS: readonly Shop[] = [
  node("express"),
  node("fastify"),
  node("hono"),
  {
    ...node("next"),
    files: ["shop.js", "app/orders/route.js", "app/orders/[id]/route.js", "app/webhooks/route.js"],
    command: (port) => [
      process.execPath,
      "node_modules/next/dist/bin/next",
      "dev",
      ..."--hostname 127.0.0.1 --port".split(" "),
      String(port),
    ],
    listening: "Ready in",
    refusal: "answer",
    guard: "shop.js",
  },
  python("flask", "flask", "Running on http://"),
  python("django", "django", "Starting development server at http://"),
  python("fastapi", "fastapi, uvicorn", "Uvicorn running on http://"),
  php("php", ["server.php"], "extension_loaded('curl')"),
  php(
    "laravel",
    ["server.php"],
    "extension_loaded('curl') && stream_resolve_include_path('Illuminate/Http/autoload.php')",
  ),
];

let stack: Awaited<ReturnType<typeof startLocal>>;
let folder: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  stack = await startLocal({ seed: true, spareThreads });
  await askForDistinctAmounts();
  folder = newFolder();
  cpSync(EXAMPLES, folder, { recursive: true });
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.pid === undefined) continue;
    // With its own children: Next.js has several.
    process.kill(-child.pid);
    await once(child, "exit");
  }
});
afterAll(async () => {
  await stack?.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** The checkouts of the shop ask for some santim more than its orders. */
async function askForDistinctAmounts(): Promise<void> {
  const { app_id, phone = "" } = stack.seed ?? {};
  const { post, patch } = await signIn(stack, phone);
  await post("notice-sources/", { app_id, name: "Counter phone", kind: "sms_forwarder" });
  await patch(`apps/${app_id}/`, { distinct_amounts: true });
}

/** In memory, where programs run from there: npm unpacks the 10,000 files of Next.js in half the time. */
function newFolder(): string {
  const inMemory = memoryFolder();
  if (inMemory !== null) {
    const probe = join(inMemory, "probe");
    writeFileSync(probe, "#!/bin/sh\n", { mode: 0o755 });
    if (spawnSync(probe).status === 0) return inMemory;
    rmSync(inMemory, { recursive: true });
  }
  return mkdtempSync(join(tmpdir(), "shops-"));
}

/** Installs what the shop needs, as its own package file says, or links what is here already. False where no registry is reachable. */
async function install({ name, probe }: Shop): Promise<boolean> {
  const cwd = join(folder, name);
  if (name === "php" || name === "laravel") {
    writePhpAutoloader(cwd);
    return true;
  }
  if (probe !== null) return true;
  const file = join(cwd, "package.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  const client = "checkout-verification-client";
  const { [client]: _, ...dependencies } = manifest.dependencies as Record<string, string>;
  if (Object.entries(dependencies).every(([name, range]) => isHere(name, range))) {
    mkdirSync(join(cwd, "node_modules"));
    for (const name of Object.keys(dependencies)) {
      symlinkSync(join(ROOT, "node_modules", name), join(cwd, "node_modules", name));
    }
  } else {
    writeFileSync(file, JSON.stringify({ ...manifest, dependencies }));
    const flags = ["install", "--prefer-offline", "--no-audit", "--no-fund"];
    const child = spawn("npm", flags, { cwd, stdio: "ignore" });
    const [code] = await once(child, "close");
    if (code !== 0) return false;
  }
  await build({
    entryPoints: [join(ROOT, "clients/typescript/src/index.ts")],
    outfile: join(cwd, "node_modules", client, "index.js"),
    bundle: true,
    format: "esm",
    platform: "neutral",
  });
  const packageFile = JSON.stringify({ name: client, type: "module", exports: "./index.js" });
  writeFileSync(join(cwd, "node_modules", client, "package.json"), packageFile);
  return true;
}

/** Whether this repository has installed a version in the range. */
function isHere(name: string, range: string): boolean {
  const file = join(ROOT, "node_modules", name, "package.json");
  return (
    existsSync(file) && semver.satisfies(JSON.parse(readFileSync(file, "utf8")).version, range)
  );
}

/** What Composer writes, for the client here and for Laravel's own classes. */
function writePhpAutoloader(cwd: string): void {
  mkdirSync(join(cwd, "vendor"));
  writeFileSync(
    join(cwd, "vendor", "autoload.php"),
    `<?php
spl_autoload_register(function (string $class): void {
    $path = '${join(ROOT, "clients/php/src")}/' . str_replace('\\\\', '/', substr($class, strlen('CheckoutVerification\\\\'))) . '.php';
    if (str_starts_with($class, 'CheckoutVerification\\\\')) require $path;
});
(@include_once 'Illuminate/Http/autoload.php');`,
  );
}

async function open(shop: Shop, secret: string): Promise<string> {
  const port = await findFreePort();
  const [command = "", ...args] = shop.command(port);
  const child = spawn(command, args, {
    cwd: join(folder, shop.name),
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      CHECKOUT_BASE_URL: stack.url,
      CHECKOUT_API_KEY: stack.seed?.live_key ?? "",
      WEBHOOK_SECRET: secret,
      PYTHONPATH: join(ROOT, "clients/python/src"),
      PYTHONUNBUFFERED: "1",
      NEXT_TELEMETRY_DISABLED: "1",
      PORT: String(port),
      ORDERS_FILE: join(folder, `${shop.name}.json`),
    },
  });
  children.push(child);
  await new Promise<void>((resolve, reject) => {
    let printed = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        printed += chunk.toString();
        if (printed.includes(shop.listening)) resolve();
      });
    }
    child.once("exit", (code) => reject(new Error(`exited with ${code}: ${printed}`)));
    child.once("error", reject);
  });
  return `http://127.0.0.1:${port}`;
}

/** What has to refuse the secret: the shop, or only its module. */
function refusing(shop: Shop, secret: string): Shop {
  const { guard } = shop;
  if (guard === undefined || secret === "") return shop;
  return { ...shop, command: () => [process.execPath, guard], refusal: "exit" };
}

/** A webhook that is signed with an empty key. */
function signedByAnyone(): RequestInit {
  const time = String(Math.floor(Date.now() / 1000));
  const body = JSON.stringify({ type: "checkout.verified", data: { object: {} } });
  const signature = createHmac("sha256", "").update(`evt_1.${time}.${body}`).digest("base64");
  const headers = {
    "content-type": "application/json",
    "webhook-id": "evt_1",
    "webhook-timestamp": time,
    "webhook-signature": `v1,${signature}`,
  };
  return { method: "POST", body, headers };
}

describe.each(SHOPS)("the example shop in $name", (shop) => {
  const present =
    shop.probe === null || isInstalled(shop.probe, { leftOut: `the example shop in ${shop.name}` });
  let isReady = false;
  beforeAll(async () => {
    isReady = present && (await install(shop));
    if (present && !isReady) {
      console.log(`Not run: the example shop in ${shop.name} (npm cannot install its packages)`);
    }
  });

  it("is shorter than 60 lines", () => {
    const texts = shop.files.map((name) => readFileSync(join(EXAMPLES, shop.name, name), "utf8"));
    expect(texts.join("").trimEnd().split("\n").length).toBeLessThan(60);
  });

  let all: Promise<unknown> | undefined;
  it.skipIf(!present).for(SECRETS)(
    "refuses to serve with the secret %j",
    async (secret, { skip }) => {
      skip(!isReady);
      const { each } = shop;
      if (each !== undefined) {
        all ??= open({ ...shop, command: () => each }, "").catch(({ message }) => message);
        const refused = `WEBHOOK_SECRET is not an endpoint's secret (whsec_...).\n${JSON.stringify(secret)} exited with 1\n`;
        expect(await all).toContain(refused);
        return;
      }
      const asked = refusing(shop, secret);
      // PHP and Next.js read the file once a request comes.
      const started = open(asked, secret).then(async (url) => {
        const { status } = await fetch(`${url}/webhooks`, signedByAnyone());
        throw new Error(`answered ${status}`);
      });
      await expect(started).rejects.toThrow(
        asked.refusal === "exit" ? /exited with 1: [\s\S]*WEBHOOK_SECRET is not/ : "answered 500",
      );
    },
  );

  it.skipIf(!present)(
    "redirects each order to its own pay page, and delivers it once after a genuine webhook about its distinct amount",
    async ({ skip }) => {
      skip(!isReady);
      const url = await open(shop, stack.seed?.webhook.secret ?? "");
      const key = stack.seed?.live_key ?? "";
      const ordered = await fetch(`${url}/orders`, { method: "POST", redirect: "manual" });
      expect(ordered.status).toBe(303);
      expect(ordered.headers.get("location")).toContain(`${stack.url}/`);
      const another = await fetch(`${url}/orders`, { method: "POST", redirect: "manual" });
      expect(another.headers.get("location")).not.toBe(ordered.headers.get("location"));
      const listed = await call(stack.url, "GET", "/api/v1/checkouts/?limit=1", { key });
      const [{ id, client_reference: orderId, amount }] = listed.body.data;
      expect(amount).toBeGreaterThan(150_000);
      const order = async () => (await call(url, "GET", `/orders/${orderId}`)).body;
      expect(await order()).toMatchObject({ status: "unpaid" });
      const transfer = { body: { provider: "telebirr", amount } };
      const paid = await call(stack.url, "POST", "/_local/bank/transfers/", transfer);
      const body = { input: paid.body.reference };
      await call(stack.url, "POST", `/api/v1/checkouts/${id}/verify/`, { key, body });
      await stack.idle();
      const log = await call(stack.url, "GET", "/_local/receiver/shop/log/");
      type Received = { readonly body: string; readonly headers: Record<string, string> };
      const delivery = (log.body.data as readonly Received[]).find(({ body }) => {
        const { type, data } = JSON.parse(body);
        return type === "checkout.verified" && data.object.id === id;
      });
      const text = delivery?.body ?? "";
      const headers = Object.fromEntries(
        Object.entries(delivery?.headers ?? {}).filter(([name]) => name.startsWith("webhook-")),
      );
      const send = async (raw: string) =>
        (
          await call(url, "POST", "/webhooks", {
            raw,
            headers: { ...headers, "content-type": "application/json" },
          })
        ).status;

      expect(await send(`${text} `)).toBe(400);
      expect(await order()).toMatchObject({ status: "unpaid" });
      expect(await send(text)).toBe(204);
      expect(await send(text)).toBe(204);
      expect(await order()).toMatchObject({ status: "paid", deliveries: 1 });
    },
  );
});
