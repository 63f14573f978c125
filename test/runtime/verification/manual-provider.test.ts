import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { submitReference } from "../../../lib/runtime/verification/submit.ts";
import { getCheckout } from "../../../lib/store/checkouts.ts";
import { setFunctionEnvironment } from "../../support/function-environment.ts";
import { createMerchant, SHOP } from "../../support/merchant.ts";
import { startTable, type TestTable } from "../../support/table.ts";
import { catchWakeUps, open } from "../../support/verification-desk.ts";

let engine: TestTable;
let wakeUps: ReturnType<typeof catchWakeUps>;

beforeAll(async () => {
  engine = await startTable();
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
  wakeUps = catchWakeUps();
});
afterAll(async () => {
  wakeUps.restore();
  await engine.stop();
});

const body = { provider: "manual", input: "BELIEVE-ME-1" } as const;

describe("a reference that no bank is asked about", () => {
  it("is taken where the merchant has an account that he looks into himself", async () => {
    const accounts = { manual: { name: SHOP.name, number: "CASH-DESK-1" } };
    const checkout = await open(await createMerchant(engine.table, { accounts }));
    const settled = await submitReference({ checkout, body, now: Date.now() });
    expect(settled.checkout.review?.reason).toBe("manual");
  });

  it("brings no checkout of another merchant before a person", async () => {
    const checkout = await open(await createMerchant(engine.table));
    await expect(submitReference({ checkout, body, now: Date.now() })).rejects.toMatchObject({
      code: "invalid_request",
    });
    expect(await getCheckout(engine.table, checkout.id)).toMatchObject({ status: "open" });
  });
});
