import { createConfig, lintFromString } from "@redocly/openapi-core";
import { type RulesetDefinition, Spectral } from "@stoplight/spectral-core";
import { oas } from "@stoplight/spectral-rulesets";
import { describe, expect, test } from "vitest";
import { openApiFile } from "../../lib/contract/openapi-file.ts";
import { REDOCLY_RULES, SPECTRAL_RULES } from "./openapi-linter-rules.ts";

const text = openApiFile();

async function spectral(source: string): Promise<string[]> {
  const linter = new Spectral();
  const ruleset = { extends: [[oas, "recommended"]], rules: SPECTRAL_RULES };
  // The types of the two packages do not fit each other.
  linter.setRuleset(ruleset as unknown as RulesetDefinition);
  const findings = await linter.run(JSON.parse(source));
  return findings.map(({ code, path, message }) => `${code} ${path.join("/")}: ${message}`);
}

async function redocly(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ["recommended"], rules: REDOCLY_RULES });
  const findings = await lintFromString({ source, absoluteRef: "/openapi.json", config });
  return findings.map(
    ({ ruleId, location, message }) => `${ruleId} ${location[0]?.pointer}: ${message}`,
  );
}

describe.each([
  ["spectral:oas", spectral],
  ["redocly recommended", redocly],
])("%s", (_name, lint) => {
  // Spectral takes a few seconds, and more on a loaded machine.
  test("finds nothing in the published document, not even a warning", async () => {
    expect(await lint(text)).toEqual([]);
  }, 60_000);

  test("finds an operation without responses and a broken reference", async () => {
    const broken = {
      openapi: "3.1.0",
      info: { title: "Broken", version: "1" },
      paths: {
        "/health": { get: { operationId: "health", responses: {} } },
        "/credits": { get: { responses: { 200: { $ref: "#/components/responses/None" } } } },
      },
    };
    const findings = (await lint(JSON.stringify(broken))).join("\n");
    expect(findings).toContain("health");
    expect(findings).toContain("credits");
  });
});
