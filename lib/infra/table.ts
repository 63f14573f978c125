import { CfnTable } from "aws-cdk-lib/aws-dynamodb";
import type { IKey } from "aws-cdk-lib/aws-kms";
import type { Construct } from "constructs";
import { TABLE } from "../store/table.ts";
import { keepData } from "./keep-data.ts";
import { LEAST_TABLE_UNITS, type StageConfig } from "./stage-config.ts";

/**
 * Maximum units per second of the table, and of each index, for each request per second of the stage's
 * throttle. Bounds the bill when something loops. A checkout takes 8 requests and at most 74 write units over
 * the table and all its indexes (docs/scaling.md), which is less than a fifth of this.
 */
const UNITS_PER_REQUEST = 50;
/** AWS's default quota for one table. */
const DEFAULT_QUOTA = 40_000;

/**
 * The table that `store/table.ts` describes. CloudFormation chooses its name, so that a restored copy can
 * exist beside it.
 */
export function table(scope: Construct, key: IKey, config: StageConfig): CfnTable {
  const units =
    config.tableUnitsPerSecond ??
    Math.min(
      DEFAULT_QUOTA,
      Math.max(LEAST_TABLE_UNITS, config.throttle.ratePerSecond * UNITS_PER_REQUEST),
    );
  const onDemandThroughput = { maxReadRequestUnits: units, maxWriteRequestUnits: units };
  const attributes = [
    TABLE.partitionKey,
    TABLE.sortKey,
    ...TABLE.indexes.flatMap((index) => [index.partitionKey, index.sortKey]),
  ];
  const resource = new CfnTable(scope, "Table", {
    billingMode: "PAY_PER_REQUEST",
    onDemandThroughput,
    keySchema: keySchema(TABLE),
    attributeDefinitions: attributes.map((attributeName) => ({
      attributeName,
      attributeType: "S",
    })),
    globalSecondaryIndexes: TABLE.indexes.map((index) => ({
      indexName: index.name,
      keySchema: keySchema(index),
      projection: {
        projectionType: index.projection.ProjectionType,
        ...(index.projection.NonKeyAttributes && {
          nonKeyAttributes: index.projection.NonKeyAttributes,
        }),
      },
      onDemandThroughput,
    })),
    streamSpecification: { streamViewType: "NEW_AND_OLD_IMAGES" },
    timeToLiveSpecification: { attributeName: TABLE.ttlAttribute, enabled: true },
    pointInTimeRecoverySpecification: {
      pointInTimeRecoveryEnabled: true,
      recoveryPeriodInDays: 35,
    },
    deletionProtectionEnabled: config.protectData,
    sseSpecification: { sseEnabled: true, sseType: "KMS", kmsMasterKeyId: key.keyArn },
  });
  keepData(resource, config.protectData);
  return resource;
}

function keySchema(keys: { readonly partitionKey: string; readonly sortKey: string }) {
  return [
    { attributeName: keys.partitionKey, keyType: "HASH" },
    { attributeName: keys.sortKey, keyType: "RANGE" },
  ];
}
