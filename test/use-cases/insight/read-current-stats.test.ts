import { afterAll, beforeAll, expect, it } from "vitest";
import { newAppWrite } from "../../../lib/store/apps.ts";
import { type Table, transact } from "../../../lib/store/transact.ts";
import { countEvents } from "../../../lib/use-cases/insight/count-events.ts";
import { readCurrentStats } from "../../../lib/use-cases/insight/stats.ts";
import { interceptedTable, startTable, type TestTable } from "../../support/table.ts";
import { ALL, commit, counted, eventOf, MINUTE, NOW, newScene, type Scene } from "./setup.ts";

let engine: TestTable;
let table: Table;
beforeAll(async () => {
  engine = await startTable();
  table = engine.table;
});
afterAll(() => engine.stop());

/** An account with these apps, the last of which was deleted. */
async function newShop(...appIds: number[]): Promise<Scene> {
  const scene = newScene();
  const { accountId } = scene;
  const app = { accountId, name: "Shop", createdAt: NOW, deletedAt: null };
  const deleted = { deletedAt: NOW };
  await transact(
    table,
    appIds.map((appId) =>
      newAppWrite({ ...app, appId, ...(appIds.length > 1 && appId === appIds.at(-1) && deleted) }),
    ),
  );
  return scene;
}

/** Creations that a look at the statistics shows. */
async function look(scene: Scene, { now = NOW, appId, of = table }: Look = {}): Promise<number> {
  const range = { ...scene, from: "2026-11-01", to: "2026-11-30", appId };
  const { rows } = await readCurrentStats(of, range, now);
  return rows.reduce((sum, { counters }) => sum + (counters.created ?? 0), 0);
}
interface Look {
  readonly now?: number;
  readonly appId?: number;
  readonly of?: Table;
}

const ago = (scene: Scene, minutes: number, appId = 1) =>
  eventOf(scene, { at: NOW - minutes * MINUTE, appId });

it("shows the events of the last minutes, and counts older ones for good", async () => {
  const scene = await newShop(1, 2);
  await commit(table, [ago(scene, 60), ago(scene, 14), ago(scene, 0), ago(scene, 30, 2)]);
  expect(await look(scene)).toBe(4);
  expect(await counted(table, scene)).toEqual({
    "2026-11-20 1": { created: 1 },
    "2026-11-20 2": { created: 1 },
  });
  await commit(table, [ago(scene, 10)]);
  expect(await look(scene)).toBe(5);
  expect(await look(scene, { now: NOW + 60 * MINUTE })).toBe(5);
  expect(await look(scene, { now: NOW + 60 * MINUTE })).toBe(5);
});

it("shows one app's events where an app is named", async () => {
  const scene = await newShop(1, 2);
  await commit(table, [ago(scene, 60), ago(scene, 0), ago(scene, 60, 2), ago(scene, 0, 2)]);
  expect(await look(scene, { appId: 2 })).toBe(2);
  expect(await look(scene, { appId: 3 })).toBe(0);
  expect(await look(scene)).toBe(4);
});

it.each(["EVP#", "STA#"])(
  "shows an event once that another call counts after it has read a range of %s",
  async (partition) => {
    const scene = await newShop(1);
    await commit(table, [ago(scene, 20), ago(scene, 14)]);
    await look(scene);
    let reads = 0;
    const slow = interceptedTable(table, async ({ input }, send) => {
      const answer = await send();
      const isRange = String(input.KeyConditionExpression).includes("BETWEEN");
      const values = input.ExpressionAttributeValues as Record<string, unknown> | undefined;
      if (!isRange || !String(values?.[":pk"]).startsWith(partition)) return answer;
      reads += 1;
      // The first look into the list is for events to count.
      if (reads === (partition === "EVP#" ? 2 : 1))
        await countEvents(table, scene, [1], NOW + 20 * MINUTE, ALL);
      return answer;
    });
    expect(await look(scene, { of: slow })).toBe(2);
    expect(await counted(table, scene)).toEqual({ "2026-11-20 1": { created: 2 } });
  },
);

it("shows all of a backlog, also where the last minutes have more events than one page", async () => {
  const scene = await newShop(1);
  const events = Array.from({ length: 1_200 }, (_, index) =>
    eventOf(scene, { at: NOW - 24 * MINUTE + index * 1_200 }),
  );
  await commit(table, events);
  expect(await look(scene)).toBe(1_200);
});

it("says until when it has counted where the last minutes have more than 2,000 events", async () => {
  const scene = await newShop(1, 2);
  const at = (index: number) => NOW - 10 * MINUTE + index * 100;
  const events = Array.from({ length: 2_050 }, (_, index) => eventOf(scene, { at: at(index) }));
  await commit(table, [ago(scene, 1, 2), ...events]);
  const range = { ...scene, from: "2026-11-01", to: "2026-11-30", appId: undefined };
  expect(await look(scene)).toBe(2_001);
  const { countedUntil } = await readCurrentStats(table, range, NOW);
  expect(countedUntil).toBe(at(1_999));
  const later = await readCurrentStats(table, range, NOW + 15 * MINUTE);
  expect(later.countedUntil).toBeNull();
  expect(await look(scene, { now: NOW + 15 * MINUTE })).toBe(2_051);
});
