import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import {
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from "../../../lib/cloud/aws-services.ts";
import { DocumentClient, TransactWriteCommand } from "../../../lib/cloud/dynamodb.ts";
import { newId } from "../../../lib/domain/ids.ts";
import { getAppWithMethods } from "../../../lib/store/apps.ts";
import {
  deleteEndpointWrite,
  endpointsOfAccount,
  newEndpointWrite,
} from "../../../lib/store/endpoints.ts";
import { issueWrite, listIssues } from "../../../lib/store/issues.ts";
import { newSourceWrites } from "../../../lib/store/notice-sources.ts";
import { transact } from "../../../lib/store/transact.ts";
import { getAccount, pairedWrite } from "../../../lib/store/users.ts";
import { beforeTheCommit } from "../../simulation/chosen-order.ts";
import { mockClient } from "../../support/aws-mock.ts";
import { setFunctionEnvironment } from "../../support/function-calls.ts";
import { createMerchant } from "../../support/merchant.ts";
import { startTable, type TestTable } from "../../support/table.ts";
import { createUser } from "../../support/users.ts";

let engine: TestTable;
let removeApp: typeof import("../../../lib/use-cases/apps/remove-app.ts").removeApp;
beforeAll(async () => {
  engine = await startTable();
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
  // Loaded late: it looks at the environment.
  ({ removeApp } = await import("../../../lib/use-cases/apps/remove-app.ts"));
  const sqs = mockClient(SQSClient);
  sqs.on(SendMessageCommand).callsFake(() => ({ MessageId: "1" }));
  sqs.on(SendMessageBatchCommand).callsFake(({ Entries = [] }) => ({ Successful: Entries }));
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => engine.stop());

/** An app with two endpoints, and another app of the account with one. */
async function shop() {
  const { table } = engine;
  const { accountId, appId, methodIds } = await createMerchant(table);
  const { appId: other } = await createMerchant(table, { accountId });
  const now = Date.now();
  for (const owner of [appId, appId, other]) {
    const id = newId("whk_", now, randomBytes(10));
    const made = newEndpointWrite({
      ...{ id, accountId, appId: owner, livemode: true, events: ["*"], description: null },
      ...{ url: "https://shop.example/hook", status: "enabled", disabledReason: null },
      ...{ disabledAt: null, deletedAt: null, failuresInARow: 0, timeoutsInARow: 0, slow: false },
      ...{ failingSince: null, lastSuccessAt: null, secret: "sealed", previousSecret: null },
      createdAt: now,
    });
    await transact(table, [made]);
  }
  const who = await createUser(table, accountId);
  return {
    ...{ accountId, appId, methodIds, other },
    remove: () => removeApp(who, appId, Date.now()),
    isDeleted: async () => (await getAppWithMethods(table, accountId, appId)) === null,
    endpoints: () => endpointsOfAccount(table, accountId),
  };
}

/** The process dies as soon as the transaction that changes the app has committed. */
function dieAfterTheCommit(): void {
  const { send } = DocumentClient.prototype;
  let isDead = false;
  vi.spyOn(DocumentClient.prototype, "send").mockImplementation(async function (
    this: DocumentClient,
    ...call: unknown[]
  ) {
    if (isDead) throw new Error("died");
    const answer = await Reflect.apply(send, this, call);
    const [command] = call;
    const writes = command instanceof TransactWriteCommand ? command.input.TransactItems : [];
    isDead = writes?.some(({ Update }) => String(Update?.Key?.pk).startsWith("APP#")) ?? false;
    return answer;
  });
}

test("a deleted app leaves no endpoint, even if that request dies at once", async () => {
  const { other, remove, isDeleted, endpoints } = await shop();
  dieAfterTheCommit();
  await expect(remove()).rejects.toThrow("died");
  vi.restoreAllMocks();
  expect(await isDeleted()).toBe(true);
  expect((await endpoints()).map(({ appId }) => appId)).toEqual([other]);
});

test("an app whose endpoint is deleted meanwhile stays, and the next request deletes it", async () => {
  const { other, remove, isDeleted, endpoints } = await shop();
  beforeTheCommit(async () => {
    const first = (await endpoints()).find(({ appId }) => appId !== other);
    if (first) await transact(engine.table, [deleteEndpointWrite(first)]);
  });
  await expect(remove()).rejects.toMatchObject({ code: "conflict" });
  expect(await isDeleted()).toBe(false);
  await remove();
  expect(await isDeleted()).toBe(true);
  expect(await endpoints()).toHaveLength(1);
});

/** Pairs a phone of an app. */
async function pair(accountId: string, appId: number): Promise<string> {
  const now = Date.now();
  const id = newId("nts_", now, randomBytes(10));
  await transact(engine.table, [
    pairedWrite(accountId, true),
    ...newSourceWrites({
      ...{ id, accountId, appId, name: "Counter", kind: "sms_gateway", status: "active" },
      ...{ secret: "sealed", previousSecret: null, balanceKey: "sealed", createdAt: now },
    }),
  ]);
  return id;
}

test("the errors about a deleted app's phones and receiving accounts end with it, and no others", async () => {
  const { accountId, appId, methodIds, other, remove } = await shop();
  const objects = {
    phone_silent: [await pair(accountId, appId), await pair(accountId, other)],
    receiver_shared: [methodIds.telebirr ?? "", "pm_of_another_app"],
    payment_reversed: ["co_1"],
  };
  for (const [kind, ids] of Object.entries(objects)) {
    for (const objectId of ids) {
      const issue = { kind, objectId, accountId, appId, message: "Look.", at: Date.now() };
      await transact(engine.table, [issueWrite(issue)]);
    }
  }
  await remove();
  const { data } = await listIssues(engine.table, { accountId }, { limit: 100 }, Date.now());
  expect(data.map(({ objectId }) => objectId).toSorted()).toEqual(
    [objects.phone_silent[1], "co_1", "pm_of_another_app"].toSorted(),
  );
});

test("an account's checkouts prepare for notices until the app with its last phone is deleted", async () => {
  const first = await shop();
  await pair(first.accountId, first.appId);
  await pair(first.accountId, first.other);
  await first.remove();
  expect((await getAccount(engine.table, first.accountId))?.paired).toBe(true);
  const second = await shop();
  await pair(second.accountId, second.appId);
  await second.remove();
  expect((await getAccount(engine.table, second.accountId))?.paired).toBe(false);
  const third = await shop();
  // As where the index does not show another app's newest phone yet.
  await transact(engine.table, [pairedWrite(third.accountId, true)]);
  await third.remove();
  expect((await getAccount(engine.table, third.accountId))?.paired).toBe(true);
});
