import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { openApiFile } from "../../lib/contract/openapi-file.ts";

const require = createRequire(import.meta.url);
// Its own types derive each rule's settings from a schema of 78,000 lines, a sixth of the compiler's work.
const { createConfig, lintFromString } = require("@redocly/openapi-core") as {
  createConfig(settings: {
    readonly extends: readonly string[];
    readonly rules: Readonly<Record<string, "off">>;
  }): Promise<object>;
  lintFromString(document: {
    readonly source: string;
    readonly absoluteRef: string;
    readonly config: object;
  }): Promise<
    readonly {
      readonly ruleId: string;
      readonly location: readonly { readonly pointer?: string }[];
      readonly message: string;
    }[]
  >;
};

/** Rules of Redocly's `recommended` that are off, with the reason. */
const RULES = {
  // The service's paths end with a slash, and the form without it is served too. Merchants already use them.
  "no-path-trailing-slash": "off",
  // The API is a service, not a work under a license; its terms belong to the operator of a deployment.
  "info-license": "off",
  // `POST /p/{code}/` is the form of a page: its only success is the redirect 303 to the pay page.
  "operation-2xx-response": "off",
} as const;

async function lint(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ["recommended"], rules: RULES });
  const findings = await lintFromString({ source, absoluteRef: "/openapi.json", config });
  return findings.map(
    ({ ruleId, location, message }) => `${ruleId} ${location[0]?.pointer}: ${message}`,
  );
}

describe("Redocly's recommended rules", () => {
  test("find nothing in the published document, not even a warning", async () => {
    expect(await lint(openApiFile())).toEqual([]);
  }, 60_000);

  test("find an operation without responses and a broken reference", async () => {
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
