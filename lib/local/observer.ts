// One exchange with the gateway as its client saw it.
import type { Exchange } from "./gateway/exchange.ts";
import type { Answer } from "./gateway/refusal.ts";

export type SeenAnswer = {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  /** Text; empty where there was none. */
  readonly body: string;
};

export function seenAnswer({ method, path }: Exchange, answer: Answer): SeenAnswer {
  const { status, headers, body } = answer;
  const text = typeof body === "string" ? body : Buffer.from(body).toString("utf8");
  return { method, path, status, headers, body: method === "HEAD" ? "" : text };
}
