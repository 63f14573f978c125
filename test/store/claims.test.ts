import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { GetCommand } from "../../lib/cloud/dynamodb.ts";
import {
  type ClaimScope,
  checkoutIdByReceiptCode,
  claimantsIn,
  claimedOf,
  claimWrites,
  getClaim,
  moveClaimWrites,
  receiptCodeWrite,
  releaseWrites,
  scopeOf,
} from "../../lib/store/claims.ts";
import { type RefusedCommit, transact, type Write } from "../../lib/store/transact.ts";
import { checkout, payment } from "../support/pay-page-specimens.ts";
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

  it("is found among several, and the free ones are not", async () => {
    const scope = newScope();
    await claim(scope, ["cbe:X1", "cbe:X2"], "co_first");
    await claim(newScope(), ["cbe:X3"], "co_other");
    const asked = ["cbe:X2", "cbe:X3", "cbe:X1", "cbe:X4"];
    expect([...(await claimedOf(engine.table, scope, asked))]).toEqual(["cbe:X2", "cbe:X1"]);
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

describe("a claim", () => {
  const owner = (scope: ClaimScope, key: string) => getClaim(engine.table, scope, key);
  const commit = (writes: readonly Write[]) => transact(engine.table, writes);

  it("moves from its owner only, and stays a claim", async () => {
    const scope = newScope();
    await claim(scope, ["telebirr:A1", "cbe:B2"], "co_first");
    const keys = ["telebirr:A1", "cbe:B2"];
    expect(await commit(moveClaimWrites(scope, keys, "co_first", "co_second"))).toEqual({
      committed: true,
    });
    expect(await Promise.all(keys.map((key) => owner(scope, key)))).toEqual([
      ...["co_second", "co_second"],
    ]);
    const late = await commit(moveClaimWrites(scope, ["cbe:B2"], "co_first", "co_third"));
    expect(late).toMatchObject({
      refusals: [
        { kind: "claim", key: "cbe:B2", existing: { entity: "claim", checkoutId: "co_second" } },
      ],
    });
    expect(await owner(scope, "cbe:B2")).toBe("co_second");
  });

  it.each([true, false])("is released by its owner only, with livemode %s", async (livemode) => {
    const { accountId } = newScope();
    const owning = checkout({ id: "co_first", accountId, livemode });
    const scope = scopeOf(owning);
    expect(scope).toEqual({ accountId, mode: livemode ? "live" : "test" });
    const payments = [
      payment(1, { claims: ["telebirr:A1", "cbe:B2"] }),
      payment(2, { claims: ["cbe:C3"] }),
    ];
    await claim(scope, ["telebirr:A1", "cbe:B2", "cbe:C3"], "co_first");
    const other = await commit(releaseWrites({ ...owning, id: "co_second" }, payments.slice(1)));
    expect(other).toMatchObject({
      refusals: [{ kind: "claim", key: "cbe:C3", existing: { checkoutId: "co_first" } }],
    });
    expect(await commit(releaseWrites(owning, payments))).toEqual({ committed: true });
    for (const key of ["telebirr:A1", "cbe:B2", "cbe:C3"]) {
      expect(await owner(scope, key)).toBeNull();
    }
  });

  it("of several payments is released with the last of them, and once if all of them are", async () => {
    const { accountId } = newScope();
    const first = payment(1, { claims: ["telebirr:A1"] });
    const second = payment(2, { claims: ["telebirr:A1", "cbe:B2"] });
    const owning = checkout({ id: "co_first", accountId, payments: [first, second] });
    const scope = scopeOf(owning);
    await claim(scope, ["telebirr:A1", "cbe:B2"], "co_first");
    const left = async () => [await owner(scope, "telebirr:A1"), await owner(scope, "cbe:B2")];
    await commit(releaseWrites(owning, [second]));
    expect(await left()).toEqual(["co_first", null]);
    await claim(scope, ["cbe:B2"], "co_first");
    await commit(releaseWrites(owning, owning.payments));
    expect(await left()).toEqual([null, null]);
  });

  it("names each owner once that prevented a commit, and nobody for other refusals", async () => {
    const scope = newScope();
    await claim(scope, ["telebirr:A1", "cbe:B2"], "co_first");
    await claim(scope, ["cbe:C3"], "co_second");
    await commit([receiptCodeWrite("TAKEN", "co_third")]);
    const refused = (await commit([
      ...claimWrites(scope, ["telebirr:A1", "cbe:B2", "cbe:C3"], "co_fourth", 1),
      receiptCodeWrite("TAKEN", "co_fourth"),
    ])) as RefusedCommit;
    expect(claimantsIn(refused)).toEqual(["co_first", "co_second"]);
    // A claim that is gone has no owner.
    const gone = (await commit(
      moveClaimWrites(scope, ["cbe:D4"], "co_x", "co_y"),
    )) as RefusedCommit;
    expect(gone.refusals).toHaveLength(1);
    expect(claimantsIn(gone)).toEqual([]);
  });

  it("of a receipt code belongs to the first checkout", async () => {
    const code = `CODE${++accounts}`;
    expect(await checkoutIdByReceiptCode(engine.table, code)).toBeNull();
    await commit([receiptCodeWrite(code, "co_first")]);
    expect(await commit([receiptCodeWrite(code, "co_second")])).toMatchObject({
      refusals: [{ kind: "receipt code", existing: { entity: "receipt_code" } }],
    });
    expect(await checkoutIdByReceiptCode(engine.table, code)).toBe("co_first");
    expect(await checkoutIdByReceiptCode(engine.table, `${code}X`)).toBeNull();
  });
});
