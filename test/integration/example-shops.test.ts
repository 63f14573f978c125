import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findFreePort } from "../../lib/local/engines/dynamodb-process.ts";
import { startLocal } from "../../lib/local/stack.ts";
import { call } from "../support/api.ts";
import { isInstalled } from "../support/installed.ts";

const EXAMPLES = join(import.meta.dirname, "..", "..", "examples");
/** All orders come in the same millisecond. */
const STOPPED_CLOCK = "data:text/javascript,const now = Date.now(); Date.now = () => now;";
const SHOPS = [
  {
    name: "express",
    file: "server.mjs",
    command: () => [process.execPath, "--import", STOPPED_CLOCK, "server.mjs"],
    probe: [process.execPath, "--input-type=module", "-e", 'import "express"'],
    listening: "shop on http://",
  },
  {
    name: "flask",
    file: "server.py",
    command: () => ["python3", "server.py"],
    probe: ["python3", "-c", "import flask"],
    listening: "Running on http://",
  },
  {
    name: "php",
    file: "server.php",
    command: (port: number) => ["php", "-S", `127.0.0.1:${port}`, "server.php"],
    probe: ["php", "--version"],
    listening: "Development Server (http://",
  },
];

let stack: Awaited<ReturnType<typeof startLocal>>;
let folder: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  stack = await startLocal({ seed: true });
  folder = mkdtempSync(join(tmpdir(), "shops-"));
});
afterAll(async () => {
  for (const child of children) child.kill();
  rmSync(folder, { recursive: true, force: true });
  await stack?.close();
});

async function open(shop: (typeof SHOPS)[number], secret: string): Promise<string> {
  const port = await findFreePort();
  const [command = "", ...args] = shop.command(port);
  const child = spawn(command, args, {
    cwd: join(EXAMPLES, shop.name),
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      CHECKOUT_BASE_URL: stack.url,
      CHECKOUT_API_KEY: stack.seed?.test_key ?? "",
      WEBHOOK_SECRET: secret,
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

describe.each(SHOPS)("the example shop in $name", (shop) => {
  const cwd = join(EXAMPLES, shop.name);
  const present = isInstalled(shop.probe, { leftOut: `the example shop in ${shop.name}`, cwd });

  it("is shorter than 100 lines", () => {
    const text = readFileSync(join(EXAMPLES, shop.name, shop.file), "utf8");
    expect(text.trimEnd().split("\n").length).toBeLessThan(100);
  });

  it.skipIf(!present).each(["", "null", "whsec_"])(
    "refuses to serve with the secret %j",
    async (secret) => {
      // PHP reads the file once for each request.
      const started = open(shop, secret).then(async (url) => {
        const { status } = await fetch(`${url}/webhooks`, { method: "POST", body: "{}" });
        throw new Error(`answered ${status}: WEBHOOK_SECRET is not`);
      });
      await expect(started).rejects.toThrow(
        shop.name === "php" ? "answered 500" : /exited with 1: [\s\S]*WEBHOOK_SECRET is not/,
      );
    },
  );

  it.skipIf(!present)(
    "redirects each order to its own pay page, and delivers it once after a genuine webhook",
    async () => {
      const url = await open(shop, stack.seed?.test_webhook.secret ?? "");
      const key = stack.seed?.test_key ?? "";
      const ordered = await fetch(`${url}/orders`, { method: "POST", redirect: "manual" });
      expect(ordered.status).toBe(303);
      expect(ordered.headers.get("location")).toContain(`${stack.url}/`);
      const another = await fetch(`${url}/orders`, { method: "POST", redirect: "manual" });
      expect(another.headers.get("location")).not.toBe(ordered.headers.get("location"));
      const listed = await call(stack.url, "GET", "/api/v1/checkouts/?limit=1", { key });
      const [{ id, client_reference: orderId }] = listed.body.data;
      const order = async () => (await call(url, "GET", `/orders/${orderId}`)).body;
      expect(await order()).toMatchObject({ status: "unpaid" });
      const input = `TESTOK${shop.name.toUpperCase()}`;
      await call(stack.url, "POST", `/api/v1/checkouts/${id}/verify/`, { key, body: { input } });
      await stack.idle();
      const log = await call(stack.url, "GET", "/_local/receiver/shop-test/log/");
      type Received = { readonly body: string; readonly headers: Record<string, string> };
      const delivery = (log.body.data as readonly Received[]).find(({ body }) => {
        const { type, data } = JSON.parse(body);
        return type === "checkout.verified" && data.object.id === id;
      });
      const body = delivery?.body ?? "";
      const headers = Object.fromEntries(
        Object.entries(delivery?.headers ?? {}).filter(([name]) => name.startsWith("webhook-")),
      );
      const send = async (text: string) =>
        (
          await call(url, "POST", "/webhooks", {
            raw: text,
            headers: { ...headers, "content-type": "application/json" },
          })
        ).status;

      expect(await send(`${body} `)).toBe(400);
      expect(await order()).toMatchObject({ status: "unpaid" });
      expect(await send(body)).toBe(204);
      expect(await send(body)).toBe(204);
      expect(await order()).toMatchObject({ status: "paid", deliveries: 1 });
    },
  );
});
