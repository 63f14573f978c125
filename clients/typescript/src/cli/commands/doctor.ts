import type { Client } from "../../client.ts";
import { platformReadDelivery, platformReadMe, type User } from "../../generated/operations.ts";
import { ApiProblem } from "../../problem.ts";
import { pause } from "../../wait-for-outcome.ts";
import { type Command, parseOptions, serverAddress } from "../command.ts";
import { Failure } from "../config.ts";
import { type Context, createContext } from "../context.ts";
import {
  listenSecret,
  postWebhook,
  RESPONSE_TIMEOUT_MS,
  signedHeaders,
  type WebhookResponse,
} from "../post-webhook.ts";

export interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

/** A ping is sent within a second, and an endpoint has 15 s to answer. */
const PING_READS = 40;
const PING_READ_EVERY_MS = 500;

/** What the service says of a key that it accepts. */
const LACKS = /^This key lacks the permission \S/;

/** Seconds of difference that a signature's tolerance of 5 minutes still hides. */
const MAX_CLOCK_DIFFERENCE_S = 60;

const OPTIONS = { "forward-to": { type: "string" }, endpoint: { type: "string" } } as const;

/**
 * Checks key (or, without one, login), mode and clock; with `--forward-to` that a local server accepts a signed webhook
 * and refuses a forged one; with `--endpoint` that a registered endpoint accepts a `ping` from the service.
 */
export const doctor: Command = {
  usage: "doctor [--forward-to URL] [--endpoint whk_…]",
  options: OPTIONS,
  run,
};

async function run(...[args, env]: Parameters<Command["run"]>): Promise<void> {
  const { values } = parseOptions(args, OPTIONS);
  const context = createContext(values, env);
  const { "forward-to": server, endpoint } = values;
  const target = server === undefined ? undefined : serverAddress(server);
  const checks = [
    ...(await checkService(context)),
    ...(target === undefined ? [] : await checkReceiver(target, context.apiKey)),
    ...(endpoint === undefined ? [] : [await checkEndpoint(context.withLogin(), endpoint)]),
  ];
  for (const { name, ok, detail } of checks) {
    if (!context.json) context.print(`${ok ? "ok  " : "FAIL"}  ${name.padEnd(18)} ${detail}`);
  }
  if (context.json) context.print(JSON.stringify(checks, null, 2));
  if (checks.some(({ ok }) => !ok)) throw new Failure("failed", "At least one check failed.");
}

async function checkService(context: Context): Promise<readonly Check[]> {
  const { baseUrl } = context;
  // Without an address or a credential there is nothing to check.
  context.hasOnlyLogin ? context.withLogin() : context.withKey();
  const checks: Check[] = [checkCredential(context)];
  const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
  const health = await fetch(`${baseUrl}/api/health/`, { signal }).catch(() => null);
  if (health === null) {
    return [...checks, { name: "service", ok: false, detail: `${baseUrl} cannot be reached` }];
  }
  const body = (await health.json().catch(() => null)) as { readonly status?: unknown } | null;
  const isUp = health.ok && body?.status === "ok";
  const answers = `${baseUrl} answers ${health.status}`;
  const detail = health.ok && !isUp ? `${answers}, but is another site` : answers;
  checks.push({ name: "service", ok: isUp, detail });
  const seconds = Math.round((Date.parse(health.headers.get("date") ?? "") - Date.now()) / 1000);
  checks.push({
    name: "clock",
    ok: Math.abs(seconds) <= MAX_CLOCK_DIFFERENCE_S,
    detail: Number.isNaN(seconds)
      ? "the response has no Date header"
      : `${seconds} s from the service's`,
  });
  const accepted = context.hasOnlyLogin
    ? context.withLogin().call(platformReadMe).then(accountOf)
    : context
        .withKey()
        .credits.get()
        .then(() => "accepted");
  const result = await accepted.then((detail) => ({ ok: true, detail }), judgeRefusal);
  return [...checks, { name: "authentication", ...result }];
}

const accountOf = ({ role, account_id }: User) => `accepted: ${role} of the account ${account_id}`;

/** A key that only lacks the permission for this call was accepted. Firewalls answer 403 too, with other details. */
function judgeRefusal(error: Error): Pick<Check, "ok" | "detail"> {
  const { message } = error;
  const lacks = error instanceof ApiProblem && error.code === "forbidden" && LACKS.test(message);
  return { ok: lacks, detail: lacks ? `accepted. ${message}` : message };
}

function checkCredential({ apiKey = "", hasOnlyLogin }: Context): Check {
  if (hasOnlyLogin) return { name: "login", ok: true, detail: "no API key is set" };
  const mode = /^pk_(live|test)_/.exec(apiKey)?.[1];
  return {
    name: "api key",
    ok: mode !== undefined,
    detail: mode ? `${mode} mode` : "is not a pk_… key",
  };
}

/** Sends a `ping` and follows its delivery. */
export async function checkEndpoint(client: Client, id: string): Promise<Check> {
  let delivery = await client.webhooks.test(id);
  for (let reads = 0; reads < PING_READS && isUnderWay(delivery); reads++) {
    await pause(PING_READ_EVERY_MS);
    const params = { id, delivery_id: delivery.id };
    delivery = await client.call(platformReadDelivery, { params });
  }
  const { status, last_status_code: code, last_error_code: error } = delivery;
  const why = [code === null ? error : `answered ${code}`, `delivery ${status}`];
  return {
    name: "endpoint",
    ok: status === "succeeded",
    detail: why.filter((part) => part !== null).join(", "),
  };
}

function isUnderWay({ status }: { readonly status: string }): boolean {
  return status === "pending" || status === "delivering";
}

/** Posts a signed and a forged webhook to a server, as `listen` signs them. */
export async function checkReceiver(
  target: string,
  apiKey: string | undefined,
): Promise<readonly Check[]> {
  if (!apiKey) {
    const detail = "needs an API key, which the signing secret is derived from";
    return [{ name: "webhook", ok: false, detail }];
  }
  const id = "evt_doctor";
  const body = JSON.stringify({ id, object: "event", type: "ping", data: { object: {} } });
  const signed = signedHeaders(id, body, listenSecret(apiKey));
  const good = await postWebhook(target, signed, body);
  const bad = { ...signed, "webhook-signature": "v1,AAAA" };
  const forged = await postWebhook(target, bad, body);
  const within = ({ status }: WebhookResponse, from: number, to: number) =>
    status !== null && status >= from && status < to;
  const isReached = good.status !== null;
  return [
    {
      name: "webhook",
      ok: isReached,
      detail: isReached ? target : `${target} cannot be reached: ${good.error}`,
    },
    {
      name: "signed webhook",
      ok: within(good, 200, 300),
      detail: `${answered(good)}${within(good, 300, 400) ? ": deliveries are not redirected" : ""}`,
    },
    {
      name: "forged webhook",
      ok: within(forged, 400, 500),
      detail: `${answered(forged)}, expected 4xx`,
    },
  ];
}

function answered({ status, error }: WebhookResponse): string {
  return status === null ? `did not answer: ${error}` : `answered ${status}`;
}
