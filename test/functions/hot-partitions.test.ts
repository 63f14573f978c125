import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { partitionLoads } from "../../bench/hot-partitions.ts";
import { warmUp } from "../../bench/payment-path.ts";
import { shardOf } from "../../lib/domain/ledger.ts";
import { narrowWrites, readShards, widenWrites } from "../../lib/store/credit-shards.ts";
import { dueShardsFor, MAX_DUE_SHARDS } from "../../lib/store/due-shards.ts";
import { transact } from "../../lib/store/transact.ts";
import type { ItemChange } from "../support/aws-meter.ts";
import { type MeteredService, startMeteredService } from "../support/metered-service.ts";

let service: MeteredService;
beforeAll(async () => {
  service = await startMeteredService();
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await service.close();
});

test("one merchant's partitions take 200 checkouts a second, and due shards what the table page says", async () => {
  await warmUp(service);
  const loads = new Map(
    (await partitionLoads(service)).map((load) => [load.partition, load.units]),
  );
  expect(loads.size).toBeGreaterThan(12);
  // A partition takes 1,000 units a second: 250 checkouts.
  for (const [partition, units] of loads) expect(units, partition).toBeLessThanOrEqual(4);
  // Of one of the two events. The shards are counted for both.
  expect(loads.get("table OUT")).toBe(3);
  expect(dueShardsFor(1_000)).toBeLessThanOrEqual(MAX_DUE_SHARDS);
});

test("the hottest item of a balance takes one write a payment, divided by its shards", async () => {
  const hottest = async (shards: number) => {
    const payments = await checkoutsOnEachOf(shards);
    // A new shard is empty: its first payment brings it its share.
    for (const { first } of payments) await verify(first);
    service.meter.watchChanges(true);
    const { calls } = await service.metered(async () => {
      for (const { second } of payments) await verify(second);
    });
    service.meter.watchChanges(false);
    const writes = itemWrites(calls.flatMap(({ changes }) => changes));
    return Math.max(...writes.values()) / payments.length;
  };
  expect(await hottest(1)).toBe(1);
  const { accountId } = service.merchant;
  await transact(service.engine.table, widenWrites(accountId, 1, 4));
  expect(await hottest(4)).toBe(1 / 4);
  for (const shard of (await readShards(service.engine.table, accountId)).toReversed()) {
    if (shard.number === 0) continue;
    await transact(service.engine.table, narrowWrites(accountId, shard));
  }
});

const verify = async (id: string) => {
  const { body } = await service.verify(id, await service.pay(150_000));
  expect(body.status).toBe("verified");
};

/** Two checkouts for each shard of the balance, four pairs in all. */
async function checkoutsOnEachOf(shards: number) {
  const pairs: { shard: number; ids: string[] }[] = [0, 1, 2, 3].map((place) => ({
    shard: place % shards,
    ids: [],
  }));
  while (pairs.some(({ ids }) => ids.length < 2)) {
    const { id } = (await service.create()).body;
    pairs.find(({ shard, ids }) => shard === shardOf(id, shards) && ids.length < 2)?.ids.push(id);
  }
  return pairs.map(({ ids: [first = "", second = ""] }) => ({ first, second }));
}

/** Writes to each item of the merchant's balance. */
function itemWrites(changes: readonly ItemChange[]): ReadonlyMap<unknown, number> {
  const shards = changes.filter(({ after }) => after?.entity === "credits");
  return new Map(
    [...Map.groupBy(shards, ({ after }) => after?.sk)].map(([sk, writes]) => [sk, writes.length]),
  );
}
