import { afterAll, beforeAll, expect, it } from "vitest";
import {
  presentCheckout,
  presentPublicCheckout,
} from "../../../lib/use-cases/checkouts/present.ts";
import { setFunctionEnvironment } from "../../support/function-calls.ts";
import { createMerchant } from "../../support/merchant.ts";
import { startTable, type TestTable } from "../../support/table.ts";
import { open } from "../../support/verification.ts";

let engine: TestTable;

beforeAll(async () => {
  engine = await startTable();
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
});
afterAll(() => engine.stop());

it("the reviewer and their note are shown to the merchant only", async () => {
  const decision = { decidedBy: "usr_1", decidedAt: 1_790_000_000_000, note: "Known swindler" };
  const checkout = {
    ...(await open(await createMerchant(engine.table))),
    status: "rejected" as const,
    review: { reason: "manual" as const, attemptId: null, ...decision },
  };
  const now = 1_790_000_000_001;
  expect(presentPublicCheckout(checkout, now).review).toEqual({
    reason: "manual",
    decided_by: null,
    decided_at: "2026-09-21T14:13:20.000Z",
    note: null,
  });
  expect(presentCheckout(checkout, now).review).toMatchObject({
    decided_by: "usr_1",
    note: "Known swindler",
  });
});
