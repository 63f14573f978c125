// Runs the shared cases against this client: see clients/cases/run-cases.ts.
import { inspect } from "node:util";

type Client = typeof import("../src/index.ts");
const name = process.env.CLIENT_PACKAGE;
const client: Client = await import(name ?? "../src/index.ts");
const operations = await import(name ? `${name}/operations` : "../src/generated/operations.ts");

interface Call {
  readonly method?: string;
  readonly operation?: string;
  readonly id?: string;
  readonly delivery_id?: string;
  readonly body?: unknown;
  readonly query?: object;
  readonly idempotency_key?: string;
  readonly take?: number;
  readonly timeout_seconds?: number;
  readonly interval_seconds?: number;
  readonly read?: readonly string[];
  readonly times?: readonly string[];
  readonly options?: Readonly<Record<string, unknown>>;
}
interface Webhook extends Pick<Call, "read" | "times"> {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
  readonly now: number;
  readonly tolerance_seconds?: number;
}
interface Task {
  readonly base_url: string;
  readonly api_key: string;
  readonly access_token: string;
  readonly cases: readonly { readonly call?: Call; readonly webhook?: Webhook }[];
}

// A pause of the client ends at once, and moves its clock.
let waits: number[] = [];
let shift = 0;
const later = globalThis.setTimeout;
const clock = Date.now;
Date.now = () => clock() + shift;
globalThis.setTimeout = ((run: () => void, ms = 0, ...more: []) => {
  // `fetch` has timers, too.
  if (!new Error().stack?.includes("pause")) return later(run, ms, ...more);
  waits.push(ms);
  shift += ms;
  return later(run, 0);
}) as typeof setTimeout;

const task = JSON.parse(
  Buffer.concat((await process.stdin.toArray()) as Buffer[]).toString(),
) as Task;
const outcomes: object[] = [];
for (const [index, { call, webhook }] of task.cases.entries()) {
  waits = [];
  const done = call ? runCall(call, index) : runWebhook(webhook as Webhook);
  outcomes.push({ ...(await done.catch(failure)), waits });
}
process.stdout.write(JSON.stringify(outcomes));

function clientOf({ options = {} }: Call, index: number) {
  const apiKey = options.api_key === null ? "" : task.api_key + (options.suffix_of_api_key ?? "");
  const made = client.createClient({
    baseUrl: String(
      options.base_url ?? `${task.base_url}/${index}${options.suffix_of_base_url ?? ""}`,
    ),
    ...(apiKey && { apiKey }),
    ...(options.access_token !== null && { accessToken: task.access_token }),
    ...(options.retries !== undefined && { retries: Number(options.retries) }),
    ...(options.timeout_seconds !== undefined && {
      timeoutMs: Number(options.timeout_seconds) * 1000,
    }),
  });
  console.error(inspect(made));
  return made;
}

async function runCall(call: Call, index: number): Promise<object> {
  const made = clientOf(call, index);
  const { body, query } = call;
  if (call.operation) {
    return { result: await made.call(operations[call.operation], { body, query } as never) };
  }
  const [group = "", method = ""] = camelCase(call.method ?? "").split(".");
  const methods = made[group as "checkouts"] as unknown as Record<
    string,
    (...args: unknown[]) => unknown
  >;
  const given = [call.id, call.delivery_id, body ?? query].filter((one) => one !== undefined);
  const more = call.idempotency_key !== undefined ? [{ idempotencyKey: call.idempotency_key }] : [];
  const wait = call.timeout_seconds
    ? [{ timeoutMs: call.timeout_seconds * 1000, intervalMs: (call.interval_seconds ?? 2) * 1000 }]
    : [];
  const answer = methods[method]?.(...given, ...more, ...wait);
  if (/^all/.test(method)) return { items: await idsOf(answer as AsyncIterable<Item>, call.take) };
  const result = await answer;
  return { result: result ?? null, ...values(result, call) };
}

interface Item {
  readonly id: string;
}

async function idsOf(items: AsyncIterable<Item>, take = Number.POSITIVE_INFINITY) {
  const ids: string[] = [];
  for await (const { id } of items) {
    ids.push(id);
    if (ids.length >= take) break;
  }
  return ids;
}

async function runWebhook(webhook: Webhook): Promise<object> {
  const { body, headers, secrets, now, tolerance_seconds: toleranceSeconds } = webhook;
  const event = await client.verifyWebhook(body, headers, secrets, {
    now: now * 1000,
    ...(toleranceSeconds !== undefined && { toleranceSeconds }),
  });
  return { event, ...values(event, webhook) };
}

function values(object: unknown, { read = [], times = [] }: Pick<Call, "read" | "times">): object {
  const at = (path: string) =>
    path
      .split(".")
      .reduce((inner, key) => (inner as Record<string, unknown> | null)?.[key], object as unknown);
  return { read: read.map(at), times: times.map((path) => Date.parse(String(at(path)))) };
}

function failure(error: unknown): object {
  console.error(inspect(error));
  if (error instanceof client.ApiProblem) {
    const { code, status, requestId, errors, retryAfterSeconds, type, message } = error;
    const more = { request_id: requestId, retry_after_seconds: retryAfterSeconds };
    return { problem: { code, status, errors, type, message, ...more } };
  }
  const { code, message } = error as { code?: string; message: string };
  return { refused: { code, message } };
}

function camelCase(text: string): string {
  return text.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
