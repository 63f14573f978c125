import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import type { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getDelivery } from "../../../lib/store/deliveries.ts";
import {
  changeEndpointWrite,
  deleteEndpointWrite,
  getEndpoint,
} from "../../../lib/store/endpoints.ts";
import { listIssues } from "../../../lib/store/issues.ts";
import { type Table, transact } from "../../../lib/store/transact.ts";
import { deliveryIdOf } from "../../../lib/use-cases/webhooks/present.ts";
import { startTable, type TestTable } from "../../support/table.ts";
import { answer, newAccountId, WebhookRun } from "../../support/webhook-run.ts";

let engine: TestTable;
beforeAll(async () => {
  engine = await startTable();
});
afterAll(() => engine.stop());

// The engine never raises a conflict by itself, so this one is played.
test("an attempt is recorded even if its endpoint's item is too contended", async () => {
  const table = await engine.another();
  const run = new WebhookRun(conflictingOn(table, "WHK#"), { receive: () => answer(500) });
  const accountId = newAccountId();
  const quiet = new WebhookRun(table, { receive: () => answer(500) });
  const { endpoint } = await quiet.addEndpoint({ accountId, appId: 1 });
  run.ring.keys["1"] = quiet.ring.keys["1"];
  const event = await run.commitEvent({ accountId, appId: 1 });
  await run.runUntil(run.now + 1000);
  expect(run.posts).toHaveLength(1);
  const delivery = await getDelivery(
    table,
    { endpointId: endpoint.id, id: deliveryIdOf(event.id, endpoint.id) },
    run.now,
  );
  expect(delivery).toMatchObject({ status: "retrying", attemptsCount: 1 });
  const after = await getEndpoint(table, accountId, endpoint.id);
  expect(after?.failuresInARow).toBe(0);
});

test("an endpoint deleted during a POST is not recreated by the result", async () => {
  const table = await engine.another();
  const accountId = newAccountId();
  const run: WebhookRun = new WebhookRun(table, {
    receive: async () => {
      await remove();
      return answer(500);
    },
  });
  const { endpoint } = await run.addEndpoint({ accountId, appId: 1 });
  const remove = async () => {
    await transact(table, [deleteEndpointWrite(endpoint)]);
  };
  const event = await run.commitEvent({ accountId, appId: 1 });
  await run.runUntil(run.now + 1000);
  expect(await getEndpoint(table, accountId, endpoint.id)).toBeNull();
  await run.runUntil(run.now + 60_000);
  expect(run.posts).toHaveLength(1);
  const delivery = await getDelivery(
    table,
    { endpointId: endpoint.id, id: deliveryIdOf(event.id, endpoint.id) },
    run.now,
  );
  expect(delivery).toMatchObject({ status: "canceled", attemptsCount: 1 });
});

test("a failure of a replaced URL does not disable the new one", async () => {
  const table = await engine.another();
  const accountId = newAccountId();
  const run: WebhookRun = new WebhookRun(table, {
    receive: async ({ url }) => {
      if (url.includes("new.example")) return answer(200);
      await move();
      return answer(410);
    },
  });
  const { endpoint } = await run.addEndpoint({ accountId, appId: 1 });
  const move = () =>
    transact(table, [
      changeEndpointWrite(endpoint, { url: "https://new.example/hook" }, { fresh: true }),
    ]);
  const gone = await run.commitEvent({ accountId, appId: 1 });
  await run.runUntil(run.now + 1000);
  expect(await getEndpoint(table, accountId, endpoint.id)).toMatchObject({
    status: "enabled",
    disabledReason: null,
    failuresInARow: 0,
  });
  const issues = await listIssues(table, { accountId }, { limit: 20 }, run.now);
  expect(issues.data.map(({ kind }) => kind)).toEqual(["delivery_failed"]);
  const next = await run.commitEvent({ accountId, appId: 1 });
  await run.runUntil(run.now + 1000);
  const stands = async ({ id }: { readonly id: string }) =>
    (
      await getDelivery(
        table,
        { endpointId: endpoint.id, id: deliveryIdOf(id, endpoint.id) },
        run.now,
      )
    )?.status;
  expect([await stands(gone), await stands(next)]).toEqual(["failed", "succeeded"]);
});

/** The same table, on which every transaction that touches such a key loses against another. */
function conflictingOn(table: Table, prefix: string): Table {
  const send = table.client.send.bind(table.client) as (command: object) => Promise<unknown>;
  const client = new Proxy(table.client, {
    get: (target, name) =>
      name === "send"
        ? (command: object) => {
            const reasons = conflicts(command, prefix);
            return reasons === null ? send(command) : Promise.reject(reasons);
          }
        : Reflect.get(target, name),
  });
  return { ...table, client };
}

function conflicts(command: object, prefix: string): Error | null {
  if (command.constructor.name !== "TransactWriteCommand") return null;
  const items = (command as TransactWriteCommand).input.TransactItems ?? [];
  const touched = items.map(({ Update }) => String(Update?.Key?.pk ?? "").startsWith(prefix));
  if (!touched.includes(true)) return null;
  return new TransactionCanceledException({
    message: "conflict",
    $metadata: {},
    CancellationReasons: touched.map((is) => ({ Code: is ? "TransactionConflict" : "None" })),
  });
}
