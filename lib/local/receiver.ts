// A merchant's server for tests and demos: receives webhooks, verifies their signatures (Standard Webhooks),
// logs them, and responds as configured.
import { createHmac, timingSafeEqual } from "node:crypto";
import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type { LocalRequest, LocalResponse, LocalRoutes } from "./local-route.ts";

export type Receivers = {
  readonly routes: LocalRoutes;
  /** Adds a secret (`whsec_…`) that signs webhooks to this receiver. */
  trust(name: string, secret: string): void;
};

const received = z.object({
  at: z.string(),
  method: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  /** `unknown`: the receiver knows no secret. */
  verified: z.union([z.boolean(), z.literal("unknown")]),
});
type Received = z.infer<typeof received>;
const modeSchema = z.strictObject({
  status: z.number().int().min(200).max(599).default(200),
  delay_ms: z.number().int().min(0).max(60_000).default(0),
  headers: z.record(z.string(), z.string()).default({}),
  body: z.string().default(""),
});

/** Maximum difference in seconds between a signature's time and the clock. */
const TOLERANCE_SECONDS = 300;
const MAX_KEPT = 10_000;

/**
 * @param folder keeps the webhooks across restarts; null keeps nothing
 * @param now ms on the moved clock, for the log
 * @param machineNow ms on the machine's own clock, for signatures
 */
export function createReceivers(
  folder: string | null,
  now: () => number,
  machineNow: () => number,
): Receivers {
  const secrets = new Map<string, Set<string>>();
  const logs = new Map<string, Received[]>();
  const modes = new Map<string, z.infer<typeof modeSchema>>();
  const logOf = (name: string) => {
    const log = logs.get(name) ?? (folder === null ? [] : load(join(folder, `${name}.jsonl`)));
    logs.set(name, log);
    return log;
  };

  const take = async (name: string, request: LocalRequest): Promise<LocalResponse> => {
    const body = Buffer.from(request.body).toString("utf8");
    const entry: Received = {
      at: new Date(now()).toISOString(),
      method: request.method,
      headers: { ...request.headers },
      body,
      verified: verdict(request, body, secrets.get(name), machineNow()),
    };
    const log = logOf(name);
    log.push(entry);
    if (log.length > MAX_KEPT) log.shift();
    if (folder !== null) {
      mkdirSync(folder, { recursive: true });
      appendFileSync(join(folder, `${name}.jsonl`), `${JSON.stringify(entry)}\n`);
    }
    const mode = modes.get(name) ?? modeSchema.parse({});
    if (mode.delay_ms > 0)
      await new Promise((resolve) => setTimeout(resolve, mode.delay_ms).unref());
    return { status: mode.status, headers: mode.headers, body: mode.body };
  };

  return {
    trust(name, secret) {
      secrets.set(name, (secrets.get(name) ?? new Set()).add(secret));
    },
    async routes(request) {
      const [, name, part] = /^receiver\/([\w-]{1,64})\/?(log|mode)?\/?$/.exec(request.path) ?? [];
      if (name === undefined) return null;
      if (part === "log" && request.method === "GET")
        return { status: 200, body: { data: logOf(name) } };
      if (part === "mode" && request.method === "PUT") {
        const parsed = modeSchema.safeParse(parseJson(request.body));
        if (!parsed.success) return { status: 400, body: { error: z.prettifyError(parsed.error) } };
        modes.set(name, parsed.data);
        return { status: 200, body: parsed.data };
      }
      return part === undefined ? take(name, request) : null;
    },
  };
}

function verdict(
  request: LocalRequest,
  body: string,
  secrets: ReadonlySet<string> | undefined,
  now: number,
): boolean | "unknown" {
  return secrets === undefined ? "unknown" : isSigned(request, body, secrets, now);
}

function isSigned(
  request: LocalRequest,
  body: string,
  secrets: ReadonlySet<string>,
  now: number,
): boolean {
  const {
    "webhook-id": id,
    "webhook-timestamp": time,
    "webhook-signature": signatures,
  } = request.headers;
  if (id === undefined || time === undefined || signatures === undefined) return false;
  if (!(Math.abs(now / 1000 - Number(time)) <= TOLERANCE_SECONDS)) return false;
  const given = signatures.split(" ").map((signature) => signature.replace(/^v1,/, ""));
  return [...secrets].some((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
    const expected = createHmac("sha256", key).update(`${id}.${time}.${body}`).digest();
    return given.some((signature) => {
      const bytes = Buffer.from(signature, "base64");
      return bytes.length === expected.length && timingSafeEqual(bytes, expected);
    });
  });
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString());
  } catch {
    return undefined;
  }
}

function load(file: string): Received[] {
  try {
    return readFileSync(file, "utf8")
      .split("\n")
      .filter(Boolean)
      .slice(-MAX_KEPT)
      .flatMap((line) => received.safeParse(parseJson(Buffer.from(line))).data ?? []);
  } catch {
    return [];
  }
}
