import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type ClaimScope, claimWrites, getClaim } from "../../lib/store/claims.ts";
import { transact } from "../../lib/store/transact.ts";
import { startTable, type TestTable } from "../support/table.ts";

let engine: TestTable;
let accounts = 0;
beforeAll(async () => {
  engine = await startTable();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => engine?.stop());

const newScope = (): ClaimScope => ({ accountId: `acc_${++accounts}`, mode: "live" });
const claim = (scope: ClaimScope, keys: readonly string[], checkoutId: string) =>
  transact(engine.table, claimWrites(scope, keys, checkoutId, 1_000));

describe("a reference", () => {
  it("is used up once, and its claim has the checkout", async () => {
    const scope = newScope();
    expect(await getClaim(engine.table, scope, "telebirr:A1")).toBeNull();
    expect(await claim(scope, ["telebirr:A1"], "co_first")).toEqual({ committed: true });
    const second = await claim(scope, ["telebirr:A1"], "co_second");
    expect(second).toMatchObject({
      committed: false,
      refusals: [
        {
          kind: "claim",
          key: "telebirr:A1",
          // `entity` is what the check of a whole table goes by.
          existing: { entity: "claim", checkoutId: "co_first", claimedAt: 1_000 },
        },
      ],
    });
    expect(await getClaim(engine.table, scope, "telebirr:A1")).toBe("co_first");
  });

  it("is used up with all its aliases or not at all", async () => {
    const scope = newScope();
    await claim(scope, ["cbe:B2"], "co_first");
    const both = await claim(scope, ["telebirr:A1", "cbe:B2"], "co_second");
    expect(both).toMatchObject({ refusals: [{ kind: "claim", key: "cbe:B2" }] });
    expect(await getClaim(engine.table, scope, "telebirr:A1")).toBeNull();
  });

  it("is used up per account and mode", async () => {
    const scope = newScope();
    await claim(scope, ["telebirr:A1"], "co_first");
    for (const other of [newScope(), { ...scope, mode: "test" } as const]) {
      expect(await getClaim(engine.table, other, "telebirr:A1")).toBeNull();
      expect(await claim(other, ["telebirr:A1"], "co_other")).toEqual({ committed: true });
    }
  });

  it("is read strongly consistent", async () => {
    const send = vi.spyOn(engine.table.client, "send");
    await getClaim(engine.table, newScope(), "telebirr:A1");
    const [command] = send.mock.calls[0] ?? [];
    expect(command).toBeInstanceOf(GetCommand);
    expect(command?.input).toMatchObject({ ConsistentRead: true });
  });
});
