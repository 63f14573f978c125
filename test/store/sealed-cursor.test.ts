import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { GetCommand } from "../../lib/cloud/dynamodb.ts";
import { openCursor, sealCursor } from "../../lib/store/cursor.ts";
import { issueWrite, listIssues } from "../../lib/store/issues.ts";
import { type Table, transact } from "../../lib/store/transact.ts";
import { startTable, type TestTable } from "../support/table.ts";

let engine: TestTable;
let table: Table;
beforeAll(async () => {
  engine = await startTable();
  table = engine.table;
});
afterAll(() => engine.stop());

const KEY = { pk: "APP#acc_0123456789", sk: "co_0123456789" };
const LIST = ["checkouts", "acc_0123456789", "live"];

describe("a cursor", () => {
  it("opens for its list", async () => {
    const cursor = await sealCursor(table, KEY, LIST);
    expect(await openCursor(table, cursor, LIST)).toEqual(KEY);
  });

  it("reveals neither keys nor account ids", async () => {
    const cursor = await sealCursor(table, KEY, LIST);
    const bytes = Buffer.from(cursor, "base64url").toString("latin1");
    expect(cursor).toMatch(/^[\w-]+$/);
    for (const part of ["APP#", "acc_", "0123456789"]) expect(bytes).not.toContain(part);
    expect(await sealCursor(table, KEY, LIST)).not.toBe(cursor);
  });

  it("opens in every container, also in those that created the key of a new table at once", async () => {
    const fresh = await engine.another();
    const containers = await Promise.all(
      Array.from({ length: 6 }, () => {
        // Each container loads its own copy, which remembers the key.
        vi.resetModules();
        return import("../../lib/store/cursor.ts");
      }),
    );
    const cursors = await Promise.all(
      containers.map(({ sealCursor }) => sealCursor(fresh, KEY, LIST)),
    );
    for (const { openCursor } of containers) {
      for (const cursor of cursors) expect(await openCursor(fresh, cursor, LIST)).toEqual(KEY);
    }
  });

  it("of pages that stay inside the service needs no key", async () => {
    const own = await engine.another();
    const issue = { kind: "webhook_failing", accountId: "acc_1", appId: null, message: "", at: 1 };
    for (const objectId of ["whk_1", "whk_2", "whk_3"]) {
      await transact(own, [issueWrite({ ...issue, objectId } as never)]);
    }
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listIssues(
        own,
        { accountId: "acc_1" },
        { limit: 1, cursor, internal: true },
        1,
      );
      found.push(...page.data.map(({ objectId }) => objectId));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(found.toSorted()).toEqual(["whk_1", "whk_2", "whk_3"]);
    const key = await own.client.send(
      new GetCommand({ TableName: own.name, Key: { pk: "CUR#key", sk: "CUR" } }),
    );
    expect(key.Item).toBeUndefined();
  });

  it("of another tenant or filter, or changed in any byte, is rejected", async () => {
    const cursor = await sealCursor(table, KEY, LIST);
    const refused = { code: "invalid_request" };
    const message = expect.stringMatching(/a day has ended, begin without one$/);
    await expect(openCursor(table, cursor, ["checkouts", "acc_x", "live"])).rejects.toMatchObject({
      ...refused,
      message,
    });
    const bytes = Buffer.from(cursor, "base64url");
    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      await expect(openCursor(table, changed.toString("base64url"), LIST)).rejects.toMatchObject(
        refused,
      );
    }
    const longer = [`${cursor}A`, `${cursor}AA`, `${cursor}=`, `${cursor} `];
    const others = ["", "x", "AAAA", Buffer.alloc(64).toString("base64url")];
    for (const text of [...longer, ...others]) {
      await expect(openCursor(table, text, LIST)).rejects.toMatchObject(refused);
    }
  });
});
