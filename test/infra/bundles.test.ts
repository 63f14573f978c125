import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Access } from "../../lib/contract/access.ts";
import { functionFiles } from "../../lib/contract/functions.ts";
import { ROUTES } from "../../lib/contract/routes/table.ts";
import { WORKERS } from "../../lib/contract/workers.ts";
import { type BuiltFunction, buildFunctions } from "../../lib/infra/build-functions.ts";
import { functionEntries } from "../../lib/infra/function-entry.ts";

/** Those that read receipts. */
const READERS = [
  "public-submit-pay-page",
  "public-verify-checkout",
  "v1-verify-checkout",
  "workers-run-canaries",
  "workers-tend-providers",
  "workers-verify-attempt",
];

const outputFolder = mkdtempSync(join(tmpdir(), "bundles-"));
let built: readonly BuiltFunction[] = [];
beforeAll(async () => {
  built = await buildFunctions({
    files: functionFiles(ROUTES, WORKERS),
    root: join(import.meta.dirname, "..", ".."),
    outputFolder,
  });
});
afterAll(() => rmSync(outputFolder, { recursive: true, force: true }));

function neededBy({ table, queues, bus, secrets, writesSecrets, sms }: Access): string[] {
  const isAny = (value: object | undefined) => Object.keys(value ?? {}).length > 0;
  const needed: readonly (readonly [string, boolean])[] = [
    ["@aws-sdk/client-dynamodb", isAny(table)],
    ["@aws-sdk/client-eventbridge", bus === true],
    ["@aws-sdk/client-secrets-manager", isAny(secrets) || isAny(writesSecrets)],
    ["@aws-sdk/client-sns", sms === true],
    ["@aws-sdk/client-sqs", isAny(queues)],
  ];
  return needed.filter(([, isNeeded]) => isNeeded).map(([name]) => name);
}

describe("the bundle", () => {
  test.each(functionEntries(ROUTES, WORKERS))(
    "of $id holds a client for what it may touch, and for nothing else",
    ({ id, access }) => {
      const packages = built.find((entry) => entry.id === id)?.packages ?? [];
      const clients = packages
        .map(({ name }) => name)
        .filter((name) => name.startsWith("@aws-sdk/client-"));
      expect(clients.sort()).toEqual(neededBy(access));
    },
  );

  test("of what reads no receipts is without the PDF reader, and no function loads it at its start", () => {
    const withReader = built.filter(({ id }) => existsSync(join(outputFolder, id, "pdf.cjs")));
    expect(withReader.map(({ id }) => id).sort()).toEqual(READERS);
    const carrying = built.filter(({ packages }) => packages.some(({ name }) => name === "unpdf"));
    expect(carrying).toEqual([]);
    const reader = createRequire(import.meta.url)(join(outputFolder, READERS[0] ?? "", "pdf.cjs"));
    expect(reader).toHaveProperty("getDocumentProxy");
  });
});
