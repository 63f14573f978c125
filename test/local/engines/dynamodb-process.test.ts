import { afterEach, expect, it, vi } from "vitest";
import { findFreePort, startDynamoDb } from "../../../lib/local/engines/dynamodb-process.ts";

afterEach(() => vi.unstubAllEnvs());

it("names `DYNAMODB_ENDPOINT` where no DynamoDB responds", async () => {
  const endpoint = `http://127.0.0.1:${await findFreePort()}`;
  vi.stubEnv("DYNAMODB_ENDPOINT", endpoint);
  await expect(startDynamoDb(null)).rejects.toThrow(
    `No DynamoDB responds at DYNAMODB_ENDPOINT, which is ${endpoint}.`,
  );
});
