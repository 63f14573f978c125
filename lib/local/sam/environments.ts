// What functions are told while the stack runs, for others that run the same functions beside it.
import type { DeployedFunction } from "../assembly/functions.ts";
import type { LocalRoutes } from "../local-route.ts";

/** Set by whatever runs a function, never from outside. */
const OF_THE_RUNTIME = /^(?:AWS_LAMBDA_|LAMBDA_|_HANDLER$|TZ$|LANG$)/;

/** `GET environments`: the variables of every function, by its id. */
export function environmentRoutes(
  functions: readonly DeployedFunction[],
  environmentOf: (deployed: DeployedFunction) => Readonly<Record<string, string>>,
): LocalRoutes {
  return async ({ method, path }) => {
    if (method !== "GET" || path.replace(/\/$/, "") !== "environments") return null;
    const environments = functions.map((deployed) => [
      deployed.id,
      Object.fromEntries(
        Object.entries(environmentOf(deployed)).filter(([name]) => !OF_THE_RUNTIME.test(name)),
      ),
    ]);
    return { status: 200, body: { environments: Object.fromEntries(environments) } };
  };
}
