import { Annotations, Match } from "aws-cdk-lib/assertions";
import { App, Stack } from "aws-cdk-lib/core";
import { describe, expect, test } from "vitest";
import { stageConfig } from "../../lib/infra/config/stages.ts";
import { warnOfGaps } from "../../lib/infra/service-app.ts";
import type { StageConfig } from "../../lib/infra/stage-config.ts";
import { reachGaps } from "../../lib/providers/reach.ts";

describe("the providers that a stage cannot reach", () => {
  test("do not include a bank for want of an app id in the stages as shipped", () => {
    for (const stage of ["dev", "prod"] as const) {
      const gaps = reachGaps(stageConfig(stage).providers);
      expect(gaps.join("\n")).not.toContain("`app`");
    }
  });

  test("appear as warnings of every synthesis", () => {
    const warnings = warningsOf(stageConfig("prod"));
    for (const gap of reachGaps(stageConfig("prod").providers)) {
      expect(warnings.some((warning) => warning.includes(gap))).toBe(true);
    }
    expect(warnings.length).toBeGreaterThan(0);
  });
});

test("a stage whose data is protected warns at every synthesis if its alarms tell nobody", () => {
  const told = (config: StageConfig) =>
    warningsOf(config).filter((warning) => warning.includes("alarmEmail"));
  expect(told({ ...stageConfig("prod"), alarmEmail: null })).toHaveLength(1);
  expect(told({ ...stageConfig("prod"), alarmEmail: "ops@shop.example" })).toEqual([]);
  expect(told({ ...stageConfig("dev"), alarmEmail: null })).toEqual([]);
});

function warningsOf(config: StageConfig): string[] {
  const app = new App({ builtinCloudFormationValidation: false });
  const stack = new Stack(app, "Any");
  warnOfGaps(stack, config);
  const found = Annotations.fromStack(stack).findWarning("*", Match.anyValue());
  return found.map(({ entry }) => String(entry.data));
}
