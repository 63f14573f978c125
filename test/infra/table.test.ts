import { describe, expect, test } from "vitest";
import { ROUTES } from "../../lib/contract/routes/table.ts";
import { stageConfig } from "../../lib/infra/config/stages.ts";
import { TABLE } from "../../lib/store/table.ts";
import { stageApp, synthesise } from "./synthesised.ts";

const prod = stageApp("prod");
const dev = stageApp("dev");

describe("the table", () => {
  const table = prod.of("data", "AWS::DynamoDB::GlobalTable")[0]?.[1];

  test("cannot be lost: restorable, protected, kept when the stack goes, encrypted with our key", () => {
    expect(table).toMatchObject({
      DeletionPolicy: "RetainExceptOnCreate",
      UpdateReplacePolicy: "Retain",
    });
    expect(table?.Properties).toMatchObject({
      SSESpecification: { SSEEnabled: true, SSEType: "KMS" },
      Replicas: [
        {
          DeletionProtectionEnabled: true,
          PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
          SSESpecification: { KMSMasterKeyId: expect.anything() },
        },
      ],
    });
  });

  test("has the keys, indexes, stream and expiry of the page that describes it", () => {
    expect(table?.Properties.KeySchema).toEqual([
      { AttributeName: TABLE.partitionKey, KeyType: "HASH" },
      { AttributeName: TABLE.sortKey, KeyType: "RANGE" },
    ]);
    expect(table?.Properties.GlobalSecondaryIndexes).toEqual(
      TABLE.indexes.map((index) => ({
        IndexName: index.name,
        KeySchema: [
          { AttributeName: index.partitionKey, KeyType: "HASH" },
          { AttributeName: index.sortKey, KeyType: "RANGE" },
        ],
        Projection: index.projection,
        WriteOnDemandThroughputSettings: table?.Properties.WriteOnDemandThroughputSettings,
      })),
    );
    expect(table?.Properties).toMatchObject({
      BillingMode: "PAY_PER_REQUEST",
      StreamSpecification: { StreamViewType: "NEW_AND_OLD_IMAGES" },
      TimeToLiveSpecification: { AttributeName: TABLE.ttlAttribute, Enabled: true },
    });
  });

  test("cannot cost more per second than the stage's rate explains, up to AWS's first quota", () => {
    const capOf = (from: typeof prod) => {
      const { Replicas, WriteOnDemandThroughputSettings: write } =
        from.of("data", "AWS::DynamoDB::GlobalTable")[0]?.[1].Properties ?? {};
      const { ReadOnDemandThroughputSettings: read, GlobalSecondaryIndexes } = Replicas[0];
      expect(GlobalSecondaryIndexes).toEqual(
        TABLE.indexes.map(({ name }) => ({
          IndexName: name,
          ReadOnDemandThroughputSettings: read,
        })),
      );
      return { ...read, ...write };
    };
    expect(capOf(dev)).toEqual({ MaxReadRequestUnits: 5000, MaxWriteRequestUnits: 5000 });
    expect(capOf(prod)).toEqual({ MaxReadRequestUnits: 25_000, MaxWriteRequestUnits: 25_000 });
    const slow = { ...stageConfig("dev"), throttle: { ratePerSecond: 1, burst: 1 } };
    const capped = capOf(synthesise(slow, { routes: ROUTES.slice(0, 1), workers: [] }));
    expect(capped).toEqual({ MaxReadRequestUnits: 1000, MaxWriteRequestUnits: 1000 });
  });

  test("is created after the secrets, so that no rollback meets a protected table", () => {
    const secretIds = prod.of("data", "AWS::SecretsManager::Secret").map(([id]) => id);
    expect(table?.DependsOn?.toSorted()).toEqual(secretIds.toSorted());
  });

  test("of a stage for trying things out goes with its stack, and so do the logs", () => {
    const other = dev.of("data", "AWS::DynamoDB::GlobalTable")[0]?.[1];
    expect(other?.DeletionPolicy).toBe("Delete");
    expect(other?.Properties.Replicas[0].DeletionProtectionEnabled).toBe(false);
    for (const [, group] of dev.of("logs", "AWS::Logs::LogGroup")) {
      expect(group.DeletionPolicy).toBe("Delete");
    }
  });
});
