import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newDelivery } from "../../../lib/domain/delivery.ts";
import { newId } from "../../../lib/domain/ids.ts";
import { createWrites } from "../../../lib/store/checkout-item.ts";
import { newDeliveryWrite } from "../../../lib/store/deliveries.ts";
import { transact } from "../../../lib/store/transact.ts";
import { checkoutOf } from "../../support/filled-tables.ts";
import { setFunctionEnvironment } from "../../support/function-calls.ts";
import { startTable, type TestTable } from "../../support/table.ts";
import { createUser } from "../../support/users.ts";
import { answer, newAccountId, WebhookRun } from "../../support/webhook-run.ts";

let engine: TestTable;
beforeAll(async () => {
  engine = await startTable();
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
});
afterAll(() => engine.stop());

test("a search by a checkout finds what the last of twenty endpoints got, and the newest first", async () => {
  const { deliveryIdOf } = await import("../../../lib/use-cases/webhooks/present.ts");
  const { searchDeliveries } = await import("../../../lib/use-cases/webhooks/search-deliveries.ts");
  const accountId = newAccountId();
  const principal = await createUser(engine.table, accountId);
  const of = { accountId, appId: 1, livemode: true } as const;
  const run = new WebhookRun(engine.table, { receive: () => answer(200) });
  const endpointIds: string[] = [];
  for (let made = 0; made < 20; made++) {
    endpointIds.push((await run.addEndpoint({ accountId, appId: 1 })).endpoint.id);
  }
  const endpointId = endpointIds.sort().at(-1) ?? "";
  const now = Date.now();
  const eventIds = [1, 2, 3, 4, 5, 6, 7].map((age) => newId("evt_", now - age, randomBytes(10)));
  for (const eventId of eventIds) {
    const id = deliveryIdOf(eventId, endpointId);
    const facts = { ...of, id, endpointId, eventId, eventType: "checkout.review" } as const;
    await transact(engine.table, [
      newDeliveryWrite(newDelivery({ ...facts, lane: "delivery" }, now)),
    ]);
  }
  const facts = { account: accountId, appId: 1, livemode: true, client: null } as const;
  const checkout = checkoutOf(0, { ...facts, status: "open", pending: false, expiresIn: 200 });
  await transact(engine.table, createWrites({ ...checkout, eventIds: eventIds.toReversed() }));
  const found = await searchDeliveries(checkout.id, { principal, appId: 1 }, now);
  expect(found.map(({ eventId }) => eventId)).toEqual(eventIds);
});
