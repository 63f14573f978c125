import { afterAll, beforeAll, expect, test } from "vitest";
import { getDelivery } from "../../../lib/store/deliveries.ts";
import { fanOut } from "../../../lib/use-cases/webhooks/fan-out.ts";
import { deliveryIdOf } from "../../../lib/use-cases/webhooks/present.ts";
import { startTable, type TestTable } from "../../support/table.ts";
import { answer, newAccountId, WebhookRun } from "../../support/webhook-run.ts";

let engine: TestTable;
beforeAll(async () => {
  engine = await startTable();
});
afterAll(() => engine.stop());

const HOUR = 3_600_000;

/** Whether an endpoint gets an event that is `age` ms older than it, replayed `later` ms after its creation. */
async function isSent(age: number, later = 0): Promise<boolean> {
  const run = new WebhookRun(engine.table, { receive: () => answer(200) });
  const accountId = newAccountId();
  const event = await run.commitEvent({ accountId, appId: 1 });
  const createdAt = event.createdAt + age;
  const { endpoint } = await run.addEndpoint({ accountId, appId: 1, createdAt });
  const at = createdAt + later;
  const { id, appId, livemode, type, sequence } = event;
  const detail = {
    version: 1,
    id,
    account_id: accountId,
    app_id: appId,
    livemode,
    type,
    sequence,
  } as const;
  const ports = { ...run.ports, now: () => at, send: async () => undefined };
  expect(await fanOut(ports, [detail])).toMatchObject([{ status: "fulfilled" }]);
  const ref = { endpointId: endpoint.id, id: deliveryIdOf(id, endpoint.id) };
  return (await getDelivery(engine.table, ref, at)) !== null;
}

test("an endpoint receives no event from more than an hour before its creation", async () => {
  expect(await isSent(HOUR + 1)).toBe(false);
  expect(await isSent(30 * 24 * HOUR, HOUR)).toBe(false);
});

test.each([
  ["the same millisecond", 0],
  ["30 s before, by a clock that lags", 30_000],
  ["an hour before", HOUR],
  ["after its creation", -1],
])("no event is lost for an endpoint where clocks differ: %s", async (_, age) => {
  expect(await isSent(age)).toBe(true);
});

test("an event that waited for days reaches an endpoint that existed", async () => {
  expect(await isSent(-HOUR, 4 * 24 * HOUR)).toBe(true);
});
