import { describe, expect, test } from "vitest";
import { ACKNOWLEDGEMENTS } from "../../lib/infra/nag-acknowledgements.ts";
import { EXTRAS, nagFindings, stageApp } from "./synthesised.ts";

const synthesised = stageApp("prod", EXTRAS);

describe("cdk-nag", () => {
  test("finds nothing by the AwsSolutions and Serverless rules that is not explained", () => {
    expect(nagFindings(synthesised.app)).toEqual([]);
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
