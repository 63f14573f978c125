import { CfnAlarm } from "aws-cdk-lib/aws-cloudwatch";
import type { CfnResource } from "aws-cdk-lib/core";
import type { Construct } from "constructs";

/**
 * Makes CloudFormation create and change many resources of a kind a few at a time. Otherwise it starts with all of a
 * stack at once, AWS refuses the calls above the account's rate (Lambda 15 a second, log groups 10, alarms 3), and a
 * call that is refused too often fails the stack.
 *
 * @param resources each may consist of several, of which the first waits and the last is waited for
 */
export function staggered(
  resources: readonly (readonly [CfnResource, ...CfnResource[]])[],
  atOnce: number,
): void {
  for (const [index, [first]] of resources.entries()) {
    const before = resources[index - atOnce]?.at(-1);
    if (before !== undefined) first.addResourceDependency(before);
  }
}

const ALARMS_AT_ONCE = 5;

/** Staggers all alarms below a construct. */
export function alarmsInTurn(scope: Construct): void {
  const alarms = scope.node.findAll().filter((made) => made instanceof CfnAlarm);
  staggered(
    alarms.map((alarm) => [alarm]),
    ALARMS_AT_ONCE,
  );
}
