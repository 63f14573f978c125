import { describe, expect, test } from "vitest";
import { sandbox } from "../../lib/providers/sandbox/adapter.ts";
import { CONTEXT, CREATED_AT, lookupIn } from "./fixtures/answers.ts";

const answer = (reference: string, changes = {}) =>
  sandbox.answer?.(lookupIn(sandbox, reference), { ...CONTEXT, ...changes });

describe("the sandbox", () => {
  test("TESTOK pays exactly what is asked, to the first account, at this moment", () => {
    expect(answer("testok 77")).toMatchObject({
      kind: "receipt",
      receipt: {
        reference: "TESTOK77",
        status: "completed",
        amountMinor: 150_000,
        currency: "ETB",
        receiver: { institution: "telebirr", account: "251911000142", name: "Selam Coffee Shop" },
        paidAt: CONTEXT.now,
      },
    });
  });

  test("prefers the sandbox's own account", () => {
    const own = { provider: "sandbox", accountName: "Sand", accountNumber: "1" };
    expect(answer("TESTOK1", { accounts: [...CONTEXT.accounts, own] })).toMatchObject({
      receipt: { receiver: { institution: "sandbox", account: "1", name: "Sand" } },
    });
  });

  test.each([
    ["TESTUNDER1", { amountMinor: 149_999 }],
    ["TESTOVER1", { amountMinor: 150_001 }],
    ["TESTWRONG1", { receiver: { account: "9900000000000" } }],
  ])("%s differs in that one thing", (reference, changes) => {
    expect(answer(reference)).toMatchObject({ kind: "receipt", receipt: changes });
  });

  test("TESTOLD was paid long before the checkout", () => {
    const result = answer("TESTOLD1");
    expect(result?.kind === "receipt" && result.receipt.paidAt).toBeLessThan(CREATED_AT - 900_000);
  });

  test("TESTLATE was paid after the expiry, whenever it is typed, within the 24 hours of grace", () => {
    const { expiresAt } = CONTEXT.expected;
    for (const now of [CONTEXT.now, expiresAt + 3_600_000]) {
      const result = answer("TESTLATE1", { now });
      if (result?.kind !== "receipt") throw new Error("there is a receipt");
      const { paidAt, source } = result.receipt;
      expect(paidAt).toBeGreaterThan(expiresAt);
      expect(paidAt).toBeLessThan(expiresAt + 86_400_000);
      expect(source.fetchedAt).toBe(paidAt);
    }
  });

  test("TESTREVIEW names no receiver; TESTDUP and TESTCREDITS assume what the database would find", () => {
    expect(answer("TESTREVIEW1")).toMatchObject({
      receipt: { receiver: { account: null, name: null } },
    });
    expect(answer("TESTDUP1")).toMatchObject({ kind: "receipt", assume: "possible_duplicate" });
    expect(answer("TESTCREDITS1")).toMatchObject({ kind: "receipt", assume: "no_credits" });
  });

  test("TESTSLOW answers at the second try, TESTDOWN never, and TESTNONE is not found", () => {
    expect(answer("TESTSLOW1")?.kind).toBe("unavailable");
    expect(answer("TESTSLOW1", { tries: 1 })?.kind).toBe("receipt");
    expect(answer("TESTDOWN1", { tries: 9 })?.kind).toBe("unavailable");
    expect(answer("TESTNONE1")?.kind).toBe("not_found");
  });

  test("gives the same receipt for the same reference", () => {
    expect(answer("TESTOK5")).toEqual(answer("TESTOK5"));
  });

  test("recognizes nothing but its magic words", () => {
    for (const input of ["TEST1", "TESTOK-1", "TESTOK1/../x", "XTESTOK1", "TESTOK😀"]) {
      expect(sandbox.recognize(input)).toEqual([]);
    }
  });
});
