import type { Access } from "./access.ts";
import type { Route } from "./route.ts";
import type { Worker } from "./worker.ts";

/** A function as the build and the deployment know it: its id and the file with its `handler`. */
export interface FunctionFile {
  readonly id: string;
  /** Relative to the root of the repository. */
  readonly file: string;
}

export const AUTHORIZER_ID = "authorizer";

/** The authorizer belongs to no table, because it answers no request of its own. */
export const AUTHORIZER_ACCESS: Access = {
  table: { api_key: ["GetItem", "UpdateItem"], jwks: ["GetItem"] },
};

/** `v1-create-checkout`: names the function everywhere, in AWS, in the build and locally. */
export function routeFunctionId(route: Pick<Route, "surface" | "operation">): string {
  return `${route.surface}-${route.operation}`;
}

/** `workers-relay-events`. */
export function workerFunctionId(worker: Pick<Worker, "name">): string {
  return `workers-${worker.name}`;
}

/** Every function that the tables ask for, the authorizer first. */
export function functionFiles(
  routes: readonly Route[],
  workers: readonly Worker[],
): readonly FunctionFile[] {
  return [
    { id: AUTHORIZER_ID, file: "functions/authorizer.ts" },
    ...routes.map((route) => ({
      id: routeFunctionId(route),
      file: `functions/${route.surface}/${route.operation}.ts`,
    })),
    ...workers.map((worker) => ({
      id: workerFunctionId(worker),
      file: `functions/workers/${worker.name}.ts`,
    })),
  ];
}
