import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openApiFile } from "../../lib/contract/openapi-file.ts";

it("docs/openapi.json is what the contract makes (else: node bin/build-openapi.ts)", () => {
  const committed = readFileSync(join(import.meta.dirname, "../../docs/openapi.json"), "utf8");
  expect(committed === openApiFile()).toBe(true);
});
