import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startLocal } from "../../lib/local/stack.ts";
import { call, logIn } from "../support/api.ts";
import { spareThreads } from "../support/running-stack.ts";

const CLI = join(import.meta.dirname, "..", "..", "clients", "typescript", "src", "checkout.ts");

let stack: Awaited<ReturnType<typeof startLocal>>;
let folder: string;
let test: Client;
let live: Client;
let shop: Server;
let shopUrl: string;
/** Ids of the webhooks that the shop got. */
const received: string[] = [];

const seed = () => {
  if (stack.seed === null) throw new Error("no seed");
  return stack.seed;
};
const environment = (key: string) => ({
  PATH: process.env.PATH ?? "",
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? "",
  CHECKOUT_BASE_URL: stack.url,
  CHECKOUT_API_KEY: key,
  CHECKOUT_CONFIG: join(folder, "login.json"),
});

async function connect(
  key: string,
  options: readonly string[] = [],
  changes: object = {},
): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const args = [CLI, "mcp", ...options];
  const env = { ...environment(key), ...changes };
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
  return client;
}

/** The JSON of a tool's result. */
async function use(client: Client, name: string, args: Record<string, unknown>) {
  const { content, isError } = await client.callTool({ name, arguments: args });
  const [first] = content as { readonly text: string }[];
  return { isError: isError === true, text: first?.text ?? "", ...parsed(first?.text ?? "") };
}

// Results are read loosely; tests say what they expect of each field.
// biome-ignore lint/suspicious/noExplicitAny: see above
function parsed(text: string): { readonly value: any } {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { value: null };
  }
}

beforeAll(async () => {
  stack = await startLocal({ seed: true, spareThreads });
  folder = mkdtempSync(join(tmpdir(), "mcp-"));
  shop = createServer((request, response) => {
    const { "webhook-id": id, "webhook-signature": signature } = request.headers;
    const isGenuine = signature !== "v1,AAAA";
    if (isGenuine) received.push(String(id));
    response.writeHead(isGenuine ? 204 : 400).end();
  });
  await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
  shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/webhooks`;
  const login = [CLI, "login", "--local", "--phone", seed().phone];
  await promisify(execFile)(process.execPath, login, { env: environment(seed().test_key) });
  test = await connect(seed().test_key);
  live = await connect(seed().live_key, ["--live"]);
});
afterAll(async () => {
  await Promise.all([test?.close(), live?.close()]);
  shop?.close();
  rmSync(folder, { recursive: true, force: true });
  await stack?.close();
});

const namesOf = async (client: Client) =>
  (await client.listTools()).tools.map(({ name }) => name).toSorted();

describe("the MCP server in test mode", () => {
  it("offers five tools", async () => {
    expect(await namesOf(test)).toEqual([
      "check_endpoint",
      "create_test_checkout",
      "explain_problem",
      "read_checkout",
      "replay_event",
    ]);
  });

  it("creates a test checkout, and shows it with its attempts and the deliveries of its events", async () => {
    const made = await use(test, "create_test_checkout", { amount: 150_000 });
    const { checkout } = made.value;
    expect(checkout).toMatchObject({ livemode: false, amount: 150_000, status: "open" });
    await call(stack.url, "POST", `/api/v1/checkouts/${checkout.id}/verify/`, {
      key: seed().test_key,
      body: { input: "TESTOK1" },
    });
    await expect
      .poll(async () => {
        const { value } = await use(test, "read_checkout", { checkout_id: checkout.id });
        const shown = value.deliveries.find(
          (one: { event_type: string }) => one.event_type === "checkout.verified",
        );
        return [value.checkout.status, value.attempts[0]?.outcome, shown?.attempts?.[0]?.status];
      })
      .toEqual(["verified", "matched", "succeeded"]);
    const { value } = await use(test, "read_checkout", { checkout_id: checkout.id });
    expect(JSON.stringify(value)).not.toContain("whsec_");
    const event = value.events.find((one: { type: string }) => one.type === "checkout.verified");

    const local = await use(test, "replay_event", { event_id: event.id, url: shopUrl });
    expect(local.value).toMatchObject({ status: 204 });
    expect(received).toContain(event.id);
    const resent = await use(test, "replay_event", {
      event_id: event.id,
      endpoint_id: seed().test_webhook.id,
    });
    expect(resent.value.delivery).toMatchObject({ event_id: event.id, livemode: false });
  });

  it("sends an event again for a developer who works with one app only", async () => {
    const endpoint_id = seed().test_webhook.id;
    const asOwner = async (...args: readonly string[]) => {
      const env = environment(seed().test_key);
      const command = [CLI, ...args, "--json"];
      return JSON.parse((await promisify(execFile)(process.execPath, command, { env })).stdout);
    };
    const app = String(seed().app_id);
    const { url } = await asOwner("members", "invite", "--role", "developer", "--app", app);
    const sent = await asOwner("trigger", "checkout.verified", "--endpoint", endpoint_id);
    const { cookie, phone, send } = await logIn(stack);
    await send("POST", "me/memberships/", { body: { token: url.split("#")[1] } });
    const file = join(folder, "developer.json");
    writeFileSync(file, JSON.stringify({ baseUrl: stack.url, phone, cookie }));
    const client = await connect(seed().test_key, [], { CHECKOUT_CONFIG: file });
    const replay = () => use(client, "replay_event", { event_id: sent.event, endpoint_id });
    // Refused while the first delivery is under way.
    await expect.poll(async () => (await replay()).value.delivery?.event_id).toBe(sent.event);
    await client.close();
  });

  it("explains an error code, a status and an outcome, and lists the codes for an unknown one", async () => {
    const error = await use(test, "explain_problem", { code: "idempotency_mismatch" });
    expect(error.value.explanations[0]).toMatchObject({ kind: "error, HTTP status 422" });
    const { documentation } = error.value.explanations[0];
    expect((await fetch(documentation)).status).toBe(200);
    const status = await use(test, "explain_problem", { code: "receiver_mismatch" });
    expect(status.value.explanations[0].advice).toMatch(/\S/);
    const unknown = await use(test, "explain_problem", { code: "nothing" });
    expect(unknown).toMatchObject({ isError: true });
    expect(unknown.text).toContain("already_used");
  });

  it("checks a server on this machine, and pings a registered test endpoint", async () => {
    const local = await use(test, "check_endpoint", { url: shopUrl });
    expect(local.value.checks.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, true, true]);
    const registered = await use(test, "check_endpoint", { endpoint_id: seed().test_webhook.id });
    expect(registered.value.checks).toMatchObject([{ name: "endpoint", ok: true }]);
    expect(registered.text).not.toContain("whsec_");
  });

  it("shows a checkout without its deliveries if the login has expired", async () => {
    const config = join(folder, "expired.json");
    const login = { baseUrl: stack.url, phone: seed().phone, cookie: "checkout_refresh=gone" };
    writeFileSync(config, JSON.stringify(login));
    const client = await connect(seed().test_key, [], { CHECKOUT_CONFIG: config });
    const made = await use(client, "create_test_checkout", { amount: 100 });
    const shown = await use(client, "read_checkout", { checkout_id: made.value.checkout.id });
    await client.close();
    expect(shown).toMatchObject({ isError: false });
    expect(shown.value).toMatchObject({ checkout: { amount: 100 }, deliveries: null });
    expect(shown.value.note).toMatch(/expired.*checkout login/);
  });

  it("reads the documentation as one resource", async () => {
    const [resource] = (await test.listResources()).resources;
    const { contents } = await test.readResource({ uri: resource?.uri ?? "" });
    expect(contents[0]).toMatchObject({ text: expect.stringMatching(/^# .* documentation\n/) });
  });

  it("reports a problem with its code, and refuses input that is not an id", async () => {
    const missing = { checkout_id: `co_${"0".repeat(26)}` };
    const answer = await use(test, "read_checkout", missing);
    expect(answer).toMatchObject({ isError: true });
    expect(answer.value.error).toMatchObject({ code: "not_found", status: 404 });
    for (const checkout_id of ["../credits", "co_1/../x", ""]) {
      const refused = await use(test, "read_checkout", { checkout_id }).catch(() => ({
        isError: true,
      }));
      expect(refused.isError, checkout_id).toBe(true);
    }
  });

  it.each([
    "https://shop.example/",
    "http://127.0.0.1.evil.example/",
    "http://10.0.0.1/",
    "file:///x",
  ])("sends no event to %s", async (url) => {
    const event_id = `evt_${"0".repeat(26)}`;
    const answer = await use(test, "replay_event", { event_id, url });
    expect(answer).toMatchObject({
      isError: true,
      text: expect.stringMatching(/on this machine|url/i),
    });
  });

  it("touches no endpoint that receives live events", async () => {
    const endpoint_id = seed().webhook.id;
    const checked = await use(test, "check_endpoint", { endpoint_id });
    const event_id = `evt_${"0".repeat(26)}`;
    const replayed = await use(test, "replay_event", { event_id, endpoint_id });
    for (const answer of [checked, replayed]) {
      expect(answer).toMatchObject({ isError: true, text: expect.stringContaining("live events") });
    }
  });
});

describe("the MCP server in live mode", () => {
  it("offers only tools that read, and refuses the others", async () => {
    expect(await namesOf(live)).toEqual(["check_endpoint", "explain_problem", "read_checkout"]);
    for (const { annotations } of (await live.listTools()).tools) {
      expect(annotations?.readOnlyHint).toBe(true);
    }
    const refused = await use(live, "create_test_checkout", { amount: 1 }).catch(() => null);
    expect(refused?.isError ?? true).toBe(true);
  });

  it("hides the customer's data, and sends nothing to an endpoint", async () => {
    const { body } = await call(stack.url, "POST", "/api/v1/checkouts/", {
      key: seed().live_key,
      body: { amount: 100, customer: { name: "Abebe Bikila", phone: "+251911223344" } },
    });
    const shown = await use(live, "read_checkout", { checkout_id: body.id });
    expect(shown.value.checkout).toMatchObject({
      livemode: true,
      customer: "(hidden in live mode)",
    });
    expect(shown.text).not.toMatch(/Abebe|251911223344/);
    const state = await use(live, "check_endpoint", { endpoint_id: seed().webhook.id });
    expect(state.value.endpoint).toMatchObject({ livemode: true });
    const { body: log } = await call(stack.url, "GET", "/_local/receiver/shop/log");
    expect(JSON.stringify(log)).not.toContain("ping");
  });

  it("hides the note of a decision, which can name the customer", async () => {
    const post = async (path: string, key: string | undefined, body: object) =>
      (await call(stack.url, "POST", path, { ...(key && { key }), body })).body;
    const key = seed().live_key;
    const { id } = await post("/api/v1/checkouts/", key, { amount: 100_000 });
    const half = { provider: "telebirr", amount: 50_000 };
    const { reference } = await post("/_local/bank/transfers/", undefined, half);
    const { checkout } = await post(`/api/v1/checkouts/${id}/verify/`, key, { input: reference });
    const { token } = await logIn(stack, seed().phone);
    const { sequence } = checkout;
    const decision = { reason: "Abebe Bikila, 0911223344, has his money back", sequence };
    await post(`/api/platform/checkouts/${id}/reject/`, token, decision);
    const shown = await use(live, "read_checkout", { checkout_id: id });
    expect(shown.value.checkout.status).toBe("rejected");
    expect(shown.text).not.toMatch(/Abebe|0911223344/);
  });

  it.each([
    ["a live key without --live", () => seed().live_key, []],
    ["a test key with --live", () => seed().test_key, ["--live"]],
    ["no key", () => "", []],
  ])("does not start with %s", async (_, key, options) => {
    const run = promisify(execFile)(process.execPath, [CLI, "mcp", ...options], {
      env: environment(key()),
    });
    await expect(run).rejects.toMatchObject({ code: 3, stdout: "" });
  });

  it("ends without an error where standard input is /dev/null", async () => {
    const env = environment(seed().test_key);
    const child = spawn(process.execPath, [CLI, "mcp"], { env, stdio: ["ignore", "pipe", "pipe"] });
    const [notes, [code]] = await Promise.all([child.stderr.toArray(), once(child, "close")]);
    expect([code, Buffer.concat(notes).toString()]).toEqual([0, ""]);
  });

  it.each([
    ['{"name":"explain_problem","arguments":[]}', "params.arguments must be an object"],
    ['{"name":"explain_problem","arguments":"x"}', "params.arguments must be an object"],
    ['{"arguments":{}}', "params.name must be a text"],
  ])("says in words what is wrong with the call of a tool: %s", async (params, reason) => {
    const child = spawn(process.execPath, [CLI, "mcp"], { env: environment(seed().test_key) });
    child.stdin.write(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}\n`);
    const [answer] = await once(child.stdout, "data");
    const error = { code: -32602, message: `Invalid request: ${reason}.` };
    expect(JSON.parse(String(answer))).toEqual({ jsonrpc: "2.0", id: 1, error });
    child.stdin.end();
    await once(child, "close");
  });

  it("answers a request with brackets in a name that nothing has", async () => {
    const child = spawn(process.execPath, [CLI, "mcp"], { env: environment(seed().test_key) });
    const request = { jsonrpc: "2.0", id: 1, method: "resources/read", params: { uri: "x:[{a]" } };
    child.stdin.write(`${JSON.stringify(request)}\n`);
    const [answer] = await once(child.stdout, "data");
    expect(JSON.parse(String(answer)).error.message).toBe("Resource not found: x:[{a]");
    child.stdin.end();
    await once(child, "close");
  });

  it.each([
    "[]",
    '[{"jsonrpc":"2.0","id":2,"method":"ping"}]',
    "null",
    '{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}',
  ])("says in words what is wrong with a message that is no request: %s", async (line) => {
    const run = promisify(execFile)(process.execPath, [CLI, "mcp"], {
      env: environment(seed().test_key),
    });
    run.child.stdin?.end(`${line}\n`);
    const { stdout, stderr } = await run;
    expect(stdout).toBe("");
    expect(stderr).toBe(
      "Ignored a message on standard input: it must be one JSON-RPC 2.0 message per line, a JSON object whose params are an object.\n",
    );
  });
});
