import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as v1 from "../../lib/contract/routes/v1.ts";
import { newId } from "../../lib/domain/ids.ts";
import { methodWrite } from "../../lib/store/payment-methods.ts";
import { transact } from "../../lib/store/transact.ts";
import { invoke, setFunctionEnvironment } from "../support/function-calls.ts";
import { createMerchant, type Merchant } from "../support/merchant.ts";
import { startTable, type TestTable } from "../support/table.ts";

/** The largest answer of a function, JSON escapes included. */
const MOST_BYTES = 6_291_556;
const COUNT = 70;
/** The character that takes most bytes in JSON within JSON. */
const wide = (length: number) => '"'.repeat(length);
const PHONE = "0911004455";

let engine: TestTable;
let merchant: Merchant;
beforeAll(async () => {
  engine = await startTable();
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
  merchant = await createMerchant(engine.table);
  for (let position = 1; position < 20; position++) await addMethod(position);
  const { createCheckout } = await import("../../functions/v1/checkouts.ts");
  const metadata = Array.from({ length: 20 }, (_, index) => [wide(38) + (index + 10), wide(500)]);
  const body = {
    amount: 150_000,
    client_reference: wide(200),
    description: wide(500),
    customer: { name: wide(200), phone: PHONE },
    return_url: `https://shop.example/?${wide(2000)}`,
    cancel_url: `https://shop.example/?${wide(2000)}`,
    metadata: Object.fromEntries(metadata),
  };
  for (let made = 0; made < COUNT; made++) {
    const { status } = await invoke(createCheckout, v1.createCheckout, { principal: key(), body });
    expect(status).toBe(201);
  }
});
afterAll(() => engine.stop());

async function addMethod(position: number): Promise<void> {
  const now = Date.now();
  const write = methodWrite({
    ...{ appId: merchant.appId, accountId: merchant.accountId, createdAt: now, enabled: true },
    ...{ id: newId("pm_", now, randomBytes(10)), provider: "manual", position },
    ...{ accountName: wide(100), accountNumber: `Desk ${position}`, label: wide(100) },
    instructions: wide(500),
  });
  expect((await transact(engine.table, [write])).committed).toBe(true);
}

const key = () => ({
  ...{ kind: "key" as const, keyId: "key_test", mode: "live" as const },
  ...{ accountId: merchant.accountId, appId: merchant.appId },
  scopes: ["checkouts:read", "checkouts:write", "events:read"],
});

test.each([
  ["checkouts", v1.listCheckouts],
  ["events", v1.listEvents],
])(
  "pages of the largest %s fit into an answer, and show each of them once",
  async (name, route) => {
    const functions = await import(`../../functions/v1/${name}.ts`);
    const handler = name === "checkouts" ? functions.listCheckouts : functions.listEvents;
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const query = { limit: "100", ...(cursor && { cursor }) };
      const { status, body } = await invoke(handler, route, { principal: key(), query });
      expect(status).toBe(200);
      expect(Buffer.byteLength(JSON.stringify(JSON.stringify(body)))).toBeLessThan(MOST_BYTES);
      expect(body.data.length).toBeGreaterThan(10);
      ids.push(...body.data.map(({ id }: { id: string }) => id));
      cursor = body.next_cursor ?? undefined;
      expect(body.has_more).toBe(cursor !== undefined);
    } while (cursor !== undefined);
    expect(ids).toHaveLength(COUNT);
    expect(new Set(ids).size).toBe(COUNT);
  },
);
