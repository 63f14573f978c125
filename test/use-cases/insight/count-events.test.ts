import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { UpdateCommand } from "../../../lib/cloud/dynamodb.ts";
import { eventKey, triggeredEventWrite, unrelayedEventWrite } from "../../../lib/store/events.ts";
import { readCursors } from "../../../lib/store/stats.ts";
import type { Table } from "../../../lib/store/transact.ts";
import { countEvents } from "../../../lib/use-cases/insight/count-events.ts";
import { interceptedTable, startTable, type TestTable } from "../../support/table.ts";
import {
  ALL,
  commit,
  counted,
  DAY,
  eventOf,
  MINUTE,
  NOW,
  newScene,
  ONE_STEP,
  type Scene,
} from "./setup.ts";

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

describe("what is counted", () => {
  it("adds every counted type to its day, and nothing for other types", async () => {
    const scene = newScene();
    const types = ["created", "review", "expired", "canceled", "rejected", "attempt_failed"];
    await commit(table, [
      ...types.map((type) => eventOf(scene, { type: `checkout.${type}` })),
      eventOf(scene, { type: "checkout.verified", amount: 500 }),
      eventOf(scene, { type: "checkout.verified", amount: 700 }),
      eventOf(scene, { type: "webhook.disabled" }),
      eventOf(scene, { type: "credits.low", appId: null }),
    ]);
    await count(scene);
    expect(await counted(table, scene)).toEqual({
      [TODAY]: {
        ...{ created: 1, review: 1, expired: 1, canceled: 1, rejected: 1 },
        ...{ failed_attempts: 1, "failed telebirr": 1 },
        ...{ verified: 2, "verified telebirr": 2, "amount ETB": 1200 },
        verify_seconds: expect.any(Number),
      },
    });
  });

  it("days begin at midnight in Addis Ababa", async () => {
    const scene = newScene();
    const midnight = Date.UTC(2026, 10, 19, 21);
    await commit(table, [
      eventOf(scene, { at: midnight - 1 }),
      eventOf(scene, { at: midnight }),
      eventOf(scene, { at: midnight + 1 }),
    ]);
    await count(scene);
    expect(await counted(table, scene)).toEqual({
      "2026-11-19 1": { created: 1 },
      [TODAY]: { created: 2 },
    });
  });

  it("keeps modes and apps apart", async () => {
    const live = newScene();
    const test = { ...live, mode: "test" } as const;
    await commit(table, [
      eventOf(live),
      eventOf(live, { appId: 2 }),
      eventOf(test, { type: "checkout.review" }),
      eventOf(test, { type: "checkout.verified", amount: 3 }),
    ]);
    await count(live, NOW, [1, 2]);
    await count(test, NOW, [1, 2]);
    const created = { created: 1 };
    expect(await counted(table, live)).toEqual({ [TODAY]: created, "2026-11-20 2": created });
    expect(await counted(table, test)).toMatchObject({ [TODAY]: { review: 1, "amount ETB": 3 } });
  });

  it("leaves out triggered examples, but not events that skip the relay", async () => {
    const scene = newScene("test");
    const types = ["checkout.created", "checkout.verified"];
    const events = (at: number) => types.map((type) => eventOf(scene, { type, at }));
    await commit(table, events(NOW - 30 * MINUTE), triggeredEventWrite);
    await count(scene);
    expect(await counted(table, scene)).toEqual({});
    await commit(table, events(NOW - 20 * MINUTE), unrelayedEventWrite);
    await count(scene);
    expect(await counted(table, scene)).toMatchObject({ [TODAY]: { created: 1, verified: 1 } });
  });

  it("logs and skips what it cannot read, and counts the others", async () => {
    const scene = newScene();
    const verified = { type: "checkout.verified", amount: 5 };
    const [damaged, foreign] = [eventOf(scene, verified), eventOf(scene, verified)];
    const broken = { ...foreign, body: '{"data":{"object":{"amount":"much"}}}' };
    const timeless = eventOf(scene, { id: "evt_00000000000000000000000~oo" });
    // Not as published, so not of the entity whose bodies the end of this file checks.
    await commit(table, [damaged, broken, timeless], unrelayedEventWrite);
    await commit(table, [eventOf(scene), eventOf(scene, verified)]);
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: { ...eventKey(damaged) },
        UpdateExpression: "SET body = :none",
        ExpressionAttributeValues: { ":none": "no bytes" },
      }),
    );
    const lines: string[] = [];
    const out = vi.spyOn(process.stdout, "write").mockImplementation((line) => {
      lines.push(String(line));
      return true;
    });
    await count(scene);
    out.mockRestore();
    expect(await counted(table, scene)).toMatchObject({
      [TODAY]: { created: 1, verified: 1, "amount ETB": 5 },
    });
    const logged = lines.map((line) => JSON.parse(line));
    expect(logged.map(({ message }) => message)).toEqual(Array(3).fill("event not counted"));
    expect(logged.map(({ event_id: id }) => id).toSorted()).toEqual(
      [damaged.id, broken.id, timeless.id].toSorted(),
    );
  });
});

describe("each event counts once", () => {
  it("however many calls count at the same time", async () => {
    const scene = newScene();
    const events = Array.from({ length: 700 }, (_, index) =>
      eventOf(scene, { at: NOW - DAY - index, type: "checkout.verified", amount: 10 }),
    );
    await commit(table, events);
    await Promise.all(Array.from({ length: 8 }, () => count(scene)));
    expect(await counted(table, scene)).toMatchObject({
      "2026-11-19 1": { verified: 700, "amount ETB": 7_000 },
    });
  });

  it("also after a call that lost a race", async () => {
    const scene = newScene();
    await commit(table, [eventOf(scene), eventOf(scene)]);
    // Another call counts between this one's reading and its transaction.
    let isFirst = true;
    const slow = interceptedTable(table, async ({ name }, send) => {
      if (name === "TransactWriteCommand" && isFirst) {
        isFirst = false;
        await count(scene);
      }
      return send();
    });
    await count(scene, NOW, [1], slow);
    expect(isFirst).toBe(false);
    expect(await counted(table, scene)).toEqual({ [TODAY]: { created: 2 } });
  });

  it.each(["before", "after"] as const)(
    "when a process dies %s its transaction commits",
    async (when) => {
      const scene = newScene();
      await commit(table, [eventOf(scene), eventOf(scene)]);
      const dying = interceptedTable(table, async ({ name }, send) => {
        if (name !== "TransactWriteCommand") return send();
        if (when === "after") await send();
        throw new Error("died");
      });
      await expect(count(scene, NOW, [1], dying)).rejects.toThrow("died");
      await commit(table, [eventOf(scene, { at: NOW - 30 * MINUTE })]);
      await count(scene);
      expect(await counted(table, scene)).toEqual({ [TODAY]: { created: 3 } });
    },
  );

  it("when it appears up to 15 minutes after its time", async () => {
    const scene = newScene();
    const at = (minutes: number) => eventOf(scene, { at: NOW - minutes * MINUTE });
    await commit(table, [at(16), at(14), at(1)]);
    await count(scene);
    expect(await counted(table, scene)).toEqual({ [TODAY]: { created: 1 } });
    await commit(table, [at(15), at(2)]);
    await count(scene, NOW + 16 * MINUTE);
    expect(await counted(table, scene)).toEqual({ [TODAY]: { created: 5 } });
  });
});

describe("a large backlog", () => {
  it("advances in steps of 500 events, each with its cursor", async () => {
    const scene = newScene();
    const events = Array.from({ length: 1_100 }, (_, index) =>
      eventOf(scene, { at: NOW - DAY + index }),
    );
    await commit(table, events);
    const seen: unknown[] = [];
    for (let step = 0; step < 4; step++) {
      await countEvents(table, scene, [1], NOW, ONE_STEP);
      seen.push((await counted(table, scene))["2026-11-19 1"]?.created);
      const cursor = (await readCursors(table, scene))?.byApp.get(1);
      expect(cursor).toBe(events[Math.min(1_100, 500 * (step + 1)) - 1]?.id);
    }
    expect(seen).toEqual([500, 1_000, 1_100, 1_100]);
  });

  it("stops at its time limit and continues later", async () => {
    const scene = newScene();
    await commit(table, [eventOf(scene)]);
    await countEvents(table, scene, [1], NOW, { ...ALL, until: performance.now() });
    expect(await counted(table, scene)).toEqual({});
    await count(scene);
    expect(await counted(table, scene)).toEqual({ [TODAY]: { created: 1 } });
  });

  it("may be spread over more days than a transaction has writes", async () => {
    const scene = newScene();
    const events = Array.from({ length: 200 }, (_, index) =>
      eventOf(scene, { at: NOW - (index + 1) * DAY }),
    );
    await commit(table, events);
    await count(scene);
    expect(Object.keys(await counted(table, scene))).toHaveLength(200);
  });
});
