import { Aws, Fn } from "aws-cdk-lib";
import { CfnRole, PolicyDocument, PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import { physicalName } from "./names.ts";

/** ARN of a function by its name, for resources that must not depend on the function itself. */
export function functionArn(stage: string, id: string): string {
  return Fn.sub(
    `arn:\${AWS::Partition}:lambda:\${AWS::Region}:\${AWS::AccountId}:function:${physicalName(stage, id)}`,
  );
}

/** A role that lets a service invoke these functions, and nothing else. */
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
    description: `Lets ${props.service} invoke the functions`,
    assumeRolePolicyDocument: new PolicyDocument({
      statements: [
        new PolicyStatement({
          actions: ["sts:AssumeRole"],
          principals: [new ServicePrincipal(props.service)],
          // Another customer's schedule must not assume the role. AWS does not document that API Gateway
          // sends the account when it assumes a role; there `iam:PassRole` protects it.
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
