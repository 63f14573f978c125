import { join } from "node:path";
import { functionHandlers, WORKERS } from "../lib/contract/functions.ts";
import { ROUTES } from "../lib/contract/routes/table.ts";
import { type BuiltFunction, buildFunctions } from "../lib/infra/build-functions.ts";
import { buildTogether } from "../lib/infra/functions-together.ts";
import { commandOptions } from "./command-options.ts";

// `npm run build`: bundles every function into `dist/functions/{id}/`, as for AWS.
//   --sizes         also prints what each bundle contains
//   --source-maps   keeps the maps
//   --out FOLDER    writes there
//   --together      bundles them as the local stack runs them
const root = join(import.meta.dirname, "..");
const options = commandOptions(import.meta.filename, {
  sizes: { type: "boolean", default: false },
  "source-maps": { type: "boolean", default: false },
  together: { type: "boolean", default: false },
  out: { type: "string", default: join(root, "dist", "functions") },
});

try {
  const handlers = functionHandlers(ROUTES, WORKERS);
  const input = { handlers, root, outputFolder: options.out };
  if (options.together) await buildTogether(input);
  else {
    const built = await buildFunctions({ ...input, sourceMaps: options["source-maps"] });
    if (options.sizes) printSizes(built);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function printSizes(built: readonly BuiltFunction[]): void {
  for (const { id, bytes, packages } of built.toSorted((a, b) => b.bytes - a.bytes)) {
    const largest = packages.slice(0, 4).map((entry) => `${entry.name} ${kilobytes(entry.bytes)}`);
    console.log(`${kilobytes(bytes).padStart(8)}  ${id.padEnd(36)} ${largest.join(", ")}`);
  }
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1024)} KB`;
}
