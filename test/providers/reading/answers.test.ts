import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  receiptOf,
  receiptStatus,
  requireOk,
  requireRequested,
} from "../../../lib/providers/reading/receipt-of.ts";
import { safely, Unreadable } from "../../../lib/providers/reading/unreadable.ts";
import { telebirr } from "../../../lib/providers/telebirr/adapter.ts";
import { answerOf, lookupIn } from "../fixtures/answers.ts";

const lookup = lookupIn(telebirr, "DEK1AB2CD3");

describe("a receipt", () => {
  test("carries where, when and from which bytes it was read", () => {
    const answer = answerOf("the bytes");
    const facts = {
      provider: "telebirr",
      reference: "DEK1AB2CD3",
      aliases: [],
      status: "completed",
      amountMinor: 500,
      currency: "ETB",
      receiver: { institution: null, name: null, account: null },
      payer: { name: null, account: null },
      paidAt: 0,
      dateOnly: false,
    } as const;
    const bodySha256 = createHash("sha256").update("the bytes").digest("hex");
    const source = {
      urlHost: "bank.example",
      bodySha256,
      fetchedAt: answer.fetchedAt,
      parserVersion: "test/1",
    };
    expect(receiptOf(answer, "test/1", facts)).toEqual({
      kind: "receipt",
      receipt: { ...facts, source },
    });
  });

  test.each(["DEK1AB2CD3", " dek1 ab2\u00a0 cd3\n"])("is the requested one: %j", (shown) => {
    expect(requireRequested(shown, lookup)).toBe("DEK1AB2CD3");
  });

  test.each(["", "DEK1AB2CD4", "DEK1AB2CD", "DEK1AB2CD33", "XDEK1AB2CD3", "DEK1-AB2CD3"])(
    "is refused under another reference: %j",
    (shown) => {
      expect(() => requireRequested(shown, lookup)).toThrow(Unreadable);
    },
  );
});

describe("a status", () => {
  const words = { statuses: { paid: "completed", undone: "reversed" } } as const;

  test.each([
    ["paid", "completed"],
    [" PAID\n", "completed"],
    ["undone", "reversed"],
    ["unpaid", "unknown"],
    ["paid back", "unknown"],
    ["completed", "unknown"],
    ["constructor", "unknown"],
    ["", "unknown"],
  ])("%j is %s by the bank's own words", (shown, status) => {
    expect(receiptStatus(words, shown, [])).toBe(status);
  });

  test.each([
    ["Completed", "completed"],
    ["Pending", "pending"],
    ["Reversed", "reversed"],
    ["Declined", "failed"],
    ["incomplete", "unknown"],
    ["__proto__", "unknown"],
  ])("%j is %s where the bank has no words", (shown, status) => {
    expect(receiptStatus({ statuses: null }, shown, [])).toBe(status);
  });

  test("that is missing is refused unless the bank never shows one", () => {
    expect(() => receiptStatus(words, null, ["paid"])).toThrow(Unreadable);
    expect(receiptStatus({ statuses: null }, null, ["Receipt"])).toBe("completed");
  });
});

describe("a text beside the status", () => {
  const none = { statuses: null };

  test.each([
    "REVERSED",
    "*** Cancelled ***",
    "This transaction has been reversed.",
    "Payment failed!",
    "payment was canceled",
    "Transaction Reversal",
    "VOID",
    "Pending",
  ])("that says %j makes a completed receipt unreadable", (text) => {
    expect(() => receiptStatus(none, null, ["Receipt", text])).toThrow(Unreadable);
    expect(() => receiptStatus(none, "Completed", [text])).toThrow(Unreadable);
    expect(receiptStatus(none, "Reversed", [text])).toBe("reversed");
  });

  test.each([
    "coffee, last order was reversed",
    "Reversed Logistics PLC",
    "A failed payment is returned within 3 days.",
    "Avoid",
    "Not cancelled",
    "",
  ])("that says %j changes nothing", (text) => {
    expect(receiptStatus(none, null, [text])).toBe("completed");
  });
});

/** What a reader makes of an answer of a bank. */
const readBy = (read: Parameters<typeof safely>[0], status = 200) =>
  safely(read)(answerOf("", "text/html", status), lookup);
const notFound = () => ({ kind: "not_found" }) as const;

describe("an answer", () => {
  test.each([408, 425, 429, 500, 503, 599])("with %d is not yet one", async (status) => {
    const why = `the provider answered ${status}`;
    expect(await readBy(notFound, status)).toEqual({ kind: "unavailable", why });
  });

  test.each([200, 302, 404, 499])("with %d is one", async (status) => {
    expect(await readBy(notFound, status)).toEqual({ kind: "not_found" });
  });

  test.each([201, 204, 206, 302, 404, 500])("with %d is refused", (status) => {
    const answer = answerOf("", "text/html", status);
    expect(() => requireOk(answer)).toThrow(new Unreadable(`unexpected status ${status}`));
    expect(() => requireOk({ ...answer, status: 200 })).not.toThrow();
  });
});

describe("reading", () => {
  const broken = { kind: "unreadable", why: "the answer broke the reader" };

  test("gives what the reader gives", async () => {
    expect(await readBy(notFound)).toEqual({ kind: "not_found" });
    expect(await readBy(async () => notFound())).toEqual({ kind: "not_found" });
  });

  test("says why a page is refused", async () => {
    const refuse = () => {
      throw new Unreadable("half a page");
    };
    expect(await readBy(refuse)).toEqual({ kind: "unreadable", why: "half a page" });
    expect(String(new Unreadable("half a page"))).toBe("Unreadable: half a page");
  });

  test("refuses what broke the reader, without its words", async () => {
    const fail = () => {
      throw new Error("DEK1AB2CD3 of Almaz");
    };
    expect(await readBy(fail)).toEqual(broken);
    expect(await readBy(async () => fail())).toEqual(broken);
  });
});
