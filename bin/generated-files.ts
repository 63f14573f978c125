import { explanationsFile } from "../lib/contract/explanations-file.ts";
import { openApiFile } from "../lib/contract/openapi-file.ts";
import { phpFiles } from "../lib/contract/php-files.ts";
import { postmanFile } from "../lib/contract/postman-file.ts";
import { PYTHON_FILES } from "../lib/contract/python-files.ts";
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
import type { GeneratedFile } from "./generated-file.ts";
import { PROVIDER_PAGES } from "./provider-pages.ts";
import { dashboardOperationsFile, rolesPage } from "./role-files.ts";
import { specificationPage } from "./specification.ts";

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
