import { App, Stack } from "aws-cdk-lib";
import { Annotations, Match } from "aws-cdk-lib/assertions";
import { describe, expect, test } from "vitest";
import { stageConfig } from "../../lib/infra/config/stages.ts";
import { warnOfProviderGaps } from "../../lib/infra/service-app.ts";
import { reachGaps } from "../../lib/providers/reach.ts";

describe("the providers that a stage cannot reach", () => {
  test("do not include a bank for want of an app id in the stages as shipped", () => {
    for (const stage of ["dev", "prod"] as const) {
      const gaps = reachGaps(stageConfig(stage).providers);
      expect(gaps.join("\n")).not.toContain("`app`");
    }
  });

  test("appear as warnings of every synthesis", () => {
    const app = new App({ builtinCloudFormationValidation: false });
    const stack = new Stack(app, "Any");
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
