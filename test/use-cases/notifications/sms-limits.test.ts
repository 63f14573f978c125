import { PublishCommand, SNSClient } from "@aws-sdk/client-sns";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { newId } from "../../../lib/domain/ids.ts";
import { randomBytes } from "../../../lib/pipeline/deps.ts";
import { takeRate } from "../../../lib/store/rate-limits.ts";
import { mockClient } from "../../support/aws-mock.ts";
import { loadHandler, setFunctionEnvironment } from "../../support/function-calls.ts";
import { startTable, type TestTable } from "../../support/table.ts";
import { createUser } from "../../support/users.ts";

const HOUR_MS = 3_600_000;
const DAY_SECONDS = 86_400;

let engine: TestTable;
beforeAll(async () => {
  engine = await startTable();
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
});
afterEach(() => vi.useRealTimers());
afterAll(() => engine.stop());

test("an SMS that the account's limit holds back does not keep the next day's from its member", async () => {
  const began = Date.now();
  const { accountId, userId } = await createUser(
    engine.table,
    newId("acc_", began, randomBytes(10)),
    began,
  );
  const sns = mockClient(SNSClient);
  sns.on(PublishCommand).resolves({});
  const send = (await loadHandler("workers-send-notifications")) as (...of: unknown[]) => unknown;
  const tell = async (id: string, at: number) => {
    vi.useFakeTimers({ now: at, toFake: ["Date"] });
    const facts = { type: "webhook.disabled", app_id: null, path: "/webhooks" };
    const message = { version: 1, kind: "send", id, account_id: accountId, user_id: userId, facts };
    const body = JSON.stringify({ ...message, failures: 0, not_before: at });
    const answer = await send({ Records: [{ messageId: "m", body }] }, {});
    expect(answer).toEqual({ batchItemFailures: [] });
    return sns.commandCalls(PublishCommand).length;
  };
  const policy = { name: "sms-account", limit: 5, windowSeconds: DAY_SECONDS };
  for (let sent = 0; sent < 5; sent++) await takeRate(engine.table, policy, accountId, began);
  expect(await tell("first", began + 20 * HOUR_MS)).toBe(0);
  expect(await tell("second", began + 25 * HOUR_MS)).toBe(1);
  expect(await tell("third", began + 26 * HOUR_MS)).toBe(1);
});
