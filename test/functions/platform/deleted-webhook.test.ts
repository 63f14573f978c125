import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SendMessageCommand, SQSClient } from "../../../lib/cloud/aws-services.ts";
import { routeFunctionId } from "../../../lib/contract/functions.ts";
import { deleteWebhook } from "../../../lib/contract/routes/platform-webhooks.ts";
import { newDelivery } from "../../../lib/domain/delivery.ts";
import { newId } from "../../../lib/domain/ids.ts";
import { ensureDelivery, getDelivery } from "../../../lib/store/deliveries.ts";
import { getEndpoint, newEndpointWrite } from "../../../lib/store/endpoints.ts";
import { issueWrite, listIssues } from "../../../lib/store/issues.ts";
import { transact } from "../../../lib/store/transact.ts";
import { mockClient } from "../../support/aws-mock.ts";
import { FACTS } from "../../support/events.ts";
import { invoke, loadHandler, setFunctionEnvironment } from "../../support/function-calls.ts";
import { createMerchant } from "../../support/merchant.ts";
import { startTable, type TestTable } from "../../support/table.ts";
import { createUser } from "../../support/users.ts";

let engine: TestTable;
beforeAll(async () => {
  engine = await startTable();
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
});
afterAll(() => engine.stop());

/** An endpoint with a delivery that waits for its second attempt, and one that has failed. */
async function endpointWithDeliveries() {
  const { table } = engine;
  const { accountId, appId } = await createMerchant(table);
  const now = Date.now();
  const id = newId("whk_", now, randomBytes(10));
  const endpoint = newEndpointWrite({
    ...{ id, accountId, appId, livemode: true, events: ["*"], description: null, slow: false },
    ...{ url: "https://shop.example/hook", status: "enabled", disabledReason: null },
    ...{ disabledAt: null, deletedAt: null, failuresInARow: 0, timeoutsInARow: 0 },
    ...{ failingSince: null, lastSuccessAt: null, secret: "sealed", previousSecret: null },
    createdAt: now,
  });
  await transact(table, [endpoint]);
  const [waiting, failed] = (["retrying", "failed"] as const).map((status) => {
    const facts = { ...FACTS, id: newId("dlv_", now, randomBytes(10)), accountId, appId };
    const tried = { status, plan: status, attemptsCount: 1, failures: 1 } as const;
    const nextAttemptAt = status === "failed" ? null : now + 3_600_000;
    return { ...newDelivery({ ...facts, endpointId: id }, now), ...tried, nextAttemptAt };
  });
  if (!waiting || !failed) throw new Error("There are no deliveries.");
  for (const delivery of [waiting, failed]) await ensureDelivery(table, delivery);
  const issue = { kind: "delivery_failed", objectId: failed.id, accountId, appId };
  await transact(table, [issueWrite({ ...issue, message: "It failed.", at: now })]);
  return { accountId, id, waiting };
}

test("the deliveries of a deleted endpoint end, and its errors go, also where the queue takes nothing after the deletion", async () => {
  const { table } = engine;
  const { accountId, id, waiting } = await endpointWithDeliveries();
  const queued: string[] = [];
  const sqs = mockClient(SQSClient);
  let isDown = true;
  sqs.on(SendMessageCommand).callsFake(async ({ MessageBody = "" }) => {
    if (isDown && (await getEndpoint(table, accountId, id)) === null) throw new Error("no queue");
    queued.push(MessageBody);
    return { MessageId: "1" };
  });
  const principal = await createUser(table, accountId);
  const remove = await loadHandler(routeFunctionId(deleteWebhook));
  const answer = await invoke(remove, deleteWebhook, { principal, params: { id } });
  expect(answer.status).toBe(204);
  isDown = false;
  const work = (await loadHandler("workers-run-recovery")) as (...of: unknown[]) => unknown;
  for (let body = queued.shift(); body !== undefined; body = queued.shift())
    await work({ Records: [{ messageId: "m", body }] }, {});
  const ref = { endpointId: id, id: waiting.id };
  expect(await getDelivery(table, ref, Date.now())).toMatchObject({ status: "canceled" });
  const { data } = await listIssues(table, { accountId }, { limit: 100 }, Date.now());
  expect(data).toEqual([]);
  sqs.restore();
});
