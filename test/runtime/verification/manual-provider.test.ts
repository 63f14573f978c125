import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Checkout } from "../../../lib/domain/checkout-terms.ts";
import { approveCheckout } from "../../../lib/runtime/verification/approve.ts";
import { submitReference } from "../../../lib/runtime/verification/submit.ts";
import { listAttempts } from "../../../lib/store/attempts.ts";
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

const approve = (id: string) =>
  approveCheckout({
    load: async () => {
      const checkout = await getCheckout(engine.table, id);
      if (!checkout) throw new Error("no such checkout");
      return checkout;
    },
    by: "usr_tester",
    reason: "Seen in the account",
    now: Date.now(),
    alongside: () => [],
  });

const body = { provider: "manual", input: "BELIEVE-ME-1" } as const;

describe("a reference that no bank is asked about", () => {
  it("is taken where the merchant has an account that he looks into himself", async () => {
    const accounts = { manual: { name: SHOP.name, number: "CASH-DESK-1" } };
    const checkout = await open(await createMerchant(engine.table, { accounts }));
    const settled = await submitReference({ checkout, body, now: Date.now() });
    expect(settled.checkout.review?.reason).toBe("manual");
  });

  it("that was corrected is used up as both, so that neither pays for anything else", async () => {
    const accounts = { manual: { name: SHOP.name, number: "CASH-DESK-1" } };
    const merchant = await createMerchant(engine.table, { accounts });
    const type = async (checkout: Checkout, input: string) => {
      const standing = await submitReference({
        checkout,
        body: { provider: "manual", input },
        now: Date.now(),
      });
      return standing.checkout;
    };
    const mistyped = await type(await open(merchant), "SLIP-TYP0");
    await type(mistyped, "SLIP-RIGHT");
    expect((await approve(mistyped.id)).payment?.reference).toBe("SLIP-RIGHT");
    for (const used of ["SLIP-TYP0", "SLIP-RIGHT"]) {
      const other = await type(await open(merchant), used);
      await expect(approve(other.id)).rejects.toMatchObject({ code: "reference_already_used" });
    }
    const { data } = await listAttempts(engine.table, mistyped.id, { limit: 10 });
    expect(data.map(({ outcome }) => outcome).toSorted()).toEqual(["matched", "superseded"]);
  });

  it("brings no checkout of another merchant before a person", async () => {
    const checkout = await open(await createMerchant(engine.table));
    await expect(submitReference({ checkout, body, now: Date.now() })).rejects.toMatchObject({
      code: "invalid_request",
    });
    expect(await getCheckout(engine.table, checkout.id)).toMatchObject({ status: "open" });
  });
});
