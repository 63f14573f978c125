import type { Access } from "../contract/access.ts";
import {
  AUTHORIZER_ACCESS,
  AUTHORIZER_ID,
  routeFunctionId,
  workerFunctionId,
} from "../contract/functions.ts";
import { REQUEST_MEGABYTES } from "../contract/memory.ts";
import type { Route } from "../contract/route.ts";
import type { Worker, WorkerSource } from "../contract/worker.ts";

/** A function's settings, from the route table or the worker table. */
export interface FunctionEntry {
  readonly id: string;
  readonly access: Access;
  readonly timeoutSeconds: number;
  readonly memoryMegabytes: number;
  readonly summary: string;
  /** Event source; absent for functions that API Gateway invokes. */
  readonly source?: WorkerSource;
}

/** What runs for every checkout that is created, paid and delivered. */
const RUNS_FOR_EVERY_CHECKOUT: ReadonlySet<string> = new Set([
  AUTHORIZER_ID,
  "v1-create-checkout",
  "v1-read-checkout",
  "v1-verify-checkout",
  "public-show-pay-page",
  "public-submit-pay-page",
  "public-read-checkout",
  "public-verify-checkout",
  "workers-notify-low-credits",
  "workers-relay-events",
  "workers-fan-out-webhooks",
  "workers-follow-events",
  "workers-deliver-webhook",
  "workers-deliver-webhook-slow",
]);

/**
 * Whether Lambda may send traces. It samples the first request of every second and 5 % of the others, which
 * cannot be changed. At less than one checkout a second that is every request: up to 16 traces a checkout, 80 dollars
 * a million. A function that runs once a minute would send 43,200 traces a month that say nothing.
 */
export function isTraced({ id, source }: FunctionEntry): boolean {
  const runsEveryMinute = source?.kind === "schedule" && source.rate === "rate(1 minute)";
  return !runsEveryMinute && !RUNS_FOR_EVERY_CHECKOUT.has(id);
}

/** The authorizer is in neither table: it serves no operation. */
const AUTHORIZER: FunctionEntry = {
  id: AUTHORIZER_ID,
  access: AUTHORIZER_ACCESS,
  timeoutSeconds: 10,
  memoryMegabytes: REQUEST_MEGABYTES,
  summary: "Checks access tokens and API keys for the gateway",
};

/** @throws Error where two entries share an id */
export function functionEntries(
  routes: readonly Route[],
  workers: readonly Worker[],
): readonly FunctionEntry[] {
  const entries: FunctionEntry[] = [
    AUTHORIZER,
    ...routes.map((route) => ({
      id: routeFunctionId(route),
      access: route.access,
      timeoutSeconds: route.timeoutSeconds,
      memoryMegabytes: route.memoryMegabytes,
      summary: route.summary,
    })),
    ...workers.map((worker) => ({ ...worker, id: workerFunctionId(worker) })),
  ];
  const ids = entries.map((entry) => entry.id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new Error(`Two entries of the tables make the function ${twice}.`);
  return entries;
}
