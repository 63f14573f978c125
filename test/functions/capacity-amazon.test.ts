import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { TransactWriteCommand } from "../../lib/cloud/dynamodb.ts";
import { type MeteredService, startMeteredService } from "../support/metered-service.ts";
import { ENGINE } from "../support/table.ts";

describe.runIf(ENGINE === "amazon")("Amazon's engine", () => {
  let service: MeteredService;
  beforeAll(async () => {
    service = await startMeteredService();
    vi.spyOn(process.stdout, "write").mockReturnValue(true);
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await service.close();
  });

  // Of a transaction it reports equal parts once, so only one of unequal parts can be compared.
  test("counts a creation as the higher count does", async () => {
    const { calls } = await service.metered(() => service.create());
    const written = calls.filter(({ action }) => action === "TransactWriteItems");
    expect(written).toMatchObject([{ writeUnits: 14, higherWriteUnits: 14 }]);
  });

  test("counts an index write of a transaction twice, and none for what an index does not copy", async () => {
    const { body } = await service.create();
    const key = { pk: `CO#${body.id}`, sk: "CO.state" };
    const update = async (UpdateExpression: string) => {
      const { ConsumedCapacity = [] } = await service.engine.table.client.send(
        new TransactWriteCommand({
          ReturnConsumedCapacity: "INDEXES",
          TransactItems: [
            {
              Update: {
                TableName: service.engine.table.name,
                Key: key,
                UpdateExpression,
                ExpressionAttributeValues: { ":value": "x" },
              },
            },
          ],
        }),
      );
      return ConsumedCapacity[0]?.CapacityUnits;
    };
    expect(await update("SET review = :value")).toBe(2);
    expect(await update("SET gsi3pk = :value")).toBe(6);
  });
});
