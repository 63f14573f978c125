import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { publint } from "publint";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packedClient } from "../support/released-bundles.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const TSC = join(ROOT, "node_modules", "typescript", "bin", "tsc");
let scratch: string;
let archive: string;

const run = (command: string, args: readonly string[], cwd = scratch) =>
  execFileSync(command, args, { cwd, encoding: "utf8", env: { ...process.env, FORCE_COLOR: "0" } });
const write = (name: string, text: string) => {
  writeFileSync(join(scratch, name), text);
  return name;
};

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), "client-"));
  archive = await packedClient();
  write("package.json", '{ "name": "shop", "private": true }');
  mkdirSync(join(scratch, "cache"));
  run("npm", ["install", "--offline", "--no-audit", "--no-fund", "--cache", "cache", archive]);
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

test("publint finds nothing wrong with the package", async () => {
  const tarball = new Uint8Array(readFileSync(archive));
  expect((await publint({ pack: { tarball: tarball.buffer } })).messages).toEqual([]);
});

const USE = `
const client = createClient({ baseUrl: "https://pay.example", apiKey: "pk_test_x" });
console.log(typeof client.checkouts.create, typeof verifyWebhook, v1GetCredits.path);
`;
const PRINTED = "function function /api/v1/credits/\n";

test("an ES module imports the installed package", () => {
  const imports = `import { createClient, verifyWebhook } from "checkout-verification-client";
import { v1GetCredits } from "checkout-verification-client/operations";`;
  expect(run(process.execPath, [write("use.mjs", imports + USE)])).toBe(PRINTED);
});

test("CommonJS requires the installed package", () => {
  const requires = `const { createClient, verifyWebhook } = require("checkout-verification-client");
const { v1GetCredits } = require("checkout-verification-client/operations");`;
  expect(run(process.execPath, [write("use.cjs", requires + USE)])).toBe(PRINTED);
});

const TYPED = `
import { createClient, verifyWebhook } from "checkout-verification-client";
import { platformListApps } from "checkout-verification-client/operations";
export async function use(variable: string | undefined) {
  const client = createClient({ baseUrl: variable, apiKey: variable });
  const checkout = await client.checkouts.create({ amount: 1, client_reference: "order-1" });
  const url: string = checkout.pay_url;
  const later: boolean = checkout.status === "a_status_of_a_later_version";
  for await (const one of client.events.all({ type: "checkout.verified" })) {
    if (one.type === "checkout.verified") one.data.object.amount + one.sequence;
  }
  const event = await verifyWebhook("{}", new Headers(), variable);
  if (event.type === "checkout.verified") event.data.object.amount + 1;
  if (event.type === "checkout.payment_released") event.data.object.checkout.amount + 1;
  if (event.type === "books.difference") event.data.object.account_number.length + 1;
  const apps = await client.call(platformListApps);
  const name: string | undefined = apps.data[0]?.name;
  // @ts-expect-error amount must be a number
  await client.checkouts.create({ amount: "1" });
  // @ts-expect-error no such field
  await client.checkouts.create({ amount: 1, curency: "ETB" });
  await client.checkouts.list({ created_gte: new Date(0), created_lt: "2026-11-20T09:00:00Z" });
  // @ts-expect-error no time
  await client.checkouts.list({ created_gte: 0 });
  // @ts-expect-error no such status to filter by
  await client.checkouts.list({ status: "paid" });
  return [url, later, name];
}
`;

test.each([
  ["ES modules", "typed.mts", ["--module", "nodenext"]],
  ["CommonJS", "typed.cts", ["--module", "nodenext"]],
  ["a bundler", "typed.ts", ["--module", "esnext", "--moduleResolution", "bundler"]],
])("the types compile for %s, in strict mode", (_, name, options) => {
  const strict = ["--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess"];
  const flags = ["--noEmit", ...strict, "--target", "es2022", "--lib", "es2022,dom,dom.iterable"];
  run(process.execPath, [TSC, ...flags, "--types", "", ...options, write(name, TYPED)]);
});

/** A shop's bundle for browsers with this export of the package, minified. */
async function bundleOf(name: string): Promise<string> {
  const entry = write(`${name}.mjs`, `export { ${name} } from "checkout-verification-client";`);
  const { outputFiles } = await build({
    entryPoints: [join(scratch, entry)],
    bundle: true,
    minify: true,
    write: false,
    platform: "browser",
    format: "esm",
  });
  return outputFiles[0]?.text ?? "";
}

test("a browser bundle of verifyWebhook contains neither the client nor Node.js code", async () => {
  const text = await bundleOf("verifyWebhook");
  expect(text).toContain("webhook-signature");
  expect(text).not.toContain("/api/v1/");
  console.log(`verifyWebhook for browsers: ${text.length} bytes`);
  expect(text.length).toBeLessThan(3_000);
});

test("a browser bundle of the whole client is smaller than 10 KB", async () => {
  const { length: size } = await bundleOf("createClient");
  expect(size).toBeGreaterThan(0);
  console.log(`createClient for browsers: ${size} bytes`);
  expect(size).toBeLessThan(10_000);
});

test("it has no dependencies, and ships neither sources nor tests", () => {
  const root = join(scratch, "node_modules", "checkout-verification-client");
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(manifest.dependencies).toBeUndefined();
  expect(readdirSync(root).sort()).toEqual(["README.md", "dist", "package.json"]);
});

test("only `checkout mcp` loads the MCP library", () => {
  const dist = join(scratch, "node_modules", "checkout-verification-client", "dist");
  const program = readFileSync(join(dist, "checkout.js"), "utf8");
  const [, library = ""] = /import\("\.\/(serve-mcp-\w+\.js)"\)/.exec(program) ?? [];
  expect(readdirSync(dist)).toContain(library);
  const loaded = [...program.matchAll(/from "\.\/([^"]+)"/g)].map(([, file]) => file);
  expect(loaded).not.toContain(library);
  const text = loaded.map((file) => readFileSync(join(dist, file ?? ""), "utf8")).join("");
  expect(program + text).not.toContain("modelcontextprotocol");
});
