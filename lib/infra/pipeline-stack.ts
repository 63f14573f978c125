import {
  CfnOIDCProvider,
  CfnRole,
  FederatedPrincipal,
  PolicyDocument,
  PolicyStatement,
} from "aws-cdk-lib/aws-iam";
import { CfnOutput, Fn, Stack, type StackProps } from "aws-cdk-lib/core";
import type { Construct } from "constructs";
import { pascalCase } from "../contract/functions.ts";
import { physicalName } from "./names.ts";
import type { StageConfig } from "./stage-config.ts";

type Github = NonNullable<StageConfig["github"]>;

const ISSUER = "token.actions.githubusercontent.com";
const AUDIENCE = "sts.amazonaws.com";
/** The CDK's default. A bootstrap with another one needs another name here. */
const QUALIFIER = "hnb659fds";
// biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation fills it in
const HERE = "${AWS::Region}";

/**
 * Two roles for GitHub Actions, without stored keys: a job of the environment `{stage}` may deploy, a job of
 * `{stage}-review` may compare the stacks with their templates and with what exists. GitHub decides who may run a job
 * in an environment.
 */
export class PipelineStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    props: StackProps & { readonly config: StageConfig; readonly github: Github },
  ) {
    const { config, github, ...stackProps } = props;
    super(scope, id, stackProps);
    const provider = github.providerArn ?? this.provider().attrArn;
    const role = (name: string, environment: string, statements: readonly PolicyStatement[]) =>
      new CfnRole(this, `${pascalCase(name)}Role`, {
        roleName: physicalName(config.stage, `github-${name}`),
        description: `GitHub Actions, environment ${environment} of ${github.repository}`,
        assumeRolePolicyDocument: trust(provider, github.repository, environment),
        policies: [
          {
            policyName: "access",
            policyDocument: new PolicyDocument({ statements: [...statements] }),
          },
        ],
        ...(name === "review" && { managedPolicyArns: [SECURITY_AUDIT] }),
      });
    const { secondRegion } = config;
    const regions = [HERE, ...(secondRegion === null ? [] : [secondRegion])];
    const deploy = role("deploy", config.stage, [mayDeploy(regions)]);
    const review = role("review", `${config.stage}-review`, mayCompare(config.stage, regions));
    new CfnOutput(this, "DeployRoleArn", { value: deploy.attrArn });
    new CfnOutput(this, "ReviewRoleArn", { value: review.attrArn });
  }

  /** One for the whole account: other stages get its ARN in `github.providerArn`. */
  private provider(): CfnOIDCProvider {
    return new CfnOIDCProvider(this, "Github", {
      url: `https://${ISSUER}`,
      clientIdList: [AUDIENCE],
    });
  }
}

/** Reads the configuration of resources, but no data: neither items, objects, messages nor secrets. */
const SECURITY_AUDIT = Fn.sub(
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is CloudFormation that fills it in
  "arn:${AWS::Partition}:iam::aws:policy/SecurityAudit",
);

function trust(provider: string, repository: string, environment: string): PolicyDocument {
  return new PolicyDocument({
    statements: [
      new PolicyStatement({
        actions: ["sts:AssumeRoleWithWebIdentity"],
        principals: [
          new FederatedPrincipal(provider, {
            StringEquals: {
              [`${ISSUER}:aud`]: AUDIENCE,
              [`${ISSUER}:sub`]: `repo:${repository}:environment:${environment}`,
            },
          }),
        ],
      }),
    ],
  });
}

/** `cdk deploy` does everything as roles that `cdk bootstrap` made, which each region has for itself. */
function mayDeploy(regions: readonly string[]): PolicyStatement {
  const names = ["deploy-role", "file-publishing-role", "lookup-role"];
  return new PolicyStatement({
    actions: ["sts:AssumeRole"],
    resources: regions.flatMap((region) =>
      names.map((name) =>
        Fn.sub(
          `arn:\${AWS::Partition}:iam::\${AWS::AccountId}:role/cdk-${QUALIFIER}-${name}-\${AWS::AccountId}-${region}`,
        ),
      ),
    ),
  });
}

/** `cdk diff` and `cdk drift`. Without the lookup role, which could read the table's items. */
function mayCompare(stage: string, regions: readonly string[]): readonly PolicyStatement[] {
  const stacks = regions.map((region) =>
    Fn.sub(
      `arn:\${AWS::Partition}:cloudformation:${region}:\${AWS::AccountId}:stack/Checkout${pascalCase(stage)}*/*`,
    ),
  );
  return [
    new PolicyStatement({
      actions: [
        "cloudformation:DescribeStackResourceDrifts",
        "cloudformation:DescribeStacks",
        "cloudformation:DetectStackDrift",
        "cloudformation:DetectStackResourceDrift",
        "cloudformation:GetTemplate",
      ],
      resources: stacks,
    }),
    new PolicyStatement({
      // The id of a detection has no ARN; each detection also reads how the account's resource types are configured.
      actions: [
        "cloudformation:BatchDescribeTypeConfigurations",
        "cloudformation:DescribeStackDriftDetectionStatus",
      ],
      resources: ["*"],
    }),
  ];
}
