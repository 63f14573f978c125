import { afterAll, beforeAll, expect, test } from "vitest";
import { DeleteCommand } from "../../../lib/cloud/dynamodb.ts";
import { readEvent, listEvents as route } from "../../../lib/contract/routes/v1.ts";
import type { EventWithBody } from "../../../lib/domain/event-record.ts";
import type { Principal } from "../../../lib/pipeline/principal.ts";
import { eventKey, eventWrite } from "../../../lib/store/events.ts";
import { transact } from "../../../lib/store/transact.ts";
import { newEvent } from "../../support/events.ts";
import { invoke, setFunctionEnvironment } from "../../support/function-calls.ts";
import { startTable, type TestTable } from "../../support/table.ts";
import { newAccountId } from "../../support/webhook-run.ts";

const accountId = newAccountId();
let engine: TestTable;
let handler: unknown;
let readHandler: unknown;
const events: EventWithBody[] = [];

beforeAll(async () => {
  engine = await startTable();
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
  ({ listEvents: handler } = await import("../../../functions/v1/events.ts"));
  ({ readEvent: readHandler } = await import("../../../functions/v1/events.ts"));
  const start = Date.now() - 3_600_000;
  for (let count = 0; count < 130; count++) {
    const event = newEvent({ accountId, appId: 1 }, start + count);
    await transact(engine.table, [eventWrite(event)]);
    events.unshift(event);
  }
});
afterAll(() => engine.stop());

const keyOf = (owner: string): Principal => ({
  ...{ kind: "key", keyId: "key_test", accountId: owner, appId: 1, mode: "live" },
  scopes: ["events:read"],
});
const list = async (query: Record<string, string>, owner = accountId) => {
  const { status, body } = await invoke(handler, route, { principal: keyOf(owner), query });
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
    new DeleteCommand({
      TableName: engine.table.name,
      Key: { ...eventKey(gone as EventWithBody) },
    }),
  );
  const ids = (page: { data: { id: string }[] }) => page.data.map(({ id }) => id);
  const page = await list({ limit: "3" });
  expect(ids(page)).toEqual([newest?.id, third?.id, fourth?.id]);
  expect(page.has_more).toBe(true);
  const next = await list({ limit: "1", cursor: page.next_cursor });
  expect(ids(next)).toEqual([fifth?.id]);
});

test("a key of an app lists and reads its app's events and the account's, and no others", async () => {
  const owner = newAccountId();
  const at = Date.now() - 60_000;
  const made = (facts: Partial<EventWithBody>, age: number) =>
    newEvent({ accountId: owner, appId: 1, ...facts }, at - age);
  const credits = { appId: null, type: "credits.low" };
  const shown = [made({}, 0), made(credits, 1), made({}, 2), made(credits, 3)];
  const hidden = [
    made({ appId: 2 }, 4),
    made({ ...credits, livemode: false }, 5),
    made({ ...credits, accountId: newAccountId() }, 6),
  ];
  for (const event of [...shown, ...hidden]) await transact(engine.table, [eventWrite(event)]);

  const first = await list({ limit: "3" }, owner);
  const second = await list({ limit: "3", cursor: first.next_cursor }, owner);
  expect([...first.data, ...second.data]).toEqual(shown.map(({ body }) => JSON.parse(body)));
  expect(second.has_more).toBe(false);
  expect((await list({ type: "credits.low" }, owner)).data).toHaveLength(2);

  const statusOf = async ({ id }: EventWithBody) =>
    (await invoke(readHandler, readEvent, { principal: keyOf(owner), params: { id } })).status;
  expect(await Promise.all(shown.map(statusOf))).toEqual([200, 200, 200, 200]);
  expect(await Promise.all(hidden.map(statusOf))).toEqual([404, 404, 404]);
});
