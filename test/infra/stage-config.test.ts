import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { serviceConfigSchema } from "../../lib/contract/service-config.ts";
import { enabledBanks } from "../../lib/contract/service-config-text.ts";
import { PROVIDERS } from "../../lib/domain/provider.ts";
import { dev } from "../../lib/infra/config/dev.ts";
import { prod } from "../../lib/infra/config/prod.ts";
import { stageConfig } from "../../lib/infra/config/stages.ts";
import {
  parseStageConfig,
  serviceConfigOf,
  serviceConfigText,
} from "../../lib/infra/stage-config.ts";
import { RIGHT, WRONG } from "./stage-config-cases.ts";
import { RIGHT_PROVIDERS, WRONG_PROVIDERS } from "./stage-config-provider-cases.ts";

const PROVIDERS_FOLDER = join(import.meta.dirname, "..", "..", "lib", "providers");

describe("a stage's configuration", () => {
  test.each(["dev", "prod"])("of %s is valid and carries its own name", (name) => {
    expect(stageConfig(name).stage).toBe(name);
  });

  test("that does not exist is refused with the names of those that do", () => {
    expect(() => stageConfig("staging")).toThrow('no stage "staging"; known are dev, prod');
  });

  test("that names another stage than its own is refused", () => {
    const stages = new Map([["staging", prod]]);
    expect(() => stageConfig("staging", stages)).toThrow(
      'The file of stage "staging" names the stage "prod".',
    );
  });

  test.each([...WRONG, ...WRONG_PROVIDERS])(
    "is refused with one line: %s: %s",
    (field, message, change) => {
      const wrong = () => parseStageConfig({ ...prod, ...change });
      expect(wrong).toThrow(
        new Error(`The stage's configuration is not valid:\n  ${field}: ${message}`),
      );
    },
  );

  test.each([...RIGHT, ...RIGHT_PROVIDERS])("may have %s", (_, change) => {
    expect(() => serviceConfigOf(parseStageConfig({ ...prod, ...change }))).not.toThrow();
  });

  test.each(PROVIDERS)("may list internal types of %s only if its reader uses them", (id) => {
    const entry = id === "http" ? { enabled: false } : {};
    const listed = { ...prod, providers: { [id]: { ...entry, internalTypes: ["within"] } } };
    const adapter = join(PROVIDERS_FOLDER, id.replace("_", "-"), "adapter.ts");
    const usesThem = readFileSync(adapter, "utf8").includes("ownTypes");
    if (usesThem) expect(() => parseStageConfig(listed)).not.toThrow();
    else expect(() => parseStageConfig(listed)).toThrow(`  providers.${id}`);
  });

  test("reaches the functions as a configuration that they accept", () => {
    const config = serviceConfigOf(
      parseStageConfig({
        ...dev,
        signUpCredits: 70,
        service: { telegram: { clientId: "12345", botUsername: "MahtemBot" } },
      }),
    );
    expect(config).toMatchObject({
      signUpCredits: 70,
      telegram: {
        ...{ clientId: "12345", botUsername: "MahtemBot" },
        issuer: "https://oauth.telegram.org",
      },
      trustedProxy: true,
    });
    expect(serviceConfigSchema.parse(JSON.parse(JSON.stringify(config)))).toEqual(config);
  });
});

test("a configuration that would not fit into a function's environment is refused", () => {
  const pins = Array.from({ length: 80 }, () => `${"A".repeat(43)}=`);
  // 1,000 characters of three bytes each.
  const internalTypes = Array.from({ length: 20 }, () => "ወ".repeat(50));
  for (const providers of [{ cbe: { pins } }, { boa: { internalTypes } }]) {
    expect(() => serviceConfigText(parseStageConfig({ ...dev, providers }))).toThrow(
      /providers.*3000/,
    );
  }
});

test("an empty service configuration is a valid one", () => {
  expect(serviceConfigSchema.parse({})).toMatchObject({
    corsOrigins: [],
    webhookAllowedPorts: [443],
    webhookAllowLoopbackHttp: false,
    trustedProxy: false,
  });
});

describe("the banks to watch", () => {
  test("are all but those that are switched off and those without a network", () => {
    const banks = enabledBanks({ cbe: { enabled: false } });
    expect(banks).toContain("telebirr");
    for (const other of ["cbe", "manual", "sandbox", "http"]) expect(banks).not.toContain(other);
  });

  test("have the configurable one among them once it has an address", () => {
    const http = { enabled: true, baseUrl: "https://bank.example", settings: {} };
    expect(enabledBanks({ http })).toContain("http");
  });
});
