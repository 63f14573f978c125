import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import * as fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  GetSecretValueCommand,
  SecretsManagerClient,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from "../../../lib/cloud/aws-services.ts";
import { ScanCommand } from "../../../lib/cloud/dynamodb.ts";
import { EVENT_TYPES } from "../../../lib/contract/events.ts";
import { routeFunctionId } from "../../../lib/contract/functions.ts";
import type { Route } from "../../../lib/contract/route.ts";
import * as eventRoutes from "../../../lib/contract/routes/platform-events.ts";
import * as deliveryRoutes from "../../../lib/contract/routes/platform-webhooks.ts";
import * as endpointRoutes from "../../../lib/contract/routes/platform-webhooks.ts";
import { checkout } from "../../../lib/contract/schemas/checkout.ts";
import { newId } from "../../../lib/domain/ids.ts";
import { listAudit } from "../../../lib/store/audit.ts";
import { transact } from "../../../lib/store/transact.ts";
import { closeAccountWrite } from "../../../lib/store/users.ts";
import { mockClient } from "../../support/aws-mock.ts";
import { newEvent } from "../../support/events.ts";
import {
  type Invocation,
  invoke,
  loadHandler,
  setFunctionEnvironment,
} from "../../support/function-calls.ts";
import { createMerchant } from "../../support/merchant.ts";
import { startTable, type TestTable } from "../../support/table.ts";
import { TestServers } from "../../support/test-servers.ts";
import { createUser } from "../../support/users.ts";

/** The whole of it through the real functions: only SQS and Secrets Manager are played. */

interface Got {
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

const routes = { ...endpointRoutes, ...deliveryRoutes };
const ROUTES = new Map<string, Route>(Object.entries({ ...routes, ...eventRoutes }));

let engine: TestTable;
let receiverUrl = "";
let answers: number[] = [];
const got: Got[] = [];
const queued: { readonly queue: string; readonly body: string }[] = [];
const servers = new TestServers();

beforeAll(async () => {
  engine = await startTable();
  setFunctionEnvironment({
    tableName: engine.table.name,
    dynamoDbEndpoint: engine.endpoint,
    config: { webhookAllowLoopbackHttp: true },
  });
  mockClient(SecretsManagerClient)
    .on(GetSecretValueCommand)
    .resolves({ SecretString: JSON.stringify({ current: "1", "1": "x".repeat(64) }) });
  const sqs = mockClient(SQSClient);
  sqs.on(SendMessageCommand).callsFake((input) => {
    queued.push({ queue: queueOf(input.QueueUrl ?? ""), body: input.MessageBody ?? "" });
    return {};
  });
  sqs.on(SendMessageBatchCommand).callsFake((input) => {
    const entries = input.Entries as { Id: string; MessageBody: string }[];
    for (const entry of entries) {
      queued.push({ queue: queueOf(input.QueueUrl ?? ""), body: entry.MessageBody });
    }
    return { Successful: entries.map(({ Id }) => ({ Id })) };
  });
  const port = await servers.listen(
    createServer((request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => {
        body += chunk.toString();
      });
      request.on("end", () => {
        got.push({ headers: request.headers, body });
        response.writeHead(answers.shift() ?? 200, { "content-type": "text/plain" }).end("noted");
      });
    }),
  );
  receiverUrl = `http://127.0.0.1:${port}/hook`;
});
afterAll(async () => {
  servers.close();
  await engine.stop();
});
beforeEach(() => {
  answers = [];
  got.length = 0;
  queued.length = 0;
});

const queueOf = (url: string) => url.split("/").at(-1) ?? "";

/** Runs the workers until no message that is due is left; later ones stay. */
async function work(): Promise<void> {
  const workers: Record<string, string> = {
    "fan-out": "workers-fan-out-webhooks",
    delivery: "workers-deliver-webhook",
    "delivery-slow": "workers-deliver-webhook-slow",
    recovery: "workers-run-recovery",
  };
  for (;;) {
    const next = queued.findIndex(({ body }) => (JSON.parse(body).not_before ?? 0) <= Date.now());
    const [message] = next < 0 ? [] : queued.splice(next, 1);
    if (message === undefined) return;
    const handler = (await loadHandler(workers[message.queue] ?? "")) as (
      event: unknown,
      context: object,
    ) => unknown;
    const answer = await handler({ Records: [{ messageId: "m", body: message.body }] }, {});
    expect(answer).toEqual({ batchItemFailures: [] });
  }
}

async function owner() {
  const merchant = await createMerchant(engine.table);
  const principal = await createUser(engine.table, merchant.accountId);
  const call = async (
    name: keyof (typeof routes & typeof eventRoutes),
    invocation: Invocation = {},
  ) => {
    const route = ROUTES.get(name);
    if (route === undefined) throw new Error(`no route ${name}`);
    return invoke(await loadHandler(routeFunctionId(route)), route, { principal, ...invocation });
  };
  const create = async (more: object = {}) => {
    const body = { app_id: merchant.appId, url: receiverUrl, events: ["*"], ...more };
    const answer = await call("createWebhook", { body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  };
  const happen = async (facts: Parameters<typeof newEvent>[0] | object = {}) => {
    const { accountId, appId } = merchant;
    const event = newEvent({ accountId, appId, ...facts }, Date.now());
    const { eventWrite } = await import("../../../lib/store/events.ts");
    await transact(engine.table, [eventWrite(event)]);
    const detail = {
      version: 1,
      id: event.id,
      account_id: accountId,
      app_id: event.appId,
      livemode: event.livemode,
      type: event.type,
      sequence: event.sequence,
    };
    queued.push({ queue: "fan-out", body: JSON.stringify({ source: "x", detail }) });
    await work();
    return event;
  };
  return { ...merchant, principal, call, create, happen };
}

describe("endpoints: platform/create-webhook platform/list-webhooks platform/read-webhook platform/update-webhook platform/delete-webhook platform/reveal-webhook-secret platform/rotate-webhook-secret platform/list-event-types", () => {
  test("answers with its secret once; reading and listing never do", async () => {
    const { call, create } = await owner();
    const made = await create({ events: ["checkout.verified"], description: "shop" });
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(made).toMatchObject({ status: "enabled", disabled_reason: null, livemode: true });
    const read = await call("readWebhook", { params: { id: made.id } });
    expect(JSON.stringify(read.body)).not.toContain("whsec_");
    const list = await call("listWebhooks");
    expect(list.body.data.map(({ id }: { id: string }) => id)).toEqual([made.id]);
    expect(JSON.stringify(list.body)).not.toContain("whsec_");
  });

  test.each([
    ["http://shop.example/", "https"],
    ["https://10.0.0.1/", "private"],
    ["https://[::1]/", "private"],
    ["http://127.1/", "https"],
    ["https://169.254.169.254/latest", "private"],
    ["https://a:b@shop.example/", "user name"],
    ["https://shop.example:8443/", "port"],
    ["https://metadata.internal/", "public host"],
    ["file:///etc/passwd", "https"],
    ["not a url", "absolute"],
  ])("refuses %s", async (url, why) => {
    const { call, appId } = await owner();
    const body = { app_id: appId, url, events: ["*"] };
    const answer = await call("createWebhook", { body });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([{ path: "url", message: expect.stringContaining(why) }]);
  });

  test.each([
    ["an unknown kind", { events: ["checkout.paid"] }],
    ["no kinds", { events: [] }],
    ["a kind twice", { events: ["ping", "ping"] }],
    ["an unknown field", { evens: ["*"] }],
    ["an app_id that is text", { app_id: "1001" }],
  ])("refuses %s", async (_, wrong) => {
    const { call, appId } = await owner();
    const body = { app_id: appId, url: receiverUrl, events: ["*"], ...wrong };
    expect((await call("createWebhook", { body })).status).toBe(400);
  });

  test("for another account's app is 404, as for one that does not exist", async () => {
    const [mine, theirs] = [await owner(), await owner()];
    const answersOf = [theirs.appId, 999_999_999].map(async (app_id) => {
      const body = { app_id, url: receiverUrl, events: ["*"] };
      const answer = await mine.call("createWebhook", { body });
      return [answer.status, { ...answer.body, request_id: "" }];
    });
    const [one, other] = await Promise.all(answersOf);
    expect(one).toEqual(other);
    expect(one?.[0]).toBe(404);
  });

  test("is not possible any more for an account that was closed, by a token that lives on", async () => {
    const { call, accountId, appId } = await owner();
    await transact(engine.table, [closeAccountWrite(accountId, Date.now())]);
    const body = { app_id: appId, url: receiverUrl, events: ["*"] };
    expect((await call("createWebhook", { body })).status).toBe(401);
    expect((await call("listWebhooks")).body.data).toEqual([]);
  });

  test("is possible 20 times for an app", async () => {
    const { call, create, appId } = await owner();
    for (let count = 0; count < 20; count++) await create();
    const body = { app_id: appId, url: receiverUrl, events: ["*"] };
    const refused = await call("createWebhook", { body });
    expect([refused.status, refused.body.code]).toEqual([409, "conflict"]);
  });

  test("repeated with its Idempotency-Key makes one endpoint, and shows no secret again", async () => {
    const { call, appId } = await owner();
    const request = {
      body: { app_id: appId, url: receiverUrl, events: ["*"] },
      headers: { "Idempotency-Key": "one" },
    };
    const first = await call("createWebhook", request);
    const again = await call("createWebhook", request);
    expect(again.headers["idempotent-replayed"]).toBe("true");
    expect(again.body).toEqual({ ...first.body, secret: null });
    expect((await call("listWebhooks")).body.data).toHaveLength(1);
  });
});

describe("every operation on another account's endpoint", () => {
  test("answers like one on an endpoint that does not exist", async () => {
    const [mine, theirs] = [await owner(), await owner()];
    const made = await theirs.create();
    const event = await theirs.happen();
    const deliveries = await theirs.call("listDeliveries", { params: { id: made.id } });
    const [delivery] = deliveries.body.data;
    expect(delivery.event_id).toBe(event.id);
    const nobody = newId("whk_", Date.now(), randomBytes(10));
    const operations: [keyof typeof routes, Invocation][] = [
      ["readWebhook", {}],
      ["updateWebhook", { body: { status: "disabled" } }],
      ["deleteWebhook", {}],
      ["revealWebhookSecret", {}],
      ["rotateWebhookSecret", { body: {} }],
      ["testWebhook", {}],
      ["recoverWebhook", { body: { since: new Date().toISOString() } }],
      ["readRecovery", { params: { recovery_id: newId("rcv_", 1, randomBytes(10)) } }],
      ["listDeliveries", {}],
      ["readDelivery", { params: { delivery_id: delivery.id } }],
      ["retryDelivery", { params: { delivery_id: delivery.id } }],
    ];
    for (const [name, invocation] of operations) {
      const results = [];
      for (const id of [made.id, nobody]) {
        const params = { id, ...invocation.params };
        const { status, body } = await mine.call(name, { ...invocation, params });
        results.push({ status, body: { ...body, request_id: "" } });
      }
      expect(results[0], name).toEqual(results[1]);
      expect(results[0]?.status, name).toBe(404);
    }
    const untouched = await theirs.call("readWebhook", { params: { id: made.id } });
    expect(untouched.body.status).toBe("enabled");
    // A delivery of one's own endpoint's name does not open another's either.
    const own = await mine.create();
    const params = { id: own.id, delivery_id: delivery.id };
    expect((await mine.call("readDelivery", { params })).status).toBe(404);
  });
});

describe("deliveries: platform/test-webhook platform/list-deliveries platform/read-delivery platform/retry-delivery platform/list-webhook-logs", () => {
  test("arrive signed, and are listed, filtered, paged and read with their attempts", async () => {
    const { call, create, happen, appId } = await owner();
    const made = await create();
    const params = { id: made.id };
    answers = [200, 500, 200];
    const events = [];
    for (const type of ["checkout.verified", "checkout.expired", "checkout.verified"]) {
      events.push(await happen({ type }));
    }
    expect(got).toHaveLength(3);
    const [first] = got;
    const headers = Object.fromEntries(
      Object.entries(first?.headers ?? {}).map(([name, value]) => [name, String(value)]),
    );
    new Webhook(made.secret).verify(first?.body ?? "", headers);
    expect(first?.body).toBe(events[0]?.body);

    const ids = async (query: Record<string, string>) => {
      const answer = await call("listDeliveries", { params, query });
      expect(answer.status).toBe(200);
      return answer.body.data.map((row: { event_id: string }) => row.event_id);
    };
    const newestFirst = events
      .map(({ id }) => id)
      .sort()
      .reverse();
    expect(await ids({})).toEqual(newestFirst);
    expect(await ids({ status: "retrying" })).toEqual([events[1]?.id]);
    expect(await ids({ status: "succeeded" })).toHaveLength(2);
    expect(await ids({ event_type: "checkout.expired" })).toEqual([events[1]?.id]);
    expect(await ids({ status: "succeeded", event_type: "checkout.expired" })).toEqual([]);
    const one = await call("listDeliveries", { params, query: { limit: "1" } });
    expect(one.body).toMatchObject({ has_more: true, next_cursor: expect.any(String) });
    const cursor = one.body.next_cursor;
    expect(await ids({ limit: "100", cursor })).toEqual(newestFirst.slice(1));
    const foreign = await call("listDeliveries", { params, query: { cursor, status: "failed" } });
    expect(foreign.status).toBe(400);
    for (const limit of ["0", "101", "-1", "x", "1.5"]) {
      expect((await call("listDeliveries", { params, query: { limit } })).status, limit).toBe(400);
    }
    const unknown = await call("listDeliveries", { params, query: { status: "lost" } });
    expect(unknown.status).toBe(400);

    const [failed] = (await call("listDeliveries", { params, query: { status: "retrying" } })).body
      .data;
    const read = await call("readDelivery", { params: { ...params, delivery_id: failed.id } });
    expect(read.body).toMatchObject({
      object: "webhook_delivery",
      status: "retrying",
      attempts_count: 1,
      last_status_code: 500,
      last_error_code: "http_status",
      attempts: [
        {
          number: 1,
          trigger: "automatic",
          status: "failed",
          error_code: "http_status",
          response_status: 500,
          response_body: "noted",
          truncated: false,
          remote_ip: "127.0.0.1",
        },
      ],
    });
    const logs = await call("listWebhookLogs", { query: { app_id: String(appId) } });
    expect(logs.body.data).toHaveLength(3);
    expect((await call("listWebhookLogs")).body.data).toHaveLength(3);
  });

  test("are listed for one mode or both, in full pages, each with its mode", async () => {
    const { call, create, happen, appId } = await owner();
    await create();
    await create({ livemode: false });
    const [live, tests]: [string[], string[]] = [[], []];
    for (let round = 0; round < 3; round++) {
      live.unshift((await happen({ livemode: true })).id);
      tests.unshift((await happen({ livemode: false })).id);
    }
    const list = (query: Record<string, string>) =>
      call("listWebhookLogs", { query: { app_id: String(appId), ...query } });
    expect((await list({})).body.data).toHaveLength(6);
    const first = await list({ livemode: "true", limit: "2" });
    const cursor = first.body.next_cursor;
    const rest = await list({ livemode: "true", limit: "2", cursor });
    const shown = [...first.body.data, ...rest.body.data];
    expect(first.body.data).toHaveLength(2);
    expect(shown.map(({ event_id }) => event_id)).toEqual(live);
    expect(shown.map(({ livemode }) => livemode)).toEqual([true, true, true]);
    expect(rest.body.has_more).toBe(false);
    const ofTests = (await list({ livemode: "false" })).body.data;
    expect(ofTests.map((row: { event_id: string }) => row.event_id)).toEqual(tests);
    expect((await list({ livemode: "false", cursor })).status).toBe(400);
  });

  test("can be resent manually: not counted, the plan stays unless it succeeds", async () => {
    const { call, create, happen } = await owner();
    const made = await create();
    answers = [500, 500, 200];
    await happen();
    const params = { id: made.id };
    const [row] = (await call("listDeliveries", { params })).body.data;
    const target = { params: { ...params, delivery_id: row.id } };
    const asked = await call("retryDelivery", target);
    expect([asked.status, asked.body.status, asked.body.trigger]).toEqual([
      202,
      "pending",
      "manual",
    ]);
    await work();
    const failed = (await call("readDelivery", target)).body;
    expect(failed).toMatchObject({ status: "retrying", attempts_count: 2 });
    expect(failed.next_attempt_at).toBe(row.next_attempt_at);
    expect(failed.attempts.map(({ trigger }: { trigger: string }) => trigger)).toEqual([
      "automatic",
      "manual",
    ]);
    await call("retryDelivery", target);
    await work();
    const succeeded = (await call("readDelivery", target)).body;
    expect(succeeded).toMatchObject({
      status: "succeeded",
      attempts_count: 3,
      next_attempt_at: null,
    });
    expect(new Set(got.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    // Whatever its status: also what has succeeded can be sent again.
    answers = [500];
    expect((await call("retryDelivery", target)).status).toBe(202);
    await work();
    expect((await call("readDelivery", target)).body).toMatchObject({
      status: "succeeded",
      attempts_count: 4,
    });
  });

  test("cannot be resent while in flight or while the endpoint is disabled", async () => {
    const { call, create, happen } = await owner();
    const made = await create();
    answers = [500];
    await happen();
    const params = { id: made.id };
    const [row] = (await call("listDeliveries", { params })).body.data;
    const target = { params: { ...params, delivery_id: row.id } };
    await call("retryDelivery", target);
    const { claimDelivery } = await import("../../../lib/store/delivery-claims.ts");
    expect(
      await claimDelivery(engine.table, { endpointId: made.id, id: row.id }, 2, Date.now()),
    ).not.toBeNull();
    expect((await call("readDelivery", target)).body.status).toBe("delivering");
    const busy = await call("retryDelivery", target);
    expect([busy.status, busy.body.code]).toEqual([409, "delivery_in_progress"]);
    const list = await call("listDeliveries", { params, query: { status: "delivering" } });
    expect(list.body.data).toHaveLength(1);
    await call("updateWebhook", { params, body: { status: "disabled" } });
    for (const [name, invocation] of [
      ["retryDelivery", target],
      ["testWebhook", { params }],
      ["recoverWebhook", { params, body: { since: new Date().toISOString() } }],
    ] as const) {
      const refused = await call(name, invocation);
      expect([refused.status, refused.body.code], name).toEqual([409, "endpoint_disabled"]);
    }
  });
});

describe("a disabled endpoint: platform/recover-webhook platform/read-recovery", () => {
  test("skips what waits and what comes, and a recovery sends all of it", async () => {
    const { call, create, happen } = await owner();
    const made = await create();
    const params = { id: made.id };
    const since = new Date(Date.now() - 1000).toISOString();
    answers = [500];
    await happen();
    await call("updateWebhook", { params, body: { status: "disabled" } });
    await work();
    await happen();
    const skipped = await call("listDeliveries", { params, query: { status: "skipped" } });
    expect(skipped.body.data).toHaveLength(2);
    expect(got).toHaveLength(1);

    const enabled = await call("updateWebhook", { params, body: { status: "enabled" } });
    expect(enabled.body).toMatchObject({ status: "enabled", disabled_reason: null });
    const started = await call("recoverWebhook", { params, body: { since } });
    expect(started.status).toBe(202);
    await work();
    const target = { params: { ...params, recovery_id: started.body.id } };
    expect((await call("readRecovery", target)).body).toMatchObject({
      status: "completed",
      recovered: 2,
      since,
    });
    const after = await call("listDeliveries", { params, query: { status: "succeeded" } });
    expect(after.body.data).toHaveLength(2);
    expect(got).toHaveLength(3);
  });

  test("recovers at most 14 days back, and nothing of the future", async () => {
    const { call, create } = await owner();
    const { id } = await create();
    for (const days of [-15, 1]) {
      const since = new Date(Date.now() + days * 86_400_000).toISOString();
      const answer = await call("recoverWebhook", { params: { id }, body: { since } });
      expect(answer.status).toBe(400);
    }
  });
});

test("a deleted endpoint is gone, and what waited for it is canceled", async () => {
  const { call, create, happen, principal, appId } = await owner();
  const made = await create();
  answers = [500];
  await happen();
  const [row] = (await call("listDeliveries", { params: { id: made.id } })).body.data;
  expect((await call("deleteWebhook", { params: { id: made.id } })).status).toBe(204);
  await work();
  expect((await call("readWebhook", { params: { id: made.id } })).status).toBe(404);
  expect((await call("deleteWebhook", { params: { id: made.id } })).status).toBe(404);
  const { getDelivery } = await import("../../../lib/store/deliveries.ts");
  const left = await getDelivery(engine.table, { endpointId: made.id, id: row.id }, Date.now());
  expect(left).toMatchObject({ status: "canceled", nextAttemptAt: null });
  const logs = await call("listWebhookLogs", { query: { app_id: String(appId) } });
  expect(logs.body.data).toMatchObject([{ id: row.id, endpoint_id: made.id, status: "canceled" }]);
  await happen();
  expect(got).toHaveLength(1);
  const audit = await listAudit(engine.table, principal.accountId, { limit: 10 }, Date.now());
  expect(audit.data.map(({ action }) => action)).toEqual(["webhook.deleted", "webhook.created"]);
});

test("a secret can be revealed and rotated; both of it sign during the overlap, and all is audited", async () => {
  const { call, create, happen, principal } = await owner();
  const made = await create();
  const params = { id: made.id };
  const shown = await call("revealWebhookSecret", { params });
  expect(shown.body).toMatchObject({ secret: made.secret, previous_secret_expires_at: null });
  const rotated = await call("rotateWebhookSecret", { params, body: { overlap_seconds: 60 } });
  expect(rotated.status).toBe(200);
  expect(rotated.body.secret).not.toBe(made.secret);
  await happen();
  const headers = Object.fromEntries(
    Object.entries(got[0]?.headers ?? {}).map(([name, value]) => [name, String(value)]),
  );
  for (const secret of [made.secret, rotated.body.secret]) {
    new Webhook(secret).verify(got[0]?.body ?? "", headers);
  }
  const atOnce = await call("rotateWebhookSecret", { params, body: { overlap_seconds: 0 } });
  expect(atOnce.body.previous_secret_expires_at).toBeNull();
  const tooLong = await call("rotateWebhookSecret", { params, body: { overlap_seconds: 604801 } });
  expect(tooLong.status).toBe(400);
  const key = { headers: { "Idempotency-Key": "r" } };
  const first = await call("rotateWebhookSecret", { params, ...key });
  const again = await call("rotateWebhookSecret", { params, ...key });
  expect(first.body.secret).toMatch(/^whsec_/);
  expect(again.body).toEqual({ ...first.body, secret: null });
  const audit = await listAudit(engine.table, principal.accountId, { limit: 10 }, Date.now());
  const actions = audit.data.map(({ action }) => action);
  expect(actions.filter((action) => action === "webhook.secret_rotated")).toHaveLength(3);
  expect(actions).toContain("webhook.secret_revealed");
});

test("a rotation never ends the overlap of one before, unless it wants none: then only the new secret signs", async () => {
  const { call, create, happen, principal } = await owner();
  const made = await create();
  const rotate = (overlap_seconds: number) =>
    call("rotateWebhookSecret", { params: { id: made.id }, body: { overlap_seconds } });
  const signers = async (...secrets: readonly string[]) => {
    got.length = 0;
    await happen();
    const headers = Object.entries(got[0]?.headers ?? {});
    const sent = Object.fromEntries(headers.map(([name, value]) => [name, String(value)]));
    return secrets.map((secret) => {
      try {
        return new Webhook(secret).verify(got[0]?.body ?? "", sent) !== null;
      } catch {
        return false;
      }
    });
  };
  const second = (await rotate(604_800)).body.secret;
  const refused = await rotate(3600);
  expect([refused.status, refused.body.code]).toEqual([409, "conflict"]);
  expect(refused.body.detail).toContain("overlap_seconds 0");
  expect(await signers(made.secret, second)).toEqual([true, true]);

  const third = await rotate(0);
  expect([third.status, third.body.previous_secret_expires_at]).toEqual([200, null]);
  expect(await signers(made.secret, second, third.body.secret)).toEqual([false, false, true]);
  expect((await rotate(60)).status).toBe(200);
  const audit = await listAudit(engine.table, principal.accountId, { limit: 10 }, Date.now());
  const rotations = audit.data.filter(({ action }) => action === "webhook.secret_rotated");
  expect(rotations).toHaveLength(3);
});

test("of six rotations at once one wins and the others are 409; the winner's secret signs", async () => {
  const { call, create, happen } = await owner();
  const made = await create();
  const rotate = () =>
    call("rotateWebhookSecret", { params: { id: made.id }, body: { overlap_seconds: 60 } });
  const answers = await Promise.all(Array.from({ length: 6 }, rotate));
  const outcomes = answers.map(({ status, body }) => `${status} ${body.code ?? ""}`).toSorted();
  expect(outcomes).toEqual(["200 ", ...Array(5).fill("409 conflict")]);

  await happen();
  const headers = Object.entries(got[0]?.headers ?? {});
  const sent = Object.fromEntries(headers.map(([name, value]) => [name, String(value)]));
  const secret = answers.find(({ status }) => status === 200)?.body.secret;
  expect(new Webhook(secret).verify(got[0]?.body ?? "", sent)).toBeTruthy();
});

test("the test button sends one ping to that endpoint only, whatever it is subscribed to", async () => {
  const { call, create } = await owner();
  await create();
  const made = await create({ events: ["checkout.verified"], livemode: false });
  const answer = await call("testWebhook", { params: { id: made.id } });
  expect([answer.status, answer.body.event_type]).toEqual([202, "ping"]);
  await work();
  expect(got).toHaveLength(1);
  expect(JSON.parse(got[0]?.body ?? "")).toMatchObject({ type: "ping", livemode: false });
  const deliveries = await call("listDeliveries", { params: { id: made.id } });
  expect(deliveries.body.data).toMatchObject([{ status: "succeeded", id: answer.body.id }]);
});

test.each(["testWebhook", "triggerEvent"] as const)("%s makes one manual attempt", async (name) => {
  const { call, create } = await owner();
  const { id } = await create({ livemode: false });
  const body = { type: "checkout.verified", endpoint_id: id };
  answers = [500, 200];
  const asked = await call(name, name === "testWebhook" ? { params: { id } } : { body });
  const shown = asked.body.delivery ?? asked.body;
  expect(shown).toMatchObject({ status: "pending", trigger: "manual" });
  await work();
  expect(queued).toEqual([]);
  const after = await call("readDelivery", { params: { id, delivery_id: shown.id } });
  expect(after.body).toMatchObject({ status: "failed", trigger: "manual", next_attempt_at: null });
  expect(after.body.attempts).toMatchObject([{ trigger: "manual", status: "failed" }]);
});

describe("a triggered event: platform/trigger-event", () => {
  test.each(EVENT_TYPES)("of type %s reaches the chosen test endpoint, signed", async (type) => {
    const { call, create, appId } = await owner();
    await create({ events: ["*"], livemode: false });
    const chosen = await create({ events: ["checkout.created"], livemode: false });
    const answer = await call("triggerEvent", { body: { type, endpoint_id: chosen.id } });
    expect(answer.status).toBe(202);
    await work();
    expect(got).toHaveLength(1);
    const event = new Webhook(chosen.secret).verify(
      got[0]?.body ?? "",
      got[0]?.headers as Record<string, string>,
    ) as { created_at: string; data: { object: Record<string, unknown> } };
    expect(event).toEqual(answer.body.event);
    expect(event).toMatchObject({ type, livemode: false });
    expect(Math.abs(Date.parse(event.created_at) - Date.now())).toBeLessThan(60_000);
    const { object } = event.data;
    if ("app_id" in object) expect(object.app_id).toBe(appId);
    if ("livemode" in object) expect(object.livemode).toBe(false);
    if (type === "checkout.verified") {
      const { verified_at, payments, receipt_url } = checkout.parse(object);
      expect(verified_at).toBe(event.created_at);
      expect(Date.parse(payments[0]?.paid_at ?? "")).toBe(Date.parse(event.created_at) - 42_000);
      expect(receipt_url).not.toBeNull();
    }
  });

  test("is another checkout each time, and the same one under the same idempotency key", async () => {
    const { call, create } = await owner();
    const { id } = await create({ events: ["*"], livemode: false });
    const body = { type: "checkout.verified", endpoint_id: id };
    const objectId = async (headers: Record<string, string> = {}) =>
      (await call("triggerEvent", { body, headers })).body.event.data.object.id;
    expect(await objectId()).not.toBe(await objectId());
    const same = { "idempotency-key": "again" };
    expect(await objectId(same)).toBe(await objectId(same));
  });

  test("is relayed to nobody and counted nowhere: only its own delivery exists", async () => {
    const { call, create, accountId } = await owner();
    const { id } = await create({ events: ["*"], livemode: false });
    const answer = await call("triggerEvent", {
      body: { type: "checkout.verified", endpoint_id: id },
    });
    const { Items = [] } = await engine.table.client.send(
      new ScanCommand({
        TableName: engine.table.name,
        FilterExpression: "id = :id OR sk = :id",
        ExpressionAttributeValues: { ":id": answer.body.event.id },
      }),
    );
    // Not in the outbox either.
    expect(Items.map(({ entity, accountId }) => [entity, accountId])).toEqual([
      ["unrelayed_event", accountId],
    ]);
  });

  test("is only listed where an app is named in place of an endpoint", async () => {
    const { call, appId } = await owner();
    const answer = await call("triggerEvent", {
      body: { type: "checkout.expired", app_id: appId },
    });
    expect([answer.status, answer.body.delivery]).toEqual([202, null]);
    expect(queued).toEqual([]);
  });

  test("never goes to a live, disabled or foreign endpoint, nor to a foreign app", async () => {
    const { call, create } = await owner();
    const stranger = await owner();
    const live = await create({ events: ["*"] });
    const disabled = await create({ events: ["*"], livemode: false });
    await call("updateWebhook", { params: { id: disabled.id }, body: { status: "disabled" } });
    const foreign = await stranger.create({ events: ["*"], livemode: false });
    const trigger = async (target: object) => {
      const { status, body } = await call("triggerEvent", { body: { type: "ping", ...target } });
      return [status, body.code];
    };
    expect(await trigger({ endpoint_id: live.id })).toEqual([400, "invalid_request"]);
    expect(await trigger({ endpoint_id: disabled.id })).toEqual([409, "endpoint_disabled"]);
    expect(await trigger({ endpoint_id: foreign.id })).toEqual([404, "not_found"]);
    expect(await trigger({ app_id: stranger.appId })).toEqual([404, "not_found"]);
    expect(await trigger({})).toEqual([400, "invalid_request"]);
    expect(got).toEqual([]);
  });
});

test("the catalog names every kind, each with an example of the payload", async () => {
  const { call } = await owner();
  const answer = await call("listEventTypes");
  const kinds = answer.body.data.map(({ type }: { type: string }) => type);
  expect(kinds.sort()).toEqual([...EVENT_TYPES].sort());
});

test("whatever is sent, the answer is one of the contract's and never a fault of ours", async () => {
  const { call, create, appId } = await owner();
  const { id } = await create();
  const junk = fc.oneof(
    fc.jsonValue(),
    fc.string({ unit: "binary" }),
    fc.constantFrom("*", "9e99"),
  );
  const body = fc.oneof(
    junk,
    fc.record({
      app_id: fc.oneof(fc.constant(appId), junk),
      url: fc.oneof(fc.constant(receiverUrl), fc.constant("https://10.1.1.1/"), junk),
      events: fc.oneof(fc.constant(["*"]), fc.array(junk, { maxLength: 3 })),
      livemode: fc.oneof(fc.boolean(), junk),
      description: fc.oneof(fc.string({ unit: "binary" }), junk),
    }),
    fc.record({ overlap_seconds: junk }),
    fc.record({ since: fc.oneof(fc.constant("0000-01-01T00:00:00+23:59"), junk) }),
    fc.record({ status: junk, description: junk }, { requiredKeys: [] }),
  );
  const query = fc.dictionary(
    fc.constantFrom("limit", "cursor", "status", "event_type", "x"),
    fc.string(),
  );
  const names = [
    "createWebhook",
    "updateWebhook",
    "rotateWebhookSecret",
    "recoverWebhook",
  ] as const;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), body, query, async (name, sent, asked) => {
      const params: Record<string, string> = name === "createWebhook" ? {} : { id };
      const written = await call(name, { params, body: sent });
      expect(written.status).toBeLessThan(500);
      const read = await call("listDeliveries", { params: { id }, query: asked });
      expect(read.status).toBeLessThan(500);
    }),
    { numRuns: 150 },
  );
});

test("a search that `limit` cuts says that there is more, without a cursor", async () => {
  const { call, create, happen, appId } = await owner();
  await create();
  await create({ url: `${receiverUrl}second/` });
  const { id } = await happen();
  const search = async (limit: string) => {
    const query = { app_id: String(appId), search: id, limit };
    const { data, ...page } = (await call("listWebhookLogs", { query })).body;
    return { shown: data.length, ...page };
  };
  expect(await search("1")).toMatchObject({ shown: 1, has_more: true, next_cursor: null });
  expect(await search("2")).toMatchObject({ shown: 2, has_more: false, next_cursor: null });
});
