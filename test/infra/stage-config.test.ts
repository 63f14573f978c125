import { describe, expect, test } from "vitest";
import { enabledBanks, serviceConfigSchema } from "../../lib/contract/service-config.ts";
import { dev } from "../../lib/infra/config/dev.ts";
import { prod } from "../../lib/infra/config/prod.ts";
import { stageConfig } from "../../lib/infra/config/stages.ts";
import {
  parseStageConfig,
  serviceConfigOf,
  serviceConfigText,
} from "../../lib/infra/stage-config.ts";

describe("a stage's configuration", () => {
  test.each(["dev", "prod"])("of %s is valid and carries its own name", (name) => {
    expect(stageConfig(name).stage).toBe(name);
  });

  test("that does not exist is refused with the names of those that do", () => {
    expect(() => stageConfig("staging")).toThrow('no stage "staging"; known are dev, prod');
  });

  test.each([
    ["stage", { stage: "Production!" }],
    ["region", { region: "Frankfurt" }],
    ["phoneRegion", { phoneRegion: "Ethiopia" }],
    ["defaultCurrency", { defaultCurrency: "birr" }],
    ["corsOrigins.0", { corsOrigins: ["https://a.example/path"] }],
    ["corsOrigins.0", { corsOrigins: ["*"] }],
    ["smsSender", { smsSender: "console" }],
    ["providers.telebirr.baseUrl", { providers: { telebirr: { baseUrl: "not an address" } } }],
    ["webhookPorts", { webhookPorts: [] }],
    ["alarmEmail", { alarmEmail: "nobody" }],
    ["originSecretVersions.0", { originSecretVersions: ["newest"] }],
    ["logRetentionDays", { logRetentionDays: 15 }],
    ["throttle.ratePerSecond", { throttle: { ratePerSecond: 8001, burst: 8001 } }],
    ["throttle.burst", { throttle: { ratePerSecond: 1, burst: 0 } }],
    ["protectData", { protectData: false }],
    ["alarmEmail", { alarmEmail: null, monthlyBudgetDollars: 100 }],
    ["tableUnitsPerSecond", { tableUnitsPerSecond: 0 }],
    [
      "domain.certificateArn",
      {
        domain: {
          name: "pay.example.com",
          certificateArn: "arn:aws:acm:eu-central-1:123456789012:certificate/1",
          hostedZone: null,
        },
      },
    ],
    ["service", { service: { trustedProxy: false } }],
    ["(whole)", { unknown: true }],
  ])("is refused with a message that names %s", (field, change) => {
    expect(() => parseStageConfig({ ...prod, ...change })).toThrow(`  ${field}: `);
  });

  test("reaches the functions as a configuration that they accept", () => {
    const config = serviceConfigOf(
      parseStageConfig({
        ...dev,
        signUpCredits: 7,
        service: { telegram: { clientId: "12345" } },
      }),
    );
    expect(config).toMatchObject({
      signUpCredits: 7,
      telegram: { clientId: "12345", issuer: "https://oauth.telegram.org" },
      trustedProxy: true,
    });
    expect(serviceConfigSchema.parse(JSON.parse(JSON.stringify(config)))).toEqual(config);
  });
});

test("a configuration that would not fit into a function's environment is refused", () => {
  const providers = { cbe: { pins: Array.from({ length: 80 }, () => `${"A".repeat(43)}=`) } };
  expect(() => serviceConfigText(parseStageConfig({ ...dev, providers }))).toThrow(
    /providers.*3000/,
  );
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
