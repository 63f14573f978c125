import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { PutCommand } from "../../lib/cloud/dynamodb.ts";
import { mergedRows, type Partitions } from "../../lib/store/list-page.ts";
import { startTable, type TestTable } from "../support/table.ts";

/** Rows of each partition: one has many, one few, one none, and two have the rows in between. */
const ROWS = { P0: 60, P1: 3, P2: 0, P3: 30, P4: 31 } as const;
const ALL = Object.keys(ROWS) as (keyof typeof ROWS)[];

let engine: TestTable;
const ids = new Map<string, string[]>();
beforeAll(async () => {
  engine = await startTable();
  for (const [partition, count] of Object.entries(ROWS)) {
    const of = Array.from({ length: count }, (_, row) => {
      const time = String(row * (120 / count) + 100).slice(0, 5);
      return `${time}-${partition}`;
    });
    ids.set(partition, of);
    for (const [row, id] of of.entries()) await put(partition, id, row % 10 === 0);
  }
});
afterAll(() => engine.stop());
afterEach(() => vi.restoreAllMocks());

async function put(partition: string, id: string, livemode: boolean, pk = id): Promise<void> {
  const Item = { pk, sk: "X", gsi2pk: partition, gsi2sk: id, livemode };
  await engine.table.client.send(new PutCommand({ TableName: engine.table.name, Item }));
}

const list = (partitions: readonly string[], more: Partial<Partitions> = {}): Partitions => ({
  index: "gsi2",
  partitions,
  from: "100",
  to: "999",
  order: "newest first",
  ...more,
});

/** Ids in the order that the rounds return them, each round of the next limit. */
async function readThrough(of: Partitions, limits: readonly number[]): Promise<string[]> {
  const nextRows = mergedRows(engine.table, of, null);
  const found: string[] = [];
  for (let round = 0; ; round++) {
    const limit = limits[round % limits.length] ?? 1;
    const { places, end } = await nextRows(limit);
    expect(places.length).toBeLessThanOrEqual(limit);
    found.push(...places.map(({ id }) => id));
    if (end === null) return found;
  }
}

describe("partitions that are read as one list", () => {
  const some = fc.record({
    partitions: fc.shuffledSubarray(ALL),
    order: fc.constantFrom("newest first" as const, "oldest first" as const),
    limits: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 }),
    live: fc.boolean(),
  });

  it("return all their rows in order, each once, for any limits of the rounds", async () => {
    await fc.assert(
      fc.asyncProperty(some, async ({ partitions, order, limits, live }) => {
        const filter = live ? { attribute: "livemode", equals: true } : undefined;
        const rows = partitions.flatMap((each) =>
          (ids.get(each) ?? []).filter((_, row) => !live || row % 10 === 0),
        );
        const expected = rows.toSorted();
        if (order === "newest first") expected.reverse();
        expect(await readThrough(list(partitions, { order, filter }), limits)).toEqual(expected);
      }),
      { numRuns: 200 },
    );
  });

  it("go on after the end of any round, as a cursor does", async () => {
    const whole = await readThrough(list(ALL), [500]);
    for (const order of ["newest first", "oldest first"] as const) {
      const rows = order === "newest first" ? whole : whole.toReversed();
      const { places, end } = await mergedRows(engine.table, list(ALL, { order }), null)(17);
      const rest = await mergedRows(engine.table, list(ALL, { order }), end)(500);
      expect([...places, ...rest.places].map(({ id }) => id)).toEqual(rows);
      expect(rest.end).toBeNull();
    }
  });

  it("are asked again only where one of the next rows may be", async () => {
    const read = vi.spyOn(engine.table.client, "send");
    const nextRows = mergedRows(engine.table, list(ALL), null);
    await nextRows(10);
    const asked = () => read.mock.calls.map(([{ input }]) => partitionOf(input));
    expect(asked()).toEqual(ALL);
    read.mockClear();
    // What the first round read suffices for a second one. Two partitions have no more rows for a third.
    await nextRows(10);
    expect(asked()).toEqual([]);
    await nextRows(10);
    expect(asked()).toEqual(["P0", "P4"]);
  });

  it("show an item once that is in two of them, because it moved while they were read", async () => {
    await put("M0", "200", true);
    await put("M1", "200", true, "200");
    await put("M1", "300", true);
    // An item has one place in an index, so the other one is what another query saw before.
    const { send } = engine.table.client;
    vi.spyOn(engine.table.client, "send").mockImplementation(async (...call) => {
      const answer = await Reflect.apply(send, engine.table.client, call);
      if (partitionOf(call[0].input) !== "M0") return answer;
      return { ...answer, Items: [{ pk: "200", sk: "X", gsi2pk: "M0", gsi2sk: "200" }] };
    });
    expect(await readThrough(list(["M0", "M1"]), [2, 1])).toEqual(["300", "200"]);
  });

  it("are at their end at once where there are none", async () => {
    expect(await mergedRows(engine.table, list([]), null)(5)).toEqual({ places: [], end: null });
  });
});

function partitionOf(input: object): unknown {
  const { ExpressionAttributeValues: values } = input as {
    ExpressionAttributeValues?: Record<string, unknown>;
  };
  return values?.[":pk"];
}
