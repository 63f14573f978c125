import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { describe, expect, it } from "vitest";

const SOURCES = join(import.meta.dirname, "..", "..", "web", "dashboard", "src");
const read = (language: string) =>
  JSON.parse(readFileSync(join(SOURCES, "texts", `${language}.json`), "utf8")) as Record<
    string,
    string
  >;
const [en, am] = [read("en"), read("am")];
const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
/** Plural forms differ from language to language; the others must be the same. */
const base = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, "");
const keysOf = (texts: Record<string, string>) => [...new Set(Object.keys(texts).map(base))].sort();

const views = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter((name) =>
  name.endsWith(".tsx"),
);
const SERVICE = join(SOURCES, "..", "..", "..");
const service = ["functions", "lib/use-cases"]
  .flatMap((folder) =>
    readdirSync(join(SERVICE, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => readFileSync(join(SERVICE, folder, name), "utf8")),
  )
  .join("\n");
const sources = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => [name, readFileSync(join(SOURCES, name), "utf8")] as const);
const code = sources.map(([, text]) => text).join("\n");

describe("the dashboard's texts", () => {
  it("have the same keys in English and Amharic", () => {
    expect(keysOf(am)).toEqual(keysOf(en));
  });

  it.each([
    ["English", en],
    ["Amharic", am],
  ])("are never empty in %s, as a button without a name would be", (_, texts) => {
    expect(Object.keys(texts).filter((key) => texts[key]?.trim() === "")).toEqual([]);
  });

  it("have the same placeholders in both languages", () => {
    const differing = Object.keys(en).filter(
      (key) => placeholders(am[key] ?? "").join() !== placeholders(en[key] ?? "").join(),
    );
    expect(differing).toEqual([]);
  });

  it("are all in use", () => {
    expect(keysOf(en).filter((key) => !code.includes(`"${key}"`))).toEqual([]);
  });

  it.each([
    "audit",
    "books",
    "console",
    "customers",
    "evidence",
    "notifications",
    "phones",
    "requests",
    "counter",
  ])("of %s are named in that view only, which loads them", (view) => {
    const isIn =
      { customers: "account", evidence: "checkouts", notifications: "account" }[view] ?? view;
    const folder = view === "counter" ? view : join("views", isIn);
    const others = sources.filter(([name]) => !name.startsWith(folder));
    const named = keysOf(en).filter((key) => key.startsWith(`${view}.`));
    expect(named.length).toBeGreaterThan(0);
    expect(others.filter(([, text]) => named.some((key) => text.includes(`t("${key}"`)))).toEqual(
      [],
    );
  });

  it("name every action that the service writes into the audit log", () => {
    // One action, or one of two.
    const calls = service.matchAll(
      /\baudit\(\s*(?:\w+|\{.*?\}),\s*(?:.* \? )?"([\w.]+)"(?: : "([\w.]+)")?/g,
    );
    const written = [...calls].flatMap(([, one, other]) => [one, other ?? one]);
    expect(written).toHaveLength(2 * [...service.matchAll(/(?<!function )\baudit\(/g)].length);
    expect(written).toEqual(expect.arrayContaining(["app.created"]));
    const operated = service.matchAll(
      /\boperatorAudit\(\s*\w+,\s*(?:[^?;]* \? )?"([\w.]+)"(?:\s*: "([\w.]+)")?/g,
    );
    const byOperators = [...operated].flatMap(([, one, other]) => [one, other ?? one]);
    expect(byOperators).toEqual(expect.arrayContaining(["bank.switched_off", "credits.narrowed"]));
    written.push(...byOperators);
    expect(written.filter((action) => !code.includes(`"${action}": t(`))).toEqual([]);
  });

  it.each(views)("%s contains no text of its own", (name) => {
    const found: string[] = [];
    const { program } = parseSync(name, readFileSync(join(SOURCES, name), "utf8"));
    new Visitor({
      JSXText({ value }) {
        // Names of products and units are the same in every language.
        if (/[a-z]{3}/.test(value) && !/^\s*(Telegram)\s*$/.test(value)) found.push(value.trim());
      },
    }).visit(program);
    expect(found).toEqual([]);
  });
});
