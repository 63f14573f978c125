import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROUTES } from "../../lib/contract/routes/table.ts";
import { BUS_RULES, QUEUES, WORKERS } from "../../lib/contract/workers.ts";

const FUNCTIONS = join(import.meta.dirname, "..", "..", "functions");

const files = readdirSync(FUNCTIONS, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(FUNCTIONS.length + 1))
  .sort();
const read = (file: string) => readFileSync(join(FUNCTIONS, file), "utf8");
const twice = (names: readonly string[]) => names.filter((name, at) => names.indexOf(name) !== at);

describe("the tables and the functions", () => {
  it("are the same list, both ways: no operation without its file, no file without its entry", () => {
    const promised = [
      "authorizer.ts",
      ...ROUTES.map(({ surface, operation }) => `${surface}/${operation}.ts`),
      ...WORKERS.map(({ name }) => `workers/${name}.ts`),
    ];
    expect(files).toEqual(promised.sort());
  });

  it.each(files)("%s exports a handler", (file) => {
    expect(read(file)).toMatch(/export (const handler\b|async function handler\()/);
  });

  it.each(WORKERS.map(({ name }) => name))("worker %s runs under its own name", (name) => {
    expect(read(`workers/${name}.ts`)).toMatch(new RegExp(`Worker\\(\\s*"${name}"`));
  });

  it("name nothing twice: neither an operation, nor a method of a path, nor a worker", () => {
    expect(twice(ROUTES.map(({ surface, operation }) => `${surface}/${operation}`))).toEqual([]);
    const paths = ROUTES.map(
      ({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, "{}")}`,
    );
    expect(twice(paths)).toEqual([]);
    expect(twice(WORKERS.map(({ name }) => name))).toEqual([]);
    expect(twice(QUEUES.map(({ name }) => name))).toEqual([]);
  });

  it("name only queues that there are", () => {
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

  it("end every path of the API with a slash, but for those that are files", () => {
    for (const { path } of ROUTES) expect(path).toMatch(/\/$|\.json$/);
  });

  it("let a stranger call nothing but what is meant for strangers", () => {
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

  it("honour Idempotency-Key on every POST of the server API and the dashboard, and ask keys for a scope", () => {
    for (const route of ROUTES) {
      const isOurs = route.surface === "v1" || route.surface === "platform";
      if (isOurs) expect(route.idempotent, route.operation).toBe(route.method === "POST");
      else expect(route.idempotent, route.operation).toBe(false);
      if (route.surface === "v1") expect(route.scope, route.operation).toMatch(/:/);
    }
  });
});
