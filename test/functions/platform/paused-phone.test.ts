import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SendMessageCommand, SQSClient } from "../../../lib/cloud/aws-services.ts";
import { routeFunctionId } from "../../../lib/contract/functions.ts";
import { updateNoticeSource } from "../../../lib/contract/routes/platform-notices.ts";
import { newId } from "../../../lib/domain/ids.ts";
import { listIssues } from "../../../lib/store/issues.ts";
import { newSourceWrites } from "../../../lib/store/notice-sources.ts";
import { transact } from "../../../lib/store/transact.ts";
import { mockClient } from "../../support/aws-mock.ts";
import { invoke, loadHandler, setFunctionEnvironment } from "../../support/function-calls.ts";
import { createMerchant } from "../../support/merchant.ts";
import { startTable, type TestTable } from "../../support/table.ts";
import { createUser } from "../../support/users.ts";

const WEEK_MS = 7 * 86_400_000;

let engine: TestTable;
beforeAll(async () => {
  engine = await startTable();
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
  mockClient(SQSClient).on(SendMessageCommand).resolves({ MessageId: "1" });
});
afterAll(() => engine.stop());

test("the error about a silent phone ends while it is paused, and is back once it is resumed and still silent", async () => {
  const { table } = engine;
  const { accountId, appId } = await createMerchant(table);
  const id = newId("nts_", Date.now(), randomBytes(10));
  await transact(
    table,
    newSourceWrites({
      ...{ id, accountId, appId, name: "Counter", kind: "sms_gateway", status: "active" },
      ...{ secret: "sealed", previousSecret: null, balanceKey: "sealed" },
      createdAt: Date.now() - WEEK_MS,
    }),
  );
  const principal = await createUser(table, accountId);
  const update = await loadHandler(routeFunctionId(updateNoticeSource));
  const check = (await loadHandler("workers-check-notice-sources")) as (
    ...of: unknown[]
  ) => unknown;
  const become = (body: object) =>
    invoke(update, updateNoticeSource, { principal, params: { id }, body });
  const errors = async () => {
    const { data } = await listIssues(table, { accountId }, { limit: 100 }, Date.now());
    return data.map(({ kind }) => kind);
  };
  await check({ schedule: "check-notice-sources" }, {});
  expect(await errors()).toEqual(["phone_silent"]);
  expect((await become({ name: "Old counter" })).status).toBe(200);
  expect(await errors()).toEqual(["phone_silent"]);
  expect((await become({ status: "paused" })).body.status).toBe("paused");
  await check({ schedule: "check-notice-sources" }, {});
  expect(await errors()).toEqual([]);
  expect((await become({ status: "active" })).body.status).toBe("active");
  expect(await errors()).toEqual(["phone_silent"]);
});
