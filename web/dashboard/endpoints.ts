import type { Plugin } from "vite";
import * as auth from "../../lib/contract/routes/auth.ts";
import * as account from "../../lib/contract/routes/platform-account.ts";
import * as apps from "../../lib/contract/routes/platform-apps.ts";
import * as books from "../../lib/contract/routes/platform-books.ts";
import * as checkouts from "../../lib/contract/routes/platform-checkouts.ts";
import * as credits from "../../lib/contract/routes/platform-credits.ts";
import * as customers from "../../lib/contract/routes/platform-customers.ts";
import * as insight from "../../lib/contract/routes/platform-insight.ts";
import * as keys from "../../lib/contract/routes/platform-keys.ts";
import * as links from "../../lib/contract/routes/platform-links.ts";
import * as notices from "../../lib/contract/routes/platform-notices.ts";
import * as notifications from "../../lib/contract/routes/platform-notifications.ts";
import * as operator from "../../lib/contract/routes/platform-operator.ts";
import * as team from "../../lib/contract/routes/platform-team.ts";
import * as webhooks from "../../lib/contract/routes/platform-webhooks.ts";
import * as gateway from "../../lib/contract/routes/public.ts";
import * as status from "../../lib/contract/routes/public-status.ts";

// The routes that the dashboard calls, in groups. Only the build reads this file; the browser gets
// `virtual:endpoints` and `virtual:console-endpoints`, the same names without the schemas.

export const ENDPOINT_GROUPS = {
  auth,
  account,
  apps,
  keys,
  books,
  checkouts,
  credits,
  customers,
  gateway,
  insight,
  links,
  notices,
  status,
  notifications,
  team,
  webhooks,
};

/** Those that only operators call: no part of the first load. */
export const CONSOLE_GROUPS = { operator };

const MODULES: ReadonlyMap<string, object> = new Map<string, object>([
  ["virtual:endpoints", ENDPOINT_GROUPS],
  ["virtual:console-endpoints", CONSOLE_GROUPS],
]);

/** Modules with method, path and credential of each route, without its schemas. */
export function endpointsPlugin(): Plugin {
  return {
    name: "endpoints",
    resolveId: (id) => (MODULES.has(id) ? `\0${id}` : null),
    load: (id) => {
      const groups = id.startsWith("\0") ? MODULES.get(id.slice(1)) : undefined;
      return groups === undefined ? null : source(groups);
    },
  };
}

function source(groups: object): string {
  return Object.entries(groups)
    .map(([group, entries]) => `export const ${group} = ${JSON.stringify(slim(entries))};`)
    .join("\n");
}

function slim(entries: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(entries).map(([name, { method, path, auth, request }]) => [
      name,
      {
        method,
        path,
        auth,
        ...(Object.hasOwn(request.query?.shape ?? {}, "app_id") && { byApp: true }),
      },
    ]),
  );
}
