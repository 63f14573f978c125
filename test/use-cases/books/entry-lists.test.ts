import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { addDays, dayOf } from "../../../lib/contract/days.ts";
import { bookEntriesQuery } from "../../../lib/contract/schemas/books.ts";
import { maskNumber } from "../../../lib/domain/account-number.ts";
import type { BookEntry } from "../../../lib/domain/books.ts";
import { transact } from "../../../lib/store/transact.ts";
import { changeUserWrite, getUser } from "../../../lib/store/users.ts";
import {
  entriesIn,
  exportEntries,
  listEntries,
  rangeOf,
} from "../../../lib/use-cases/books/entries.ts";
import { memberNames } from "../../../lib/use-cases/books/present-statement.ts";
import { daysOf, readMonths } from "../../../lib/use-cases/books/sheets.ts";
import { type BooksSetup, DAY, openBooks, whole } from "../../support/filled-tables.ts";
import { createMerchant, SHOP } from "../../support/merchant.ts";

let books: BooksSetup;
beforeAll(async () => {
  books = await openBooks();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => books.engine.stop());

describe("the days of entries", () => {
  it("are of the apps that a member works with", async () => {
    await books.openShop();
    const { accountId } = books.shop;
    const second = await createMerchant(books.engine.table, { accountId });
    const days = { from: DAY, to: DAY };
    const all = await rangeOf(books.user, { livemode: false }, days);
    const [one, two] = [books.shop.appId, second.appId];
    expect(all).toMatchObject({ accountId, mode: "test", ...days });
    expect(all.apps.map(({ appId }) => appId).sort()).toEqual([one, two]);
    const limited = { ...books.user, apps: [two] };
    const some = await rangeOf(limited, { livemode: true }, days);
    expect(some.apps.map(({ appId }) => appId)).toEqual([two]);
    const named = await rangeOf(books.user, { livemode: true, app_id: one }, days);
    expect(named.apps.map(({ appId }) => appId)).toEqual([one]);
    const other = rangeOf(limited, { livemode: true, app_id: one }, days);
    await expect(other).rejects.toMatchObject({ code: "not_found" });
  });

  it("begin with what a checkout that is canceled on the first one got the day before", async () => {
    await books.openShop();
    const before = addDays(DAY, -1);
    const open = { type: "checkout.partially_paid", ...whole("BEFORE", 3_000) } as const;
    const checkoutId = await books.book({ ...open, day: before, amount: 9_000 });
    await books.book({ ...whole("EARLY"), day: before });
    const early = await books.book({
      ...open,
      ...whole("GONE", 2_000),
      day: before,
      amount: 9_000,
    });
    await books.book({ type: "checkout.canceled", checkoutId: early, payments: [], day: before });
    await books.book({ type: "checkout.canceled", checkoutId, payments: [] });
    const range = await rangeOf(books.user, { livemode: true }, { from: DAY, to: DAY });
    const found: BookEntry[] = [];
    for await (const entry of entriesIn(range)) found.push(entry);
    expect(found).toMatchObject([{ kind: "released", payments: [{ reference: "BEFORE" }] }]);
  });

  it("have no payment of a canceled checkout that moved to another one before, but one that was entered again after", async () => {
    await books.openShop();
    const open = { type: "checkout.partially_paid", amount: 9_000 } as const;
    const [moved, again] = [whole("MOVED", 3_000), whole("AGAIN", 2_000)];
    const first = await books.book({ ...open, ...moved, amount: 9_000 });
    const second = await books.book({ ...open, ...again, amount: 9_000 });
    await books.book(moved);
    for (const checkoutId of [first, second])
      await books.book({ type: "checkout.canceled", checkoutId, payments: [] });
    await books.book(again);
    const range = await rangeOf(books.user, { livemode: true }, { from: DAY, to: DAY });
    const found: string[] = [];
    for await (const { kind, payments } of entriesIn(range))
      found.push(`${kind} ${payments.map(({ reference }) => reference)}`);
    expect(found).toEqual(["verified MOVED", "verified AGAIN", "released AGAIN"]);
  });

  it("are refused where they take too long to read", async () => {
    await books.openShop();
    await books.book(whole("SLOW"));
    const range = await rangeOf(books.user, { livemode: true }, { from: DAY, to: DAY });
    const clock = vi.spyOn(performance, "now").mockReturnValueOnce(0);
    clock.mockReturnValue(22_001);
    await expect(entriesIn(range).next()).rejects.toMatchObject({
      code: "invalid_request",
      extras: { errors: [{ path: "from", message: expect.stringContaining("fewer days") }] },
    });
    clock.mockReset();
    clock.mockReturnValueOnce(0).mockReturnValue(22_000);
    expect((await entriesIn(range).next()).done).toBe(false);
  });
});

describe("a list of entries", () => {
  const SECOND = "0911000999";
  const query = (change: object = {}) => bookEntriesQuery.parse({ from: DAY, to: DAY, ...change });
  const ranged = () => rangeOf(books.user, { livemode: true }, { from: DAY, to: DAY });
  const list = async (change: object = {}) => {
    const page = await listEntries(await ranged(), query(change), query(change));
    return {
      references: page.data.map(({ payments }) => payments.map(({ reference }) => reference)),
      cursor: page.nextCursor,
    };
  };

  it("has those of a kind, of a bank and of an account", async () => {
    await books.openShop();
    const confirmed = { account: SECOND, confirmed: true };
    await books.book(whole("ONE"));
    await books.book({ ...whole("TWO"), second: confirmed });
    await books.book({ ...whole("THREE"), provider: "cbe", account: SHOP.number });
    await books.book({ ...whole("FOUR"), decidedBy: books.user.userId });
    await books.book({ ...whole("FIVE"), type: "checkout.rejected" });
    const references = async (change: object) => (await list(change)).references.flat();
    expect(await references({})).toEqual(["ONE", "TWO", "THREE", "FOUR"]);
    expect(await references({ kind: "verified" })).toEqual(["ONE", "TWO", "THREE"]);
    expect(await references({ kind: "approved" })).toEqual(["FOUR"]);
    expect(await references({ kind: "rejected" })).toEqual(["FIVE"]);
    expect(await references({ provider: "telebirr" })).toEqual(["ONE", "TWO", "FOUR"]);
    expect(await references({ provider: "cbe" })).toEqual(["THREE"]);
    expect(await references({ account_number: SECOND })).toEqual(["TWO"]);
    const whole2 = { provider: "telebirr", account_number: SHOP.number };
    expect(await references(whole2)).toEqual(["ONE", "FOUR"]);
    expect(await references({ account_number: "0911777777" })).toEqual([]);
  });

  it("has a checkout with several payments where one of them is meant, and none of an unknown account", async () => {
    await books.openShop();
    const pair = [
      { reference: "A", amount: 1 },
      { reference: "B", amount: 2 },
    ];
    await books.book({ payments: pair });
    const unknown = { account: SECOND, confirmed: false };
    await books.book({ ...whole("C"), second: unknown });
    expect((await list({ account_number: SHOP.number })).references).toEqual([["A", "B"]]);
    expect((await list({ provider: "telebirr" })).references).toEqual([["A", "B"], ["C"]]);
  });

  it("of released payments goes on over pages, oldest first, with a cursor for this list alone", async () => {
    await books.openShop();
    const { accountId } = books.shop;
    const second = await createMerchant(books.engine.table, { accountId });
    const released = (reference: string, merchant = books.shop) =>
      books.book({ ...whole(reference), type: "checkout.canceled" }, merchant);
    await released("ONE");
    await released("TWO", second);
    await released("THREE");
    const kind = { kind: "released", limit: "2" };
    const first = await list(kind);
    expect(first.references).toEqual([["ONE"], ["TWO"]]);
    const next = await list({ ...kind, cursor: first.cursor });
    expect([next.references, next.cursor]).toEqual([[["THREE"]], null]);
    const all = await list({ ...kind, limit: "3" });
    expect([all.references.length, all.cursor]).toEqual([3, null]);
    for (const other of [{ kind: "released", provider: "cbe" }, { kind: "income" }]) {
      const refused = list({ ...other, cursor: first.cursor });
      await expect(refused).rejects.toMatchObject({ code: "invalid_request" });
    }
    const apps = { ...(await ranged()), apps: [] };
    const refused = listEntries(apps, query(kind), query({ ...kind, cursor: first.cursor }));
    await expect(refused).rejects.toMatchObject({ code: "invalid_request" });
  });

  it("is exported with the names of members, masked where they see no numbers, and not without end", async () => {
    await books.openShop();
    const { table } = books.engine;
    const user = await getUser(table, books.user.userId);
    if (user !== null) await transact(table, [changeUserWrite(user, { name: "Almaz" })]);
    await books.book({ ...whole("ONE"), decidedBy: user?.id ?? null });
    await books.book({ ...whole("TWO", 5), decidedBy: "usr_gone" });
    const { csv, nextCursor } = await exportEntries(await ranged(), query(), false);
    const [header, one, two, end] = csv.split("\r\n");
    expect(header).toBe(
      "date,reference,account,payer,amount,currency,order,checkout,member,kind,provider,paid_at,app_id,ethiopian_date,note",
    );
    const at = new RegExp(
      `^${DAY},ONE,${SHOP.number},A\\*{5} T\\*{4},1500\\.00,ETB,[^,]*,co_\\w{26},Almaz,approved,telebirr,${DAY}T12:00:00\\+03:00,${books.shop.appId},20\\d\\d-\\d\\d-\\d\\d,Seen$`,
    );
    expect(one).toMatch(at);
    expect(two).toMatch(/,TWO,.*,0\.05,.*,usr_gone,approved,/);
    expect([end, nextCursor]).toEqual(["", null]);
    const masked = await exportEntries(await ranged(), query(), true);
    expect(masked.csv).toContain(`,ONE,*****${SHOP.number.slice(-4)},`);
    const clock = vi.spyOn(performance, "now").mockReturnValueOnce(0);
    clock.mockReturnValue(20_000);
    const part = await exportEntries(await ranged(), query(), false);
    expect(part.csv).toBe(csv);
  });

  it("ends an export where its time is over, and says where the next part begins", async () => {
    await books.openShop();
    await Promise.all(Array.from({ length: 101 }, (_, made) => books.book(whole(`R${made}`))));
    const clock = vi.spyOn(performance, "now").mockReturnValueOnce(0);
    clock.mockReturnValue(20_000);
    const { csv, nextCursor } = await exportEntries(await ranged(), query(), false);
    expect([csv.split("\r\n").length, nextCursor]).toEqual([102, expect.any(String)]);
    vi.restoreAllMocks();
    const rest = await exportEntries(await ranged(), query({ cursor: nextCursor }), false);
    expect([rest.csv.split("\r\n").length, rest.nextCursor]).toEqual([3, null]);
    const whole2 = await exportEntries(await ranged(), query(), false);
    expect([whole2.csv.split("\r\n").length, whole2.nextCursor]).toEqual([103, null]);
  });

  it("shows what members are called in the team, each read once", async () => {
    const { table } = books.engine;
    await books.openShop();
    const { userId } = books.user;
    const user = await getUser(table, userId);
    const ids = [userId, userId, null, undefined, "usr_gone"];
    const masked = new Map([[userId, maskNumber(user?.phone ?? null)]]);
    expect(await memberNames(ids)).toEqual(masked);
    if (user !== null) await transact(table, [changeUserWrite(user, { name: "Almaz" })]);
    expect(await memberNames(ids)).toEqual(new Map([[userId, "Almaz"]]));
    const read = await memberNames(ids, new Map([[userId, "Known"]]));
    expect(read).toEqual(new Map([[userId, "Known"]]));
  });
});

describe("the days of the sheets", () => {
  const now = Date.parse("2026-11-21T09:00:00Z");
  const today = dayOf(now);
  const day = addDays(today, -20);
  const days = (query: { from?: string; to?: string }) => daysOf(query, 31, 14, now);
  it("are the last ones, or those that are asked for", () => {
    expect(days({})).toEqual({ from: addDays(today, -13), to: today });
    expect(days({ to: day })).toEqual({ from: addDays(day, -13), to: day });
    expect(days({ from: day, to: day })).toEqual({ from: day, to: day });
    const month = { from: addDays(today, -30), to: today };
    expect(days(month)).toEqual(month);
    // Events of the day before are deleted one by one.
    const first = addDays(today, -89);
    expect(days({ from: first, to: first })).toEqual({ from: first, to: first });
    const to = addDays(today, -80);
    expect(days({ to })).toEqual({ from: first, to });
  });

  it.each([
    ["none", { from: today, to: addDays(today, -1) }, "from", "must be 0 to 30 days before `to`"],
    ["too many", { from: addDays(today, -31) }, "from", "must be 0 to 30 days before `to`"],
    [
      "one that is deleted",
      { from: addDays(today, -90), to: addDays(today, -80) },
      "from",
      "must be within the last 90 days",
    ],
    ["only deleted ones", { to: addDays(today, -90) }, "to", "must be within the last 90 days"],
  ])("are refused: %s", (_, query, path, message) => {
    expect(() => days(query)).toThrow(
      expect.objectContaining({ extras: { errors: [{ path, message }] } }),
    );
  });

  it("make months of either calendar, whole only with their first and last day", async () => {
    const months = async (from: string, to: string, calendar: "gregorian" | "ethiopian") => {
      const range = { accountId: "acc_1", mode: "live" as const, apps: [], from, to };
      return (await readMonths(range, calendar)).map((one) => [
        ...[one.month, one.from, one.to, one.complete, one.sheets.length],
      ]);
    };
    expect(await months("2026-10-01", "2026-11-29", "gregorian")).toEqual([
      ["2026-10", "2026-10-01", "2026-10-31", true, 0],
      ["2026-11", "2026-11-01", "2026-11-29", false, 0],
    ]);
    expect(await months("2026-10-02", "2026-10-31", "gregorian")).toEqual([
      ["2026-10", "2026-10-02", "2026-10-31", false, 0],
    ]);
    expect(await months("2026-11-09", "2026-12-10", "ethiopian")).toEqual([
      ["2019-02", "2026-11-09", "2026-11-09", false, 0],
      ["2019-03", "2026-11-10", "2026-12-09", true, 0],
      ["2019-04", "2026-12-10", "2026-12-10", false, 0],
    ]);
  });
});
