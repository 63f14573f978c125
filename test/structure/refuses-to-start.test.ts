import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Access } from "../../lib/contract/access.ts";
import { routeFunctionId, WORKERS, workerFunctionId } from "../../lib/contract/functions.ts";
import { ROUTES } from "../../lib/contract/routes/table.ts";
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

describe("a function with an incomplete or wrong environment", () => {
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

  it.each([["auth-send-otp"], ["auth-verify-otp"], ["platform-link-login"]])(
    "%s refuses a country whose phone numbers are unknown",
    async (id) => {
      process.env.PHONE_REGION = "ZZ";
      await expect(FUNCTIONS.find((one) => one.id === id)?.load()).rejects.toMatchObject({
        name: "EnvironmentError",
        message: "The environment is not usable. PHONE_REGION: ZZ is not a known country",
      });
    },
  );

  it("refuses a currency whose amounts cannot be shown", async () => {
    process.env.DEFAULT_CURRENCY = "XYZ";
    await expect(import("../../functions/service/health.ts")).rejects.toMatchObject({
      name: "EnvironmentError",
      message: "The environment is not usable. DEFAULT_CURRENCY: is not a known currency",
    });
  });

  it("refuses an account that cannot sell credits", async () => {
    process.env.SERVICE_CONFIG = JSON.stringify({ operatorAccountId: "acc_1" });
    await expect(import("../../functions/service/health.ts")).rejects.toThrow(
      "SERVICE_CONFIG.operatorAccountId: must be the id of an account, acc_…",
    );
  });
});
