import { Aws, Duration, Fn, RemovalPolicy } from "aws-cdk-lib";
import { AnyPrincipal, PolicyStatement } from "aws-cdk-lib/aws-iam";
import { Key } from "aws-cdk-lib/aws-kms";
import type { Construct } from "constructs";

/** Services that use the key on behalf of a caller with access to their resource. */
const THROUGH = ["dynamodb", "secretsmanager"];

/**
 * The key of the table and the secrets. As with AWS's managed keys, the key policy lets any principal of the
 * account use it through DynamoDB and Secrets Manager, and in no other way. So access to the table or a secret
 * is enough, and no role needs a KMS permission.
 */
export function encryptionKey(scope: Construct, protect: boolean): Key {
  const key = new Key(scope, "Key", {
    description: "Table and secrets of the checkout verification service",
    enableKeyRotation: true,
    pendingWindow: Duration.days(protect ? 30 : 7),
    removalPolicy: protect ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
  });
  key.addToResourcePolicy(
    new PolicyStatement({
      sid: "ThroughTheServicesThatUseIt",
      principals: [new AnyPrincipal()],
      actions: [
        "kms:Decrypt",
        "kms:DescribeKey",
        "kms:Encrypt",
        "kms:GenerateDataKey",
        "kms:GenerateDataKeyWithoutPlaintext",
        "kms:ReEncryptFrom",
        "kms:ReEncryptTo",
      ],
      resources: ["*"],
      conditions: {
        StringEquals: {
          "kms:CallerAccount": Aws.ACCOUNT_ID,
          "kms:ViaService": THROUGH.map((service) =>
            Fn.join("", [service, ".", Aws.REGION, ".amazonaws.com"]),
          ),
        },
      },
    }),
  );
  return key;
}
