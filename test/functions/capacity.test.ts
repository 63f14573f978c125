import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { EventRecord } from "../../lib/domain/event-record.ts";
import type { MeteredCall } from "../support/aws-meter.ts";
import {
  busMessage,
  type MeteredService,
  sentMessage,
  startMeteredService,
} from "../support/metered-service.ts";

let service: MeteredService;
beforeAll(async () => {
  service = await startMeteredService();
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await service.close();
});

/** Database calls with what they consume, without an order: some are made at the same time. */
function databaseWork(calls: readonly MeteredCall[]): readonly string[] {
  return calls
    .filter(({ service: name }) => name === "dynamodb")
    .map(({ action, readUnits, writeUnits }) => `${action} ${readUnits} r ${writeUnits} w`)
    .toSorted();
}
const actions = (calls: readonly MeteredCall[]) =>
  databaseWork(calls).map((work) => work.split(" ")[0]);

describe("database calls and capacity units", () => {
  test("authorizer: one read at first, then none for as long as a key is believed", async () => {
    const key = service.merchant.liveKey;
    const first = await service.metered(() => service.authorize(key));
    const seen = [...first.calls];
    // The mark of the key's last use, once in a while; the caller does not wait for it.
    await vi.waitFor(() => {
      seen.push(...service.meter.take());
      expect(databaseWork(seen)).toEqual(["GetItem 1 r 0 w", "UpdateItem 0 r 2 w"]);
    });
    expect((await service.metered(() => service.authorize(key))).calls).toEqual([]);
  });

  test("create a checkout: its app, account and balance, one transaction", async () => {
    const { result, calls } = await service.metered(() => service.create());
    expect(result.status).toBe(201);
    expect(databaseWork(calls)).toEqual([
      "GetItem 1 r 0 w",
      "GetItem 1 r 0 w",
      "Query 1 r 0 w",
      "TransactWriteItems 0 r 24 w",
    ]);
  });

  test("create with an idempotency key: one write more to take the key, and none to replay", async () => {
    const headers = { "idempotency-key": "order-0001" };
    const first = await service.metered(() => service.create(headers));
    expect(actions(first.calls)).toEqual([
      "GetItem",
      "GetItem",
      "PutItem",
      "Query",
      "TransactWriteItems",
    ]);
    const again = await service.metered(() => service.create(headers));
    expect(again.result.body).toEqual(first.result.body);
    expect(actions(again.calls)).toEqual(["PutItem"]);
  });

  test("read a checkout: one consistent get", async () => {
    const { body } = await service.create();
    const { calls } = await service.metered(() => service.read(body.id));
    expect(databaseWork(calls)).toEqual(["GetItem 1 r 0 w"]);
  });

  test("list checkouts: one query a page, however it is filtered", async () => {
    const queries: readonly Readonly<Record<string, string>>[] = [
      {},
      { status: "open" },
      { client_reference: "order-1" },
    ];
    for (const query of queries) {
      const { result, calls } = await service.metered(() => service.list(query));
      expect(result.body.data.length).toBeGreaterThan(0);
      expect(actions(calls), JSON.stringify(query)).toEqual(["Query"]);
    }
  });

  test("verify: the checkout, the taken reference, the shared question, and one transaction", async () => {
    const { body } = await service.create();
    // The first question of a container reads the breaker, too.
    await verifyOne();
    const reference = await service.pay(150_000);
    const { result, calls } = await service.metered(() => service.verify(body.id, reference));
    expect(result.body.status).toBe("verified");
    expect(databaseWork(calls)).toEqual([
      "GetItem 1 r 0 w",
      "PutItem 0 r 1 w",
      "PutItem 0 r 1 w",
      "TransactWriteItems 0 r 19 w",
      "TransactWriteItems 0 r 47 w",
    ]);
  });

  test("telling of it: each worker's own part", async () => {
    const [event] = (await service.events(await verifyOne())) as readonly [EventRecord];
    expect(event.type).toBe("checkout.verified");
    const relayed = await service.metered(() => service.relay(event));
    expect(databaseWork(relayed.calls)).toEqual(["UpdateItem 0 r 3 w"]);
    const message = busMessage(relayed.calls);
    const fannedOut = await service.metered(() => service.work("fan-out-webhooks", message));
    expect(databaseWork(fannedOut.calls)).toEqual(["PutItem 0 r 5 w", "Query 1 r 0 w"]);

    const delivery = sentMessage(fannedOut.calls);
    const delivered = await service.metered(() => service.work("deliver-webhook", delivery));
    expect(delivered.result).toEqual({ batchItemFailures: [] });
    expect(databaseWork(delivered.calls)).toEqual([
      "BatchGetItem 2 r 0 w",
      // Two of them for the endpoint's first success, which is noted once in a while.
      "TransactWriteItems 0 r 11 w",
      "UpdateItem 0 r 6 w",
    ]);
    const late = await service.metered(() => service.work("deliver-webhook", delivery));
    expect(actions(late.calls)).toEqual(["UpdateItem"]);
  });
});

async function verifyOne(): Promise<string> {
  const { body } = await service.create();
  await service.verify(body.id, await service.pay(150_000));
  return body.id;
}
