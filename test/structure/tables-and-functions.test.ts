import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { BUS_RULES, QUEUES, WORKERS } from "../../lib/contract/functions.ts";
import type { Route } from "../../lib/contract/route.ts";
import { ROUTES } from "../../lib/contract/routes/table.ts";
import type { Worker } from "../../lib/contract/worker.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const FUNCTIONS = join(ROOT, "functions");
const CONTRACT = join(ROOT, "lib", "contract");

const files = readdirSync(FUNCTIONS, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(FUNCTIONS.length + 1))
  .sort();
const read = (file: string) => readFileSync(join(FUNCTIONS, file), "utf8");
const twice = (names: readonly string[]) => names.filter((name, at) => names.indexOf(name) !== at);

/** Every route and worker with the name under which its module exports it. */
async function entriesByName(): Promise<(readonly [string, Route | Worker])[]> {
  const modules = ["routes", "workers"].flatMap((folder) =>
    readdirSync(join(CONTRACT, folder))
      .filter((file) => file !== "table.ts" && file !== "access-sets.ts")
      .map((file) => join(CONTRACT, folder, file)),
  );
  const loaded = await Promise.all(modules.map((path) => import(/* @vite-ignore */ path)));
  return loaded.flatMap((module) => Object.entries<Route | Worker>(module));
}

function fileOf(entry: Route | Worker): string {
  return "operation" in entry
    ? `${entry.surface}/${entry.operation}.ts`
    : `workers/${entry.name}.ts`;
}

/** Repeating them is safe, and most answer with an access token, which must not be stored. */
const ENDS_WITH_TOKEN = new Set([
  "accept-invitation",
  "accept-ownership",
  "offer-ownership",
  "open-invitation",
  "switch-account",
]);

describe("the route and worker tables", () => {
  it("list the same functions: every entry has a file and every file has an entry", () => {
    const expected = [
      "authorizer.ts",
      ...ROUTES.map(({ surface, operation }) => `${surface}/${operation}.ts`),
      ...WORKERS.map(({ name }) => `workers/${name}.ts`),
    ];
    expect(files).toEqual(expected.sort());
  });

  it.each(files)("%s exports a handler", (file) => {
    expect(read(file)).toMatch(/export (const handler\b|async function handler\()/);
  });

  it("agree: each function imports its own entry", async () => {
    const entries = await entriesByName();
    expect(entries).toHaveLength(ROUTES.length + WORKERS.length);
    const strangers = entries
      .filter(
        ([name, entry]) => !new RegExp(`\\b${name}\\b[^;]*contract/`).test(read(fileOf(entry))),
      )
      .map(([name, entry]) => `${fileOf(entry)} does not import ${name}`);
    expect(strangers).toEqual([]);
  });

  it("have unique names: operations, methods of a path, workers and queues", () => {
    expect(twice(ROUTES.map(({ surface, operation }) => `${surface}/${operation}`))).toEqual([]);
    const paths = ROUTES.map(
      ({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, "{}")}`,
    );
    expect(twice(paths)).toEqual([]);
    expect(twice(WORKERS.map(({ name }) => name))).toEqual([]);
    expect(twice(QUEUES.map(({ name }) => name))).toEqual([]);
  });

  it("name only queues that exist, and every queue has a reader", () => {
    const known = QUEUES.map(({ name }) => name as string);
    const used = [
      ...[...ROUTES, ...WORKERS].flatMap(({ access }) => [...(access.queues ?? [])]),
      ...WORKERS.flatMap(({ source }) => (source.kind === "queue" ? [source.queue] : [])),
    ];
    expect(used.filter((name) => !known.includes(name))).toEqual([]);
    const read = WORKERS.flatMap(({ source }) => (source.kind === "queue" ? [source.queue] : []));
    expect(known.filter((name) => !read.includes(name as (typeof read)[number]))).toEqual([]);
    expect(BUS_RULES.length).toBeGreaterThan(0);
  });

  it("end every API path with a slash, except files", () => {
    for (const { path } of ROUTES) expect(path).toMatch(/\/$|\.(?:json|txt)$/);
  });

  it("require the credential of the surface", () => {
    for (const { surface, auth, operation } of ROUTES) {
      const expected = {
        v1: "api-key",
        platform: "jwt",
        auth: "none",
        public: "none",
        service: "none",
      };
      expect(auth, operation).toBe(expected[surface]);
    }
  });

  it("honor Idempotency-Key on every POST of v1 and platform, and require a scope of API keys", () => {
    for (const route of ROUTES) {
      const isOurs = route.surface === "v1" || route.surface === "platform";
      const isPost = route.method === "POST" && !ENDS_WITH_TOKEN.has(route.operation);
      if (isOurs) expect(route.idempotent, route.operation).toBe(isPost);
      else expect(route.idempotent, route.operation).toBe(false);
      if (route.surface === "v1") expect(route.scope, route.operation).toMatch(/:/);
    }
  });
});
