import { Annotations } from "aws-cdk-lib";
import type { IConstruct } from "constructs";
import { reachGaps } from "../providers/reach.ts";
import type { StageConfig } from "./stage-config.ts";

/** Warns at each synthesis about providers that the stage cannot reach yet. */
export function warnOfProviderGaps(scope: IConstruct, config: StageConfig): void {
  for (const gap of reachGaps(config.providers)) {
    Annotations.of(scope).addWarningV2(`checkout:provider-${gap.split(" ")[0]}`, gap);
  }
}
