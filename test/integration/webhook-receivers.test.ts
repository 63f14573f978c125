import { execFileSync } from "node:child_process";
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyWebhook } from "../../clients/typescript/src/webhook.ts";
import { startLocal } from "../../lib/local/stack.ts";
import { RAW_BODY } from "../../lib/pages/docs/webhooks.ts";
import { call } from "../support/api.ts";
import { isInstalled } from "../support/released-bundles.ts";
import { spareThreads } from "../support/running-stack.ts";

const CLIENTS = join(import.meta.dirname, "..", "..", "clients");

/** One delivery as the service sent it to a registered endpoint. */
interface Delivery {
  readonly secret: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

let stack: Awaited<ReturnType<typeof startLocal>>;
let delivery: Delivery;

beforeAll(async () => {
  stack = await startLocal({ seed: true, spareThreads });
  const { test_key: key = "", test_webhook: endpoint } = stack.seed ?? {};
  const description = "ቡና, “two bags”";
  const body = { amount: 150_000, description };
  await call(stack.url, "POST", "/api/v1/checkouts/", { key, body });
  await stack.idle();
  const { data } = (await call(stack.url, "GET", "/_local/receiver/shop-test/log/")).body;
  const names = ["webhook-id", "webhook-timestamp", "webhook-signature"];
  const headers = Object.fromEntries(names.map((name) => [name, data[0].headers[name]]));
  delivery = { secret: endpoint?.secret ?? "", body: data[0].body, headers };
});
afterAll(() => stack?.close());

/** The same JSON in other bytes, as a framework makes it that parses and writes the body. */
const rewritten = () => JSON.stringify(JSON.parse(delivery.body), null, 1);

/** Runs a program in Python on the delivery and returns what it prints. */
function python(program: string): unknown {
  const { secret, body, headers } = delivery;
  const input = JSON.stringify({ secret, body, rewritten: rewritten(), headers });
  const start = `import json, sys
given = json.load(sys.stdin)
secret, headers, bodies = given["secret"], given["headers"], [given["body"], given["rewritten"]]
from checkout_verification_client import WebhookSignatureError, verify_webhook
`;
  return JSON.parse(
    execFileSync("python3", ["-c", start + program], {
      input,
      encoding: "utf8",
      env: { ...process.env, PYTHONPATH: join(CLIENTS, "python/src") },
    }),
  );
}

const has = (library: string) =>
  isInstalled(["python3", "-c", `import ${library}`], { leftOut: `webhooks with ${library}` });

describe("a delivery of the service, with the official libraries of Standard Webhooks", () => {
  it("is genuine in npm's, and not after a change", () => {
    const webhook = new Webhook(delivery.secret);
    expect(webhook.verify(delivery.body, delivery.headers)).toMatchObject({ object: "event" });
    expect(() => webhook.verify(rewritten(), delivery.headers)).toThrow("signature");
  });

  it.skipIf(!has("standardwebhooks"))("is genuine in PyPI's, and not after a change", () => {
    const results = python(`
from standardwebhooks import Webhook, WebhookVerificationError
def result(body):
    try:
        return Webhook(secret).verify(body, headers)["object"]
    except WebhookVerificationError:
        return "refused"
print(json.dumps([result(body) for body in bodies]))`);
    expect(results).toEqual(["event", "refused"]);
  });
});

describe("the documented way to the raw body accepts a delivery, and refuses it rewritten, in", () => {
  const moduleOf = (code: string) =>
    import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`);

  it("Express", async () => {
    // Express has no types of its own.
    const { default: express } = await import("express" as string);
    const code = `export default (app, express, verifyWebhook, secret) => {${RAW_BODY.express.code}}`;
    const app = express();
    (await moduleOf(code)).default(app, express, verifyWebhook, delivery.secret);
    const server: Server = app.listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
    const send = async (body: string) => {
      const headers = { ...delivery.headers, "content-type": "application/json" };
      return (await fetch(url, { method: "POST", headers, body })).status;
    };
    expect([await send(delivery.body), await send(rewritten())]).toEqual([204, 400]);
    server.close();
  });

  it("Next.js, whose route handlers take a web-standard Request", async () => {
    const code = RAW_BODY.next.code.replace("export ", "return ");
    const module = await moduleOf(`export default (verifyWebhook, secret) => {${code}}`);
    const POST = module.default(verifyWebhook, delivery.secret);
    const send = async (body: string) => {
      const { headers } = delivery;
      return (await POST(new Request("https://shop.example", { method: "POST", headers, body })))
        .status;
    };
    expect([await send(delivery.body), await send(rewritten())]).toEqual([204, 400]);
  });

  it.skipIf(!has("flask"))("Flask", () => {
    const statuses = python(`
from flask import Flask, request
app = Flask(__name__)
${RAW_BODY.flask.code}
send = lambda body: app.test_client().post(
    "/webhooks", data=body.encode(), headers=headers, content_type="application/json").status_code
print(json.dumps([send(body) for body in bodies]))`);
    expect(statuses).toEqual([204, 400]);
  });

  it.skipIf(!has("django"))("Django, with its CSRF check on", () => {
    const statuses = python(`
import django
from django.conf import settings
settings.configure(ROOT_URLCONF=__name__, ALLOWED_HOSTS=["*"], SECRET_KEY="x",
    MIDDLEWARE=["django.middleware.csrf.CsrfViewMiddleware"])
django.setup()
from django.http import HttpResponse
from django.test import Client
from django.urls import path
from django.views.decorators.csrf import csrf_exempt
${RAW_BODY.django.code}
urlpatterns = [path("webhooks", webhook)]
extra = {"HTTP_" + name.upper().replace("-", "_"): value for name, value in headers.items()}
send = lambda body: Client(enforce_csrf_checks=True).post(
    "/webhooks", body.encode(), content_type="application/json", **extra).status_code
print(json.dumps([send(body) for body in bodies]))`);
    expect(statuses).toEqual([204, 400]);
  });

  it.skipIf(!has("fastapi") || !has("httpx"))("FastAPI", () => {
    const statuses = python(`
from fastapi import FastAPI, Request, Response
from fastapi.testclient import TestClient
app = FastAPI()
${RAW_BODY.fastapi.code}
send = lambda body: TestClient(app).post("/webhooks", content=body.encode(), headers=headers).status_code
print(json.dumps([send(body) for body in bodies]))`);
    expect(statuses).toEqual([204, 400]);
  });

  const laravel = "exit(stream_resolve_include_path('Illuminate/Http/autoload.php') ? 0 : 1);";
  const hasLaravel = isInstalled(["php", "-r", laravel], { leftOut: "webhooks with Laravel" });
  it.skipIf(!hasLaravel)("Laravel", () => {
    const { secret, body, headers } = delivery;
    const program = `
require 'Illuminate/Http/autoload.php';
spl_autoload_register(function (string $class): void {
    $path = '${CLIENTS}/php/src/' . str_replace('\\\\', '/', substr($class, 21)) . '.php';
    if (is_file($path)) require $path;
});
use CheckoutVerification\\{Webhook, WebhookSignatureError};
use Illuminate\\Http\\{Request, Response};
${RAW_BODY.laravel.code}
$given = json_decode(stream_get_contents(STDIN), true);
$statuses = [];
foreach ($given['bodies'] as $body) {
    $request = Request::create('/webhooks', 'POST', [], [], [], [], $body);
    $request->headers->add($given['headers']);
    $statuses[] = webhook($request, $given['secret'])->getStatusCode();
}
echo json_encode($statuses);`;
    const input = JSON.stringify({ secret, headers, bodies: [body, rewritten()] });
    const printed = execFileSync("php", ["-r", program], { input, encoding: "utf8" });
    expect(JSON.parse(printed)).toEqual([204, 400]);
  });
});
