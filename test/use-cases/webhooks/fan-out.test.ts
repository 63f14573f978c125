import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { OutboundResult } from "../../../lib/cloud/outbound.ts";
import type { EventDetail } from "../../../lib/contract/messages.ts";
import { idInPart } from "../../../lib/domain/ids.ts";
import { getDelivery } from "../../../lib/store/deliveries.ts";
import { listDeliveries, overdueDeliveries } from "../../../lib/store/delivery-lists.ts";
import {
  deleteEndpointWrite,
  endpointsOfAccount,
  endpointToItem,
  getEndpoint,
} from "../../../lib/store/endpoints.ts";
import { itemsOf } from "../../../lib/store/recoveries.ts";
import { transact } from "../../../lib/store/transact.ts";
import { runBackgroundWork } from "../../../lib/use-cases/webhooks/background.ts";
import { fanOut } from "../../../lib/use-cases/webhooks/fan-out.ts";
import type { WebhookPorts } from "../../../lib/use-cases/webhooks/ports.ts";
import { deliveryIdOf } from "../../../lib/use-cases/webhooks/present.ts";
import { endedAhead, messagesAhead } from "../../../lib/use-cases/webhooks/route-event.ts";
import { deliverBatch } from "../../../lib/use-cases/webhooks/sender.ts";
import {
  interceptedTable,
  queriedPartition,
  startTable,
  type TestTable,
} from "../../support/table.ts";
import { answer, messageTo, newAccountId, settled, WebhookRun } from "../../support/webhook-run.ts";

let engine: TestTable;
beforeAll(async () => {
  engine = await startTable();
});
afterEach(() => vi.useRealTimers());
afterAll(() => engine.stop());

/** For a busy machine; nothing waits that long otherwise. */
const PATIENCE = { timeout: 50_000 };

/** A run whose messages stay in `requests`, one entry for each request to the queue. */
function scene(receive: () => OutboundResult | Promise<OutboundResult> = () => answer(500)) {
  const run = new WebhookRun(engine.table, { receive });
  const requests: string[][] = [];
  const send: WebhookPorts["send"] = async (_, messages) => {
    requests.push(messages.map(({ message }) => message.event_id));
  };
  const happen = async (accountId: string): Promise<EventDetail> => {
    const event = await run.commitEvent({ accountId, appId: 1 });
    const { id, livemode, type, sequence } = event;
    return { version: 1, id, account_id: accountId, app_id: 1, livemode, type, sequence };
  };
  return { run, ports: { ...run.ports, send }, requests, happen };
}

describe("a batch of events", () => {
  test("wakes the deliveries of one account while another account's endpoints cannot be read", async () => {
    const { run, ports, requests, happen } = scene();
    const [slow, quick] = [newAccountId(), newAccountId()];
    for (const accountId of [slow, quick]) await run.addEndpoint({ accountId, appId: 1 });
    const [waits, goes] = [await happen(slow), await happen(quick)];
    const held = Promise.withResolvers<void>();
    const table = interceptedTable(engine.table, async (command, send) => {
      if (queriedPartition(command) === `WHK#${slow}`) await held.promise;
      return send();
    });
    const done = fanOut({ ...ports, table }, [waits, goes]);
    await vi.waitFor(() => expect(requests).toEqual([[goes.id]]), PATIENCE);
    held.resolve();
    expect((await done).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
    expect(requests).toEqual([[goes.id], [waits.id]]);
  });

  test("takes one request to the queue if no event is late", async () => {
    const { run, ports, requests, happen } = scene();
    const events: EventDetail[] = [];
    for (let count = 0; count < 10; count++) {
      const accountId = newAccountId();
      await run.addEndpoint({ accountId, appId: 1 });
      events.push(await happen(accountId));
    }
    // No event is late while the clock stands still.
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    await fanOut(ports, events);
    expect(requests.map((ids) => ids.toSorted())).toEqual([events.map(({ id }) => id).toSorted()]);
  });
});

test("an event of a part is noted at its endpoints, so that their lists have its deliveries; others cost no write", async () => {
  const { run, ports, happen } = scene();
  const accountId = newAccountId();
  const { endpoint } = await run.addEndpoint({ accountId, appId: 1 });
  const whole = await happen(accountId);
  const parted = { ...whole, id: idInPart(whole.id, 3) };
  const find = async () => {
    const found = await getEndpoint(engine.table, accountId, endpoint.id);
    if (found === null) throw new Error("no endpoint");
    return found;
  };
  await fanOut(ports, [whole]);
  expect(await find()).toEqual(endpoint);
  await fanOut(ports, [parted]);
  expect(await find()).toEqual({ ...endpoint, isSpread: true });
  const list = { of: { endpoint: await find() } };
  const { data } = await listDeliveries(engine.table, list, { limit: 10 }, run.now);
  const ids = [parted, whole].map(({ id }) => deliveryIdOf(id, endpoint.id));
  expect(data.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
});

describe("an event that was sent ahead of the relay", () => {
  /** Two endpoints, an event that both want, and every call of the fan-out to the table since then. */
  async function ahead(
    receive: () => OutboundResult | Promise<OutboundResult> = () => answer(200),
  ) {
    const { run, ports, requests, happen } = scene(receive);
    const accountId = newAccountId();
    const refs: { readonly endpointId: string }[] = [];
    for (let count = 0; count < 2; count++) {
      const { endpoint } = await run.addEndpoint({ accountId, appId: 1 });
      refs.push({ endpointId: endpoint.id });
    }
    const copy = await happen(accountId);
    const calls: string[] = [];
    const table = interceptedTable(engine.table, (command, send) => {
      calls.push(command.name);
      return send();
    });
    const event = { ...copy, accountId, appId: 1 };
    const messages = messagesAhead([event], await endpointsOfAccount(engine.table, accountId));
    const made = async () => {
      const ids = refs.map(({ endpointId }) => ({
        endpointId,
        id: deliveryIdOf(copy.id, endpointId),
      }));
      return Promise.all(ids.map((ref) => getDelivery(engine.table, ref, run.now)));
    };
    const deliver = async () => settled(await deliverBatch(ports, "delivery", messages));
    return { ports: { ...ports, table }, requests, calls, made, copy, deliver, run, accountId };
  }
  const pending = { status: "pending", attemptsCount: 0 };
  const delivered = { status: "succeeded", attemptsCount: 1 };
  const done = (outcomes: readonly PromiseSettledResult<void>[]) =>
    expect(outcomes.map(({ status }) => status)).not.toContain("rejected");
  /** The deliveries that the sweeper finds. */
  const swept = async () =>
    (await overdueDeliveries(engine.table, Date.UTC(2100, 0), 100)).map(({ eventId }) => eventId);

  test("is made and sent by its sender alone: the relay's copy reads, writes nothing and wakes nobody", async () => {
    const { ports, requests, calls, made, copy, deliver, run } = await ahead();
    await deliver();
    const before = await made();
    expect(before).toMatchObject([delivered, delivered]);
    done(await fanOut(ports, [copy, copy]));
    expect(calls).toEqual(["QueryCommand", "BatchGetCommand"]);
    expect(requests).toEqual([]);
    expect(await made()).toEqual(before);
    expect(run.posts).toHaveLength(2);
    expect(await swept()).not.toContain(copy.id);
  });

  test("is made by the relay's copy where its message was lost", async () => {
    const { ports, requests, made, copy } = await ahead();
    done(await fanOut(ports, [copy]));
    expect(await made()).toMatchObject([pending, pending]);
    expect(requests).toEqual([[copy.id, copy.id]]);
  });

  test("is sent once where the relay's copy came first, and where its message comes twice", async () => {
    const { ports, made, copy, deliver, run } = await ahead();
    done(await fanOut(ports, [copy]));
    await deliver();
    await deliver();
    expect(await made()).toMatchObject([delivered, delivered]);
    expect(run.posts).toHaveLength(2);
    expect(await swept()).not.toContain(copy.id);
  });

  test("is known to the sweeper from the relay's copy on while its sender is at work", async () => {
    const posted = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<OutboundResult>();
    const { ports, requests, made, copy, deliver } = await ahead(() => {
      posted.resolve();
      return answered.promise;
    });
    const sending = deliver();
    await posted.promise;
    expect(await swept()).not.toContain(copy.id);
    done(await fanOut(ports, [copy]));
    done(await fanOut(ports, [copy]));
    expect((await swept()).filter((id) => id === copy.id)).toHaveLength(2);
    expect(requests).toEqual([]);
    answered.resolve(answer(200));
    await sending;
    expect(await made()).toMatchObject([delivered, delivered]);
    expect(await swept()).not.toContain(copy.id);
  });

  test("waits for its next attempt as any other where its receiver refuses it", async () => {
    const { made, copy, deliver } = await ahead(() => answer(500));
    await deliver();
    expect(await made()).toMatchObject([{ status: "retrying" }, { status: "retrying" }]);
    expect((await swept()).filter((id) => id === copy.id)).toHaveLength(2);
  });

  test("is made by the copy for the endpoints that it did not reach, and not sent again to others", async () => {
    const { ports, requests, made, copy, deliver, run, accountId } = await ahead();
    await deliver();
    const { endpoint } = await run.addEndpoint({ accountId, appId: 1 });
    done(await fanOut(ports, [copy]));
    expect(requests).toEqual([[copy.id]]);
    const ref = { endpointId: endpoint.id, id: deliveryIdOf(copy.id, endpoint.id) };
    expect(await getDelivery(engine.table, ref, run.now)).toMatchObject(pending);
    expect(await made()).toMatchObject([delivered, delivered]);
  });

  test("is left to the relay's copy where its endpoint was disabled or deleted meanwhile", async () => {
    const { ports, made, copy, deliver, run, accountId } = await ahead();
    const [first, second] = await endpointsOfAccount(engine.table, accountId);
    if (first === undefined || second === undefined) throw new Error("there are two endpoints");
    await transact(engine.table, [
      { label: "endpoint", put: { Item: endpointToItem({ ...first, status: "disabled" }) } },
      deleteEndpointWrite(second),
    ]);
    await deliver();
    expect(await made()).toEqual([null, null]);
    done(await fanOut(ports, [copy]));
    const statuses = (await made()).map((delivery) => delivery?.status ?? "none");
    expect(statuses.toSorted()).toEqual(["none", "skipped"]);
    expect(run.posts).toEqual([]);
  });

  test("needs no fan-out once each of its deliveries has ended, which the relay reads in two requests", async () => {
    const { ports, calls, copy, deliver, run, accountId } = await ahead();
    const other = await run.commitEvent({ accountId, appId: 1 });
    const event = { ...other, ...copy };
    expect(await endedAhead(ports.table, [event, other])).toEqual(new Set());
    await deliver();
    calls.length = 0;
    expect(await endedAhead(ports.table, [event, other])).toEqual(new Set([copy.id]));
    expect(calls).toEqual(["QueryCommand", "BatchGetCommand"]);
  });

  test("needs no fan-out where no endpoint wants it", async () => {
    const event = await scene().run.commitEvent({ accountId: newAccountId(), appId: 1 });
    expect(await endedAhead(engine.table, [event])).toEqual(new Set([event.id]));
  });

  describe("needs its fan-out", () => {
    const needsIt = async ({ ports, copy, accountId }: Awaited<ReturnType<typeof ahead>>) => {
      const event = { ...copy, accountId, appId: 1 };
      expect(await endedAhead(ports.table, [event])).toEqual(new Set());
    };

    test("while its sender is at work", async () => {
      const posted = Promise.withResolvers<void>();
      const answered = Promise.withResolvers<OutboundResult>();
      const one = await ahead(() => {
        posted.resolve();
        return answered.promise;
      });
      const sending = one.deliver();
      await posted.promise;
      await needsIt(one);
      answered.resolve(answer(200));
      await sending;
    });

    test("while its deliveries wait for their first attempt, or for the next one", async () => {
      const fresh = await ahead();
      done(await fanOut(fresh.ports, [fresh.copy]));
      await needsIt(fresh);
      const refused = await ahead(() => answer(500));
      await refused.deliver();
      await needsIt(refused);
    });

    test("where one endpoint has no delivery of it, or cannot be read", async () => {
      const one = await ahead();
      await one.deliver();
      const { endpoint } = await one.run.addEndpoint({ accountId: one.accountId, appId: 1 });
      await needsIt(one);
      const newer = { ...endpointToItem({ ...endpoint, events: ["checkout.canceled"] }), v: 3 };
      await transact(engine.table, [{ label: "endpoint", put: { Item: newer } }]);
      await needsIt(one);
      await transact(engine.table, [deleteEndpointWrite(endpoint)]);
      const event = { ...one.copy, accountId: one.accountId, appId: 1 };
      expect(await endedAhead(engine.table, [event])).toEqual(new Set([event.id]));
    });

    test("where its account's endpoints cannot be read, unlike those of another account", async () => {
      const [away, other] = [await ahead(), await ahead()];
      const events = [away, other].map(({ copy, accountId }) => ({ ...copy, accountId, appId: 1 }));
      await away.deliver();
      await other.deliver();
      const table = interceptedTable(engine.table, (command, send) =>
        queriedPartition(command) === `WHK#${away.accountId}`
          ? Promise.reject(new Error("the table is away"))
          : send(),
      );
      expect(await endedAhead(table, events)).toEqual(new Set([other.copy.id]));
    });

    test("where it has more deliveries than go ahead, or is of a kind that does not", async () => {
      const one = await ahead();
      await one.deliver();
      const event = { ...one.copy, accountId: one.accountId, appId: 1 };
      const kinds = [{ ...event, type: "checkout.canceled" }];
      expect(await endedAhead(engine.table, kinds)).toEqual(new Set());
      const more = Array.from({ length: 9 }, () =>
        one.run.addEndpoint({ accountId: one.accountId, appId: 1 }),
      );
      await Promise.all(more);
      done(await fanOut(one.ports, [one.copy]));
      const calls = one.calls.length;
      await needsIt(one);
      expect(one.calls.slice(calls)).toEqual(["QueryCommand"]);
    });
  });

  test.each([
    ["is disabled", { status: "disabled" }],
    ["has failed", { failuresInARow: 1 }],
    ["is slow", { slow: true }],
    ["wants other events", { events: ["checkout.canceled"] }],
  ] as const)("has no message for an endpoint that %s", async (_, facts) => {
    const { run, happen } = scene();
    const accountId = newAccountId();
    await run.addEndpoint({ accountId, appId: 1, ...facts });
    const event = { ...(await happen(accountId)), accountId, appId: 1 };
    expect(messagesAhead([event], await endpointsOfAccount(engine.table, accountId))).toEqual([]);
  });
});

describe("a deleted endpoint", () => {
  test("is not read by a fan-out; its deliveries stay in the log of its app", async () => {
    const { run, ports, requests, happen } = scene();
    const accountId = newAccountId();
    const { endpoint } = await run.addEndpoint({ accountId, appId: 1_234_567 });
    const detail = { ...(await happen(accountId)), app_id: endpoint.appId };
    await fanOut(ports, [detail]);
    await transact(engine.table, [deleteEndpointWrite(endpoint)]);
    for await (const item of itemsOf(engine.table, `WHK#${accountId}`)) expect(item).toBeNull();
    await fanOut(ports, [await happen(accountId)]);
    expect(requests).toEqual([[detail.id]]);
    const log = { of: { appId: endpoint.appId } };
    const { data } = await listDeliveries(engine.table, log, { limit: 10 }, run.now);
    expect(data).toMatchObject([{ endpointId: endpoint.id, eventId: detail.id }]);
  });

  test.each([
    ["this release", null],
    ["an earlier release", 5],
  ])("deleted by %s takes its waiting deliveries with it", async (_, deletedAt) => {
    const { run, ports, happen } = scene();
    const accountId = newAccountId();
    const { endpoint } = await run.addEndpoint({ accountId, appId: 1 });
    const [failed, fresh, late] = [
      await happen(accountId),
      await happen(accountId),
      await happen(accountId),
    ];
    await fanOut(ports, [failed, fresh]);
    const refOf = ({ id }: EventDetail) => ({
      endpointId: endpoint.id,
      id: deliveryIdOf(id, endpoint.id),
    });
    const statusOf = async (event: EventDetail) =>
      (await getDelivery(engine.table, refOf(event), run.now))?.status;
    const deliver = async (event: EventDetail) =>
      settled(
        await deliverBatch(ports, "delivery", [
          messageTo(refOf(event), { ...event, accountId, appId: event.app_id }),
        ]),
      );
    await deliver(failed);
    expect(await statusOf(failed)).toBe("retrying");

    const gone = endpointToItem({ ...endpoint, status: "disabled", deletedAt });
    await transact(engine.table, [
      deletedAt === null
        ? deleteEndpointWrite(endpoint)
        : { label: "endpoint", put: { Item: gone } },
    ]);
    expect(await getEndpoint(engine.table, accountId, endpoint.id)).toBeNull();
    const { id: endpoint_id } = endpoint;
    await runBackgroundWork(ports, {
      version: 1,
      kind: "abandon",
      account_id: accountId,
      endpoint_id,
    });
    await deliver(fresh);
    await fanOut(ports, [late]);
    expect(await Promise.all([failed, fresh, late].map(statusOf))).toEqual([
      "canceled",
      "canceled",
      undefined,
    ]);
    expect(run.posts).toHaveLength(1);
  });
});
