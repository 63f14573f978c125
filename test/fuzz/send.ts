import { Agent, request } from "node:http";
import type { SeenAnswer } from "../support/contract.ts";
import type { Presented } from "./credentials.ts";
import type { Plan } from "./plans.ts";
import { MARK, Wanted } from "./schema-values.ts";
import type { Target } from "./target.ts";

/** A request as it goes over the wire. */
export interface Sent {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

const agent = new Agent({ keepAlive: true, maxSockets: 4 });

/** Fills in what only the target knows. */
export function compose(plan: Plan, target: Target, presented: Presented): Sent {
  const { actor } = presented;
  const changes = plan.method !== "GET" && plan.method !== "HEAD";
  const filled = (value: unknown) => fill(value, target, actor, changes);
  const isLast = (name: string) => plan.route.path.endsWith(`{${name}}/`);
  const path = plan.route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = filled(plan.params[name]);
    const deletes = plan.method === "DELETE" && isLast(name) && actor !== null;
    return encodeURIComponent(deletes && target.isSpared(value) ? "999" : wellFormed(value));
  });
  const query = [
    ...plan.query.map(([name, value]) => [name, filled(value)] as const),
    ...presented.query.map((text) => ["api_key", text] as const),
  ].map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(wellFormed(value))}`);
  const { type, text } = bodyText(plan, filled);
  return {
    method: plan.method,
    path: `${path}${query.length > 0 ? `?${query.join("&")}` : ""}`,
    headers: {
      ...plan.headers,
      ...(presented.header !== null && { authorization: presented.header }),
      ...(type !== "" && { "content-type": type }),
    },
    body: text,
  };
}

function bodyText({ body }: Plan, filled: (value: unknown) => unknown) {
  if (body.kind === "none") return { type: "", text: null };
  if (body.kind === "raw") return { type: body.type, text: body.text };
  const value = filled(body.value);
  if (body.kind === "json") {
    return { type: "application/json", text: JSON.stringify(value) ?? null };
  }
  const fields = Object.entries(value ?? {}).map(([name, each]) => [name, wellFormed(each)]);
  return {
    type: "application/x-www-form-urlencoded",
    text: new URLSearchParams(fields as [string, string][]).toString(),
  };
}

function fill(
  value: unknown,
  target: Target,
  actor: Presented["actor"],
  changes: boolean,
): unknown {
  if (value instanceof Wanted) return target.find(value, actor, changes);
  if (typeof value === "string") return value.replaceAll(MARK, markOf(actor));
  if (Array.isArray(value)) return value.map((item) => fill(item, target, actor, changes));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, fill(each, target, actor, changes)]),
  );
}

/** Part of every text that an account sends. Another account must never see it. */
export function markOf(actor: string | null): string {
  return `zq${actor ?? "nobody"}qz`;
}

function wellFormed(value: unknown): string {
  return (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).toWellFormed();
}

/** Sends it as it is. Rejects where no answer comes. */
export function send(base: string, sent: Sent): Promise<SeenAnswer> {
  const { method, path, headers, body } = sent;
  return new Promise((resolve, reject) => {
    const length = body === null ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const outgoing = request(
      `${base}/`,
      { method, path, agent, headers: { ...encoded(headers), ...length }, timeout: 60_000 },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () =>
          resolve({
            method,
            path: path.split("?")[0] ?? path,
            status: response.statusCode ?? 0,
            headers: pairs(response.rawHeaders),
            body: Buffer.concat(chunks).toString("utf8"),
          }),
        );
      },
    );
    outgoing.on("timeout", () => outgoing.destroy(new Error("no answer within 60 s")));
    outgoing.on("error", reject);
    outgoing.end(body ?? undefined);
  });
}

/** Header values travel as Latin-1. */
function encoded(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Buffer.from(value, "utf8").toString("latin1"),
    ]),
  );
}

function pairs(raw: readonly string[]): (readonly [string, string])[] {
  return raw.flatMap((name, index) =>
    index % 2 === 0 ? [[name, raw[index + 1] ?? ""] as const] : [],
  );
}

/** The request as a command to paste. */
export function asCurl(base: string, { method, path, headers, body }: Sent): string {
  const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const parts = Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`);
  const data = body === null ? [] : [`--data-binary ${quote(body.slice(0, 8_000))}`];
  const verb = method === "HEAD" ? "-I" : `-i -X ${method}`;
  return ["curl", verb, "--path-as-is", quote(base + path), ...parts, ...data].join(" ");
}
