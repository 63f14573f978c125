import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { explanationsFile, openApiFile } from "../lib/contract/openapi-file.ts";
import { phpFiles } from "../lib/contract/php-files.ts";
import { postmanFile } from "../lib/contract/postman-file.ts";
import { PYTHON_FILES } from "../lib/contract/python-files.ts";
import { grantOf, PERMISSIONS, type Permission, ROLES } from "../lib/contract/roles.ts";
import { ROUTES } from "../lib/contract/routes/table.ts";
import { typescriptFile } from "../lib/contract/typescript-file.ts";
import {
  buildCard,
  buildPayPage,
  buildScanner,
  CARD_ASSETS,
  PAY_PAGE_ASSETS,
  SCANNER_ASSET,
} from "../lib/infra/build-pay-page.ts";
import { decisionsPage, readmePage } from "./decision-log.ts";
import { architecturePage } from "./dependency-picture.ts";
import { type GeneratedFile, PROVIDER_PAGES } from "./provider-pages.ts";
import { specificationPage } from "./specification.ts";

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
    `export const DASHBOARD_OPERATIONS: readonly (readonly [Method, \`/\${string}\`, Permission])[] = [`,
    ...rows,
    "];",
  ].join("\n")}\n`;
}

/** `/api/platform/apps/{app_id}/` → `/api/platform/apps/*`. */
function pattern(path: string): string {
  return path.replaceAll(/\{\w+\}/g, "*").replace(/\/$/, "");
}

const GRANTS = {
  true: "yes",
  false: "no",
  own_and_today: "own and those of today",
  test_only: "test mode only",
  cashiers_only: "cashiers only",
} as const;

/** Callers without a role, and what every operation answers them. */
const OUTSIDERS = [
  [
    "a member of another account",
    "404 for every object of this account; lists show only their own account's objects; nothing here changes",
  ],
  [
    "a removed member",
    "401 or 403 with their old token; with a new one, the same as a member of another account",
  ],
  [
    "a login whose invitation was withdrawn",
    "404 for the invitation; otherwise the same as a member of another account",
  ],
] as const;

/** Text of `docs/roles.md`: the permission table, and the permission of every dashboard operation. */
export function rolesPage(): string {
  const head = ["permission", "allows", ...ROLES];
  const permissions = Object.keys(PERMISSIONS) as Permission[];
  const table = permissions.map((name) => [
    `\`${name}\``,
    PERMISSIONS[name].what,
    ...ROLES.map((role) => GRANTS[`${grantOf(role, name)}`]),
  ]);
  const operations = ROUTES.filter(({ auth }) => auth === "jwt").map((route) => [
    `\`${route.method} ${route.path}\``,
    route.operation,
    `\`${route.permission}\``,
    ...ROLES.map((role) => GRANTS[`${grantOf(role, route.permission ?? "account")}`]),
  ]);
  return `${[
    "# Roles",
    "",
    "Made by `npm run generate` from `lib/contract/roles.ts` and the route table. A member has one role in an account; the",
    "authorizer lets a role through to exactly these operations, and each function checks the stored role again.",
    "`test/functions/platform/roles-matrix.test.ts` calls every operation as every role, and as the callers below, and compares",
    "with this page.",
    "",
    ...markdownTable(head, table),
    "",
    "Callers without a role in the account:",
    "",
    ...markdownTable(["caller", "every operation"], OUTSIDERS),
    "",
    "## Operations",
    "",
    ...markdownTable(["operation", "name", "permission", ...ROLES], operations),
  ].join("\n")}\n`;
}

function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), `|${head.map(() => "---").join("|")}|`, ...rows.map(line)];
}

const PYTHON = "clients/python/src/checkout_verification_client/generated";
const PHP = "clients/php/src";

/** Folders that hold generated files only: a file of a type that is gone goes with it. */
export const GENERATED_FOLDERS: readonly string[] = [`${PHP}/Model`, `${PHP}/Resource`];

/** Every generated file of the repository. `npm run generate` writes them; a test compares them. */
export const GENERATED_FILES: readonly GeneratedFile[] = [
  { path: "README.md", make: readmePage },
  { path: "docs/decisions/README.md", make: decisionsPage },
  { path: "docs/specification.md", make: specificationPage },
  { path: "docs/architecture.md", make: architecturePage },
  { path: "lib/contract/dashboard-operations.ts", make: dashboardOperationsFile },
  { path: "docs/roles.md", make: rolesPage },
  { path: "docs/openapi.json", make: openApiFile },
  { path: "docs/postman.json", make: postmanFile },
  { path: "clients/typescript/src/generated/operations.ts", make: typescriptFile },
  { path: "clients/typescript/src/generated/explanations.ts", make: explanationsFile },
  ...Object.entries(PYTHON_FILES).map(([name, make]) => ({ path: `${PYTHON}/${name}`, make })),
  ...[...phpFiles()].map(([name, text]) => ({ path: `${PHP}/${name}`, make: () => text })),
  { path: PAY_PAGE_ASSETS, make: buildPayPage },
  { path: CARD_ASSETS, make: buildCard },
  { path: SCANNER_ASSET, make: buildScanner },
  ...PROVIDER_PAGES,
];

/** Writes `files` below `root`, and empties `folders` before: only once every text is made, so that a failure changes nothing. */
export async function writeFiles(
  root: string,
  files: readonly GeneratedFile[],
  folders: readonly string[],
): Promise<void> {
  const made: [path: string, text: string][] = [];
  for (const { path, make } of files) made.push([join(root, path), await make(root)]);
  for (const folder of folders) await rm(join(root, folder), { recursive: true, force: true });
  for (const [path, text] of made) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}
