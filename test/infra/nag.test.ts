import { AwsSolutionsChecks, type NagPack, ServerlessChecks } from "cdk-nag";
import { describe, expect, test } from "vitest";
import { ACKNOWLEDGEMENTS } from "../../lib/infra/nag-acknowledgements.ts";
import { EXTRAS, stageApp } from "./synthesised.ts";

const synthesised = stageApp("prod", EXTRAS);

function findings(pack: NagPack): string[] {
  return pack
    .validateScope(synthesised.app)
    .violations.flatMap(({ ruleName, violatingResources }) =>
      violatingResources.map(({ constructPath }) => `${ruleName} at ${constructPath}`),
    );
}

describe("cdk-nag", () => {
  test("finds nothing by the AwsSolutions rules that is not explained", () => {
    expect(findings(new AwsSolutionsChecks(synthesised.app))).toEqual([]);
  });

  test("finds nothing by the Serverless rules that is not explained", () => {
    expect(findings(new ServerlessChecks(synthesised.app))).toEqual([]);
  });

  test("every explanation is about something that exists", () => {
    const paths = synthesised.app.node
      .findAll()
      .map(({ node }) => node.path.split("/").slice(1).join("/"));
    for (const { where, rules } of ACKNOWLEDGEMENTS) {
      expect(
        paths.some((path) => where.test(path)),
        rules.join(),
      ).toBe(true);
    }
  });
});
