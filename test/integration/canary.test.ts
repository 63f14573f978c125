import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { UpdateCommand } from "../../lib/cloud/dynamodb.ts";
import type { LocalStack } from "../../lib/local/compose-stack.ts";
import { call, codesOf, cookieOf, logIn, withSigningKey } from "../support/api.ts";
import { startLocal, tableOf } from "../support/running-stack.ts";

/** What nobody may find in a log line, a queue's file or a dead letter. */
const canaries = new Map<string, string>();
let stack: LocalStack;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "canary-"));
  stack = await withSigningKey(await startLocal({ data: folder }));
});
afterAll(async () => {
  await stack?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Damages an item, so that reading it fails with an unexpected error. */
async function spoil(pk: string, sk: string): Promise<void> {
  const { client, name } = tableOf(stack);
  await client.send(
    new UpdateCommand({
      TableName: name,
      Key: { pk, sk },
      UpdateExpression: "SET createdAt = :bad",
      ExpressionAttributeValues: { ":bad": "never" },
    }),
  );
}

function filesBelow(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => filesBelow(join(path, name)));
}

it("keeps secrets, codes, tokens and phones out of everything that is written beside the table", async () => {
  const owner = await logIn(stack);
  const code = codesOf(stack, owner.phone).at(-1) ?? "";
  canaries.set("phone", owner.phone.slice(1));
  canaries.set("local phone", owner.phone.slice(4));
  canaries.set("access token", owner.token.split(".")[2] ?? "");
  canaries.set("refresh token", owner.cookie.split(".").at(-1) ?? "");
  const refreshed = await call(stack.url, "POST", "/api/auth/refresh/", {
    headers: { cookie: owner.cookie },
  });
  canaries.set("next refresh token", (cookieOf(refreshed.headers) ?? "").split(".").at(-1) ?? "");

  const { id_token } = (
    await call(stack.url, "POST", "/_local/telegram/token/", { body: { id: "424242" } })
  ).body;
  canaries.set("id_token", id_token.split(".")[2]);
  await call(stack.url, "POST", "/api/auth/telegram-login/", { body: { id_token } });
  await call(stack.url, "POST", "/api/auth/telegram-login/", { body: { id_token } });

  const appId = (await owner.send("POST", "apps/", { body: { name: "Shop" } })).body.app_id;
  const key = (
    await owner.send("POST", "api-keys/", {
      body: { name: "k", mode: "test", app_id: appId },
      headers: { "idempotency-key": "canary-1" },
    })
  ).body.secret;
  canaries.set("API key", key.slice(-30));
  const url = `${stack.url}/_local/receiver/canary/`;
  const hook = (
    await owner.send("POST", "webhooks/", {
      body: { app_id: appId, url, events: ["*"], livemode: false },
    })
  ).body;
  canaries.set("webhook secret", hook.secret.replace(/^whsec_/, ""));

  const customer = {
    name: "Canary Customer",
    phone: "+251988776655",
    email: "canary@shop.example",
  };
  canaries.set("customer's name", customer.name);
  canaries.set("customer's phone", customer.phone.slice(4));
  canaries.set("customer's email", customer.email);
  const made = await call(stack.url, "POST", `/api/v1/checkouts/?api_key=${key}`, {
    body: { amount: 100, customer },
  });
  expect(made.status).toBe(201);
  canaries.set("pay token", made.body.pay_url.split("/").at(-2));
  const verify = `/api/public/gateway/checkouts/${made.body.pay_url.split("/").at(-2)}/verify/`;
  await call(stack.url, "POST", verify, {
    body: { input: "TESTOK991", payer_phone: "0977665544" },
  });
  canaries.set("payer's phone", "977665544");
  await call(stack.url, "GET", `/api/v1/nothing/?api_key=${key}`);
  await call(stack.url, "GET", `/api/v1/credits/?api_key=${key}x`);
  await call(stack.url, "GET", `/api/v1/credits/?api_key=${key}`, { key: `${key}y` });
  await stack.idle();

  await spoil(`CO#${made.body.id}`, "CO");
  const broken = await call(stack.url, "GET", `/api/v1/checkouts/${made.body.id}/?api_key=${key}`);
  expect(broken).toMatchObject({ status: 500, body: { code: "internal" } });
  await spoil(`USR#${owner.userId}`, "USR");
  expect((await owner.send("GET", "me/")).status).toBe(500);
  const poison = {
    messageId: "1",
    body: JSON.stringify({ detail: { id: key, phone: owner.phone } }),
  };
  await stack.invoke("workers-follow-events", { Records: [poison] });
  await stack.idle();

  const lines = stack.logs.map((line) => JSON.stringify(line));
  expect(lines.some((line) => line.includes("request failed"))).toBe(true);
  expect(lines.some((line) => line.includes("work failed"))).toBe(true);
  const kept = filesBelow(folder).filter((path) =>
    MAY_HOLD_SECRETS.every((may) => !may.test(path)),
  );
  const written = new Map([
    ["logs", lines.join("\n")],
    ...kept.map((path) => [path, readFileSync(path, "latin1")] as const),
  ]);
  for (const [where, text] of written) {
    for (const [what, canary] of canaries) {
      expect(canary.length, what).toBeGreaterThan(6);
      expect(text.includes(canary), `${what} in ${where}`).toBe(false);
    }
    expect(new RegExp(`\\b${code}\\b`).test(text), `login code in ${where}`).toBe(false);
  }
});

/** The table itself, and the local stand-ins for phones, receivers, banks and the secrets' keeper. */
const MAY_HOLD_SECRETS = [
  /dynamodb\.db/,
  /sms\.jsonl$/,
  /receivers/,
  /secrets\.json$/,
  /bank\.json$/,
];

it("keeps secrets out of the table too, but for what has to be read back", async () => {
  await stack.idle();
  const table = filesBelow(folder)
    .filter((path) => /dynamodb\.db/.test(path))
    .map((path) => readFileSync(path, "latin1"))
    .join("");
  expect(table.length).toBeGreaterThan(1000);
  const readBack = /phone|customer|pay token/;
  for (const [what, canary] of canaries) {
    if (!readBack.test(what)) expect(table.includes(canary), what).toBe(false);
  }
});
