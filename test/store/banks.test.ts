import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { UpdateCommand } from "../../lib/cloud/dynamodb.ts";
import { observe, switchedOff, switchedOn, UNTRIED } from "../../lib/domain/breaker.ts";
import { getBreaker, putBreaker } from "../../lib/store/banks.ts";
import { startTable, type TestTable } from "../support/table.ts";

const NOW = Date.UTC(2026, 10, 25, 9);
const FAILURE = {
  kind: "no_answer",
  source: { account: "acc_1", reference: "digest" },
} as const;

let engine: TestTable;
beforeAll(async () => {
  engine = await startTable();
});
afterAll(() => engine?.stop());

const stored = () => getBreaker(engine.table, "cbe", "current");

describe("the stored state of a bank", () => {
  it("keeps an operator's switch while evidence is written, and drops it when it is on again", async () => {
    const { table } = engine;
    expect(await putBreaker(table, "cbe", switchedOff(UNTRIED, "Maintenance", NOW), 0)).toBe(true);
    const off = await stored();
    expect(await putBreaker(table, "cbe", observe(off.breaker, FAILURE, NOW), off.version)).toBe(
      true,
    );
    const failing = await stored();
    expect(failing.breaker).toMatchObject({ off: { note: "Maintenance" }, failures: [{}] });
    const { off: _, ...on } = switchedOn(failing.breaker, NOW);
    expect(await putBreaker(table, "cbe", on, failing.version)).toBe(true);
    expect((await stored()).breaker).not.toHaveProperty("off");
  });

  it("keeps what a later release has stored, although this one does not know it", async () => {
    const { table } = engine;
    const { breaker, version } = await stored();
    const change = {
      TableName: table.name,
      Key: { pk: "BRK#cbe", sk: "BRK" },
      UpdateExpression: "SET slowed = :slowed",
      ExpressionAttributeValues: { ":slowed": { note: "by an operator" } },
      ReturnValues: "ALL_NEW",
    } as const;
    await table.client.send(new UpdateCommand(change));
    expect(await putBreaker(table, "cbe", observe(breaker, FAILURE, NOW + 1), version)).toBe(true);
    const { UpdateExpression: __, ExpressionAttributeValues: ___, ...nothing } = change;
    const { Attributes } = await table.client.send(new UpdateCommand(nothing));
    expect(Attributes).toMatchObject({ slowed: { note: "by an operator" }, version: version + 1 });
  });

  it("is not written by who read an older version", async () => {
    const { breaker, version } = await stored();
    expect(await putBreaker(engine.table, "cbe", breaker, version - 1)).toBe(false);
    expect(await putBreaker(engine.table, "cbe", breaker, 0)).toBe(false);
  });
});
