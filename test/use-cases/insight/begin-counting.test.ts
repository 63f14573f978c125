import { afterAll, beforeAll, expect, it } from "vitest";
import { incrementWrites, readStats } from "../../../lib/store/stats.ts";
import { type Table, transact } from "../../../lib/store/transact.ts";
import { countEvents } from "../../../lib/use-cases/insight/count-events.ts";
import { interceptedTable, startTable, type TestTable } from "../../support/table.ts";
import { ALL, commit, counted, eventOf, MINUTE, NOW, newScene, type Scene } from "./setup.ts";

let engine: TestTable;
let table: Table;
beforeAll(async () => {
  engine = await startTable();
  table = engine.table;
});
afterAll(() => engine.stop());

const count = (scene: Scene, now = NOW, appIds = [1], of = table) =>
  countEvents(of, scene, appIds, now, ALL);
const TODAY = "2026-11-20 1";

const day = "2026-11-20";
const earlier = (scene: Scene) =>
  transact(table, incrementWrites([{ ...scene, day, appId: 1, counters: { created: 7 } }]));

it("begins 15 minutes after the first call where an earlier release has counted, so that nothing counts twice", async () => {
  const scene = newScene();
  await earlier(scene);
  const at = (minutes: number) => eventOf(scene, { at: NOW + minutes * MINUTE });
  // Counted by the earlier release, whose relay may run on until the deployment ends.
  await commit(table, [at(-60), at(-1), at(14)]);
  await count(scene);
  await commit(table, [at(16), at(20), eventOf(scene, { at: NOW + 20 * MINUTE, appId: 2 })]);
  await count(scene, NOW + 60 * MINUTE, [1, 2]);
  expect(await counted(table, scene)).toEqual({
    [TODAY]: { created: 9 },
    "2026-11-20 2": { created: 1 },
  });
});

it("does not take rows that a concurrent first call has counted for those of that release", async () => {
  const scene = newScene();
  await commit(table, [eventOf(scene), eventOf(scene, { appId: 2 })]);
  // The other call begins, and counts app 1, before this one looks for rows.
  let isFirst = true;
  const slow = interceptedTable(table, async (command, send) => {
    const isRows = String(command.input.KeyConditionExpression).endsWith("sk < :cursor");
    if (isRows && isFirst) {
      isFirst = false;
      await count(scene);
    }
    return send();
  });
  await count(scene, NOW, [1, 2], slow);
  expect(isFirst).toBe(false);
  expect(await counted(table, scene)).toEqual({
    [TODAY]: { created: 1 },
    "2026-11-20 2": { created: 1 },
  });
});

it("cursors are outside the days of every range", async () => {
  const scene = newScene();
  await commit(table, [eventOf(scene)]);
  await count(scene);
  const rows = await readStats(table, { ...scene, from: "2000-01-01", to: "2999-12-31" });
  expect(rows).toHaveLength(1);
});
