// Runs after `npm ci`: deletes what packages bring and no command here reads (docs/libraries.md).
// JavaScript, because the Node that runs npm may not read TypeScript.
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

const modules = join(import.meta.dirname, "..", "node_modules");

/** Paths below a package; `*` at the end of a name stands for any rest. */
const UNUSED = {
  // What jsii needs to call CDK from other languages, and large services that our stacks and cdk-nag don't reach.
  "aws-cdk-lib": [
    ".jsii.gz",
    ".jsii.tabl.json.gz",
    "rosetta",
    "pipelines",
    "aws-appconfig",
    "aws-appflow",
    "aws-appmesh",
    "aws-batch",
    "aws-bedrock",
    "aws-bedrockagentcore*",
    "aws-cleanrooms*",
    "aws-config",
    "aws-connect*",
    "aws-customerprofiles",
    "aws-datasync",
    "aws-datazone",
    "aws-eks-v2",
    "aws-fsx",
    "aws-gamelift",
    "aws-greengrass*",
    "aws-imagebuilder",
    "aws-iot*",
    "aws-kendra*",
    "aws-lightsail",
    "aws-mediac*",
    "aws-medial*",
    "aws-mediap*",
    "aws-mediat*",
    "aws-securityhub",
    "aws-ses",
    "aws-ses-*",
    "aws-wisdom",
  ],
  // Every icon a second time, to load by its name; and every name with another beginning or end.
  "lucide-react": [
    "dynamic*",
    "dist/lucide-react.prefixed.d.ts",
    "dist/lucide-react.suffixed.d.ts",
  ],
  // C++ headers; nothing here compiles against Node.
  node: ["node_modules/node-*/include"],
  // Copies for other runtimes, viewers, sources, and tests of their own.
  "@faker-js/faker": ["dist"],
  "@mixmark-io/domino": ["test"],
  fastify: ["docs", "test"],
  "libphonenumber-js": ["bundle"],
  luxon: ["build/amd", "build/cjs-browser", "build/global"],
  pdfkit: [".yarn", "js/pdfkit.browser*", "js/pdfkit.standalone.js"],
  "playwright-core": ["lib/vite"],
  "react-dom": ["cjs/react-dom-profiling*", "cjs/react-dom-server*"],
  sinon: ["pkg/sinon.js", "pkg/sinon-no-sourcemaps.cjs"],
  zod: ["src"],
};

/** The paths that a pattern stands for: none where a package is not installed. */
function matching(folder, [name, ...rest]) {
  if (!existsSync(folder)) return [];
  const named = (each) => (name.endsWith("*") ? each.startsWith(name.slice(0, -1)) : each === name);
  const found = readdirSync(folder)
    .filter(named)
    .map((each) => join(folder, each));
  return rest.length === 0 ? found : found.flatMap((each) => matching(each, rest));
}

const parts = Object.entries(UNUSED).flatMap(([name, patterns]) =>
  patterns.flatMap((each) => matching(join(modules, name), each.split("/"))),
);
// A debugger of a package's own sources would read its source maps; no command does.
const maps = readdirSync(modules, { recursive: true })
  .filter((path) => /\.[cm]?[jt]s\.map$/.test(path))
  .map((path) => join(modules, path));

// `--list` prints what it would delete.
for (const path of [...parts, ...maps])
  if (process.argv.includes("--list")) console.log(path);
  else rmSync(path, { recursive: true, force: true });
