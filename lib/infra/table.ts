import { CfnDeletionPolicy } from "aws-cdk-lib";
import { CfnTable } from "aws-cdk-lib/aws-dynamodb";
import type { IKey } from "aws-cdk-lib/aws-kms";
import type { Construct } from "constructs";
import { TABLE } from "../store/table.ts";

/** The one table, from the page that describes it. Its name is given by CloudFormation, so that a
 * restored copy can stand beside it. */
export function table(scope: Construct, key: IKey, protect: boolean): CfnTable {
  const attributes = [
    TABLE.partitionKey,
    TABLE.sortKey,
    ...TABLE.indexes.flatMap((index) => [index.partitionKey, index.sortKey]),
  ];
  const resource = new CfnTable(scope, "Table", {
    billingMode: "PAY_PER_REQUEST",
    keySchema: keySchema(TABLE),
    attributeDefinitions: attributes.map((attributeName) => ({
      attributeName,
      attributeType: "S",
    })),
    globalSecondaryIndexes: TABLE.indexes.map((index) => ({
      indexName: index.name,
      keySchema: keySchema(index),
      projection: { projectionType: index.projection },
    })),
    streamSpecification: { streamViewType: "NEW_AND_OLD_IMAGES" },
    timeToLiveSpecification: { attributeName: TABLE.ttlAttribute, enabled: true },
    pointInTimeRecoverySpecification: {
      pointInTimeRecoveryEnabled: true,
      recoveryPeriodInDays: 35,
    },
    deletionProtectionEnabled: protect,
    sseSpecification: { sseEnabled: true, sseType: "KMS", kmsMasterKeyId: key.keyArn },
  });
  const policy = protect ? CfnDeletionPolicy.RETAIN : CfnDeletionPolicy.DELETE;
  resource.cfnOptions.deletionPolicy = policy;
  resource.cfnOptions.updateReplacePolicy = policy;
  return resource;
}

function keySchema(keys: { readonly partitionKey: string; readonly sortKey: string }) {
  return [
    { attributeName: keys.partitionKey, keyType: "HASH" },
    { attributeName: keys.sortKey, keyType: "RANGE" },
  ];
}
