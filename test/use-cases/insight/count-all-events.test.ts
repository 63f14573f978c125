import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { UpdateCommand } from "../../../lib/cloud/dynamodb.ts";
import { countEvents } from "../../../lib/contract/workers/accounts.ts";
import { CLOSED_KEPT_MS } from "../../../lib/store/accounts.ts";
import { appsOf, newAppWrite } from "../../../lib/store/apps.ts";
import { spreadEvents } from "../../../lib/store/event-lists.ts";
import { readCursors } from "../../../lib/store/stats.ts";
import { transact } from "../../../lib/store/transact.ts";
import { asWorker, setFunctionEnvironment } from "../../support/function-calls.ts";
import { startTable, type TestTable } from "../../support/table.ts";
import { createUser } from "../../support/users.ts";
import { commit, counted, eventOf, NOW, newScene, type Scene } from "./setup.ts";

let engine: TestTable;
beforeAll(async () => {
  engine = await startTable();
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await engine.stop();
});
let scenes: Scene[];
beforeEach(async () => {
  scenes = [await newShop(), await newShop(), await newShop()];
});

/** An account with app 1 and app 2, which was deleted, and an event of each in both modes. */
async function newShop(): Promise<Scene> {
  const scene = newScene();
  const { accountId } = scene;
  const app = { accountId, name: "Shop", createdAt: NOW };
  await createUser(engine.table, accountId, NOW);
  await transact(engine.table, [
    newAppWrite({ ...app, appId: 1, deletedAt: null }),
    newAppWrite({ ...app, appId: 2, deletedAt: NOW }),
  ]);
  for (const each of [scene, { ...scene, mode: "test" } as const]) {
    await commit(engine.table, [eventOf(each), eventOf(each, { appId: 2 })]);
  }
  return scene;
}

async function change({ accountId }: Scene, name: "closedAt" | "createdAt", value: unknown) {
  await engine.table.client.send(
    new UpdateCommand({
      TableName: engine.table.name,
      Key: { pk: `ACC#${accountId}`, sk: "ACC" },
      UpdateExpression: `SET ${name} = :value`,
      ExpressionAttributeValues: { ":value": value },
    }),
  );
}

// Loaded late: they look at the environment.
async function run(until = performance.now() + 60_000): Promise<void> {
  const { countAllEvents } = await import("../../../lib/use-cases/insight/count-events.ts");
  await asWorker(countEvents, countAllEvents)(NOW, until);
}

const ALL = { "2026-11-20 1": { created: 1 }, "2026-11-20 2": { created: 1 } };

it("counts both modes of all apps of all accounts, deleted apps and closed accounts too", async () => {
  await change(scenes[1] as Scene, "closedAt", NOW - 1);
  await run();
  for (const scene of scenes) {
    expect(await counted(engine.table, scene)).toEqual(ALL);
    expect(await counted(engine.table, { ...scene, mode: "test" })).toEqual(ALL);
  }
});

it("counts nothing for an account that is due for deletion", async () => {
  const [gone, kept] = scenes as [Scene, Scene];
  await change(gone, "closedAt", NOW - CLOSED_KEPT_MS);
  await run();
  expect(await counted(engine.table, gone)).toEqual({});
  expect(await counted(engine.table, kept)).toEqual(ALL);
});

it("goes on after an account that it cannot read, and fails at its end", async () => {
  const [broken, ...others] = scenes as [Scene, ...Scene[]];
  await change(broken, "createdAt", "never");
  await expect(run()).rejects.toThrow("createdAt is not number");
  await change(broken, "createdAt", NOW);
  for (const scene of others) expect(await counted(engine.table, scene)).toEqual(ALL);
});

it("continues in the next run what it has no time for", async () => {
  await run(performance.now() - 1);
  for (const scene of scenes) expect(await counted(engine.table, scene)).toEqual({});
  await run();
  for (const scene of scenes) expect(await counted(engine.table, scene)).toEqual(ALL);
});

it("spreads the events of an app that is younger than its account's spread apps, and of no other account", async () => {
  const [wide, narrow] = scenes as [Scene, Scene];
  const { table } = engine;
  const spread = async ({ accountId }: Scene) =>
    (await appsOf(table, accountId)).filter(({ isSpread }) => isSpread).map(({ appId }) => appId);
  await spreadEvents(table, wide.accountId, [{ appId: 1, isSpread: false }], NOW);
  expect(await spread(wide)).toEqual([1]);
  await run();
  expect([await spread(wide), await spread(narrow)]).toEqual([[1, 2], []]);
  expect((await readCursors(table, wide))?.spread).toEqual(new Set([1, 2]));
});
