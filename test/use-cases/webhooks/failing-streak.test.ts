import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { OutboundResult } from "../../../lib/cloud/outbound.ts";
import type { WebhookEndpoint } from "../../../lib/domain/webhook-endpoint.ts";
import { changeEndpointWrite, getEndpoint } from "../../../lib/store/endpoints.ts";
import { issueWrite, listIssues } from "../../../lib/store/issues.ts";
import { transact } from "../../../lib/store/transact.ts";
import { setFunctionEnvironment } from "../../support/function-calls.ts";
import { startTable, type TestTable } from "../../support/table.ts";
import { answer, newAccountId, WebhookRun } from "../../support/webhook-run.ts";

let engine: TestTable;
beforeAll(async () => {
  engine = await startTable();
});
afterAll(() => engine.stop());

/** For a busy machine; nothing waits that long otherwise. */
const PATIENCE = { timeout: 50_000 };

/** An endpoint with this health, and a run of the sender that runs up to ten of its attempts at once. */
async function scene(health: Partial<WebhookEndpoint>, receive: () => Promise<OutboundResult>) {
  const table = await engine.another();
  const run = new WebhookRun(table, { receive });
  const accountId = newAccountId();
  const { endpoint } = await run.addEndpoint({ accountId, appId: 1, ...health });
  const stored = () => getEndpoint(table, accountId, endpoint.id);
  const send = async (count: number) => {
    for (let made = 0; made < count; made++) await run.commitEvent({ accountId, appId: 1 });
    await run.runUntil(run.now + 1000);
  };
  const warnings = async () =>
    (await listIssues(table, { accountId, kind: "endpoint_failing" }, { limit: 20 }, run.now)).data;
  return { table, run, endpoint, stored, send, warnings };
}

describe("an endpoint that has failed for six days", () => {
  const failing = { failuresInARow: 20, failingSince: Date.UTC(2026, 10, 14), slow: true };

  test("is disabled by the next failure", async () => {
    const { stored, send } = await scene(failing, async () => answer(503));
    await send(1);
    expect(await stored()).toMatchObject({ status: "disabled", disabledReason: "failing" });
  });

  test("stays enabled if another attempt of the batch has succeeded meanwhile", async () => {
    let calls = 0;
    const { run, stored, send } = await scene(failing, async () => {
      calls += 1;
      if (calls === 1) return answer(200);
      await vi.waitFor(
        async () => expect(await stored()).toMatchObject({ failuresInARow: 0 }),
        PATIENCE,
      );
      return answer(503);
    });
    await send(2);
    expect(run.posts).toHaveLength(2);
    expect(await stored()).toMatchObject({ status: "enabled", disabledReason: null });
  });

  test("stays enabled if its owner disables and enables it during the POST", async () => {
    const { table, endpoint, stored, send } = await scene(failing, async () => {
      await transact(table, [changeEndpointWrite(endpoint, { status: "disabled" })]);
      await transact(table, [
        changeEndpointWrite(endpoint, { status: "enabled" }, { fresh: true }),
      ]);
      return answer(503);
    });
    await send(1);
    expect(await stored()).toMatchObject({ status: "enabled", disabledReason: null });
  });
});

test("an endpoint at which ten attempts fail at once is warned of with the next one, and only then", async () => {
  const { stored, send, warnings } = await scene({}, async () => answer(500));
  await send(10);
  expect(await stored()).toMatchObject({ failuresInARow: 10 });
  expect(await warnings()).toEqual([]);
  await send(1);
  expect(await warnings()).toMatchObject([{ count: 1 }]);
  await send(1);
  expect(await stored()).toMatchObject({ failuresInARow: 12 });
  expect(await warnings()).toMatchObject([{ count: 1 }]);
});

test("an endpoint that fails again after a success is warned of again", async () => {
  let status = 500;
  const { stored, send, warnings } = await scene({}, async () => answer(status));
  const fail = async () => {
    for (let count = 0; count < 5; count++) await send(1);
    expect(await warnings()).toMatchObject([{ count: 1 }]);
  };
  await fail();
  status = 200;
  await send(1);
  expect(await stored()).toMatchObject({ failuresInARow: 0 });
  expect(await warnings()).toEqual([]);
  status = 500;
  await fail();
});

test("an endpoint that gets another URL, or is disabled by its owner or by itself, is no longer reported as failing", async () => {
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
  const { changeEndpoint, endpointWrites } = await import(
    "../../../lib/use-cases/webhooks/endpoints.ts"
  );
  const run = new WebhookRun(engine.table, { receive: () => answer(500) });
  const accountId = newAccountId();
  const owner = { kind: "user", userId: "usr_1", sessionId: "ses_1", role: "owner" } as const;
  const change = ({ id }: WebhookEndpoint, body: Parameters<typeof changeEndpoint>[2]) =>
    changeEndpoint({ ...owner, accountId, apps: null }, id, body, run.now);
  const disable = (endpoint: WebhookEndpoint) =>
    transact(engine.table, endpointWrites(endpoint, null, "gone", run.now));
  const both = ["endpoint_failing", "endpoint_disabled"];
  const cases = [
    [(one: WebhookEndpoint) => change(one, { description: "Shop" }), both],
    [(one: WebhookEndpoint) => change(one, { url: "https://93.184.216.34/new/" }), both.slice(1)],
    [(one: WebhookEndpoint) => change(one, { status: "disabled" }), both.slice(1)],
    [disable, both.slice(1)],
  ] as const;
  for (const [act, expected] of cases) {
    const { endpoint } = await run.addEndpoint({ accountId, appId: 1 });
    const issue = { accountId, appId: 1, objectId: endpoint.id, message: "", at: run.now };
    await transact(
      engine.table,
      both.map((kind) => issueWrite({ ...issue, kind })),
    );
    await act(endpoint);
    const { data } = await listIssues(engine.table, { accountId }, { limit: 20 }, run.now);
    const left = data.filter(({ objectId }) => objectId === endpoint.id);
    expect(left.map(({ kind }) => kind)).toEqual(expected);
  }
});

test("members hear of an endpoint that used up a delivery's attempts, and of a disabled one only that it is", async () => {
  const failing = await scene({}, async () => answer(500));
  await failing.send(1);
  await failing.run.runUntil(failing.run.now + 8 * 3_600_000);
  expect(failing.run.toldFailing).toEqual([failing.endpoint.id]);
  const gone = await scene({}, async () => answer(410));
  await gone.send(2);
  expect(await gone.stored()).toMatchObject({ status: "disabled", disabledReason: "gone" });
  expect(gone.run.toldFailing).toEqual([]);
});

test("a slow success ends a warning that came while it was on its way", async () => {
  const { table, run, endpoint, stored, send, warnings } = await scene({}, async () => {
    const fifth = { ...endpoint, failuresInARow: 4, failingSince: run.now };
    const failure = { kind: "failure", slow: true, timedOut: false, disable: false } as const;
    const { endpointWrites } = await import("../../../lib/use-cases/webhooks/endpoints.ts");
    const change = { ...failure, at: run.now, warn: true };
    await transact(table, endpointWrites(fifth, change, null, run.now));
    expect(await warnings()).toHaveLength(1);
    return { ...answer(200), durationMs: 6000 };
  });
  await send(1);
  expect(await stored()).toMatchObject({ failuresInARow: 0 });
  expect(await warnings()).toEqual([]);
});
