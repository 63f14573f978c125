import { CfnGlobalTable } from "aws-cdk-lib/aws-dynamodb";
import { AnyPrincipal, PolicyStatement } from "aws-cdk-lib/aws-iam";
import { type IKey, Key } from "aws-cdk-lib/aws-kms";
import {
  Aws,
  CfnDeletionPolicy,
  type CfnResource,
  Duration,
  Fn,
  RemovalPolicy,
} from "aws-cdk-lib/core";
import type { Construct } from "constructs";
import { TABLE } from "../store/table.ts";
import { physicalName } from "./names.ts";
import { LEAST_TABLE_UNITS, type StageConfig } from "./stage-config.ts";

/**
 * Keeps a resource when its stack is deleted or the resource is replaced. The rollback of a failed first
 * deployment still deletes it, so that no unused table, key or secret remains.
 */
export function keepData(resource: CfnResource, protect: boolean): void {
  const { RETAIN_EXCEPT_ON_CREATE, RETAIN, DELETE } = CfnDeletionPolicy;
  resource.cfnOptions.deletionPolicy = protect ? RETAIN_EXCEPT_ON_CREATE : DELETE;
  resource.cfnOptions.updateReplacePolicy = protect ? RETAIN : DELETE;
}

/**
 * Maximum units per second of the table, and of each index, for each request per second of the stage's
 * throttle. Bounds the bill when something loops. A checkout takes 8 requests and at most 74 write units over
 * the table and all its indexes (docs/scaling.md), which is less than a fifth of this.
 */
const UNITS_PER_REQUEST = 50;
/** AWS's default quota for one table. */
const DEFAULT_QUOTA = 40_000;

/**
 * The table that `store/table.ts` describes, with a copy in the second region, which follows within about a second. A
 * global table in one region costs what any other does, and takes the copy later: CloudFormation cannot turn
 * `AWS::DynamoDB::Table` into one. CloudFormation chooses its name, so that a restored copy can exist beside it.
 */
export function table(scope: Construct, key: IKey, config: StageConfig): CfnGlobalTable {
  const { region, secondRegion, protectData } = config;
  const units =
    config.tableUnitsPerSecond ??
    Math.min(
      DEFAULT_QUOTA,
      Math.max(LEAST_TABLE_UNITS, config.throttle.ratePerSecond * UNITS_PER_REQUEST),
    );
  const read = { maxReadRequestUnits: units };
  const write = { maxWriteRequestUnits: units };
  const replica = (where: string, kmsMasterKeyId: string) => ({
    region: where,
    deletionProtectionEnabled: protectData,
    pointInTimeRecoverySpecification: {
      pointInTimeRecoveryEnabled: true,
      recoveryPeriodInDays: 35,
    },
    readOnDemandThroughputSettings: read,
    globalSecondaryIndexes: TABLE.indexes.map(({ name }) => ({
      indexName: name,
      readOnDemandThroughputSettings: read,
    })),
    sseSpecification: { kmsMasterKeyId },
  });
  const copies = secondRegion === null ? [] : [replica(secondRegion, secondKeyAlias(config.stage))];
  const attributes = [
    TABLE.partitionKey,
    TABLE.sortKey,
    ...TABLE.indexes.flatMap((index) => [index.partitionKey, index.sortKey]),
  ];
  const resource = new CfnGlobalTable(scope, "Table", {
    billingMode: "PAY_PER_REQUEST",
    keySchema: keySchema(TABLE),
    attributeDefinitions: attributes.map((attributeName) => ({
      attributeName,
      attributeType: "S",
    })),
    streamSpecification: { streamViewType: "NEW_AND_OLD_IMAGES" },
    timeToLiveSpecification: { attributeName: TABLE.ttlAttribute, enabled: true },
    writeOnDemandThroughputSettings: write,
    globalSecondaryIndexes: indexes().map((index) => ({
      ...index,
      writeOnDemandThroughputSettings: write,
    })),
    sseSpecification: { sseEnabled: true, sseType: "KMS" },
    replicas: [replica(region, key.keyArn), ...copies],
  });
  keepData(resource, protectData);
  return resource;
}

function indexes() {
  return TABLE.indexes.map(({ name, projection, ...index }) => ({
    indexName: name,
    keySchema: keySchema(index),
    projection: {
      projectionType: projection.ProjectionType,
      ...(projection.NonKeyAttributes && { nonKeyAttributes: projection.NonKeyAttributes }),
    },
  }));
}

/** Alias of the key that encrypts the copies in the second region. */
export function secondKeyAlias(stage: string): string {
  return `alias/${physicalName(stage, "second-region")}`;
}

function keySchema(keys: { readonly partitionKey: string; readonly sortKey: string }) {
  return [
    { attributeName: keys.partitionKey, keyType: "HASH" },
    { attributeName: keys.sortKey, keyType: "RANGE" },
  ];
}

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
