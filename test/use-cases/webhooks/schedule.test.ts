import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seal } from "../../../lib/cloud/secret-box.ts";
import { generateWebhookSecret } from "../../../lib/cloud/webhook-signature.ts";
import type { EventRecord } from "../../../lib/domain/event-record.ts";
import { plannedWaitMs } from "../../../lib/domain/webhook-endpoint.ts";
import { getDelivery } from "../../../lib/store/deliveries.ts";
import { attemptsOfDelivery } from "../../../lib/store/delivery-attempts.ts";
import { listDeliveries } from "../../../lib/store/delivery-lists.ts";
import { changeEndpointWrite, getEndpoint, healthWrite } from "../../../lib/store/endpoints.ts";
import { listIssues } from "../../../lib/store/issues.ts";
import { type Table, transact } from "../../../lib/store/transact.ts";
import { fanOut } from "../../../lib/use-cases/webhooks/fan-out.ts";
import type { WebhookPorts } from "../../../lib/use-cases/webhooks/ports.ts";
import { deliveryIdOf } from "../../../lib/use-cases/webhooks/present.ts";
import { deliverBatch } from "../../../lib/use-cases/webhooks/sender.ts";
import { newEvent } from "../../support/events.ts";
import { startTable, type TestTable } from "../../support/table.ts";
import {
  answer,
  messageTo,
  newAccountId,
  WebhookRun,
  type WebhookRunOptions,
} from "../../support/webhook-run.ts";

let engine: TestTable;
beforeAll(async () => {
  engine = await startTable();
});
afterAll(() => engine.stop());

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

async function scene(
  receive: WebhookRunOptions["receive"],
  options: Partial<WebhookRunOptions> = {},
) {
  const table = await engine.another();
  const run = new WebhookRun(table, { receive, random: Math.random, ...options });
  const accountId = newAccountId();
  const appId = 1001;
  const { endpoint, secret } = await run.addEndpoint({ accountId, appId });
  const send = () => run.commitEvent({ accountId, appId });
  const deliveryOf = async (eventId: string) => {
    const delivery = await getDelivery(
      table,
      { endpointId: endpoint.id, id: deliveryIdOf(eventId, endpoint.id) },
      run.now,
    );
    if (delivery === null) throw new Error("no delivery");
    return delivery;
  };
  return { table, run, accountId, appId, endpoint, secret, send, deliveryOf };
}

describe("a delivery", () => {
  test("is signed according to Standard Webhooks, with the event's exact bytes as body", async () => {
    const { run, secret, send, deliveryOf } = await scene(() => answer(204));
    const event = await send();
    await run.runUntil(run.now + 1000);
    expect(run.posts).toHaveLength(1);
    const [post] = run.posts;
    expect(post?.request.body).toBe(event.body);
    expect(post?.request.headers["webhook-id"]).toBe(event.id);
    const seconds = Number(post?.request.headers["webhook-timestamp"]);
    expect(seconds).toBe(Math.floor((post?.at ?? 0) / 1000));
    const headers = { ...post?.request.headers };
    // The library compares with the real clock; the signature itself covers our own time.
    const realNow = Date.now;
    Date.now = () => run.now;
    try {
      expect(new Webhook(secret).verify(event.body, headers)).toEqual(JSON.parse(event.body));
    } finally {
      Date.now = realNow;
    }
    expect(await deliveryOf(event.id)).toMatchObject({
      status: "succeeded",
      attemptsCount: 1,
      nextAttemptAt: null,
      lastStatusCode: 204,
      trigger: "automatic",
    });
  });

  test("that always fails is attempted 1 + 8 times on schedule, then failed", async () => {
    const { table, run, send, deliveryOf, accountId } = await scene(() => answer(500));
    const event = await send();
    await run.runUntil(run.now + 8 * HOUR);
    expect(run.posts).toHaveLength(9);
    for (let retry = 0; retry < 8; retry++) {
      const waited = (run.posts[retry + 1]?.at ?? 0) - (run.posts[retry]?.at ?? 0);
      const planned = plannedWaitMs(retry);
      expect(waited, `retry ${retry}`).toBeGreaterThanOrEqual(planned * 0.9);
      // A delay is in whole seconds, rounded up once for each hop.
      expect(waited, `retry ${retry}`).toBeLessThanOrEqual(planned * 1.1 + 1000);
    }
    const span = (run.posts[8]?.at ?? 0) - (run.posts[0]?.at ?? 0);
    expect(Math.abs(span - 6 * HOUR)).toBeLessThan(0.11 * 6 * HOUR);
    const ids = new Set(run.posts.map(({ request }) => request.headers["webhook-id"]));
    expect([...ids]).toEqual([event.id]);
    const delivery = await deliveryOf(event.id);
    expect(delivery).toMatchObject({ status: "failed", attemptsCount: 9, nextAttemptAt: null });
    const attempts = await attemptsOfDelivery(table, delivery, run.now);
    expect(attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(attempts.every(({ trigger }) => trigger === "automatic")).toBe(true);
    const issues = await listIssues(table, { accountId }, { limit: 20 }, run.now);
    expect(issues.data.map(({ kind }) => kind).sort()).toEqual([
      "delivery_failed",
      "endpoint_failing",
    ]);
  });

  test("of test mode fails without an issue, and the issue of its endpoint mentions test mode", async () => {
    const { table, run, accountId, appId } = await scene(() => answer(500));
    await run.addEndpoint({ accountId, appId, livemode: false });
    await run.commitEvent({ accountId, appId, livemode: false });
    await run.runUntil(run.now + 8 * HOUR);
    expect(run.posts).toHaveLength(9);
    const issues = await listIssues(table, { accountId }, { limit: 20 }, run.now);
    expect(issues.data.map(({ kind }) => kind)).toEqual(["endpoint_failing"]);
    expect(issues.data[0]?.message).toContain("The test webhook endpoint whk_");
  });

  test("stops at the first success, and its endpoint leaves the slow lane", async () => {
    let calls = 0;
    const { table, run, send, deliveryOf, accountId, endpoint } = await scene(() =>
      answer(++calls === 7 ? 200 : 503),
    );
    const event = await send();
    await run.runUntil(run.now + 20 * 60_000);
    expect(await getEndpoint(table, accountId, endpoint.id)).toMatchObject({
      slow: true,
      failuresInARow: 6,
    });
    expect((await deliveryOf(event.id)).lane).toBe("delivery-slow");
    await run.runUntil(run.now + 8 * HOUR);
    expect(calls).toBe(7);
    expect(await deliveryOf(event.id)).toMatchObject({ status: "succeeded", attemptsCount: 7 });
    expect(await getEndpoint(table, accountId, endpoint.id)).toMatchObject({
      slow: false,
      failuresInARow: 0,
      failingSince: null,
    });
  });

  test.each([
    ["seconds", "120", 120_000],
    ["an absurd number of seconds", "99999999999999999999", 15 * 60_000],
    ["zero", "0", 6_600],
    ["a date", new Date(Date.UTC(2026, 10, 20, 9, 5)).toUTCString(), 300_000],
    ["nonsense", "soon", 6_600],
  ])("waits as Retry-After asks in %s, at most 15 min", async (_, header, wait) => {
    const { run, send } = await scene(() => answer(429, { "retry-after": header }), {
      random: () => 0.5,
    });
    await send();
    await run.runUntil(run.now + 16 * 60_000);
    const waited = (run.posts[1]?.at ?? 0) - (run.posts[0]?.at ?? 0);
    expect(waited).toBeGreaterThanOrEqual(wait);
    expect(waited).toBeLessThanOrEqual(wait + 1000);
  });

  test("that is blocked as SSRF fails at once", async () => {
    const { run, send, deliveryOf } = await scene(() => ({
      kind: "error",
      code: "ssrf_blocked",
      durationMs: 0,
      remoteIp: null,
    }));
    const event = await send();
    await run.runUntil(run.now + HOUR);
    expect(run.posts).toHaveLength(1);
    expect(await deliveryOf(event.id)).toMatchObject({
      status: "failed",
      lastErrorCode: "ssrf_blocked",
    });
  });

  test("carries both signatures while a rotated secret overlaps, and one afterwards", async () => {
    const { table, run, send, endpoint, secret } = await scene(() => answer(500));
    await send();
    await run.runUntil(run.now + 1000);
    const fresh = generateWebhookSecret();
    await transact(table, [
      changeEndpointWrite(endpoint, {
        secret: seal(fresh, endpoint.id, run.ring),
        previousSecret: { sealed: endpoint.secret, until: run.now + HOUR },
      }),
    ]);
    await run.runUntil(run.now + 8 * HOUR);
    const parts = run.posts.map(
      ({ request }) => request.headers["webhook-signature"]?.split(" ").length,
    );
    expect(parts).toEqual([1, 2, 2, 2, 2, 2, 2, 1, 1]);
    const second = run.posts[1];
    Date.now = ((real) => Object.assign(() => second?.at ?? 0, { real }))(Date.now);
    try {
      for (const one of [secret, fresh]) {
        new Webhook(one).verify(String(second?.request.body), { ...second?.request.headers });
      }
    } finally {
      Date.now = (Date.now as unknown as { real: () => number }).real;
    }
  });
});

describe("an endpoint", () => {
  test("that answers 410 is disabled, its other deliveries are skipped, and its owner is notified", async () => {
    let status = 500;
    const { table, run, send, deliveryOf, endpoint, accountId, appId } = await scene(() =>
      answer(status),
    );
    const witness = await run.addEndpoint({
      accountId,
      appId,
      events: ["webhook.disabled"],
      url: "https://witness.example/",
    });
    const waiting = await send();
    await run.runUntil(run.now + 60_000);
    status = 410;
    const gone = await send();
    await run.runUntil(run.now + 10_000);
    status = 200;
    expect(await deliveryOf(gone.id)).toMatchObject({ status: "failed", attemptsCount: 1 });
    expect(await deliveryOf(waiting.id)).toMatchObject({ status: "skipped", nextAttemptAt: null });
    expect(await getEndpoint(table, accountId, endpoint.id)).toMatchObject({
      status: "disabled",
      disabledReason: "gone",
    });
    const later = await send();
    await run.runUntil(run.now + 8 * HOUR);
    expect(await deliveryOf(later.id)).toMatchObject({ status: "skipped", attemptsCount: 0 });
    expect(run.posts.at(-1)?.request.url).toContain("witness");
    const list = await listDeliveries(
      table,
      { of: { endpoint: witness.endpoint } },
      { limit: 10 },
      run.now,
    );
    expect(list.data.map(({ eventType }) => eventType)).toEqual(["webhook.disabled"]);
    const issues = await listIssues(table, { accountId }, { limit: 20 }, run.now);
    expect(issues.data.map(({ kind }) => kind)).toContain("endpoint_disabled");
  });

  test("without a success for five days is disabled automatically, and not before", async () => {
    const { table, run, send, endpoint, accountId } = await scene(() => answer(500), {
      sweepEveryMs: 2 * HOUR,
    });
    const status = async () => (await getEndpoint(table, accountId, endpoint.id))?.status;
    for (let day = 0; day < 4; day++) {
      await send();
      await run.runUntil(run.now + DAY);
    }
    await send();
    await run.runUntil(run.now + DAY - 1000);
    expect(await status()).toBe("enabled");
    await send();
    await run.runUntil(run.now + HOUR);
    expect(await status()).toBe("disabled");
  });

  test("slower than 5 s is served from the slow lane until a fast response", async () => {
    let duration = 6_000;
    const { run, send, deliveryOf } = await scene(() => answer(200, {}, duration));
    await send();
    await run.runUntil(run.now + 1000);
    duration = 20;
    const second = await send();
    await run.runUntil(run.now + 1000);
    expect((await deliveryOf(second.id)).status).toBe("succeeded");
    const third = await send();
    await run.runUntil(run.now + 1000);
    expect((await deliveryOf(third.id)).lane).toBe("delivery");
  });

  test("that becomes slow takes its waiting messages to the slow lane, without a POST", async () => {
    const { run, table, send, deliveryOf, endpoint } = await scene(() => answer(200));
    const event = await send();
    await relayAndFanOut(run, event);
    await transact(table, [healthWrite(endpoint, { kind: "success", at: run.now, slow: true })]);
    const waiting = await deliveryOf(event.id);
    const sent: string[] = [];
    const ports: WebhookPorts = {
      ...run.ports,
      send: async (lane, messages) => {
        sent.push(...messages.map(({ message }) => `${lane} ${message.attempt}`));
      },
    };
    const message = messageTo(waiting, event);
    await deliverBatch(ports, "delivery", [message]);
    expect(run.posts).toHaveLength(0);
    expect(sent).toEqual(["delivery-slow 1"]);
    expect(await deliveryOf(event.id)).toMatchObject({ status: "pending", leases: 0 });
    await deliverBatch(ports, "delivery-slow", [message]);
    expect(run.posts).toHaveLength(1);
  });

  test("receives neither events of the other mode nor of another app", async () => {
    const { run, accountId, appId } = await scene(() => answer(200));
    await run.commitEvent({ accountId, appId, livemode: false });
    await run.commitEvent({ accountId, appId: appId + 1 });
    await run.commitEvent({ accountId: newAccountId(), appId });
    await run.runUntil(run.now + HOUR);
    expect(run.posts).toHaveLength(0);
    await run.commitEvent({ accountId, appId: null, type: "credits.low" });
    await run.runUntil(run.now + 1000);
    expect(run.posts).toHaveLength(1);
  });
});

test("two messages for one attempt make one POST", async () => {
  const { run, send, endpoint } = await scene(() => answer(200));
  const event = await send();
  const id = deliveryIdOf(event.id, endpoint.id);
  const message = messageTo({ endpointId: endpoint.id, id }, event);
  for (let copy = 0; copy < 5; copy++) {
    run.enqueue({ kind: "deliver", lane: "delivery", message }, 10 * copy);
  }
  await run.runUntil(run.now + HOUR);
  expect(run.posts).toHaveLength(1);
});

test("twenty concurrent senders make one POST", async () => {
  const { run, send, endpoint } = await scene(() => answer(200));
  const event = await send();
  await relayAndFanOut(run, event);
  const id = deliveryIdOf(event.id, endpoint.id);
  const message = messageTo({ endpointId: endpoint.id, id }, event);
  await Promise.all(
    Array.from({ length: 20 }, () => deliverBatch(run.ports, "delivery", [message])),
  );
  expect(run.posts).toHaveLength(1);
});

describe("the database work of one attempt", () => {
  test.each([
    ["a success is one read and two writes of one item", 200, ["UpdateCommand"]],
    ["a failure, which its endpoint counts, ends in a transaction", 500, ["TransactWriteCommand"]],
  ])("of %s", async (_, status, records) => {
    const statuses = [200, status];
    const { run, table, send, endpoint } = await scene(() => answer(statuses.shift() ?? 200));
    await send();
    // The endpoint's first success within the hour is noted.
    await run.runUntil(run.now + 1000);
    const event = await send();
    await relayAndFanOut(run, event);
    const calls: string[] = [];
    const ports = { ...run.ports, table: counted(table, calls) };
    const id = deliveryIdOf(event.id, endpoint.id);
    await deliverBatch(ports, "delivery", [messageTo({ endpointId: endpoint.id, id }, event)]);
    expect(calls).toEqual(["BatchGetCommand", "UpdateCommand", ...records]);
  });

  test("is one read for an outdated message", async () => {
    const { run, table, send, endpoint } = await scene(() => answer(200));
    const event = await send();
    await run.runUntil(run.now + 1000);
    const calls: string[] = [];
    const ports = { ...run.ports, table: counted(table, calls) };
    const id = deliveryIdOf(event.id, endpoint.id);
    await deliverBatch(ports, "delivery", [messageTo({ endpointId: endpoint.id, id }, event)]);
    expect(calls).toEqual(["BatchGetCommand"]);
  });

  test("is none before the due time: the message is forwarded in hops of at most 900 s", async () => {
    const { run, table } = await scene(() => answer(200));
    const calls: string[] = [];
    const sent: number[] = [];
    const ports: WebhookPorts = {
      ...run.ports,
      table: counted(table, calls),
      send: async (_, messages) => {
        sent.push(...messages.map(({ delaySeconds }) => delaySeconds));
      },
    };
    for (const waitMs of [4 * HOUR, 900_001, 900_000, 6_600, 1]) {
      const event = newEvent({ accountId: "acc_x", appId: 1 }, run.now);
      const ref = { endpointId: "whk_x", id: deliveryIdOf(event.id, "whk_x") };
      const message = { ...messageTo(ref, event), not_before: run.now + waitMs };
      await deliverBatch(ports, "delivery", [message]);
    }
    expect(sent).toEqual([900, 900, 900, 7, 1]);
    expect(calls).toEqual([]);
  });
});

describe("expired items that still exist", () => {
  test("are not shown: attempts after 30 days, deliveries after 90", async () => {
    const { run, table, send, endpoint, deliveryOf } = await scene(() => answer(200));
    const event = await send();
    await run.runUntil(run.now + 1000);
    const delivery = await deliveryOf(event.id);
    const shown = async (at: number) => ({
      attempts: (await attemptsOfDelivery(table, delivery, at)).length,
      listed: (await listDeliveries(table, { of: { endpoint: endpoint } }, { limit: 10 }, at)).data
        .length,
      read: (await getDelivery(table, delivery, at)) !== null,
    });
    expect(await shown(run.now + 29 * DAY)).toEqual({ attempts: 1, listed: 1, read: true });
    expect(await shown(run.now + 31 * DAY)).toEqual({ attempts: 0, listed: 1, read: true });
    expect(await shown(run.now + 91 * DAY)).toEqual({ attempts: 0, listed: 0, read: false });
  });
});

/** The event's way to its delivery, without its message. */
async function relayAndFanOut(run: WebhookRun, event: EventRecord): Promise<void> {
  await fanOut({ ...run.ports, send: async () => undefined }, [
    {
      version: 1,
      id: event.id,
      account_id: event.accountId,
      app_id: event.appId,
      livemode: event.livemode,
      type: event.type,
      sequence: event.sequence,
    },
  ]);
}

/** The same table, with the name of each command noted. */
function counted(table: Table, calls: string[]): Table {
  const send = table.client.send.bind(table.client) as (command: object) => Promise<unknown>;
  const client = new Proxy(table.client, {
    get: (target, name) =>
      name === "send"
        ? (command: object) => {
            calls.push(command.constructor.name);
            return send(command);
          }
        : Reflect.get(target, name),
  });
  return { ...table, client };
}
