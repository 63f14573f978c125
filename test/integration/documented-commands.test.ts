import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { SendMessageCommand, SQSClient } from "../../lib/cloud/aws-services.ts";
import type { Route } from "../../lib/contract/route.ts";
import { ROUTES } from "../../lib/contract/routes/table.ts";
import { OPERATOR_PHONE, SEED_PHONE, SEED_RECEIVER, type Seed } from "../../lib/local/seed/seed.ts";
import { curlOf } from "../../lib/pages/docs/curl.ts";
import { type ApiCall, askForCode, call, logIn, newPhone, type Visitor } from "../support/api.ts";
import { isInstalled } from "../support/released-bundles.ts";
import { startLocal } from "../support/running-stack.ts";
import { teamOf } from "../support/users.ts";

const run = promisify(execFile);
/** Yesterday, for the days in the examples: a day of the books is refused when it is 90 days old. */
const DAY = new Date(Date.now() - 86_400_000).toISOString().slice(0, "2026-11-16".length);
const EXAMPLE_DAY = /2026-11-\d\d(?!T)/g;
/** Each operation starts a function of its own, so `npm test` takes the server API, and the script all. */
const CHECKED = ROUTES.filter(({ surface }) => surface === "v1" || process.env.COMMANDS === "all");

const hasCurl = isInstalled(["curl", "--version"], { leftOut: "the documented curl commands" });

let stack: Awaited<ReturnType<typeof startLocal>>;
let seed: Seed;
let owner: Visitor;
let team: ReturnType<typeof teamOf>;
let references = 0;

beforeAll(async () => {
  if (!hasCurl) return;
  stack = await startLocal({ seed: true, config: { otpPerAddressPerHour: 10_000 } });
  if (stack.seed === null) throw new Error("no seed");
  seed = stack.seed;
  owner = await logIn(stack, SEED_PHONE);
  team = teamOf(stack, () => owner);
});
afterAll(() => stack?.close());

/** A call that must succeed. */
async function make(method: string, path: string, more: ApiCall = {}) {
  const answer = await call(stack.url, method, path, { key: owner.token, ...more });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}
const platform = (path: string, body: object) => make("POST", `/api/platform/${path}`, { body });
const server = (path: string, body: object, key = seed.live_key) =>
  make("POST", `/api/v1/${path}`, { key, body });
const checkout = () => server("checkouts/", { amount: 150_000 });
const lastPart = (url: string) => url.split("/").findLast(Boolean) ?? "";

/** A checkout of test mode after one test reference. */
async function verified(magic: string) {
  const { id } = await server("checkouts/", { amount: 150_000 }, seed.test_key);
  references += 1;
  const input = `${magic}C${references}`;
  return (await server(`checkouts/${id}/verify/`, { input }, seed.test_key)).checkout;
}

const link = () => platform("payment-links/", { app_id: seed.app_id, amount: 25_000 });

async function webhook() {
  const url = `${stack.url}/_local/receiver/commands/`;
  const events = ["*"];
  return (await platform("webhooks/", { app_id: seed.app_id, url, events, livemode: false })).id;
}

/** An endpoint with a delivery that has succeeded. */
async function delivery() {
  const id = await webhook();
  await platform(`webhooks/${id}/test/`, {});
  await stack.idle();
  const { data } = await make("GET", `/api/platform/webhooks/${id}/deliveries/`);
  return { WEBHOOK_ID: id, DELIVERY_ID: data[0].id };
}

async function idToken(id: string) {
  return (await make("POST", "/_local/telegram/token/", { body: { id } })).id_token;
}

async function telegramUser(id: string) {
  const body = { id_token: await idToken(id) };
  return (await make("POST", "/api/auth/telegram-login/", { body })).access_token;
}

async function logo() {
  const route = ROUTES.find(({ operation }) => operation === "set-app-logo");
  const path = `/api/platform/apps/${seed.app_id}/logo/`;
  return lastPart((await make("PUT", path, { body: route?.example })).logo_url);
}

async function noticeSource(kind: string) {
  const { id, secret } = await platform("notice-sources/", {
    ...{ app_id: seed.app_id, name: "Shop phone", kind },
  });
  return { NOTICE_SOURCE_ID: id, NOTICE_SECRET: secret ?? "" };
}

const member = async () => {
  const joined = await team.join("developer");
  const { data } = await make("GET", "/api/platform/members/");
  return { joined, id: String(data.at(-1).id) };
};

/** Someone who is offered the ownership of the account. */
async function offered() {
  const { joined, id } = await member();
  await platform(`ownership/${id}/`, { stay_owner: true });
  return { joined, id };
}

/** A checkout that waits for the second half, and the reference of the first. */
async function partlyPaid() {
  const { id } = await checkout();
  const transfer = { provider: "telebirr", amount: 75_000, ...SEED_RECEIVER };
  const { reference } = await make("POST", "/_local/bank/transfers/", {
    body: transfer,
  });
  await server(`checkouts/${id}/verify/`, { input: reference });
  return { CHECKOUT_ID: id, REFERENCE: reference };
}

/** A statement like the example, whose row names no payment. */
const SEED_ACCOUNT: Awaited<ReturnType<typeof receivingAccount>> = {
  provider: "telebirr",
  account_number: SEED_RECEIVER.receiver_account,
};

async function statement(account = SEED_ACCOUNT) {
  const rows = [{ line: 9, date: DAY, amount: 150_000, direction: "in", text: "Cash" }];
  const complete = [{ from: DAY, to: DAY }];
  const { id } = await platform("books/statements/", { ...account, rows, complete });
  return { STATEMENT_ID: id };
}

/** The receiving account of an app of its own. */
async function receivingAccount(account_number: string) {
  const { app_id } = await platform("apps/", { name: "Books" });
  const account = { provider: "cbe", account_number };
  const method = { ...account, account_name: "Abebe" };
  await platform(`apps/${app_id}/payment-methods/`, method);
  return account;
}

/** A transfer to the seeded shop that its phone has announced and that no checkout has. */
async function unmatchedTransfer() {
  const { NOTICE_SECRET: secret } = await noticeSource("sms_forwarder");
  const { data } = await make("GET", "/api/platform/notice-sources/");
  const { url } = data.find((one: { app_id: number }) => one.app_id === seed.app_id);
  await make("PUT", "/_local/phone/", { body: { url, secret, kind: "sms_forwarder" } });
  const transfer = { provider: "telebirr", amount: 75_000, ...SEED_RECEIVER };
  const { reference } = await make("POST", "/_local/bank/transfers/", { body: transfer });
  await stack.idle();
  return { APP_ID: String(seed.app_id), REFERENCE: reference };
}

let operator: Promise<Visitor> | undefined;

/** Someone of the operator's account who has just given a second factor. */
async function asOperator(more: Record<string, string> = {}) {
  operator ??= (async () => {
    const visitor = await logIn(stack, OPERATOR_PHONE);
    const body = { phone: OPERATOR_PHONE, code: await askForCode(stack, OPERATOR_PHONE) };
    await make("PUT", "/api/platform/session/proof/", { key: visitor.token, body });
    return visitor;
  })();
  return { ACCESS_TOKEN: (await operator).token, ...more };
}

/** An account that the operator may end. */
const anotherAccount = async () => asOperator({ ACCOUNT_ID: (await logIn(stack)).accountId });

async function deadLetter() {
  const queue = stack.deployment.queues.find(({ name }) => name.endsWith("-recovery-dead"));
  const client = new SQSClient(stack.aws);
  const MessageBody = JSON.stringify({ version: 1, kind: "abandon", endpoint_id: "whk_1" });
  await client.send(new SendMessageCommand({ QueueUrl: queue?.url, MessageBody }));
  client.destroy();
  return asOperator({ QUEUE: "recovery-dead" });
}

/** What the shell variables of a command hold. Each operation gets objects of its own. */
const VARIABLES: Readonly<Record<string, () => Promise<Record<string, string>>>> = {
  CHECKOUT_ID: async () => ({ CHECKOUT_ID: (await checkout()).id }),
  TOKEN: async () => ({ TOKEN: lastPart((await checkout()).pay_url) }),
  RECEIPT_CODE: async () => ({ RECEIPT_CODE: lastPart((await verified("TESTOK")).receipt_url) }),
  EVENT_ID: async () => {
    await checkout();
    const { data } = await make("GET", "/api/v1/events/", { key: seed.live_key });
    return { EVENT_ID: data[0].id };
  },
  APP_ID: async () => ({ APP_ID: String(seed.app_id) }),
  PAYMENT_METHOD_ID: async () => {
    const { app_id } = await platform("apps/", { name: "Commands" });
    const fields = { provider: "telebirr", account_name: "Abebe", account_number: "0922000000" };
    const { id } = await platform(`apps/${app_id}/payment-methods/`, fields);
    return { APP_ID: String(app_id), PAYMENT_METHOD_ID: id };
  },
  API_KEY_ID: async () => {
    const made = await platform("api-keys/", { name: "k", mode: "test", app_id: seed.app_id });
    return { API_KEY_ID: made.id };
  },
  PAYMENT_LINK_ID: async () => ({ PAYMENT_LINK_ID: (await link()).id }),
  CODE: async () => ({ CODE: lastPart((await link()).url) }),
  WEBHOOK_ID: async () => ({ WEBHOOK_ID: await webhook() }),
  DELIVERY_ID: delivery,
  RECOVERY_ID: async () => {
    const id = await webhook();
    const since = new Date(Date.now() - 60_000).toISOString();
    return {
      WEBHOOK_ID: id,
      RECOVERY_ID: (await platform(`webhooks/${id}/recover/`, { since })).id,
    };
  },
  SINCE: async () => ({ SINCE: new Date(Date.now() - 60_000).toISOString() }),
  IDEMPOTENCY_KEY: async () => ({ IDEMPOTENCY_KEY: randomUUID() }),
  LOGO: async () => ({ LOGO: await logo() }),
  TOPIC: async () => ({ TOPIC: "quickstart" }),
  PHONE: async () => ({ PHONE: newPhone() }),
  SMS_CODE: async () => {
    const phone = newPhone();
    return { PHONE: phone, SMS_CODE: await askForCode(stack, phone) };
  },
  ID_TOKEN: async () => ({ ID_TOKEN: await idToken("71") }),
  COOKIE: async () => ({ COOKIE: (await logIn(stack)).cookie }),
  SESSION_ID: async () => {
    const other = await logIn(stack);
    await logIn(stack, other.phone);
    const { data } = (await other.send("GET", "sessions/")).body;
    const { id } = data.find(({ current }: { current: boolean }) => !current);
    return { ACCESS_TOKEN: other.token, SESSION_ID: id };
  },
  NOTICE_SOURCE_ID: () => noticeSource("sms_forwarder"),
  MEMBER_ID: async () => ({ MEMBER_ID: (await member()).id }),
  OWNERSHIP_ID: async () => ({ OWNERSHIP_ID: (await member()).id }),
  INVITATION_ID: async () => ({ INVITATION_ID: (await team.invite({ role: "cashier" })).body.id }),
  INVITATION_TOKEN: async () => {
    const { token: INVITATION_TOKEN } = await team.invite({ role: "cashier" });
    return { ACCESS_TOKEN: (await logIn(stack)).token, INVITATION_TOKEN };
  },
  ACCOUNT_ID: async () => {
    const { joined } = await member();
    const { data } = await make("GET", "/api/platform/me/memberships/", { key: joined.token });
    return {
      ACCESS_TOKEN: joined.token,
      ACCOUNT_ID: data.find(({ role }: { role: string }) => role === "developer").account_id,
    };
  },
  STATEMENT_ID: () => statement(),
  KIND: async () => {
    const phone = newPhone();
    const code = await askForCode(stack, phone);
    const key = await telegramUser("72");
    await make("POST", "/api/platform/me/logins/", { key, body: { phone, code } });
    return { ACCESS_TOKEN: key, KIND: "telegram" };
  },
};

/** Operations that need objects in another state. */
const SPECIAL: Readonly<Record<string, () => Promise<Record<string, string>>>> = {
  "approve-checkout": async () => ({ CHECKOUT_ID: (await verified("TESTREVIEW")).id }),
  "reject-checkout": async () => ({ CHECKOUT_ID: (await verified("TESTREVIEW")).id }),
  "delete-app": async () => ({ APP_ID: String((await platform("apps/", { name: "x" })).app_id) }),
  "remove-app-logo": async () => {
    await logo();
    return {};
  },
  "link-login": async () => ({ ACCESS_TOKEN: await telegramUser("73") }),
  "accept-ownership": async () => {
    const { joined } = await offered();
    const SMS_CODE = await askForCode(stack, joined.phone);
    return { ACCESS_TOKEN: joined.token, PHONE: joined.phone, SMS_CODE };
  },
  "decline-ownership": async () => ({ ACCESS_TOKEN: (await offered()).joined.token }),
  "withdraw-ownership": async () => ({ OWNERSHIP_ID: (await offered()).id }),
  "release-payment": partlyPaid,
  "compare-statement": async () => {
    await receivingAccount("1000200300401");
    return {};
  },
  // Another command sells the point of the seeded account's statement.
  "settle-point": async () => statement(await receivingAccount("1000200300402")),
  "paste-notice": () => noticeSource("paste"),
  "sell-notice": unmatchedTransfer,
  "update-notifications": async () => {
    const { phone, token: key } = await logIn(stack);
    const body = { phone, code: await askForCode(stack, phone) };
    await make("PUT", "/api/platform/session/proof/", { key, body });
    const linked = { id_token: await idToken("74") };
    await make("POST", "/api/platform/me/logins/", { key, body: linked });
    return { ACCESS_TOKEN: key };
  },
  "prove-session": async () => {
    const { phone: PHONE, token: ACCESS_TOKEN } = await logIn(stack);
    return { PHONE, ACCESS_TOKEN, SMS_CODE: await askForCode(stack, PHONE) };
  },
  "list-banks": asOperator,
  "switch-bank": () => asOperator({ PROVIDER: "wegagen" }),
  "find-accounts": asOperator,
  "inspect-account": () => asOperator({ ACCOUNT_ID: owner.accountId }),
  "change-credits": () => asOperator({ ACCOUNT_ID: owner.accountId, REFERENCE: "invoice-17" }),
  "change-limits": () => asOperator({ ACCOUNT_ID: owner.accountId }),
  "suspend-account": anotherAccount,
  "end-account": anotherAccount,
  "list-dead-queues": asOperator,
  "list-dead-letters": deadLetter,
  "replay-dead-letters": deadLetter,
  "read-operations": asOperator,
  "close-account": async () => ({ ACCESS_TOKEN: (await logIn(stack)).token }),
};

async function variablesOf(route: Route, command: string): Promise<Record<string, string>> {
  const given: Record<string, string> = {
    CHECKOUT_BASE_URL: stack.url,
    CHECKOUT_API_KEY: seed.live_key,
    ACCESS_TOKEN: owner.token,
  };
  const named = new Set([...command.matchAll(/\$(\w+)/g)].map(([, name = ""]) => name));
  // A later variable replaces an earlier one that it belongs to: a delivery brings its own endpoint.
  for (const name of named) {
    if (!(name in given)) Object.assign(given, await VARIABLES[name]?.());
  }
  return { ...given, ...(await SPECIAL[route.operation]?.()) };
}

test("the commands of operators, which only the script runs, have an operator to run them", () => {
  const operations = ROUTES.filter(({ permission }) => permission === "operate");
  expect(operations.map(({ operation }) => operation).filter((name) => !SPECIAL[name])).toEqual([]);
});

describe.skipIf(!hasCurl)("the documented curl command of", () => {
  it.each(CHECKED.map((route) => [`${route.surface} ${route.operation}`, route] as const))(
    "%s succeeds as it is printed",
    async (_, route) => {
      const command = curlOf(route).replaceAll(EXAMPLE_DAY, DAY);
      const env = { PATH: process.env.PATH ?? "", ...(await variablesOf(route, command)) };
      const unset = [...command.matchAll(/\$(\w+)/g)].filter(([, name = ""]) => !(name in env));
      expect(unset.map(([name]) => name)).toEqual([]);
      const quiet = command.replace("curl ", "curl -sS -w '\\n%{http_code}' ");
      const { stdout } = await run("bash", ["-c", quiet], { env, maxBuffer: 1e7 });
      const status = Number(stdout.split("\n").at(-1));
      expect(Object.keys(route.responses).map(Number), stdout.slice(0, 500)).toContain(status);
    },
  );
});
