import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyWebhook } from "../../clients/typescript/src/webhook.ts";
import { EVENT_TYPES } from "../../lib/contract/events.ts";
import { newDelivery } from "../../lib/domain/delivery.ts";
import { instant } from "../../lib/domain/instant.ts";
import { plannedWaitMs } from "../../lib/domain/webhook-endpoint.ts";
import type { LocalStack } from "../../lib/local/compose-stack.ts";
import { HMAC_SAMPLE } from "../../lib/pages/docs/samples.ts";
import { newDeliveryWrite } from "../../lib/store/deliveries.ts";
import { duePartition } from "../../lib/store/due-shards.ts";
import { eventWrites } from "../../lib/store/outbox.ts";
import { transact, type Write } from "../../lib/store/transact.ts";
import { deliveryIdOf } from "../../lib/use-cases/webhooks/present.ts";
import { call, logIn, newPhone, type Visitor, withSigningKey } from "../support/api.ts";
import { newEvent } from "../support/events.ts";
import { startLocal, tableOf } from "../support/running-stack.ts";

/** Webhooks through the whole service as it would be deployed: gateway, roles, stream, bus and queues. */

let stack: LocalStack;
beforeAll(async () => {
  stack = await withSigningKey(await startLocal());
});
afterAll(() => stack?.close());

interface Received {
  readonly at: string;
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly verified: boolean;
}

let shops = 0;

/** A merchant who signed up by phone, with an app, a key and an endpoint on the local receiver. */
async function openShop(events: readonly string[] = ["*"], livemode = false) {
  shops += 1;
  const name = `shop-${shops}`;
  const phone = newPhone();
  let visitor: Visitor = await logIn(stack, phone);
  const send: Visitor["send"] = (...request) => visitor.send(...request);
  const { body: app } = await send("POST", "apps/", { body: { name: "Selam Coffee" } });
  const { body: key } = await send("POST", "api-keys/", {
    body: { name: "server", mode: livemode ? "live" : "test", app_id: app.app_id },
  });
  if (livemode) {
    const method = {
      provider: "telebirr",
      account_name: "Selam Coffee",
      account_number: "0911000001",
    };
    const added = await send("POST", `apps/${app.app_id}/payment-methods/`, { body: method });
    expect(added.status, JSON.stringify(added.body)).toBe(201);
  }
  const url = `${stack.url}/_local/receiver/${name}/`;
  const created = await send("POST", "webhooks/", {
    body: { app_id: app.app_id, url, events, livemode },
  });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  const endpoint: { id: string; secret: string } = created.body;
  stack.receivers.trust(name, endpoint.secret);
  const answerWith = (mode: object) =>
    call(stack.url, "PUT", `/_local/receiver/${name}/mode/`, { body: mode });
  const received = async (): Promise<Received[]> =>
    (await call(stack.url, "GET", `/_local/receiver/${name}/log/`)).body.data;
  const checkout = async () => {
    const made = await call(stack.url, "POST", "/api/v1/checkouts/", {
      key: key.secret,
      body: { amount: 500 },
    });
    expect(made.status).toBe(201);
    await stack.idle();
    return made.body;
  };
  const advance = async (seconds: number) => {
    await stack.advance(seconds);
    // A session of the dashboard does not last for hours.
    visitor = await logIn(stack, phone);
  };
  const deliveries = async (query = "") =>
    (await send("GET", `webhooks/${endpoint.id}/deliveries/${query}`)).body.data;
  const { accountId } = visitor;
  return {
    name,
    accountId,
    appId: app.app_id,
    send,
    endpoint,
    answerWith,
    received,
    checkout,
    advance,
    deliveries,
  };
}

describe("a webhook", () => {
  test("has a fresh signature by its receiver's own clock after the service's clock was moved", async () => {
    const shop = await openShop(["checkout.created"]);
    await shop.advance(3600);
    const checkout = await shop.checkout();
    const [got] = await shop.received();
    const { body = "", headers = {}, verified } = got ?? {};
    const { secret } = shop.endpoint;
    expect(verified).toBe(true);
    const fresh = { data: { object: { id: checkout.id } } };
    expect(new Webhook(secret).verify(body, headers)).toMatchObject(fresh);
    await expect(verifyWebhook(body, headers, secret)).resolves.toMatchObject(fresh);
    const sample = `data:text/javascript,${encodeURIComponent(HMAC_SAMPLE)}`;
    const { isGenuine } = await import(/* @vite-ignore */ sample);
    expect(isGenuine(body, headers, secret)).toBe(true);
  });

  test("arrives with a signature that the standardwebhooks library accepts", async () => {
    const shop = await openShop(["checkout.created"]);
    const checkout = await shop.checkout();
    const [got, ...more] = await shop.received();
    expect(more).toEqual([]);
    expect(got?.verified).toBe(true);
    const event = new Webhook(shop.endpoint.secret).verify(got?.body ?? "", got?.headers ?? {});
    expect(event).toMatchObject({
      object: "event",
      type: "checkout.created",
      livemode: false,
      data: { object: { id: checkout.id } },
    });
    expect(got?.headers["user-agent"]).toMatch(/^checkout-verification\//);
    expect(await shop.deliveries()).toMatchObject([
      { object: "webhook_delivery", status: "succeeded", event_type: "checkout.created" },
    ]);
  });

  test("that fails for six hours is tried exactly 1 + 8 times; resent manually, it still arrives", async () => {
    const shop = await openShop(["checkout.created"], true);
    await shop.answerWith({ status: 500, body: "down" });
    await shop.checkout();
    await shop.advance(7 * 3600);
    const got = await shop.received();
    expect(got).toHaveLength(9);
    expect(got.every(({ verified }) => verified)).toBe(true);
    for (let retry = 0; retry < 8; retry++) {
      const waited = Date.parse(got[retry + 1]?.at ?? "") - Date.parse(got[retry]?.at ?? "");
      const planned = plannedWaitMs(retry);
      expect(waited, `retry ${retry}`).toBeGreaterThanOrEqual(planned * 0.9 - 50);
      expect(waited, `retry ${retry}`).toBeLessThanOrEqual(planned * 1.1 + 5_000);
    }
    const [delivery] = await shop.deliveries("?status=failed");
    expect(delivery).toMatchObject({ attempts_count: 9, next_attempt_at: null });
    const errors = await shop.send("GET", "errors/");
    expect(JSON.stringify(errors.body)).toContain(delivery.id);

    await shop.answerWith({ status: 200 });
    const path = `webhooks/${shop.endpoint.id}/deliveries/${delivery.id}/`;
    expect((await shop.send("POST", `${path}retry/`)).status).toBe(202);
    await stack.idle();
    const after = await shop.send("GET", path);
    expect(after.body).toMatchObject({ status: "succeeded", attempts_count: 10 });
    expect(after.body.attempts.at(-1)).toMatchObject({ trigger: "manual", status: "succeeded" });
    expect((await shop.received()).length).toBe(10);
  });

  test("to a receiver that is gone disables its endpoint; recover sends what was skipped", async () => {
    const shop = await openShop(["checkout.created"]);
    await shop.answerWith({ status: 410 });
    await shop.checkout();
    const path = `webhooks/${shop.endpoint.id}/`;
    expect((await shop.send("GET", path)).body).toMatchObject({
      status: "disabled",
      disabled_reason: "gone",
    });
    await shop.checkout();
    expect((await shop.deliveries()).map(({ status }: { status: string }) => status)).toEqual([
      "skipped",
      "failed",
    ]);
    await shop.answerWith({ status: 200 });
    await shop.send("PATCH", path, { body: { status: "enabled" } });
    const since = new Date(stack.now() - 3_600_000).toISOString();
    const started = await shop.send("POST", `${path}recover/`, { body: { since } });
    expect(started.status).toBe(202);
    await stack.idle();
    const done = await shop.send("GET", `${path}recoveries/${started.body.id}/`);
    expect(done.body).toMatchObject({ status: "completed", recovered: 2 });
    expect((await shop.deliveries("?status=succeeded")).length).toBe(2);
  });

  test("waits as the receiver's Retry-After asks", async () => {
    const shop = await openShop(["checkout.created"]);
    await shop.answerWith({ status: 429, headers: { "retry-after": "300" } });
    await shop.checkout();
    await shop.advance(290);
    expect(await shop.received()).toHaveLength(1);
    await shop.answerWith({ status: 200 });
    await shop.advance(20);
    expect(await shop.received()).toHaveLength(2);
  });
});

test("the test button, rotation and reveal work over HTTP as they do in the functions", async () => {
  const shop = await openShop(["checkout.verified"]);
  const path = `webhooks/${shop.endpoint.id}/`;
  expect((await shop.send("POST", `${path}test/`)).status).toBe(202);
  await stack.idle();
  const [got] = await shop.received();
  expect(JSON.parse(got?.body ?? "{}")).toMatchObject({ type: "ping", livemode: false });
  const rotated = await shop.send("POST", `${path}rotate-secret/`, { body: {} });
  const revealed = await shop.send("GET", `${path}secret/`);
  expect(revealed.body.secret).toBe(rotated.body.secret);
  const types = await shop.send("GET", "event-types/");
  expect(types.body.data.map((each: { type: string }) => each.type).sort()).toEqual(
    [...EVENT_TYPES].sort(),
  );
  const logs = await shop.send("GET", "webhook-logs/");
  expect(logs.body.data).toHaveLength(1);
  expect((await shop.send("DELETE", path)).status).toBe(204);
  expect((await shop.send("GET", path)).status).toBe(404);
});

describe("a sweeper, in its own role,", () => {
  const at = () => stack.now() - 10 * 60_000;
  const commit = (writes: readonly Write[]) => transact(tableOf(stack), writes);
  const sweep = async (name: string) => {
    const run = await call(stack.url, "POST", `/_local/schedules/${name}/run/`);
    expect(run.status, JSON.stringify(run.body)).toBe(200);
    await stack.idle();
  };
  /** Of a shop's test mode, long enough ago. */
  const eventOf = ({ accountId, appId }: Awaited<ReturnType<typeof openShop>>) =>
    newEvent({ accountId, appId, livemode: false, type: "checkout.created" }, at());

  test("puts an event on the bus that the stream has lost, once", async () => {
    const shop = await openShop(["checkout.created"]);
    const event = eventOf(shop);
    // The stream's reader skips items that are no events.
    const [stored, ...outbox] = eventWrites(event);
    const Item = { ...stored?.put?.Item, entity: "lost" };
    await commit([{ label: "event", put: { Item } }, ...outbox]);
    await stack.idle();
    expect(await shop.received()).toEqual([]);
    await sweep("sweep-events");
    await sweep("sweep-events");
    expect((await shop.received()).map((got) => got.body)).toEqual([event.body]);
  });

  test("wakes deliveries whose messages were lost, which one sender takes as a batch", async () => {
    const shop = await openShop(["checkout.verified"]);
    const { accountId, appId, endpoint } = shop;
    const events = [eventOf(shop), eventOf(shop), eventOf(shop)];
    for (const event of events) {
      const delivery = newDelivery(
        {
          id: deliveryIdOf(event.id, endpoint.id),
          ...{ accountId, appId, endpointId: endpoint.id, livemode: false, lane: "delivery" },
          ...{ eventId: event.id, eventType: event.type },
        },
        at(),
      );
      await commit([...eventWrites(event), newDeliveryWrite(delivery)]);
    }
    await stack.idle();
    expect(await shop.received()).toEqual([]);
    await sweep("sweep-deliveries");
    const bodies = (await shop.received()).map((got) => got.body);
    expect(bodies.toSorted()).toEqual(events.map(({ body }) => body).toSorted());
  });

  test("may read whatever else it finds overdue", async () => {
    const { accountId, endpoint } = await openShop();
    const id = (prefix: string) => `${prefix}_${"0".repeat(26)}`;
    const [checkoutId, attemptId, recoveryId] = [id("co"), id("att"), id("rcv")];
    const overdue = (kind: "ATT" | "RCV", of: string) => ({
      id: of,
      accountId,
      due_pk: duePartition(kind, of),
      due_sk: instant(at()),
    });
    const attempt = {
      pk: `ATT#${checkoutId}`,
      sk: attemptId,
      checkoutId,
      ...{ appId: 1001, livemode: true, lookup: {}, payerPhone: null, outcome: "pending" },
      ...{ createdAt: at(), settledAt: null, tries: 1, nextAt: at(), leaseUntil: 0 },
      ...{ streak: null, expected: {}, found: null, receipt: null },
    };
    const recovery = { pk: `RCV#${endpoint.id}`, sk: recoveryId, endpointId: endpoint.id };
    await commit([
      { label: "attempt", put: { Item: { ...attempt, ...overdue("ATT", attemptId) } } },
      { label: "recovery", put: { Item: { ...recovery, ...overdue("RCV", recoveryId) } } },
    ]);
    await sweep("sweep-attempts");
    await sweep("sweep-deliveries");
  });
});
