import { afterEach, describe, expect, test, vi } from "vitest";
import { newId } from "../../lib/domain/ids.ts";
import {
  duePartition,
  dueShardsFor,
  MAX_DUE_SHARDS,
  outboxPartition,
  outboxPartitionsToSweep,
  partitionsToSweep,
} from "../../lib/store/due-shards.ts";

const anId = () => newId("evt_", Date.now(), crypto.getRandomValues(new Uint8Array(10)));
const dueOf = (id: string) => duePartition("DLV", id);
const at = (time: string) => Date.parse(`2026-11-21T${time}Z`);

afterEach(() => vi.unstubAllEnvs());

describe.each([1, 3, MAX_DUE_SHARDS])("%i shards", (shards) => {
  test.each([
    ["the due index", (now: number) => partitionsToSweep("DLV", now), dueOf],
    ["the outbox", outboxPartitionsToSweep, outboxPartition],
  ])("of %s take the same number of items each, and sweepers read them all", (_, toSweep, of) => {
    vi.stubEnv("DUE_SHARDS", String(shards));
    const counts = new Map(toSweep(at("10:30:00")).map((name) => [name, 0]));
    expect(counts.size).toBe(shards);
    for (let index = 0; index < 16_000; index += 1) {
      const partition = of(anId());
      expect(counts.has(partition)).toBe(true);
      counts.set(partition, (counts.get(partition) ?? 0) + 1);
    }
    // Not exactly: 32 characters do not divide by three.
    for (const count of counts.values()) expect(count / (16_000 / shards)).toBeCloseTo(1, 0);
  });
});

test("sweepers read shards that an earlier deployment used, at least once an hour", () => {
  vi.stubEnv("DUE_SHARDS", "1");
  // The slowest sweeper runs every five minutes, at any minute of them.
  for (let offset = 0; offset < 5; offset += 1) {
    const runs = Array.from(
      { length: 12 },
      (_, run) => at("10:00:00") + (run * 5 + offset) * 60_000,
    );
    const readAll = runs.filter(
      (now) => new Set(partitionsToSweep("DLV", now)).size === MAX_DUE_SHARDS,
    );
    expect(readAll).toHaveLength(1);
  }
});

test.each(["0", "1.5", "17", "many", ""])("%o shards are refused", (shards) => {
  vi.stubEnv("DUE_SHARDS", shards);
  expect(() => duePartition("CO", anId())).toThrow("DUE_SHARDS must be a number from 1 to 16");
});

test("the number follows from the rate: each shard is at most half full", () => {
  expect([0.1, 83, 84, 500, 1_000].map(dueShardsFor)).toEqual([1, 1, 2, 6, 12]);
});
