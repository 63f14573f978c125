import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OutboundResult } from "../../../lib/cloud/outbound.ts";
import type { Delivery } from "../../../lib/domain/delivery.ts";
import { ensureDelivery, getDelivery, saveDelivery } from "../../../lib/store/deliveries.ts";
import { attemptsOfDelivery } from "../../../lib/store/delivery-attempts.ts";
import { getEndpoint } from "../../../lib/store/endpoints.ts";
import { listIssues } from "../../../lib/store/issues.ts";
import { eventWrites } from "../../../lib/store/outbox.ts";
import { transact } from "../../../lib/store/transact.ts";
import {
  ping,
  requestAttempt,
  resumeDeliveries,
} from "../../../lib/use-cases/webhooks/manual-attempts.ts";
import { deliveryIdOf } from "../../../lib/use-cases/webhooks/present.ts";
import { startTable, type TestTable } from "../../support/table.ts";
import { answer, newAccountId, WebhookRun } from "../../support/webhook-run.ts";

let engine: TestTable;
beforeAll(async () => {
  engine = await startTable();
});
afterAll(() => engine.stop());

const HOUR = 3_600_000;
const TIMEOUT = { kind: "error", code: "timeout", durationMs: 15_000, remoteIp: null } as const;

/** An endpoint with one delivery, to which the receiver answers as `receive` says. */
async function scene(receive: () => OutboundResult | Promise<OutboundResult>) {
  const table = await engine.another();
  const run = new WebhookRun(table, { receive });
  const accountId = newAccountId();
  const { endpoint } = await run.addEndpoint({ accountId, appId: 1 });
  const event = await run.commitEvent({ accountId, appId: 1 });
  const ref = { endpointId: endpoint.id, id: deliveryIdOf(event.id, endpoint.id) };
  const stored = async (): Promise<Delivery> => {
    const delivery = await getDelivery(table, ref, run.now);
    if (delivery === null) throw new Error("no delivery");
    return delivery;
  };
  const change = async (changed: (delivery: Delivery) => Delivery) => {
    const before = await stored();
    const after = changed(before);
    if (!(await saveDelivery(table, before, after))) throw new Error("not stored");
    return after;
  };
  /** As the dashboard's button does. */
  const sendAgain = async () => {
    const after = await change((delivery) => requestAttempt(endpoint, delivery, run.now));
    await resumeDeliveries(run.ports, [after]);
    await run.runUntil(run.now + 1000);
  };
  const failed = async () => {
    const filter = { accountId, kind: "delivery_failed" };
    const { data } = await listIssues(table, filter, { limit: 20 }, run.now);
    return data.map(({ objectId, message, count }) => ({ objectId, message, count }));
  };
  const health = () => getEndpoint(table, accountId, endpoint.id);
  const attempts = () => attemptsOfDelivery(table, ref, run.now);
  return {
    table,
    run,
    accountId,
    endpoint,
    event,
    ref,
    stored,
    change,
    sendAgain,
    failed,
    health,
    attempts,
  };
}

describe("a live delivery that used up its attempts", () => {
  test("is listed once among the errors, by its event and endpoint, until a manual attempt succeeds", async () => {
    let status = 500;
    const { run, endpoint, event, ref, sendAgain, failed, stored } = await scene(() =>
      answer(status),
    );
    await run.runUntil(run.now + 5 * HOUR);
    expect(await failed()).toEqual([]);
    await run.runUntil(run.now + 3 * HOUR);
    const message = `${event.type} could not be delivered to ${endpoint.id}.`;
    expect(await failed()).toEqual([{ objectId: ref.id, message, count: 1 }]);
    await sendAgain();
    await sendAgain();
    expect(await stored()).toMatchObject({
      status: "failed",
      attemptsCount: 11,
      trigger: "manual",
    });
    expect(await failed()).toEqual([{ objectId: ref.id, message, count: 1 }]);
    status = 200;
    await sendAgain();
    expect(await stored()).toMatchObject({ status: "succeeded", attemptsCount: 12 });
    expect(await failed()).toEqual([]);
  });

  test("is not listed if it is a ping, whose sender sees its result", async () => {
    const { table, run, endpoint, failed } = await scene(() => answer(500));
    const made = ping(endpoint, run.now);
    await transact(table, eventWrites(made.event));
    await ensureDelivery(table, made.delivery);
    await resumeDeliveries(run.ports, [made.delivery]);
    await run.runUntil(run.now + 1000);
    expect(await getDelivery(table, made.delivery, run.now)).toMatchObject({
      status: "failed",
      attemptsCount: 1,
    });
    expect(await failed()).toEqual([]);
    expect(run.toldFailing).toEqual([]);
  });
});

test("a manual attempt that fails leaves the next automatic one at its time", async () => {
  const { run, stored, sendAgain } = await scene(() => answer(500));
  await run.runUntil(run.now + 60_000);
  const before = await stored();
  await sendAgain();
  expect(await stored()).toMatchObject({
    ...{ status: "retrying", failures: before.failures, nextAttemptAt: before.nextAttemptAt },
    attemptsCount: before.attemptsCount + 1,
  });
});

test("an attempt records what the receiver answered, or that it did not answer in time", async () => {
  const results: OutboundResult[] = [
    TIMEOUT,
    { ...answer(503, { "retry-after": "1" }), body: "busy", truncated: true } as OutboundResult,
    answer(200),
  ];
  const { run, attempts } = await scene(() => results.shift() ?? answer(200));
  await run.runUntil(run.now + HOUR);
  const nothing = { responseHeaders: {}, truncated: false };
  expect(await attempts()).toMatchObject([
    {
      ...nothing,
      status: "failed",
      errorCode: "timeout",
      responseStatus: null,
      responseBody: null,
      remoteIp: null,
    },
    {
      ...{ status: "failed", errorCode: "http_status", responseStatus: 503, responseBody: "busy" },
      ...{ responseHeaders: { "retry-after": "1" }, truncated: true },
    },
    { ...nothing, status: "succeeded", errorCode: null, responseStatus: 200, responseBody: "" },
  ]);
});

test("only timeouts in a row give an endpoint less time to answer", async () => {
  const results: OutboundResult[] = [TIMEOUT, answer(500), TIMEOUT, TIMEOUT];
  const { run, health } = await scene(() => results.shift() ?? answer(200));
  const counts: unknown[] = [];
  while (results.length > 0) {
    const left = results.length;
    while (results.length === left) await run.runUntil(run.now + 1000);
    counts.push((await health())?.timeoutsInARow);
  }
  expect(counts).toEqual([1, 0, 1, 2]);
});

describe("a result that comes after another sender has recorded the attempt", () => {
  test.each([
    ["a failure", 500],
    ["a success", 200],
    ["a request to stop", 410],
  ])("changes nothing: %s", async (_, status) => {
    const made = await scene(async () => {
      await made.change((delivery) => ({ ...delivery, version: delivery.version + 1 }));
      return answer(status, {}, 6_000);
    });
    const { run, stored, failed, health, attempts } = made;
    const before = await health();
    await run.runUntil(run.now + 1000);
    expect(run.posts).toHaveLength(1);
    expect(await stored()).toMatchObject({ status: "delivering", attemptsCount: 0 });
    expect(await attempts()).toEqual([]);
    expect(await health()).toEqual(before);
    expect(await failed()).toEqual([]);
    expect(run.isQuiet).toBe(true);
  });
});
