import { randomBytes } from "node:crypto";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../lib/domain/ids.ts";
import { newRecovery } from "../../../lib/domain/user.ts";
import { listDeliveries } from "../../../lib/store/delivery-lists.ts";
import { changeEndpointWrite } from "../../../lib/store/endpoints.ts";
import { getRecovery, newRecoveryWrite } from "../../../lib/store/recoveries.ts";
import { type Table, transact } from "../../../lib/store/transact.ts";
import { LONG_TEST_MS, startTable, type TestTable } from "../../support/table.ts";
import { answer, Crash, newAccountId, WebhookRun } from "../../support/webhook-run.ts";

let engine: TestTable;
beforeAll(async () => {
  engine = await startTable();
});
afterAll(() => engine.stop());

const HOUR = 3_600_000;

/** An endpoint that missed `failed` events by failing and `skipped` ones while it was disabled. */
async function missed(failed: number, skipped: number, dies: () => void = () => undefined) {
  const table = await engine.another();
  let status = 500;
  let armed = false;
  const run = new WebhookRun(table, {
    sweepEveryMs: HOUR,
    receive: () => answer(status),
    before: () => {
      if (armed) dies();
    },
  });
  const accountId = newAccountId();
  const { endpoint } = await run.addEndpoint({ accountId, appId: 1 });
  const since = run.now;
  for (let count = 0; count < failed; count++) await run.commitEvent({ accountId, appId: 1 });
  // Until the last attempt has failed.
  if (failed > 0) await run.runUntil(run.now + 8 * HOUR);
  const disabled = { status: "disabled", disabledReason: "by_owner", disabledAt: 1 } as const;
  await transact(table, [changeEndpointWrite(endpoint, disabled)]);
  for (let count = 0; count < skipped; count++) await run.commitEvent({ accountId, appId: 1 });
  await run.runUntil(run.now + HOUR);
  await transact(table, [
    changeEndpointWrite(endpoint, { status: "enabled", disabledReason: null, disabledAt: null }),
  ]);
  status = 200;
  armed = true;
  const recovery = newRecovery({
    id: newId("rcv_", run.now, randomBytes(10)),
    accountId,
    endpointId: endpoint.id,
    since,
    createdAt: run.now,
  });
  await transact(table, [newRecoveryWrite(recovery)]);
  const start = () =>
    run.enqueue({
      kind: "work",
      message: {
        version: 1,
        kind: "recover",
        account_id: accountId,
        endpoint_id: endpoint.id,
        recovery_id: recovery.id,
      },
    });
  const progress = () => getRecovery(table, endpoint.id, recovery.id, run.now);
  return { table, run, endpoint, start, progress };
}

async function countOf(
  table: Table,
  endpointId: string,
  now: number,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  let cursor: string | undefined;
  do {
    const page = await listDeliveries(
      table,
      { of: { endpoint: { id: endpointId } } },
      { limit: 100, cursor },
      now,
    );
    for (const { status } of page.data) counts.set(status, (counts.get(status) ?? 0) + 1);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return counts;
}

test("a recovery processes all pages and counts resent deliveries", async () => {
  const { table, run, endpoint, start, progress } = await missed(2, 120);
  expect(await countOf(table, endpoint.id, run.now)).toEqual(
    new Map([
      ["skipped", 120],
      ["failed", 2],
    ]),
  );
  start();
  await run.runUntil(run.now + 60_000);
  expect(await progress()).toMatchObject({ status: "completed", recovered: 122 });
  expect(await countOf(table, endpoint.id, run.now)).toEqual(new Map([["succeeded", 122]]));
});

test("the sweeper continues a recovery whose message was lost", async () => {
  const { table, run, endpoint, progress } = await missed(0, 3);
  await run.runUntil(run.now + 2 * HOUR);
  expect(await progress()).toMatchObject({ status: "completed", recovered: 3 });
  expect(await countOf(table, endpoint.id, run.now)).toEqual(new Map([["succeeded", 3]]));
});

test("a recovery stops if its endpoint is disabled", async () => {
  const { table, run, endpoint, start, progress } = await missed(0, 3);
  await transact(table, [changeEndpointWrite(endpoint, { status: "disabled" })]);
  start();
  await run.runUntil(run.now + 60_000);
  expect(await progress()).toMatchObject({ status: "stopped", recovered: 0 });
  expect(await countOf(table, endpoint.id, run.now)).toEqual(new Map([["skipped", 3]]));
});

test("a recovery completes after a crash at any point", { timeout: LONG_TEST_MS }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 6 }),
      async (deaths) => {
        let effects = 0;
        const { table, run, endpoint, start, progress } = await missed(0, 12, () => {
          effects += 1;
          if (deaths.includes(effects)) throw new Crash();
        });
        start();
        const succeeded = async () => (await countOf(table, endpoint.id, run.now)).get("succeeded");
        const isDone = async () =>
          (await progress())?.status === "completed" && (await succeeded()) === 12;
        for (let hours = 0; hours < 12 && !(await isDone()); hours++) {
          await run.runUntil(run.now + HOUR);
        }
        expect((await progress())?.status).toBe("completed");
        expect(await countOf(table, endpoint.id, run.now)).toEqual(new Map([["succeeded", 12]]));
      },
    ),
    { numRuns: 10 },
  );
});
