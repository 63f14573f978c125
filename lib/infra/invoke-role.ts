import { Aws, Fn } from "aws-cdk-lib";
import { CfnRole, PolicyDocument, PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import { physicalName } from "./names.ts";

/** ARN of a function by its name, for those that must not wait for the function itself. */
export function functionArn(stage: string, id: string): string {
  return Fn.sub(
    `arn:\${AWS::Partition}:lambda:\${AWS::Region}:\${AWS::AccountId}:function:${physicalName(stage, id)}`,
  );
}

/** A role in whose name a service may start these functions, and nothing else. */
export function invokeRole(
  scope: Construct,
  id: string,
  props: {
    readonly service: string;
    readonly stage: string;
    readonly functionIds: readonly string[];
    readonly statements?: readonly PolicyStatement[];
  },
): CfnRole {
  return new CfnRole(scope, id, {
    description: `Lets ${props.service} start the functions`,
    assumeRolePolicyDocument: new PolicyDocument({
      statements: [
        new PolicyStatement({
          actions: ["sts:AssumeRole"],
          principals: [new ServicePrincipal(props.service)],
          // Another customer's schedule must not borrow the role. API Gateway is not known to send the
          // account when it assumes a role; there `iam:PassRole` keeps strangers out.
          ...(props.service === "scheduler.amazonaws.com"
            ? { conditions: { StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID } } }
            : {}),
        }),
      ],
    }),
    policies: [
      {
        policyName: "invoke",
        policyDocument: new PolicyDocument({
          statements: [
            new PolicyStatement({
              actions: ["lambda:InvokeFunction"],
              resources: props.functionIds.map((name) => functionArn(props.stage, name)),
            }),
            ...(props.statements ?? []),
          ],
        }),
      },
    ],
  });
}
