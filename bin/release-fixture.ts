// `npm run release:fixture`: stores the payment path of this commit as "the last release", for the test that runs it beside
// later code. Run it at the commit that reached `prod`.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { functionHandlers, PAYMENT_PATH, WORKERS } from "../lib/contract/functions.ts";
import { ROUTES } from "../lib/contract/routes/table.ts";
import { serviceConfigSchema } from "../lib/contract/service-config.ts";
import { buildFunctions } from "../lib/infra/build-functions.ts";
import { commandOptions } from "./command-options.ts";

commandOptions(import.meta.filename, {});
const root = join(import.meta.dirname, "..");
const git = (...args: string[]) =>
  execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();

if (git("status", "--porcelain", "--", "lib", "functions", "web", "package-lock.json") !== "") {
  console.error("There are changes that no commit has: a release is a commit.");
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), "release-fixture-"));
const handlers = functionHandlers(ROUTES, WORKERS).filter(({ id }) => PAYMENT_PATH.has(id));
await buildFunctions({ handlers, root, outputFolder: folder });
const bundles = handlers.map(({ id }) => [id, readFileSync(join(folder, id, "index.cjs"), "utf8")]);
rmSync(folder, { recursive: true });

// What the bundles share is compressed once: the window covers them all.
const text = Buffer.from(JSON.stringify(Object.fromEntries(bundles)));
const packed = brotliCompressSync(text, {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  },
});
const fixtures = join(root, "test", "fixtures");
writeFileSync(join(fixtures, "released-bundles.br"), packed);
const released = {
  release: git("describe", "--tags", "--always"),
  bundles: handlers.length,
  configFields: Object.keys(serviceConfigSchema.shape),
};
writeFileSync(join(fixtures, "released-bundles.json"), `${JSON.stringify(released, null, 2)}\n`);
console.log(
  `${handlers.length} bundles of ${released.release}: ${Math.round(packed.length / 1024)} KB`,
);
