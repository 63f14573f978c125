import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type CallExpression, type Node, parseSync, Visitor } from "oxc-parser";

const MOST_LINES = 600;

/** Areas whose every sentence is listed, money first. A file belongs to the first area that fits. */
const IN_FULL: readonly (readonly [title: string, files: RegExp])[] = [
  ["A payment verifies one checkout, once", /^test\/use-cases\/verification\//],
  [
    "A receipt fits a checkout, or does not",
    /^test\/domain\/(?:matching|fingerprint|payment|receipt)/,
  ],
  ["A checkout changes its state", /^test\/(?:domain\/checkout(?!-search)|use-cases\/checkouts\/)/],
  ["References and receipts are claimed", /^test\/store\/(?:claims|fingerprints|idempotency)/],
  ["Credits", /^test\/(?:domain\/ledger|store\/credits|use-cases\/credits\/)/],
  ["Webhooks", /^test\/use-cases\/webhooks\/(?!change-endpoint|keyring|older|search)/],
];

interface TestFile {
  readonly path: string;
  readonly sentences: readonly string[];
}

/** `docs/specification.md`: what the tests guarantee, in their own words. @throws if it gets too long */
export function specificationPage(root: string): string {
  const files = ["test", join("clients", "typescript", "test")]
    .flatMap((folder) => filesUnder(root, folder))
    .map((path) => readTests(root, path))
    .filter(({ sentences }) => sentences.length > 0);
  const areaOf = ({ path }: TestFile) => IN_FULL.findIndex(([, fits]) => fits.test(path));
  const full = IN_FULL.flatMap(([title], area) => [
    `## ${title}`,
    ...files.filter((file) => areaOf(file) === area).flatMap(inFull),
    "",
  ]);
  const others = files.filter((file) => areaOf(file) < 0);
  const folders = [...new Set(others.map(({ path }) => dirname(path)))];
  const brief = folders.flatMap((folder) => {
    const inside = others.filter(({ path }) => dirname(path) === folder);
    const names = inside.map(({ path }) => `[${titleOf(path)}](../${path})`);
    return [`- \`${folder}\`, ${counted(inside)}: ${names.join(", ")}`];
  });
  const lines = [...INTRODUCTION, counted(files), "", ...full, "## Everything else", "", ...brief];
  if (lines.length > MOST_LINES) {
    throw new Error(
      `the specification has ${lines.length} lines, at most ${MOST_LINES}: list less in full`,
    );
  }
  return `${lines.join("\n")}\n`;
}

const INTRODUCTION = [
  "# Specification",
  "",
  "What the tests guarantee, in their own words: made from their names by `npm run generate`. A sentence with `%s` or",
  "`$name` stands for one test for each case. `npm test -- --reporter=verbose` prints all of them with their cases.",
  "",
];

function counted(files: readonly TestFile[]): string {
  return `${files.reduce((sum, { sentences }) => sum + sentences.length, 0)} sentences`;
}

function inFull({ path, sentences }: TestFile): string[] {
  return [
    `- [${titleOf(path)}](../${path})`,
    ...sentences.map((sentence) => `  - ${escaped(sentence)}`),
  ];
}

function titleOf(path: string): string {
  return basename(path).replace(".test.ts", "").replaceAll("-", " ");
}

function escaped(text: string): string {
  return text.replaceAll(/[<>*_[\]]/g, (sign) => `\\${sign}`).replaceAll("\n", " ");
}

function filesUnder(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts") && !name.includes("node_modules"))
    .map((name) => join(folder, name))
    .toSorted();
}

function readTests(root: string, path: string): TestFile {
  const { program } = parseSync(path, readFileSync(join(root, path), "utf8"));
  const groups: string[] = [];
  const sentences: string[] = [];
  new Visitor({
    CallExpression(call) {
      const name = nameOf(call);
      const called = calledName(call);
      if (called === "describe") groups.push(name ?? "");
      if (name !== null && (called === "it" || called === "test"))
        sentences.push([...groups, name].filter(Boolean).join(" "));
    },
    "CallExpression:exit": (call) => {
      if (calledName(call) === "describe") groups.pop();
    },
  }).visit(program);
  return { path, sentences };
}

/** The first argument if it is a text. */
function nameOf({ arguments: [first] }: CallExpression): string | null {
  if (first?.type === "Literal" && typeof first.value === "string") return first.value;
  return null;
}

/** `it` of `it(…)`, `it.skipIf(…)(…)` and `it.each(…)(…)`. */
function calledName({ callee }: CallExpression): string | null {
  let node: Node = callee;
  for (;;) {
    if (node.type === "Identifier") return node.name;
    if (node.type === "CallExpression") node = node.callee;
    else if (node.type === "MemberExpression") node = node.object;
    else if (node.type === "TaggedTemplateExpression") node = node.tag;
    else return null;
  }
}
