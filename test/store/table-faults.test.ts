import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { tableFaults } from "../../lib/store/table-faults.ts";
import { setFunctionEnvironment } from "../support/function-environment.ts";
import { createMerchant } from "../support/merchant.ts";
import { startTable, type TestTable } from "../support/table.ts";
import { receiptOf, verify } from "../support/verification-desk.ts";

type Item = Record<string, unknown>;

let engine: TestTable;
let sound: readonly Item[];
beforeAll(async () => {
  engine = await startTable();
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
  const output = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const merchant = await createMerchant(engine.table, { credits: 5 });
  await verify(merchant, receiptOf("DKX0000001"));
  await verify(merchant, receiptOf("DKX0000002", { amountMinor: 1 }));
  output.mockRestore();
  const { table } = engine;
  const { Items = [] } = await table.client.send(new ScanCommand({ TableName: table.name }));
  sound = Items;
});
afterAll(() => engine.stop());

const now = Date.now();
const entityOf = (name: string, more: (item: Item) => boolean = () => true) => {
  const found = sound.find((item) => item.entity === name && more(item));
  if (!found) throw new Error(`there is no ${name}`);
  return found;
};
const without = (gone: Item) => sound.filter((item) => item !== gone);
const changed = (item: Item, changes: Item) => [...without(item), { ...item, ...changes }];

describe("a table", () => {
  test("that only the service has written to has no faults", async () => {
    expect(await tableFaults(sound, now)).toEqual([]);
  });

  test("with a balance that its ledger does not add up to", async () => {
    const balance = entityOf("credits");
    const faults = await tableFaults(changed(balance, { available: 9 }), now);
    expect(faults).toEqual([`${balance.accountId}: the balance is not the sum of its ledger`]);
  });

  test("with a verified checkout that nobody paid for", async () => {
    const capture = entityOf("ledger", ({ kind }) => kind === "capture");
    const faults = await tableFaults(without(capture), now);
    expect(faults).toContain(`${capture.source}: verified, with 0 credits captured`);
  });

  test("with a used-up reference of a checkout that is not verified", async () => {
    const { checkoutId } = entityOf("claim", ({ sk }) => sk === "CLM");
    const checkout = entityOf("checkout", ({ id }) => id === checkoutId);
    const faults = await tableFaults(changed(checkout, { status: "open" }), now);
    expect(faults.join()).toContain(`${checkoutId}: a reference is used up`);
  });

  test("with a delivery without its event, or an event without its body, unless they have expired", async () => {
    const event = entityOf("event");
    const delivery = { entity: "delivery", id: "dlv_1", eventId: event.id, createdAt: now };
    expect(await tableFaults([...sound, delivery], now)).toEqual([]);
    expect(await tableFaults([...without(event), delivery], now)).toEqual([
      `dlv_1: its event ${event.id} is missing`,
    ]);
    const body = entityOf("event_body", ({ pk }) => pk === event.pk);
    expect(await tableFaults(without(body), now)).toEqual([`${event.id}: its body is missing`]);
    expect(await tableFaults(without(body), now + 30 * 86_400_000)).toEqual([]);
    const old = { ...delivery, createdAt: now - 30 * 86_400_000 };
    expect(await tableFaults([...without(event), old], now)).toEqual([]);
  });
});
