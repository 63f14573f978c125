import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  changeAppWrite,
  getAppWithMethods,
  listApps,
  newAppWrite,
  nextAppId,
} from "../../lib/store/apps.ts";
import { transact } from "../../lib/store/transact.ts";
import { createMerchant } from "../support/merchant.ts";
import { startTable, type TestTable } from "../support/table.ts";

let engine: TestTable;
beforeAll(async () => {
  engine = await startTable();
});
afterAll(() => engine.stop());

describe("app_id", () => {
  it("is unique for concurrent creations", async () => {
    const ids = await Promise.all(Array.from({ length: 200 }, () => nextAppId(engine.table)));
    const first = Math.min(...ids);
    expect(ids.toSorted((a, b) => a - b)).toEqual(ids.map((_, index) => first + index));
    expect(Number.isSafeInteger(first) && first > 0).toBe(true);
  });
});

describe("an app", () => {
  it("is visible to its account only, and not after its deletion", async () => {
    const mine = await createMerchant(engine.table);
    const theirs = await createMerchant(engine.table);
    expect(await getAppWithMethods(engine.table, theirs.accountId, mine.appId)).toBeNull();
    const found = await getAppWithMethods(engine.table, mine.accountId, mine.appId);
    if (!found) throw new Error("the app is not there");
    await transact(engine.table, [changeAppWrite(found.app, { deletedAt: Date.now() })]);
    expect(await getAppWithMethods(engine.table, mine.accountId, mine.appId)).toBeNull();
    const listed = await listApps(engine.table, mine.accountId, { limit: 10 });
    expect(listed.data).toEqual([]);
  });

  it("is not mixed up with one whose id has the same prefix", async () => {
    const accountId = "acc_prefix";
    for (const appId of [12, 123, 1234]) {
      const app = { appId, accountId, name: `App ${appId}`, createdAt: 1, deletedAt: null };
      await transact(engine.table, [newAppWrite(app)]);
    }
    const found = await getAppWithMethods(engine.table, accountId, 12);
    expect(found?.app.name).toBe("App 12");
    const listed = await listApps(engine.table, accountId, { limit: 2 });
    expect(listed.data.map(({ appId }) => appId)).toEqual([1234, 123]);
    expect(listed.nextCursor).not.toBeNull();
  });
});
