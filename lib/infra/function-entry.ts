import type { Access } from "../contract/access.ts";
import {
  AUTHORIZER_ACCESS,
  AUTHORIZER_ID,
  routeFunctionId,
  workerFunctionId,
} from "../contract/functions.ts";
import { SOMEBODY_WAITS_MEGABYTES } from "../contract/memory.ts";
import type { Route } from "../contract/route.ts";
import type { Worker, WorkerSource } from "../contract/worker.ts";

/** What every function has, whichever table it comes from. */
export interface FunctionEntry {
  readonly id: string;
  readonly access: Access;
  readonly timeoutSeconds: number;
  readonly memoryMegabytes: number;
  readonly summary: string;
  /** What wakes it; the gateway where there is none. */
  readonly source?: WorkerSource;
}

/** Belongs to no table, because it answers no request of its own. */
const AUTHORIZER: FunctionEntry = {
  id: AUTHORIZER_ID,
  access: AUTHORIZER_ACCESS,
  timeoutSeconds: 5,
  memoryMegabytes: SOMEBODY_WAITS_MEGABYTES,
  summary: "Judges access tokens and API keys for the gateway",
};

/** Throws where two entries share an id: they would be one function. */
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
