import { expect, test } from "vitest";
import { stageApp } from "./synthesised.ts";

test("a slow CloudFront fails no deployment of the dashboard: its pages expire there within a minute", () => {
  const uploads = stageApp("prod").of("edge", "Custom::CDKBucketDeployment");
  const invalidating = uploads.filter(([, made]) => made.Properties.DistributionId !== undefined);
  expect(invalidating.map(([, made]) => made.Properties)).toMatchObject([
    {
      WaitForDistributionInvalidation: false,
      SystemMetadata: { "cache-control": "max-age=60, must-revalidate" },
    },
  ]);
});
