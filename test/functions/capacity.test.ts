import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  databaseSum,
  isNearBorder,
  type Step,
  walkPayment,
  warmUp,
} from "../../bench/payment-path.ts";
import type { EventRecord } from "../../lib/domain/event-record.ts";
import type { Principal } from "../../lib/pipeline/principal.ts";
import type { MeteredCall } from "../support/aws-meter.ts";
import { queuesOf } from "../support/function-calls.ts";
import { createMerchant } from "../support/merchant.ts";
import {
  busMessage,
  type MeteredService,
  sentMessage,
  startMeteredService,
} from "../support/metered-service.ts";
import { ENGINE } from "../support/table.ts";

let service: MeteredService;
beforeAll(async () => {
  service = await startMeteredService();
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await service.close();
});

/**
 * Database calls with what they consume, in any order: some are made at the same time. Of writes the
 * embedded engine's count and the higher one, which Amazon's engine has for transactions with indexes.
 */
function databaseWork(calls: readonly MeteredCall[]): readonly string[] {
  return calls
    .filter(({ service: name }) => name === "dynamodb")
    .map(({ action, readUnits, writeUnits, higherWriteUnits: higher }) =>
      higher > 0 ? `${action} ${writeUnits} w, ${higher} at most` : `${action} ${readUnits} r`,
    )
    .toSorted();
}
const actions = (calls: readonly MeteredCall[]) =>
  databaseWork(calls).map((work) => work.split(" ")[0]);

describe.runIf(ENGINE === "embedded")("database calls and capacity units (embedded engine)", () => {
  test("authorizer: one read at first, then none for as long as a key is cached", async () => {
    const key = service.merchant.liveKey;
    const first = await service.metered(() => service.authorize(key));
    const seen = [...first.calls];
    // The mark of the key's last use, once in a while; the caller does not wait for it.
    await vi.waitFor(() => {
      seen.push(...service.meter.take());
      expect(databaseWork(seen)).toEqual(["GetItem 1 r", "UpdateItem 2 w, 2 at most"]);
    }, 60_000);
    expect((await service.metered(() => service.authorize(key))).calls).toEqual([]);
  });

  test("create a checkout: its app, account and balance, one transaction", async () => {
    const { result, calls } = await service.metered(() => service.create());
    expect(result.status).toBe(201);
    expect(databaseWork(calls)).toEqual([
      // Whether a credit is left, perhaps as it was a moment ago.
      "GetItem 0.5 r",
      "GetItem 1 r",
      "Query 1 r",
      // Terms 1 item and 2 lists, state 1 item, 1 list and its expiry, event 1 item: nobody has subscribed to it.
      "TransactWriteItems 10 w, 14 at most",
    ]);
  });

  test("create costs the same with all the metadata that fits in its terms", async () => {
    const body = { amount: 1, metadata: { note: "x".repeat(200) } };
    const { calls } = await service.metered(() => service.create({}, body));
    // One index write less: there is no client reference.
    expect(databaseWork(calls)).toContain("TransactWriteItems 9 w, 12 at most");
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

  test("read a checkout: one consistent query", async () => {
    const { body } = await service.create();
    const { calls } = await service.metered(() => service.read(body.id));
    expect(databaseWork(calls)).toEqual(["Query 1 r"]);
  });

  test("list checkouts: one query and one batch read a page, however it is filtered", async () => {
    const queries: readonly Readonly<Record<string, string>>[] = [
      {},
      { status: "open" },
      { client_reference: "order-1" },
    ];
    for (const query of queries) {
      const { result, calls } = await service.metered(() => service.list(query));
      expect(result.body.data.length).toBeGreaterThan(0);
      expect(actions(calls), JSON.stringify(query)).toEqual(["BatchGetItem", "Query"]);
    }
  });

  test("list all of an account's checkouts: its apps, one query for each, and one batch read a page", async () => {
    const other = await createMerchant(service.engine.table, {
      accountId: service.merchant.accountId,
    });
    expect(other.appId).not.toBe(service.merchant.appId);
    const list = (query: Readonly<Record<string, string>>) =>
      service.metered(() =>
        service.list(query, { ...service.principal, appId: null } as Principal),
      );
    const ofApps = ["BatchGetItem", "Query", "Query", "Query"];
    expect(actions((await list({})).calls)).toEqual(ofApps);
    const created = { created_gte: "2026-01-01T00:00:00Z" };
    expect(actions((await list(created)).calls)).toEqual(ofApps);
    // Lists of the account itself.
    for (const query of [{ status: "open" }, { client_reference: "order-1" }]) {
      expect(actions((await list(query)).calls)).toEqual(["BatchGetItem", "Query"]);
    }
  });

  test("verify: the checkout, the attempt in two writes, the shared question, and one transaction", async () => {
    const { body } = await service.create();
    // The first question of a container reads the breaker, too.
    await verifyOne();
    const reference = await service.pay(150_000);
    const { result, calls } = await service.metered(() => service.verify(body.id, reference));
    expect(result.body.status).toBe("verified");
    // Two units more where the payment's quarter of an hour borders on another six hours (one in twelve).
    expect(databaseWork(calls)).toEqual([
      "PutItem 1 w, 1 at most",
      "PutItem 1 w, 1 at most",
      // The attempt and its due time, then the state that lists it.
      "PutItem 2 w, 2 at most",
      // The account's endpoints, to wake the senders: the relay finds one that is too new for this read.
      "Query 0.5 r",
      "Query 1 r",
      expect.stringMatching(/^TransactWriteItems (22 w, 26|24 w, 28) at most$/),
      "UpdateItem 1 w, 1 at most",
    ]);
  });

  test("pay in parts: a second part costs what the first one costs, and the last one what the whole costs", async () => {
    await verifyOne();
    const pay = async (id: string, amount: number) => {
      const reference = await service.pay(amount);
      const { result, calls } = await service.metered(() => service.verify(id, reference));
      expect(result.status).toBe(200);
      // A container reads a bank's breaker again after a few seconds.
      const work = databaseWork(calls).filter((one) => one !== "GetItem 0.5 r");
      return { work, units: databaseSum(calls).writeUnits };
    };
    const inParts = (await service.create()).body.id;
    const first = await pay(inParts, 40_000);
    expect(await pay(inParts, 50_000)).toEqual(first);
    const inTwo = (await service.create()).body.id;
    expect(await pay(inTwo, 100_000)).toEqual(first);
    const last = await pay(inTwo, 50_000);
    expect(last).toEqual(await pay((await service.create()).body.id, 150_000));
    expect(first.units).toBeLessThan(last.units);
  });

  test("the pay page: one consistent query, and half a unit for a look that finds nothing new", async () => {
    const { body } = await service.create();
    const token = body.pay_url.split("/").at(-2);
    const first = await service.metered(() => service.look(token));
    expect([first.result.status, databaseWork(first.calls)]).toEqual([200, ["Query 1 r"]]);
    const seen = first.result.tag;
    const again = await service.metered(() => service.look(token, seen));
    expect(again.result).toEqual({ status: 304, tag: seen });
    expect(databaseWork(again.calls)).toEqual(["Query 0.5 r"]);
    await service.submit(token, await service.pay(150_000));
    // What is shown was read consistently: a glance may be older than what the customer has seen.
    const paid = await service.metered(() => service.look(token, seen));
    expect([paid.result.status, databaseWork(paid.calls)]).toEqual([
      200,
      ["Query 0.5 r", "Query 1 r"],
    ]);
    expect(paid.result.tag).not.toBe(seen);
  });

  test("submit: its rate limit takes one write, also in a window that it opened", async () => {
    const { body } = await service.create();
    const token = body.pay_url.split("/").at(-2);
    const submit = () => service.metered(() => service.submit(token, "no reference", "192.0.2.9"));
    const write = "UpdateItem 1 w, 1 at most";
    expect(databaseWork((await submit()).calls)).toEqual(["Query 1 r", write]);
    expect(databaseWork((await submit()).calls)).toEqual(["Query 1 r", write]);
  });

  test("relay: one request for a batch takes its events out of the outbox", async () => {
    const events = await service.events(await verifyOne());
    expect(events.map(({ type }) => type)).toEqual(["checkout.verified", "checkout.created"]);
    const { calls } = await service.metered(() => service.relay(...events));
    // One of them is not in the outbox, and deleting nothing costs a unit, too.
    expect(databaseWork(calls)).toEqual([
      "BatchGetItem 0.5 r",
      "BatchWriteItem 2 w, 2 at most",
      // Whether a member wants a message for each payment.
      "Query 0.5 r",
      // The account's endpoints, to look for the deliveries of what was sent ahead.
      "Query 1 r",
    ]);
  });

  test("delivery ahead of the relay, whose look at it replaces the fan-out: each worker's own part", async () => {
    const { result: id, calls } = await service.metered(verifyOne);
    const delivery = sentMessage(calls);
    const delivered = await service.metered(() => service.work("deliver-webhook", delivery));
    expect(delivered.result).toEqual({ batchItemFailures: [] });
    expect(databaseWork(delivered.calls)).toEqual([
      "BatchGetItem 2 r",
      // The delivery and its place in the app's list.
      "PutItem 2 w, 2 at most",
      "UpdateItem 1 w, 1 at most",
      // The endpoint's first success, which is noted once an hour.
      "UpdateItem 1 w, 1 at most",
    ]);
    const late = await service.metered(() => service.work("deliver-webhook", delivery));
    expect(actions(late.calls)).toEqual(["BatchGetItem", "BatchGetItem", "PutItem"]);

    const [event] = (await service.events(id)) as readonly [EventRecord];
    const relayed = await service.metered(() => service.relay(event));
    expect(databaseWork(relayed.calls)).toEqual([
      "BatchGetItem 0.5 r",
      "BatchWriteItem 1 w, 1 at most",
      "Query 0.5 r",
      "Query 1 r",
    ]);
    const { detail } = busMessage(relayed.calls);
    expect(queuesOf(detail)).toEqual([]);
    // From the archive, for a table that was restored.
    expect(queuesOf(detail, "restored-1")).toEqual(["fan-out"]);
  });

  test("delivery by the relay: the fan-out stores it for the sweeper, and its sender takes it out", async () => {
    const [event] = (await service.events(await verifyOne())) as readonly [EventRecord];
    const copy = busMessage((await service.metered(() => service.relay(event))).calls);
    const fannedOut = await service.metered(() => service.work("fan-out-webhooks", copy));
    expect(databaseWork(fannedOut.calls)).toEqual([
      "BatchGetItem 0.5 r",
      "PutItem 3 w, 3 at most",
      "Query 1 r",
    ]);
    const delivery = sentMessage(fannedOut.calls);
    const delivered = await service.metered(() => service.work("deliver-webhook", delivery));
    expect(databaseWork(delivered.calls)).toEqual([
      "BatchGetItem 3 r",
      "UpdateItem 1 w, 1 at most",
      "UpdateItem 2 w, 2 at most",
    ]);
  });

  test("verify: one request to the queue, and none for an app without an endpoint", async () => {
    const sent = async () =>
      (await service.metered(verifyOne)).calls.filter(({ service: name }) => name === "sqs");
    expect(await sent()).toHaveLength(1);
  });
});

describe.runIf(ENGINE === "embedded")("a payment's write units (embedded engine)", () => {
  const written = (steps: readonly Step[], name: RegExp) => {
    const of = steps.filter((step) => name.test(step.name) && !step.name.includes("with a key"));
    const { writeUnits, higherWriteUnits } = databaseSum(of.flatMap(({ calls }) => calls));
    return [writeUnits, higherWriteUnits];
  };

  test("stay within the goals of both counts", async () => {
    await warmUp(service);
    const steps = await walkPayment(service);
    // A payment in the first or last quarter of an hour of six hours also checks the six hours beside them.
    const more = isNearBorder(Date.now()) ? 2 : 0;
    const goals: readonly (readonly [RegExp, number, number])[] = [
      [/^create/, 10, 14],
      [/^submit/, 29 + more, 33 + more],
      [/^(fan out|deliver)/, 3, 3],
      [/^(create|submit|relay|follow|fan out|deliver)/, 43 + more, 51 + more],
    ];
    for (const [name, embedded, higher] of goals) {
      const [units = 0, higherUnits = 0] = written(steps, name);
      expect(units, `${name}`).toBeLessThanOrEqual(embedded);
      expect(higherUnits, `${name}, higher count`).toBeLessThanOrEqual(higher);
    }
  });
});

async function verifyOne(): Promise<string> {
  const { body } = await service.create();
  await service.verify(body.id, await service.pay(150_000));
  return body.id;
}
