import { Aws, Duration, Fn, RemovalPolicy } from "aws-cdk-lib";
import { AnyPrincipal, PolicyStatement } from "aws-cdk-lib/aws-iam";
import { Key } from "aws-cdk-lib/aws-kms";
import type { Construct } from "constructs";

/** Services that use the key on behalf of a caller who is allowed to use their resource. */
const THROUGH = ["dynamodb", "secretsmanager"];

/**
 * The key of the table and the secrets. Whoever may read the table or a secret may decrypt it through
 * that service and in no other way: the condition stands in the key policy, as AWS does for its own
 * keys, so that no role of ours carries a KMS grant at all.
 */
export function encryptionKey(scope: Construct, protect: boolean): Key {
  const key = new Key(scope, "Key", {
    description: "Table and secrets of the checkout verification service",
    enableKeyRotation: true,
    pendingWindow: Duration.days(protect ? 30 : 7),
    removalPolicy: protect ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
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
