import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Access } from "../../lib/contract/access.ts";
import { routeFunctionId, workerFunctionId } from "../../lib/contract/functions.ts";
import { ROUTES } from "../../lib/contract/routes/table.ts";
import { WORKERS } from "../../lib/contract/workers.ts";
import { setFunctionEnvironment } from "../support/function-environment.ts";

const FUNCTIONS = [
  ...ROUTES.map((route) => ({
    id: routeFunctionId(route),
    load: () => import(`../../functions/${route.surface}/${route.operation}.ts`),
    access: route.access,
  })),
  ...WORKERS.map((worker) => ({
    id: workerFunctionId(worker),
    load: () => import(`../../functions/workers/${worker.name}.ts`),
    access: worker.access,
  })),
];

const before = { ...process.env };
beforeEach(() => {
  vi.resetModules();
  setFunctionEnvironment({ tableName: "any", dynamoDbEndpoint: "http://127.0.0.1:9" });
});
afterEach(() => {
  process.env = { ...before };
});

/** Variables that only a function with this access has. */
function variablesOf({ table, queues = [], secrets = [], writesSecrets = [] }: Access): string[] {
  const name = (kind: string, text: string) => `${kind}_${text.toUpperCase().replaceAll("-", "_")}`;
  return [
    ...(table ? ["TABLE_NAME"] : []),
    ...queues.map((queue) => name("QUEUE_URL", queue)),
    ...[...secrets, ...writesSecrets].map((secret) => name("SECRET", secret)),
  ];
}

describe("a function with an incomplete environment", () => {
  const needy = FUNCTIONS.filter(({ access }) => variablesOf(access).length > 0);

  it.each(needy.map(({ id, load, access }) => [id, load, access] as const))(
    "%s refuses to start, and says what",
    async (_, load, access) => {
      const variables = variablesOf(access);
      for (const variable of variables) delete process.env[variable];
      const error: unknown = await load().then(
        () => null,
        (reason: unknown) => reason,
      );
      expect(error).toMatchObject({ name: "EnvironmentError" });
      for (const variable of variables) expect(String(error)).toContain(variable);
    },
  );

  it.each(["STAGE", "PUBLIC_BASE_URL", "SERVICE_CONFIG", "PHONE_REGION"])(
    "names %s, which all of them need",
    async (variable) => {
      delete process.env[variable];
      await expect(import("../../functions/service/health.ts")).rejects.toThrow(variable);
    },
  );
});
