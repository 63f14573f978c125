import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { SendMessageBatchCommand, SQSClient } from "../../../lib/cloud/aws-services.ts";
import { UpdateCommand } from "../../../lib/cloud/dynamodb.ts";
import { addDays, dayOf, startOfDay } from "../../../lib/contract/days.ts";
import type { SendOne } from "../../../lib/contract/messages.ts";
import { newId } from "../../../lib/domain/ids.ts";
import { randomBytes } from "../../../lib/pipeline/deps.ts";
import { saveSettings } from "../../../lib/store/notifications.ts";
import { incrementWrites } from "../../../lib/store/stats.ts";
import { transact } from "../../../lib/store/transact.ts";
import { notificationText } from "../../../lib/use-cases/notifications/texts.ts";
import { mockClient } from "../../support/aws-mock.ts";
import { loadHandler, setFunctionEnvironment } from "../../support/function-calls.ts";
import { startTable, type TestTable } from "../../support/table.ts";
import { createUser } from "../../support/users.ts";

const today = dayOf(Date.now());
/** At half past eight tomorrow. */
const NEXT_MORNING = startOfDay(addDays(today, 1)) + 8.5 * 3_600_000;

let engine: TestTable;
beforeAll(async () => {
  engine = await startTable();
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
});
afterEach(() => vi.useRealTimers());
afterAll(() => engine.stop());

/** An account with three payments today, whose owner wants the sum of each day. */
async function paidAccount(sums: Readonly<Record<string, number>> = { "amount ETB": 450_000 }) {
  const { table } = engine;
  const accountId = newId("acc_", Date.now(), randomBytes(10));
  const { userId } = await createUser(table, accountId);
  await saveSettings(table, { accountId, userId }, { paid: "daily" });
  const counters = { verified: 3, ...sums };
  const row = { accountId, mode: "live" as const, appId: 7, day: today, counters };
  await transact(table, incrementWrites([row]));
  return { accountId, userId };
}

function damage(pk: string, sk: string, attribute: string) {
  const UpdateExpression = "SET #attribute = :wrong";
  const ExpressionAttributeNames = { "#attribute": attribute };
  const names = { UpdateExpression, ExpressionAttributeNames };
  const Key = { pk, sk };
  const ExpressionAttributeValues = { ":wrong": { of: "a newer release" } };
  const input = { TableName: engine.table.name, Key, ...names, ExpressionAttributeValues };
  return engine.table.client.send(new UpdateCommand(input));
}

/** Runs the schedule tomorrow morning. @returns what it queued */
async function queuedTomorrow() {
  const queued: SendOne[] = [];
  mockClient(SQSClient)
    .on(SendMessageBatchCommand)
    .callsFake(({ Entries = [] }) => {
      queued.push(...Entries.map(({ MessageBody = "" }) => JSON.parse(MessageBody)));
      return { Successful: Entries };
    });
  const run = await loadHandler<(event: object, context: object) => Promise<unknown>>(
    "workers-send-daily-summaries",
  );
  vi.useFakeTimers({ now: NEXT_MORNING, toFake: ["Date"] });
  const answer = await run({ schedule: "workers-send-daily-summaries" }, {});
  return { queued, answer };
}

test("an account whose settings or statistics are unreadable keeps no other from its daily summary", async () => {
  const [settings, statistics, sound] = [
    await paidAccount(),
    await paidAccount(),
    await paidAccount(),
  ];
  await damage(`MEM#${settings.accountId}`, `NOT#${settings.userId}`, "paid");
  await damage(`STA#${statistics.accountId}#live`, `${today}#7`, "day");
  const { queued, answer } = await queuedTomorrow();
  expect(answer).toEqual({ queued: 1 });
  expect(queued.map(({ account_id }) => account_id)).toEqual([sound.accountId]);
});

test.each([
  [{ "amount ETB": 450_000, "amount USD": 20_000 }, "3, ETB 4,500.00 + $200.00 in total"],
  [{ "amount USD": 20_000 }, "3, $200.00 in total"],
] as const)("a daily summary of %j says what was received in each currency", async (sums, said) => {
  const { accountId } = await paidAccount(sums);
  const { queued } = await queuedTomorrow();
  const [sent] = queued.filter(({ account_id }) => account_id === accountId);
  expect(sent && notificationText(sent.facts, "en", "https://pay.example")).toContain(said);
});
