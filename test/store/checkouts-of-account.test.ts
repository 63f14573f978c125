import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { changeAppWrite, getAppWithMethods } from "../../lib/store/apps.ts";
import { createWrites } from "../../lib/store/checkout-item.ts";
import { listCheckouts } from "../../lib/store/checkout-lists.ts";
import { sealCursor } from "../../lib/store/cursor.ts";
import { transact } from "../../lib/store/transact.ts";
import { addApp, checkoutOf, LISTED_AT } from "../support/filled-tables.ts";
import { startTable, type TestTable } from "../support/table.ts";

let engine: TestTable;
beforeAll(async () => {
  engine = await startTable();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => engine.stop());

let made = 0;
/** Ids of new checkouts of new apps 1 to `apps`, in turn; newest first. */
async function listOf(account: string, apps: number, count: number): Promise<string[]> {
  for (let appId = 1; appId <= apps; appId++) await addApp(engine.table, account, appId);
  const facts = { status: "open", pending: false, livemode: true, client: null } as const;
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    const appId = (index % apps) + 1;
    const checkout = checkoutOf(made++, { ...facts, account, appId, expiresIn: 200 });
    expect((await transact(engine.table, createWrites(checkout))).committed).toBe(true);
    ids.push(checkout.id);
  }
  return ids.sort().reverse();
}

const wholeOf = (accountId: string) => ({ accountId, mode: "live", appId: null }) as const;

function readPage(accountId: string, limit: number, cursor?: string) {
  return listCheckouts(engine.table, wholeOf(accountId), { limit, cursor }, LISTED_AT);
}

/** @param between runs before each page but the first */
async function readAll(accountId: string, limit: number, between = async () => {}) {
  const ids: string[] = [];
  let cursor: string | undefined;
  for (;;) {
    const page = await readPage(accountId, limit, cursor);
    ids.push(...page.data.map(({ id }) => id));
    if (page.nextCursor === null) return ids;
    cursor = page.nextCursor;
    await between();
  }
}

describe("the list of all of an account's checkouts", () => {
  it("goes on where it stopped while apps come and go, also where the first one changes", async () => {
    const ids = await listOf("acc_moving", 2, 9);
    const changes = [
      () => addApp(engine.table, "acc_moving", 0),
      async () => {
        const app = await addApp(engine.table, "acc_moving", 3);
        await transact(engine.table, [changeAppWrite(app, { deletedAt: LISTED_AT })]);
      },
      async () => {
        const { app } = (await getAppWithMethods(engine.table, "acc_moving", 1)) ?? {};
        if (!app) throw new Error("the app is not there");
        await transact(engine.table, [changeAppWrite(app, { deletedAt: LISTED_AT })]);
      },
    ];
    const found = await readAll("acc_moving", 2, async () => {
      await changes.shift()?.();
    });
    expect(found).toEqual(ids);
    expect(changes).toEqual([]);
    expect(await readAll("acc_moving", 4)).toEqual(ids);
  });

  it("is empty without an app", async () => {
    expect(await readAll("acc_nobody", 10)).toEqual([]);
  });

  it("takes one query an app and page, at most 16 at a time, and is complete with 40 apps", async () => {
    const ids = await listOf("acc_wide", 40, 130);
    const { send } = engine.table.client;
    let [queries, inFlight, most] = [0, 0, 0];
    vi.spyOn(engine.table.client, "send").mockImplementation(async (...call) => {
      const isList = "IndexName" in call[0].input;
      if (isList) {
        queries += 1;
        inFlight += 1;
        most = Math.max(most, inFlight);
      }
      const answer = await Reflect.apply(send, engine.table.client, call);
      if (isList) inFlight -= 1;
      return answer;
    });
    expect(await readAll("acc_wide", 50)).toEqual(ids);
    expect(queries).toBe(3 * 40);
    expect(most).toBe(16);
  });

  it("is searched through a thousand checkouts a page, not through a hundred of each app", async () => {
    const ids = await listOf("acc_busy", 40, 1_200);
    const looked: string[] = [];
    const none = ({ id }: { id: string }) => looked.push(id) === 0;
    const page = (cursor?: string) =>
      listCheckouts(engine.table, wholeOf("acc_busy"), { limit: 19, cursor }, LISTED_AT, none);
    const first = await page();
    expect(first.data).toEqual([]);
    expect(looked).toEqual(ids.slice(0, looked.length));
    expect(looked.length).toBeGreaterThan(800);
    expect(looked.length).toBeLessThanOrEqual(1_000);
    expect((await page(first.nextCursor ?? "")).nextCursor).toBeNull();
    expect(looked).toEqual(ids);
  });

  it("goes on from a cursor of an earlier release, which named a list of the account", async () => {
    const [first = "", ...others] = await listOf("acc_early", 2, 5);
    const key = { pk: `CO#${first}`, sk: "CO", gsi3pk: "COA#acc_early#live", gsi3sk: first };
    const cursor = await sealCursor(engine.table, key, ["checkouts", wholeOf("acc_early")]);
    const page = await readPage("acc_early", 100, cursor);
    expect(page.data.map(({ id }) => id)).toEqual(others);
  });
});
