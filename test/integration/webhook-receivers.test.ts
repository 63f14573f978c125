import { execFileSync } from "node:child_process";
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startLocal } from "../../lib/local/stack.ts";
import { HMAC_SAMPLE } from "../../lib/pages/docs/samples.ts";
import { RAW_BODY, VERIFY_SAMPLES } from "../../lib/pages/docs/verify-samples.ts";
import { call } from "../support/api.ts";
import { isInstalled } from "../support/installed.ts";

/** One delivery as the service sent it to a registered endpoint. */
interface Delivery {
  readonly secret: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

let stack: Awaited<ReturnType<typeof startLocal>>;
let delivery: Delivery;

beforeAll(async () => {
  stack = await startLocal({ seed: true });
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
`;
  return JSON.parse(execFileSync("python3", ["-c", start + program], { input, encoding: "utf8" }));
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
    const { isGenuine } = await moduleOf(HMAC_SAMPLE);
    const code = `export default (app, express, isGenuine, secret) => {${RAW_BODY.express.code}}`;
    const app = express();
    (await moduleOf(code)).default(app, express, isGenuine, delivery.secret);
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
    const secret = `const secret = ${JSON.stringify(delivery.secret)};`;
    const { POST } = await moduleOf([HMAC_SAMPLE, secret, RAW_BODY.next.code].join("\n"));
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
${VERIFY_SAMPLES.python.code}
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
${VERIFY_SAMPLES.python.code}
${RAW_BODY.django.code}
urlpatterns = [path("webhooks", webhook)]
extra = {"HTTP_" + name.upper().replace("-", "_"): value for name, value in headers.items()}
send = lambda body: Client(enforce_csrf_checks=True).post(
    "/webhooks", body.encode(), content_type="application/json", **extra).status_code
print(json.dumps([send(body) for body in bodies]))`);
    expect(statuses).toEqual([204, 400]);
  });

  it("and every other documented framework is named as not run", () => {
    const untested = Object.values(RAW_BODY).filter(({ tested }) => !tested);
    expect(untested.map(({ framework }) => framework)).toEqual(["Laravel", "Spring"]);
  });
});
