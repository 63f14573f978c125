import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GetCommand } from "../../lib/cloud/dynamodb.ts";
import {
  bucketsIn,
  type ClearedBuckets,
  clearedBuckets,
  type Fingerprint,
  fingerprintMarkWrites,
  fingerprintWrites,
} from "../../lib/store/fingerprints.ts";
import { isRefused, transact } from "../../lib/store/transact.ts";
import { mayBeSame } from "../domain/may-be-same.ts";
import { startTable, type TestTable } from "../support/table.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Noon is the start of a six-hour bucket. */
const NOON = 20_000 * DAY + DAY / 2;
let test: TestTable;
let accounts = 0;

beforeAll(async () => {
  test = await startTable();
});
afterAll(() => test.stop());

const newAccount = () => `acc_${++accounts}`;
const payment = (fields: Partial<Fingerprint> = {}): Fingerprint => ({
  ...({ accountId: "acc", mode: "live", provider: "telebirr", institution: "cbe" } as const),
  ...({ account: "1000123450401", amount: 150_000, otherLinks: "link_" } as const),
  ...{ paidAt: NOON, dateOnly: false, ...fields },
});

/** As a verification does it: again under the conditions that a refusal taught. False for a duplicate. */
async function record(prints: readonly Fingerprint[]): Promise<boolean> {
  let harmless: ClearedBuckets = new Map();
  for (let round = 0; round < 4; round += 1) {
    const commit = await transact(test.table, fingerprintWrites(prints, harmless));
    if (commit.committed) return true;
    expect(isRefused(commit, "fingerprint")).toBe(true);
    const learned = clearedBuckets(commit.refusals);
    if (learned === null) return false;
    harmless = new Map([...harmless, ...learned]);
  }
  throw new Error("the same refusal again and again");
}

/** Around the border of two buckets and of two days, so that payments meet often. */
const prints = fc
  .record({
    provider: fc.constantFrom("telebirr", "cbe", "awash"),
    amount: fc.constantFrom(100, 100, 100, 200),
    account: fc.constantFrom("1000123450401", "1000123450401", "1000123450402"),
    paidAt: fc.integer({ min: -50, max: 50 }).map((minutes) => NOON + minutes * MINUTE),
    dateOnly: fc.constantFrom(false, false, false, false, true),
    day: fc.constantFrom(-1, 0, 0, 0, 1),
  })
  .map(({ day, ...fields }) =>
    payment({
      ...(fields as Partial<Fingerprint>),
      ...(fields.dateOnly && { paidAt: NOON - DAY / 2 + day * DAY }),
    }),
  );

describe("fingerprints", () => {
  it("refuse exactly what may be the same as a recorded payment, one by one and several at once", async () => {
    const property = fc.asyncProperty(
      fc.array(fc.array(prints, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 8 }),
      async (groups) => {
        const accountId = newAccount();
        const recorded: Fingerprint[] = [];
        for (const group of groups) {
          const own = group.map((one) => ({ ...one, accountId }));
          const isDuplicate = own.some((one) => recorded.some((other) => mayBeSame(one, other)));
          expect(await record(own), JSON.stringify([...recorded, own])).toBe(!isDuplicate);
          if (!isDuplicate) recorded.push(...own);
        }
      },
    );
    await fc.assert(property, { numRuns: 60, seed: 20_261_123 });
  }, 60_000);

  it("that are only marked refuse a later duplicate, and are never refused themselves", async () => {
    const property = fc.asyncProperty(prints, prints, prints, async (first, second, later) => {
      const accountId = newAccount();
      const own = [first, second].map((one) => ({ ...one, accountId }));
      for (const one of [own, own]) {
        const commit = await transact(test.table, fingerprintMarkWrites(one));
        expect(commit).toEqual({ committed: true });
      }
      const isDuplicate = own.some((one) => mayBeSame(one, later));
      expect(await record([{ ...later, accountId }])).toBe(!isDuplicate);
    });
    await fc.assert(property, { numRuns: 60, seed: 20_261_124 });
  }, 60_000);

  it("of one account and mode say nothing about another", async () => {
    const [one, other] = [newAccount(), newAccount()];
    for (const scope of [
      { accountId: one },
      { accountId: other, provider: "cbe" },
      { accountId: one, mode: "test", provider: "cbe" },
    ] as const) {
      expect(await record([payment(scope)])).toBe(true);
    }
  });

  it("name the bucket that they change, not the one that they only look into", () => {
    const late = payment({ accountId: newAccount(), paidAt: NOON - 1 * MINUTE });
    const writes = fingerprintWrites([late], new Map());
    expect(writes.filter(({ check }) => check)).toHaveLength(1);
    expect(bucketsIn(writes)).toEqual([
      writes.find(({ update }) => update)?.update?.Key?.pk as string,
    ]);
  });

  it("keep the minutes of each bank and quarter of an hour apart", async () => {
    const accountId = newAccount();
    const at = (minutes: number) => NOON + minutes * MINUTE;
    expect(await record([payment({ accountId, provider: "cbe" })])).toBe(true);
    // The last minute of its quarter: 15 minutes before the next payment if it were in the first one.
    expect(await record([payment({ accountId, paidAt: at(74) })])).toBe(true);
    expect(await record([payment({ accountId, paidAt: at(29) })])).toBe(true);
  });

  it("are kept for 400 days after the last payment, and only where one was made", async () => {
    const accountId = newAccount();
    const late = payment({ accountId, paidAt: NOON + 90 * MINUTE });
    await record([late, payment({ accountId })]);
    const itemOf = async (quarterDay: number) => {
      const pk = `FPR#${accountId}#live#cbe#1000123450401#150000#${quarterDay}`;
      const key = { TableName: test.table.name, Key: { pk, sk: "FPR" } };
      return (await test.table.client.send(new GetCommand(key))).Item;
    };
    expect(await itemOf(80_002)).toMatchObject({
      entity: "fingerprint",
      ttl: late.paidAt / 1000 + 400 * 86_400,
    });
    expect(await itemOf(80_001)).toBeUndefined();
  });

  it.each([
    ["one of two others is near", [0, 14], 16, false],
    ["both others in the next slot are far", [25, 29], 5, true],
    [
      "another is in the same slot of the next six hours, one in the next slot is far",
      [25, 355],
      5,
      true,
    ],
  ] as const)("of one amount, where %s", async (_, others, at, isRecorded) => {
    const print = payment({ accountId: newAccount() });
    for (const minute of others) {
      const other = { ...print, provider: "cbe", paidAt: NOON + minute * MINUTE } as const;
      expect(await record([other])).toBe(true);
    }
    expect(await record([{ ...print, paidAt: NOON + at * MINUTE }])).toBe(isRecorded);
  });

  it("teach nothing from refusals of other writes, or of a bucket that is gone", () => {
    const gone = { kind: "fingerprint", bucket: "FPR#x", payments: [], existing: null } as const;
    const claim = { kind: "claim", key: "cbe:FT1", existing: { entity: "claim" } } as const;
    expect(clearedBuckets([gone, claim])).toEqual(new Map());
  });

  it("of which one was damaged are taken for a duplicate", async () => {
    const [first, second] = [payment(), payment({ provider: "cbe" })];
    await record([{ ...first, accountId: "acc_damaged" }]);
    const commit = await transact(
      test.table,
      fingerprintWrites([{ ...second, accountId: "acc_damaged" }], new Map()),
    );
    if (commit.committed) throw new Error("not refused");
    const damaged = commit.refusals.map((one) => {
      const { m0_telebirr: _, ...rest } = one.existing ?? {};
      return { ...one, existing: one.existing && rest };
    });
    expect(clearedBuckets(damaged)).toBeNull();
  });
});
