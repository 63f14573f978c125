import { type Stack, Validations } from "aws-cdk-lib/core";
import type { IConstruct } from "constructs";
import { ServiceFunction } from "./function.ts";

/** A finding of cdk-nag that stays, and why. `where` is matched against the path below the stack. */
interface Acknowledgement {
  /** Ids of findings; texts in braces are replaced for each stage. */
  readonly rules: readonly string[];
  readonly where: RegExp;
  readonly reason: string;
}

/** All of them, so that a reviewer reads one page. A finding that is not here fails the tests. */
export const ACKNOWLEDGEMENTS: readonly Acknowledgement[] = [
  {
    rules: [
      "AwsSolutions-IAM5[Resource::*]",
      "AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:logs:{region}:<AWS::AccountId>:log-group:{log group}:*]",
      "Serverless-LambdaStarPermissions",
    ],
    where: /^[^/]+\/Role$/,
    reason:
      "Only xray:PutTraceSegments, xray:PutTelemetryRecords, codedeploy:GetDeploymentTarget and codedeploy:ListDeploymentTargets are granted on *: AWS knows no resources for them. A test holds every other statement to exact ARNs.",
  },
  {
    rules: ["Serverless-LambdaDLQ"],
    where: /^[^/]+\/Function$/,
    reason:
      "Only scheduled functions and the one that hears of releases are invoked asynchronously, and those have a failure destination; the others answer a gateway or an event source mapping with dead letters of its own.",
  },
  {
    rules: ["Serverless-LambdaEventSourceMappingDestination"],
    where: /^Workers[^/]+\/Source$/,
    reason:
      "Mappings of SQS queues take no destination: the queue's own redrive policy keeps what fails. Those of the stream have one.",
  },
  {
    rules: ["Serverless-LambdaTracing"],
    where: /^(Authorizer|V1|Public|Workers)[^/]*\/Function$/,
    reason:
      "Functions that run once a minute or for every checkout are not traced: Lambda would sample every run, and the share cannot be set. A test holds every other function to active tracing.",
  },
  {
    rules: ["AwsSolutions-SQS3", "Serverless-SQSRedrivePolicy"],
    where: /^Queue[^/]*Dead\/Resource$/,
    reason: "These are the dead-letter queues.",
  },
  {
    rules: ["AwsSolutions-SMG4"],
    where: /^Secret[^/]+$/,
    reason:
      "A scheduled worker of ours rotates the signing keys and keeps old ones as long as their tokens live, which the rotation of Secrets Manager cannot. The operator replaces the others manually, after a leak: a rotation would invalidate what they sealed or hashed, needs a deployment in between, or has to happen where the credentials come from.",
  },
  {
    rules: ["AwsSolutions-APIG2"],
    where: /^Rest\/Api$/,
    reason:
      "Every request is validated by the pipeline against the schemas of the contract, with the field named in the answer; the gateway could only say that something is wrong.",
  },
  {
    rules: ["AwsSolutions-APIG6", "Serverless-APIGWXrayEnabled"],
    where: /^Rest\/Stage$/,
    reason:
      "Execution logs and the gateway's trace segments would hold the whole address, and its query may contain an API key. Access logs are on, without query; functions are traced.",
  },
  {
    rules: [
      "AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]",
    ],
    where: /^Rest\/LogRole\/Resource$/,
    reason: "The role that AWS prescribes for API Gateway's logs, once per account and region.",
  },
  {
    rules: [
      "AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]",
    ],
    where: /^Release\/Role\/Resource$/,
    reason: "The narrower of the two roles that AWS prescribes for releases of Lambda functions.",
  },
  {
    rules: ["AwsSolutions-APIG3"],
    where: /^Rest\/Stage$/,
    reason:
      "Only a standby that waits has no web ACL: its API answers 429 to everyone. Tests hold every other stage to one.",
  },
  {
    rules: ["AwsSolutions-S1"],
    where: /^Edge\/Site\/Resource$/,
    reason: "Holds only the public files of the site, and only CloudFront can read it.",
  },
  {
    rules: ["AwsSolutions-CFR1"],
    where: /^Edge\/Distribution$/,
    reason: "The service is for customers of any country.",
  },
  {
    rules: ["AwsSolutions-CFR2"],
    where: /^Edge\/Distribution$/,
    reason:
      "Every request to the API passes the regional web ACL; the rest are static files. A global one, which lives in us-east-1, can be set by `edgeWebAclArn`.",
  },
  {
    rules: ["AwsSolutions-CFR3"],
    where: /^Edge\/Distribution$/,
    reason:
      "Standard logs always hold the query, in which an API key may stand. API Gateway logs every API request without it.",
  },
  {
    rules: ["AwsSolutions-CFR4"],
    where: /^Edge\/Distribution$/,
    reason: "With a domain the minimum is TLS 1.2; CloudFront's own certificate takes no setting.",
  },
  {
    rules: [
      "AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]",
      "AwsSolutions-IAM5[Action::s3:GetObject*]",
      "AwsSolutions-IAM5[Action::s3:GetBucket*]",
      "AwsSolutions-IAM5[Action::s3:List*]",
      "AwsSolutions-IAM5[Action::s3:DeleteObject*]",
      "AwsSolutions-IAM5[Action::s3:Abort*]",
      "AwsSolutions-IAM5[Resource::*]",
      "AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:s3:::cdk-hnb659fds-assets-<AWS::AccountId>-{region}/*]",
      "AwsSolutions-IAM5[Resource::{api stack}:ExportsOutputFnGetAttEdgeSite1C882D16Arn1145DE29/*]",
      "AwsSolutions-L1",
      "Serverless-LambdaStarPermissions",
      "Serverless-LambdaDLQ",
      "Serverless-LambdaLatestVersion",
      "Serverless-LambdaTracing",
    ],
    where: /^Custom::CDKBucketDeployment/,
    reason:
      "The CDK's own function, which copies the site's files during a deployment and never sees a request or the table.",
  },
  {
    rules: ["AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/SecurityAudit]"],
    where: /^ReviewRole$/,
    reason:
      "CloudFormation reads each kind of resource with the caller's permissions to find drift. This policy of AWS reads configurations and no data, and grows with new kinds.",
  },
  {
    rules: [
      "AwsSolutions-IAM5[Resource::*]",
      "AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:cloudformation:<AWS::Region>:<AWS::AccountId>:stack/{stacks}/*]",
      "AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:cloudformation:{second region}:<AWS::AccountId>:stack/{stacks}/*]",
    ],
    where: /^ReviewRole$/,
    reason:
      "The status of a drift detection is read by an id, which has no ARN, and it reads the configurations of all resource types; the ids in the ARNs of this stage's stacks are CloudFormation's.",
  },
];

/** Writes the acknowledgements to the constructs that they are about. */
export function acknowledgeFindings(
  root: IConstruct,
  apiStack: Stack,
  secondRegion: string | null,
): void {
  for (const construct of root.node.findAll()) {
    const path = construct.node.path.split("/").slice(1).join("/");
    const found = ACKNOWLEDGEMENTS.filter(({ where }) => where.test(path));
    for (const { rules, reason } of found) {
      const ids = rules.map((rule) =>
        rule
          .replace("{region}", apiStack.region)
          .replace("{second region}", secondRegion ?? "")
          .replace("{log group}", logGroupOf(construct))
          .replace("{api stack}", apiStack.stackName)
          .replace("{stacks}", apiStack.stackName.replace(/Api$/, "*")),
      );
      Validations.of(construct).acknowledge(...ids.map((id) => ({ id, reason })));
    }
  }
}

/** The log group of the function to which a role belongs. */
function logGroupOf({ node }: IConstruct): string {
  return node.scope instanceof ServiceFunction ? node.scope.logGroup : "";
}
