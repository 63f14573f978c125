import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { QueryCommand } from "../../../lib/cloud/dynamodb.ts";
import { getDelivery } from "../../../lib/store/deliveries.ts";
import { attemptsOfDelivery } from "../../../lib/store/delivery-attempts.ts";
import { outboxPartitionsToSweep, partitionsToSweep } from "../../../lib/store/due-shards.ts";
import type { Table } from "../../../lib/store/transact.ts";
import { deliveryIdOf } from "../../../lib/use-cases/webhooks/present.ts";
import { newEvent } from "../../support/events.ts";
import { LONG_TEST_MS, startTable, type TestTable } from "../../support/table.ts";
import { answer, Crash, newAccountId, WebhookRun } from "../../support/webhook-run.ts";

let engine: TestTable;
beforeAll(async () => {
  engine = await startTable();
});
afterAll(() => engine.stop());

const HOUR = 3_600_000;
const APP = 1001;
const SWEEP_EVERY_MS = 15 * 60_000;

/** One play: which effects a process dies at, how receivers answer, what is repeated and reordered. */
const play = fc.record({
  events: fc.array(fc.constantFrom("not", "committed", "sent ahead"), {
    minLength: 1,
    maxLength: 4,
  }),
  endpoints: fc.integer({ min: 1, max: 2 }),
  statuses: fc.array(fc.constantFrom(200, 200, 500, 503, 429), { minLength: 1, maxLength: 12 }),
  crashes: fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 14 }),
  crashesAfter: fc.array(fc.boolean(), { minLength: 1, maxLength: 7 }),
  repeats: fc.array(fc.boolean(), { minLength: 1, maxLength: 9 }),
  picks: fc.array(fc.nat(), { minLength: 1, maxLength: 9 }),
});

type Play = typeof play extends fc.Arbitrary<infer T> ? T : never;

test("after a crash at any boundary, every committed event arrives and no other", {
  timeout: LONG_TEST_MS,
}, async () => {
  await fc.assert(
    fc.asyncProperty(play, async (plan) => {
      const table = await engine.another();
      const { run, crashed } = stage(table, plan);
      const accountId = newAccountId();
      const endpoints: { readonly id: string }[] = [];
      for (let count = 0; count < plan.endpoints; count++) {
        const { endpoint } = await run.addEndpoint({ accountId, appId: APP });
        endpoints.push(endpoint);
      }
      const committed: Awaited<ReturnType<typeof run.commitEvent>>[] = [];
      const uncommitted: ReturnType<typeof newEvent>[] = [];
      for (const how of plan.events) {
        const facts = { accountId, appId: APP };
        if (how === "not") uncommitted.push(newEvent(facts, run.now));
        else committed.push(await run.commitEvent(facts, how === "sent ahead"));
        await run.runUntil(run.now + 1000);
      }
      await runUntilQuiet(table, run);

      const posted = run.posts.map(({ request }) => request.headers["webhook-id"]);
      for (const { id } of uncommitted) expect(posted).not.toContain(id);
      let recorded = 0;
      for (const { id: event } of committed) expect(posted).toContain(event);
      const pairs = committed.flatMap((event) =>
        endpoints.map(({ id }) => ({ endpointId: id, id: deliveryIdOf(event.id, id) })),
      );
      for (const ref of pairs) {
        const delivery = await getDelivery(table, ref, run.now);
        expect(delivery?.status).toMatch(/^(?:succeeded|failed)$/);
        const attempts = await attemptsOfDelivery(table, ref, run.now);
        expect(attempts).toHaveLength(delivery?.attemptsCount ?? -1);
        expect(attempts.length).toBeLessThanOrEqual(9);
        if (delivery?.status === "failed") expect(attempts).toHaveLength(9);
        recorded += attempts.length;
      }
      // A death between POST and record costs one more POST with the same id, and nothing else does.
      expect(run.posts.length - recorded).toBeLessThanOrEqual(crashed());
      expect(await rowsLeft(table)).toEqual([]);
    }),
    { numRuns: 20 },
  );
});

test("an attempt during which every sender dies fails instead of being retried forever", async () => {
  const table = await engine.another();
  const run = new WebhookRun(table, {
    sweepEveryMs: SWEEP_EVERY_MS,
    receive: () => answer(200),
    after: (effect) => {
      if (effect === "post") throw new Crash();
    },
  });
  const accountId = newAccountId();
  await run.addEndpoint({ accountId, appId: APP });
  await run.commitEvent({ accountId, appId: APP });
  await runUntilQuiet(table, run);
  expect(await rowsLeft(table)).toEqual([]);
  expect(run.posts.length).toBeLessThanOrEqual(9 * 5);
});

function stage(table: Table, plan: Play) {
  let effects = 0;
  let dead = 0;
  const turn = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;
  const dies = (isAfter: boolean) => {
    if (!plan.crashes.includes(effects)) return;
    if (turn(plan.crashesAfter, effects) !== isAfter) return;
    dead += 1;
    throw new Crash();
  };
  let picks = 0;
  let repeats = 0;
  let posts = 0;
  const run = new WebhookRun(table, {
    sweepEveryMs: SWEEP_EVERY_MS,
    before: () => {
      effects += 1;
      dies(false);
    },
    after: () => dies(true),
    pick: (count) => turn(plan.picks, picks++) % count,
    // Not forever: what is always repeated never ends.
    repeat: () => ++repeats < 40 && turn(plan.repeats, repeats),
    receive: () => answer(turn(plan.statuses, posts++)),
  });
  return { run, crashed: () => dead };
}

/** Plays on until nothing is left to do, two days at most. */
async function runUntilQuiet(table: Table, run: WebhookRun): Promise<void> {
  const endsAt = run.now + 48 * HOUR;
  while (run.now < endsAt) {
    await run.runUntil(run.now + HOUR);
    if (run.isQuiet && (await rowsLeft(table)).length === 0) return;
  }
}

/** Rows that a sweeper would still have to look after. */
async function rowsLeft(table: Table): Promise<unknown[]> {
  // Begin an hour, when sweepers read every partition.
  const partitions = [
    ...partitionsToSweep("DLV", 0).map((partition) => ({ partition, IndexName: "due" })),
    ...outboxPartitionsToSweep(0).map((partition) => ({ partition, IndexName: undefined })),
  ];
  const pages = await Promise.all(
    partitions.map(({ partition, IndexName }) =>
      table.client.send(
        new QueryCommand({
          TableName: table.name,
          IndexName,
          KeyConditionExpression: `${IndexName ? "due_pk" : "pk"} = :pk`,
          ExpressionAttributeValues: { ":pk": partition },
        }),
      ),
    ),
  );
  return pages.flatMap(({ Items }) => Items ?? []);
}
