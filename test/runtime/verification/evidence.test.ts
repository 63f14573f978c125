import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Receipt } from "../../../lib/domain/receipt.ts";
import { presentHistory } from "../../../lib/runtime/checkout-history/present.ts";
import { readHistory } from "../../../lib/runtime/checkout-history/read.ts";
import { setFunctionEnvironment } from "../../support/function-environment.ts";
import { createMerchant, type Merchant } from "../../support/merchant.ts";
import { startTable, type TestTable } from "../../support/table.ts";
import { catchWakeUps, receiptOf, verify } from "../../support/verification-desk.ts";

let engine: TestTable;
let wakeUps: ReturnType<typeof catchWakeUps>;
let merchant: Merchant;

beforeAll(async () => {
  engine = await startTable();
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
  wakeUps = catchWakeUps();
  merchant = await createMerchant(engine.table, { credits: 10 });
});
afterAll(async () => {
  wakeUps.restore();
  await engine.stop();
});

const STRANGER = { institution: "telebirr", name: "Other Shop", account: "2519****2333" } as const;

/** Everything that the dashboard is given of a checkout. */
async function shownOf(receipt: Receipt): Promise<string> {
  const { checkout } = await verify(merchant, receipt);
  const where = { publicBaseUrl: "https://pay.example", now: Date.now() };
  return JSON.stringify(presentHistory(checkout, await readHistory(checkout, Date.now()), where));
}

describe("a stranger's receipt, submitted by somebody who made himself a merchant", () => {
  it("tells him that it is not his, and nothing else of it", async () => {
    const paidAt = Date.now() - 61_000;
    const shown = await shownOf(
      receiptOf("DKV0000001", { receiver: STRANGER, amountMinor: 777_777, paidAt }),
    );
    expect(shown).toContain("receiver_mismatch");
    for (const secret of ["Other Shop", "2519****2333", "777777", String(paidAt)]) {
      expect(shown).not.toContain(secret);
    }
  });

  it("tells nothing of one that names nobody and is refused for its amount", async () => {
    const receiver = { ...STRANGER, name: null, account: null };
    const shown = await shownOf(receiptOf("DKV0000002", { receiver, amountMinor: 33_333 }));
    expect(shown).toContain("amount_mismatch");
    expect(shown).not.toContain("33333");
  });
});

it("a receipt that a person has to decide about is shown field by field", async () => {
  const receipt = receiptOf("DKV0000003", { amountMinor: 150_100 });
  const shown = await shownOf({ ...receipt, receiver: { ...receipt.receiver, account: null } });
  expect(shown).toContain("receiver_unconfirmed");
  expect(shown).toContain("150100");
});
