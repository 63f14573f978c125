import { ROUTES } from "../lib/contract/routes/table.ts";

/**
 * Text of `lib/contract/dashboard-operations.ts`. The authorizer needs only these three facts of a route, and the whole
 * table with its schemas would slow its cold start, which every request of the API waits for.
 */
export function dashboardOperationsFile(): string {
  const rows = ROUTES.flatMap(({ auth, method, path, permission }) =>
    auth === "jwt" ? [`  ["${method}", "${pattern(path)}", "${permission}"],`] : [],
  );
  return `${[
    'import type { Permission } from "./roles.ts";',
    'import type { Method } from "./route.ts";',
    "",
    "/** Method, path as a policy's resource, and permission of every dashboard operation. Made by `npm run generate`. */",
    "export const DASHBOARD_OPERATIONS: readonly (readonly [Method, `/${string}`, Permission])[] = [",
    ...rows,
    "];",
  ].join("\n")}\n`;
}

/** `/api/platform/apps/{app_id}/` → `/api/platform/apps/*`. */
function pattern(path: string): string {
  return path.replaceAll(/\{\w+\}/g, "*").replace(/\/$/, "");
}
