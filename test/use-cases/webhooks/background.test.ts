import { afterAll, beforeAll, expect, test } from "vitest";
import type { RecoveryMessage } from "../../../lib/contract/messages.ts";
import {
  afterClaim,
  afterManualRequest,
  type Delivery,
  isLeased,
} from "../../../lib/domain/delivery.ts";
import { getDelivery, saveDelivery } from "../../../lib/store/deliveries.ts";
import { changeEndpointWrite, deleteEndpointWrite } from "../../../lib/store/endpoints.ts";
import { issueWrite, listIssues } from "../../../lib/store/issues.ts";
import { transact } from "../../../lib/store/transact.ts";
import { runBackgroundWork } from "../../../lib/use-cases/webhooks/background.ts";
import { missedDeliveries } from "../../support/filled-tables.ts";
import {
  interceptedTable,
  queriedPartition,
  startTable,
  type TestTable,
} from "../../support/table.ts";

let engine: TestTable;
beforeAll(async () => {
  engine = await startTable();
});
afterAll(() => engine.stop());

async function scene(missed: number) {
  const made = await missedDeliveries(engine.table, missed);
  const { table, run, endpoint } = made;
  const read = async (id: string) => {
    const delivery = await getDelivery(table, { endpointId: endpoint.id, id }, run.now);
    if (delivery === null) throw new Error(`no delivery ${id}`);
    return delivery;
  };
  /** Stores a next state of a delivery, as another process does. */
  const change = async (id: string, next: (before: Delivery) => Delivery) => {
    const before = await read(id);
    const after = { ...next(before), version: before.version + 1 };
    expect(await saveDelivery(table, before, after)).toBe(true);
    return after;
  };
  /** The table, on which `meanwhile` runs around each query of this group's index. */
  const around = (
    group: string,
    meanwhile: (query: number, send: () => Promise<unknown>) => Promise<unknown>,
  ) => {
    let queries = 0;
    return interceptedTable(table, (command, send) =>
      queriedPartition(command) === `DLS#${endpoint.id}#${group}`
        ? meanwhile(++queries, send)
        : send(),
    );
  };
  return { ...made, read, change, around };
}

const succeeded = (delivery: Delivery): Delivery => ({
  ...delivery,
  status: "succeeded",
  plan: "succeeded",
  nextAttemptAt: null,
  attemptsCount: delivery.attemptsCount + 1,
});

const retrying = (delivery: Delivery): Delivery => ({
  ...delivery,
  status: "retrying",
  plan: "retrying",
  attemptsCount: 1,
  failures: 1,
  nextAttemptAt: delivery.createdAt + 3_600_000,
  completedAt: null,
});

test("a recovery leaves alone what was retried since its index was read", async () => {
  const { run, ids, sent, recover, read, change, around } = await scene(4);
  const [done = "", asked = "", underWay = "", missed = ""] = ids;
  const manual = (before: Delivery) => afterManualRequest(before, "delivery", run.now);
  const changed: Delivery[] = [];
  const table = around("skipped", async (query, send) => {
    const found = await send();
    if (query === 1) {
      changed.push(
        await change(done, succeeded),
        await change(asked, manual),
        await change(underWay, (before) => afterClaim(manual(before), run.now)),
      );
    }
    return found;
  });
  expect(await recover(table)).toMatchObject({ status: "completed", recovered: 1 });
  expect(changed.map((one) => isLeased(one, run.now))).toEqual([false, false, true]);
  expect(await Promise.all([done, asked, underWay].map(read))).toEqual(changed);
  expect(await read(missed)).toMatchObject({ status: "pending" });
  expect(sent).toEqual([missed]);
});

/** An endpoint that is disabled, with deliveries that wait for their second attempt. */
async function disabled(waiting: number) {
  const made = await scene(waiting);
  const { table, accountId, endpoint, ids, change } = made;
  for (const id of ids) await change(id, retrying);
  const set = (status: "enabled" | "disabled") =>
    transact(table, [changeEndpointWrite(endpoint, { status })]);
  await set("disabled");
  const abandon = (on: typeof table) =>
    runBackgroundWork(
      { ...made.ports, table: on },
      { version: 1, kind: "abandon", account_id: accountId, endpoint_id: endpoint.id },
    );
  return { ...made, set, abandon };
}

test("deliveries of an endpoint that is enabled again keep their attempts from the next page on", async () => {
  const { ids, read, around, set, abandon } = await disabled(53);
  await abandon(
    around("waiting", async (query, send) => {
      if (query === 2) await set("enabled");
      return send();
    }),
  );
  const states = (await Promise.all(ids.map(read))).map(({ status }) => status);
  expect(states).toEqual([...Array(50).fill("skipped"), ...Array(3).fill("retrying")]);
});

test("a delivery that ends while its endpoint's deliveries are skipped stays as it is", async () => {
  const { ids, read, change, around, abandon } = await disabled(2);
  const [done = "", waits = ""] = ids;
  const changed: Delivery[] = [];
  await abandon(
    around("waiting", async (query, send) => {
      const found = await send();
      if (query === 1) changed.push(await change(done, succeeded));
      return found;
    }),
  );
  expect([await read(done)]).toEqual(changed);
  expect(await read(waits)).toMatchObject({ status: "skipped" });
});

test("a deleted endpoint's failed deliveries leave Errors, even those recorded shortly after it", async () => {
  const { table, accountId, endpoint, ids, change, ports, run } = await scene(53);
  const failed = (before: Delivery): Delivery => ({ ...before, status: "failed", plan: "failed" });
  const issueOf = (objectId: string) =>
    issueWrite({
      ...{ kind: "delivery_failed", objectId, accountId, appId: 1, message: "failed" },
      at: run.now,
    });
  const [late = "", ...others] = ids;
  for (const id of others) {
    await change(id, failed);
    await transact(table, [issueOf(id)]);
  }
  await transact(table, [issueOf("dlv_of_another_endpoint")]);
  await transact(table, [deleteEndpointWrite(endpoint)]);
  const later: [RecoveryMessage, number][] = [];
  const perform = (message: RecoveryMessage) =>
    runBackgroundWork(
      { ...ports, startWork: async (next, delay = 0) => void later.push([next, delay]) },
      message,
    );
  await perform({ version: 1, kind: "abandon", account_id: accountId, endpoint_id: endpoint.id });
  const [now, again] = later.map(([message]) => message);
  expect(later.map(([, delay]) => delay)).toEqual([0, 120]);
  if (!now || !again) throw new Error("nothing was started");
  const errors = async () => {
    const page = await listIssues(table, { accountId }, { limit: 100 }, run.now);
    return page.data.map(({ objectId }) => objectId);
  };
  await perform(now);
  expect(await errors()).toEqual(["dlv_of_another_endpoint"]);
  // A sender that held its lease while the endpoint was deleted.
  await change(late, failed);
  await transact(table, [issueOf(late)]);
  await perform(again);
  expect(await errors()).toEqual(["dlv_of_another_endpoint"]);
});
