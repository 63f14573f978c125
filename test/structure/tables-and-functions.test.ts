import { globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  BUS_RULES,
  functionHandlers,
  QUEUES,
  routeFunctionId,
  WORKERS,
  workerFunctionId,
} from "../../lib/contract/functions.ts";
import type { Route } from "../../lib/contract/route.ts";
import { ROUTES } from "../../lib/contract/routes/table.ts";
import type { Worker } from "../../lib/contract/worker.ts";
import { handlerAlone, handlerFiles } from "../../lib/infra/lean-bundles.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const CONTRACT = join(ROOT, "lib", "contract");

const HANDLERS = functionHandlers(ROUTES, WORKERS);
const files = globSync("functions/**/*.ts", { cwd: ROOT }).sort();
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
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

/** Repeating them is safe, and most answer with an access token, which must not be stored. */
const ENDS_WITH_TOKEN = new Set([
  "accept-invitation",
  "accept-ownership",
  "offer-ownership",
  "open-invitation",
  "switch-account",
]);

describe("the route and worker tables", () => {
  it("list the same functions: every entry has a handler and every export is one of them", () => {
    const exported = files.flatMap((file) =>
      [...read(file).matchAll(/^export (?:const|(?:async )?function|class|default) ?(\w*)/gm)].map(
        ([, name]) => `${dirname(file)}: ${name}`,
      ),
    );
    const expected = HANDLERS.map(({ folder, name }) => `${folder}: ${name}`);
    expect(exported.sort()).toEqual(expected.sort());
  });

  it("agree: each handler is made with its own entry", async () => {
    const entries = await entriesByName();
    expect(entries).toHaveLength(ROUTES.length + WORKERS.length);
    const sources = new Map(
      handlerFiles(HANDLERS, ROOT).map(({ id, file, name }) => [id, { name, text: read(file) }]),
    );
    const strangers = entries
      .map(([entryName, entry]) => {
        const isRoute = "operation" in entry;
        const id = isRoute ? routeFunctionId(entry) : workerFunctionId(entry);
        return { id, made: `${isRoute ? "routes" : "workers"}.${entryName}`, ...sources.get(id) };
      })
      .filter(({ name = "", text = "", made }) => {
        const first = new RegExp(`^const ${name} = \\w+\\(\\s*${made.replace(".", "\\.")},`, "m");
        return !first.test(handlerAlone(text, name));
      })
      .map(({ id, made }) => `${id} is not made with ${made}`);
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

  it("may touch idempotency records only where they honor the key, and store failed requests of API keys only", () => {
    for (const { access, auth, idempotent, operation } of ROUTES) {
      const { idempotency, failed_request } = access.table ?? {};
      expect(idempotency !== undefined, operation).toBe(idempotent);
      expect(failed_request?.includes("PutItem") === true, operation).toBe(auth === "api-key");
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
