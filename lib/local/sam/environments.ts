// Tells `npm run sam` the variables of the running stack's functions.
import type { DeployedFunction } from "../assembly/functions.ts";
import type { LocalRoutes } from "../local-route.ts";

/** Variables that the Lambda runtime sets itself. */
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
