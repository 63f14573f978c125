import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Checkout, SHOWN_STATUSES, shownStatus } from "../../lib/domain/checkout.ts";
import { createWrites } from "../../lib/store/checkout-item.ts";
import { type CheckoutFilter, listCheckouts } from "../../lib/store/checkout-lists.ts";
import { transact } from "../../lib/store/transact.ts";
import {
  addApp,
  checkoutOf,
  type Facts,
  LISTED_AT as NOW,
  LISTED_FROM as START,
} from "../support/filled-tables.ts";
import { startTable, type TestTable } from "../support/table.ts";

const MINUTE = 60_000;
const ACCOUNTS = ["acc_one", "acc_two"];

let engine: TestTable;
const all: Checkout[] = [];

beforeAll(async () => {
  engine = await startTable();
  for (const accountId of ACCOUNTS)
    for (const appId of [1, 2]) await addApp(engine.table, accountId, appId);
  const random = fc.sample(
    fc.record({
      status: fc.constantFrom("open", "open", "verified", "review", "expired", "canceled"),
      pending: fc.boolean(),
      appId: fc.constantFrom(1, 2),
      account: fc.constantFrom(...ACCOUNTS),
      livemode: fc.boolean(),
      client: fc.constantFrom("order-1", "order-2", null),
      expiresIn: fc.constantFrom(10, 50, 90, 200),
    }),
    { numRuns: 160, seed: 7 },
  );
  for (const [index, facts] of random.entries()) {
    const checkout = checkoutOf(index, facts as Facts);
    all.push(checkout);
    await transact(engine.table, createWrites(checkout));
  }
});
afterAll(() => engine.stop());

/** Instants at which something begins or ends, so that the walk comes by every border. */
function minute(min: number, max: number) {
  return fc.integer({ min, max }).map((number) => START + number * MINUTE);
}

const filters = fc.record({
  accountId: fc.constantFrom(...ACCOUNTS),
  mode: fc.constantFrom("live" as const, "test" as const),
  appId: fc.constantFrom(null, 1, 2),
  status: fc.constantFrom(undefined, ...SHOWN_STATUSES),
  clientReference: fc.constantFrom(undefined, "order-1", "order-2", "nobody"),
  createdFrom: fc.option(minute(-1, 60), { nil: undefined }),
  createdBefore: fc.option(minute(-1, 60), { nil: undefined }),
});

/** What the list means, without any index. */
function expected(filter: CheckoutFilter, now = NOW): string[] {
  return all
    .filter(
      (checkout) =>
        checkout.accountId === filter.accountId &&
        checkout.livemode === (filter.mode === "live") &&
        (filter.appId === null || checkout.appId === filter.appId) &&
        (filter.status === undefined || shownStatus(checkout, now) === filter.status) &&
        (filter.clientReference === undefined ||
          checkout.clientReference === filter.clientReference) &&
        checkout.createdAt >= (filter.createdFrom ?? 0) &&
        checkout.createdAt < (filter.createdBefore ?? Number.POSITIVE_INFINITY),
    )
    .map(({ id }) => id)
    .sort()
    .reverse();
}

async function readAll(filter: CheckoutFilter, limit: number, now = NOW): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listCheckouts(engine.table, filter, { limit, cursor }, now);
    expect(page.data.length).toBeLessThanOrEqual(limit);
    ids.push(...page.data.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return ids;
}

describe("the list of checkouts", () => {
  it("contains exactly the matching checkouts, each once, newest first, for any page size", async () => {
    await fc.assert(
      fc.asyncProperty(
        filters,
        fc.integer({ min: 1, max: 40 }),
        minute(10, 140),
        async (filter, limit, now) => {
          expect(await readAll(filter, limit, now)).toEqual(expected(filter, now));
        },
      ),
      { numRuns: 300 },
    );
  });

  it("shows open checkouts as expired from the moment of their expiry", async () => {
    const some = all.filter(({ status, pending }) => status === "open" && pending.length === 0);
    expect(some.length).toBeGreaterThan(10);
    for (const { id, accountId, livemode, expiresAt } of some) {
      const filter = { accountId, mode: livemode ? "live" : "test", appId: null } as const;
      const ids = (status: "open" | "expired", now: number) =>
        readAll({ ...filter, status }, 100, now);
      expect(await ids("open", expiresAt - 1)).toContain(id);
      expect(await ids("open", expiresAt)).not.toContain(id);
      expect(await ids("expired", expiresAt)).toContain(id);
    }
  });

  it.each([
    ["ends before it begins", NOW, START],
    ["is empty", START, START],
  ])("is empty where the time asked for %s", async (_, createdFrom, createdBefore) => {
    const filter = { accountId: "acc_one", mode: "live", appId: null } as const;
    expect(await readAll({ ...filter, createdFrom, createdBefore }, 10)).toEqual([]);
  });

  it("reads no rows of another account's app", async () => {
    const read = vi.spyOn(engine.table.client, "send");
    for (const accountId of [...ACCOUNTS, "acc_nobody"]) {
      for (const appId of [1, 2]) {
        read.mockClear();
        const own = await readAll({ accountId, mode: "live", appId }, 100);
        const answers = await Promise.all(read.mock.results.map(({ value }) => value));
        const scanned = answers.reduce((sum, { ScannedCount = 0 }) => sum + ScannedCount, 0);
        expect(scanned).toBe(own.length);
      }
    }
    read.mockRestore();
  });

  it("rejects cursors of another tenant, filter or list, and malformed ones", async () => {
    const mine = { accountId: "acc_one", mode: "live", appId: null } as const;
    const { nextCursor } = await listCheckouts(engine.table, mine, { limit: 1 }, NOW);
    if (nextCursor === null) throw new Error("there is only one page");
    const others: CheckoutFilter[] = [
      { ...mine, accountId: "acc_two" },
      { ...mine, mode: "test" },
      { ...mine, appId: 1 },
      { ...mine, status: "open" },
      { ...mine, clientReference: "order-1" },
      { ...mine, createdFrom: START },
      { ...mine, createdBefore: NOW },
    ];
    for (const other of others) {
      const page = { limit: 1, cursor: nextCursor };
      await expect(
        (async () => listCheckouts(engine.table, other, page, NOW))(),
      ).rejects.toMatchObject({ code: "invalid_request" });
    }
    const forged = ["x", "bnVsbA", nextCursor.slice(1), `${nextCursor}A`, "A".repeat(200)];
    for (const cursor of forged) {
      await expect(
        (async () => listCheckouts(engine.table, mine, { limit: 1, cursor }, NOW))(),
        cursor,
      ).rejects.toMatchObject({ code: "invalid_request" });
    }
  });
});
