import { PublishCommand, SNSClient } from "@aws-sdk/client-sns";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import {
  GetSecretValueCommand,
  SecretsManagerClient,
  SendMessageBatchCommand,
  SQSClient,
} from "../../../lib/cloud/aws-services.ts";
import { newId } from "../../../lib/domain/ids.ts";
import { randomBytes } from "../../../lib/pipeline/deps.ts";
import { saveSettings } from "../../../lib/store/notifications.ts";
import { takeRate } from "../../../lib/store/rate-limits.ts";
import { transact } from "../../../lib/store/transact.ts";
import { changeUserWrite, getUser } from "../../../lib/store/users.ts";
import { mockClient } from "../../support/aws-mock.ts";
import { loadHandler, setFunctionEnvironment } from "../../support/function-calls.ts";
import { startTable, type TestTable } from "../../support/table.ts";
import { createUser } from "../../support/users.ts";

const HOUR_MS = 3_600_000;
const DAY_SECONDS = 86_400;

let engine: TestTable;
beforeAll(async () => {
  engine = await startTable();
  // Nothing listens there.
  const config = { telegramBotApi: "http://127.0.0.1:1", webhookAllowLoopbackHttp: true };
  const where = { tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint };
  setFunctionEnvironment({ ...where, config });
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

test("an SMS in place of a message that Telegram did not take counts among those of the day", async () => {
  const began = Date.now();
  const { table } = engine;
  const accountId = newId("acc_", began, randomBytes(10));
  const { userId } = await createUser(table, accountId, began);
  const user = await getUser(table, userId);
  if (user === null) throw new Error("There is no user.");
  const telegram = { subject: "1", name: null, username: null };
  await transact(table, [changeUserWrite(user, { telegram })]);
  mockClient(SecretsManagerClient)
    .on(GetSecretValueCommand)
    .resolves({ SecretString: JSON.stringify({ telegramBotToken: "1:token" }) });
  const sns = mockClient(SNSClient);
  sns.on(PublishCommand).resolves({});
  const queued: string[] = [];
  mockClient(SQSClient)
    .on(SendMessageBatchCommand)
    .callsFake(({ Entries = [] }) => {
      queued.push(...Entries.map(({ MessageBody = "" }) => MessageBody));
      return { Successful: Entries };
    });
  const send = (await loadHandler("workers-send-notifications")) as (...of: unknown[]) => unknown;
  const deliver = (body: string) => send({ Records: [{ messageId: "m", body }] }, {});
  const facts = { type: "session.started", app_id: null, path: "/account", login: "telegram" };
  const ids = { id: "sign_in#1", account_id: accountId, user_id: userId };
  await deliver(
    JSON.stringify({ version: 1, kind: "send", ...ids, facts, failures: 0, not_before: began }),
  );
  expect(queued).toHaveLength(1);
  const policy = { name: "sms-security", limit: 5, windowSeconds: DAY_SECONDS };
  for (let sent = 0; sent < 5; sent++)
    await takeRate(table, policy, `${accountId}#${userId}`, began);
  await saveSettings(table, { accountId, userId }, { stopped: { reason: "blocked", at: began } });
  vi.useFakeTimers({ now: JSON.parse(queued[0] ?? "{}").not_before, toFake: ["Date"] });
  expect(await deliver(queued[0] ?? "")).toEqual({ batchItemFailures: [] });
  expect(sns.commandCalls(PublishCommand)).toHaveLength(0);
});
