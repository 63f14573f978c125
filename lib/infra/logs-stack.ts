import { CfnLogGroup } from "aws-cdk-lib/aws-logs";
import { Fn, Stack, type StackProps } from "aws-cdk-lib/core";
import type { Construct } from "constructs";
import { pascalCase } from "../contract/functions.ts";
import { physicalName } from "./names.ts";
import type { StageConfig } from "./stage-config.ts";
import { staggered } from "./staggered.ts";
import { keepData } from "./table.ts";

const GROUPS_AT_ONCE = 10;

interface LogsStackProps extends StackProps {
  readonly config: StageConfig;
  readonly functionIds: readonly string[];
}

/**
 * The log groups of all functions. CloudFormation takes 500 resources in a stack, and the API's stack has two others for
 * each function: with these it would be full at 150 functions.
 *
 * They are deployed before the functions. If a release removes a function, its group stays: the function still runs
 * at that time, or remains if the release is rolled back, and its role may not create the group again. The logs expire.
 */
export class LogsStack extends Stack {
  constructor(scope: Construct, id: string, { config, functionIds, ...props }: LogsStackProps) {
    super(scope, id, props);
    const groups = functionIds.map((functionId): [CfnLogGroup] => {
      const group = new CfnLogGroup(this, pascalCase(functionId), {
        logGroupName: logGroupName(config.stage, functionId),
        retentionInDays: config.logRetentionDays,
      });
      keepData(group, config.protectData);
      return [group];
    });
    staggered(groups, GROUPS_AT_ONCE);
  }
}

/**
 * A group's ARN without CloudFormation's `:*`. WAF refuses that; API Gateway drops it, and each detection of drift would then
 * report its stage as changed.
 */
export function logGroupArn(group: CfnLogGroup): string {
  return Fn.select(0, Fn.split(":*", group.attrArn));
}

/** Name of a function's log group. */
export function logGroupName(stage: string, functionId: string): string {
  return `/aws/lambda/${physicalName(stage, functionId)}`;
}
