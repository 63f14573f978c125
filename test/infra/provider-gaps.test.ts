import { App, Stack } from "aws-cdk-lib";
import { Annotations, Match } from "aws-cdk-lib/assertions";
import { describe, expect, test } from "vitest";
import { stageConfig } from "../../lib/infra/config/stages.ts";
import { warnOfProviderGaps } from "../../lib/infra/provider-gaps.ts";
import { reachGaps } from "../../lib/providers/reach.ts";

const gapsOf = (config: Parameters<typeof reachGaps>[0]) =>
  reachGaps(config).map((gap) => gap.split(" ")[0]);

describe("the providers that a configuration cannot reach", () => {
  test("are those that need a relay, a pin or an app id", () => {
    expect(gapsOf({})).toEqual(["telebirr", "cbe", "awash", "mpesa"]);
    expect(reachGaps({}).find((gap) => gap.startsWith("cbe"))).toMatch(/`pins`.* and `app`/);
  });

  test("are fewer for each one that is configured, moved or switched off", () => {
    const relayUrl = "https://relay.example";
    const pins = [`${"A".repeat(43)}=`];
    const app = { id: "app", version: "1" };
    expect(gapsOf({ telebirr: { relayUrl } })).not.toContain("telebirr");
    expect(gapsOf({ mpesa: { enabled: false } })).not.toContain("mpesa");
    expect(gapsOf({ awash: { pins } })).not.toContain("awash");
    expect(gapsOf({ awash: { hasSecret: true } })).not.toContain("awash");
    expect(gapsOf({ cbe: { pins } })).toContain("cbe");
    expect(gapsOf({ cbe: { app } })).toContain("cbe");
    expect(gapsOf({ cbe: { app, pins } })).not.toContain("cbe");
    expect(gapsOf({ cbe: { baseUrl: "https://bank.example" } })).not.toContain("cbe");
  });

  test("do not include a bank for want of an app id in the stages as shipped", () => {
    for (const stage of ["dev", "prod"] as const) {
      const gaps = reachGaps(stageConfig(stage).providers);
      expect(gaps.join("\n")).not.toContain("`app`");
    }
  });

  test("appear as warnings of every synthesis", () => {
    const stack = new Stack(new App(), "Any");
    warnOfProviderGaps(stack, stageConfig("prod"));
    const warnings = Annotations.fromStack(stack)
      .findWarning("*", Match.anyValue())
      .map(({ entry }) => String(entry.data));
    for (const gap of reachGaps(stageConfig("prod").providers)) {
      expect(warnings.some((warning) => warning.includes(gap))).toBe(true);
    }
    expect(warnings.length).toBeGreaterThan(0);
  });
});
