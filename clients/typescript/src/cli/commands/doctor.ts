import type { Client } from "../../client.ts";
import { platformReadDelivery, platformReadMe } from "../../generated/operations.ts";
import { pause } from "../../pause.ts";
import { parseOptions } from "../arguments.ts";
import type { Command } from "../command.ts";
import { type Context, createContext } from "../context.ts";
import { Failure } from "../failure.ts";
import { listenSecret, signedHeaders } from "../signature.ts";

interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

/** A ping is sent within a second, and an endpoint has 15 s to answer. */
const PING_READS = 40;
const PING_READ_EVERY_MS = 500;

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
  const { "forward-to": target, endpoint } = values;
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
  const checks: Check[] = [checkCredential(context)];
  const health = await fetch(`${baseUrl}/api/health/`).catch(() => null);
  checks.push({
    name: "service",
    ok: health?.ok === true,
    detail:
      health === null ? `${baseUrl} cannot be reached` : `${baseUrl} answers ${health.status}`,
  });
  if (health === null) return checks;
  const seconds = (Date.parse(health.headers.get("date") ?? "") - Date.now()) / 1000;
  checks.push({
    name: "clock",
    ok: Math.abs(seconds) <= MAX_CLOCK_DIFFERENCE_S,
    detail: Number.isNaN(seconds)
      ? "the response has no Date header"
      : `${seconds.toFixed(0)} s from the service's`,
  });
  const accepted: Promise<unknown> = context.hasOnlyLogin
    ? context.withLogin().call(platformReadMe)
    : context.withKey().credits.get();
  const refusal = await accepted.then(
    () => null,
    (error: Error) => error.message,
  );
  checks.push({ name: "authentication", ok: refusal === null, detail: refusal ?? "accepted" });
  return checks;
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
async function checkEndpoint(client: Client, id: string): Promise<Check> {
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

async function checkReceiver(
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
  const post = async (headers: Record<string, string>) => {
    const answer = await fetch(target, { method: "POST", headers, body }).catch(() => null);
    return answer?.status ?? null;
  };
  const good = await post(signed);
  const forged = await post({ ...signed, "webhook-signature": "v1,AAAA" });
  const within = (status: number | null, from: number, to: number) =>
    status !== null && status >= from && status < to;
  return [
    {
      name: "webhook",
      ok: good !== null,
      detail: good === null ? `${target} cannot be reached` : target,
    },
    { name: "signed webhook", ok: within(good, 200, 300), detail: `answered ${good}` },
    {
      name: "forged webhook",
      ok: within(forged, 400, 500),
      detail: `answered ${forged}, expected 4xx`,
    },
  ];
}
