import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RatePolicy, takeRate } from "../../lib/store/rate-limits.ts";
import { aroundSends, startTable, type TestTable } from "../support/table.ts";

const NOW = Date.UTC(2026, 10, 20, 9);
const FIRST = {
  name: "verify-address",
  limit: 60,
  windowSeconds: 60,
  isUsuallyFirst: true,
} as const;
const FURTHER = { name: "failed-requests", limit: 60, windowSeconds: 60 };

let engine: TestTable;
beforeAll(async () => {
  engine = await startTable();
});
afterAll(() => engine.stop());

describe.each([
  ["that usually opens its window", FIRST],
  ["that usually finds its window open", FURTHER],
])("a rate bucket %s", (_, usual: RatePolicy) => {
  const take = (subject: string, at = NOW, policy = usual) =>
    takeRate(engine.table, policy, subject, at);

  it("allows exactly its limit of concurrent calls", async () => {
    const states = await Promise.all(Array.from({ length: 500 }, () => take("flood")));
    const allowed = states.filter((state) => state.allowed);
    expect(allowed).toHaveLength(60);
    const left = allowed.map(({ remaining }) => remaining).sort((a, b) => a - b);
    expect(left).toEqual(Array.from({ length: 60 }, (_, index) => index));
    for (const refused of states.filter((state) => !state.allowed)) {
      expect(refused).toMatchObject({ remaining: 0, resetSeconds: 60 });
    }
  });

  it("starts one new window for concurrent calls after the old one ends", async () => {
    for (let call = 0; call < 60; call++) await take("window");
    expect(await take("window", NOW + 59_999)).toMatchObject({ allowed: false, resetSeconds: 1 });
    const states = await Promise.all(
      Array.from({ length: 120 }, () => take("window", NOW + 60_000)),
    );
    expect(states.filter((state) => state.allowed)).toHaveLength(60);
  });

  it("counts each subject and policy separately", async () => {
    const one = { ...usual, limit: 1 };
    expect((await take("a", NOW, one)).allowed).toBe(true);
    expect((await take("a", NOW, one)).allowed).toBe(false);
    expect((await take("b", NOW, one)).allowed).toBe(true);
    expect((await take("a", NOW, { ...one, name: `other-${one.name}` })).allowed).toBe(true);
  });

  it("returns the time until the window ends", async () => {
    expect(await take("clock")).toMatchObject({ remaining: 59, resetSeconds: 60 });
    expect(await take("clock", NOW + 20_500)).toMatchObject({ remaining: 58, resetSeconds: 40 });
  });
});

it("needs one write for each further call of a shared address, and two where another process opened it", async () => {
  const { client, name } = engine.table;
  let writes = 0;
  const undo = aroundSends(client, (_, next) => {
    writes += 1;
    return next();
  });
  // What a process knows is kept by its own object.
  const otherProcess = { client, name };
  try {
    const counts: number[] = [];
    for (const [from, at] of [
      [engine.table, NOW],
      [engine.table, NOW + 1],
      [otherProcess, NOW + 2],
      [otherProcess, NOW + 3],
      [engine.table, NOW + 60_000],
    ] as const) {
      writes = 0;
      await takeRate(from, FIRST, "mobile network", at);
      counts.push(writes);
    }
    expect(counts).toEqual([1, 1, 2, 1, 1]);
  } finally {
    undo();
  }
});
