import { describe, expect, test } from "vitest";
import { sandbox } from "../../lib/providers/sandbox/adapter.ts";
import { answerOf, CONTEXT, lookupIn } from "./fixtures/answers.ts";

const answer = (reference: string, changes = {}) =>
  sandbox.answer?.(lookupIn(sandbox, reference), { ...CONTEXT, ...changes });

describe("a receipt of the sandbox", () => {
  test("shows that it is one, whole", () => {
    expect(answer("TESTOK1")).toEqual({
      kind: "receipt",
      receipt: {
        provider: "sandbox",
        reference: "TESTOK1",
        aliases: [],
        status: "completed",
        amountMinor: 150_000,
        currency: "ETB",
        receiver: {
          institution: "telebirr",
          name: "Selam Coffee Shop",
          account: "251911000142",
        },
        payer: { name: "Test Payer", account: "2519****0000" },
        paidAt: CONTEXT.now,
        dateOnly: false,
        source: {
          urlHost: "sandbox.invalid",
          bodySha256: "0".repeat(64),
          fetchedAt: CONTEXT.now,
          parserVersion: "sandbox/2",
        },
      },
    });
  });

  test("is half of what is due for TESTPART, rounded up", () => {
    const due = (amountMinor: number) => ({
      expected: { ...CONTEXT.expected, amountMinor, dueMinor: amountMinor },
    });
    expect(answer("TESTPART1", due(150_000))).toMatchObject({ receipt: { amountMinor: 75_000 } });
    expect(answer("TESTPART1", due(99))).toMatchObject({ receipt: { amountMinor: 50 } });
  });

  test("goes to somebody else at the same institution for TESTWRONG", () => {
    expect(answer("TESTWRONG1")).toMatchObject({
      receipt: {
        receiver: { institution: "telebirr", account: "9900000000000", name: "Somebody Else" },
      },
    });
  });

  test("has no receiver where the app has no account", () => {
    const none = { accounts: [] };
    expect(answer("TESTOK1", none)).toMatchObject({
      receipt: { receiver: { institution: "sandbox", name: null, account: null } },
    });
    expect(answer("TESTREVIEW1", none)).toMatchObject({
      receipt: { receiver: { institution: "sandbox", name: null, account: null } },
    });
  });

  test("of TESTLATE is an hour later than the moment and the expiry", () => {
    const { expiresAt } = CONTEXT.expected;
    for (const [now, latest] of [
      [CONTEXT.now, expiresAt],
      [expiresAt + 7_200_000, expiresAt + 7_200_000],
    ] as const) {
      expect(answer("TESTLATE1", { now })).toMatchObject({
        receipt: { paidAt: latest + 3_600_000, source: { fetchedAt: latest + 3_600_000 } },
      });
    }
  });
});

describe("the sandbox", () => {
  test("has nothing to ask and nothing to read", async () => {
    const lookup = lookupIn(sandbox, "TESTOK1");
    expect(sandbox.requests(lookup, CONTEXT)).toEqual([]);
    expect(await sandbox.read(answerOf("{}"), lookup)).toMatchObject({ kind: "unreadable" });
  });

  test("is sure of its references", () => {
    expect(sandbox.recognize("TESTOK1")).toMatchObject([{ certainty: "exact" }]);
  });

  test("answers no reference but its own", () => {
    const lookup = { ...lookupIn(sandbox, "TESTOK1"), variant: "paid" };
    expect(sandbox.answer?.(lookup, CONTEXT)).toMatchObject({ kind: "unreadable" });
  });
});
