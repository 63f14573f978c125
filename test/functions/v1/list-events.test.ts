import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listEvents as route } from "../../../lib/contract/routes/v1.ts";
import type { EventWithBody } from "../../../lib/domain/event-record.ts";
import { eventKey, eventWrite } from "../../../lib/store/events.ts";
import { transact } from "../../../lib/store/transact.ts";
import { newEvent } from "../../support/event.ts";
import { setFunctionEnvironment } from "../../support/function-environment.ts";
import { invoke } from "../../support/invoke.ts";
import { startTable, type TestTable } from "../../support/table.ts";
import { newAccountId } from "../../support/webhook-world.ts";

const accountId = newAccountId();
let engine: TestTable;
let handler: unknown;
const events: EventWithBody[] = [];

beforeAll(async () => {
  engine = await startTable();
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
  ({ handler } = await import("../../../functions/v1/list-events.ts"));
  const start = Date.now() - 3_600_000;
  for (let count = 0; count < 130; count++) {
    const event = newEvent({ accountId, appId: 1 }, start + count);
    await transact(engine.table, [eventWrite(event)]);
    events.unshift(event);
  }
});
afterAll(() => engine.stop());

const list = async (query: Record<string, string>) => {
  const { status, body } = await invoke(handler, route, {
    principal: {
      kind: "key",
      keyId: "key_test",
      accountId,
      appId: 1,
      mode: "live",
      scopes: ["events:read"],
    },
    query,
  });
  expect(status).toBe(200);
  return body;
};

test("lists events newest first, exactly as webhooks sent them, at most 100 per page", async () => {
  const first = await list({ limit: "100" });
  const second = await list({ limit: "100", cursor: first.next_cursor });
  expect([first.data.length, second.data.length, second.has_more]).toEqual([100, 30, false]);
  expect([...first.data, ...second.data]).toEqual(events.map(({ body }) => JSON.parse(body)));
});

test("leaves out expired events and continues after the last event shown", async () => {
  const [newest, gone, third, fourth, fifth] = events;
  await engine.table.client.send(
    new DeleteCommand({ TableName: engine.table.name, Key: { ...eventKey(gone?.id ?? "") } }),
  );
  const ids = (page: { data: { id: string }[] }) => page.data.map(({ id }) => id);
  const page = await list({ limit: "3" });
  expect(ids(page)).toEqual([newest?.id, third?.id, fourth?.id]);
  expect(page.has_more).toBe(true);
  const next = await list({ limit: "1", cursor: page.next_cursor });
  expect(ids(next)).toEqual([fifth?.id]);
});
