import { describe, expect, test } from "vitest";
import {
  atPointer,
  jsonObject,
  optionalScalar,
  optionalText,
  requireObject,
  requireText,
  statusesIn,
} from "../../../lib/providers/reading/json-body.ts";
import { bodyText } from "../../../lib/providers/reading/receipt-of.ts";
import { Unreadable } from "../../../lib/providers/reading/unreadable.ts";
import { answerOf } from "../fixtures/answers.ts";

describe("a body", () => {
  const bytes = (...codes: number[]) => Uint8Array.from(codes);
  const meta = (tag: string) => Buffer.from(`${tag}\u00e9`, "latin1");

  test.each([
    ["text/html;charset=windows-1252", bytes(0xe9)],
    ["text/html; charset = windows-1252", bytes(0xe9)],
    ['text/html;  CHARSET="windows-1252"', bytes(0xe9)],
    ["text/html; charset=utf-8", bytes(0xc3, 0xa9)],
    ["text/html", bytes(0xc3, 0xa9)],
  ])("is read in the charset of its header: %s", (type, body) => {
    expect(bodyText(answerOf(body, type))).toBe("é");
  });

  test("is read in the charset of its page where no header names one", () => {
    const tag = '<meta charset="windows-1252">';
    expect(bodyText({ ...answerOf(meta(tag)), headers: {} })).toBe(`${tag}é`);
    expect(bodyText(answerOf(meta(tag), "text/html"))).toBe(`${tag}é`);
  });

  test.each([
    ["its header", meta('<meta charset="windows-1252">'), "text/html; charset=utf-8"],
    ["UTF-8, which no charset means", bytes(0xe9), "text/html"],
    ["a charset that nobody knows", bytes(0x41), "text/html; charset=unknown-8"],
    ["a kilobyte", meta(`${" ".repeat(1_024)}<meta charset="windows-1252">`), "text/html"],
  ])("is refused where it is not in %s", (_what, body, type) => {
    expect(() => bodyText(answerOf(body, type))).toThrow(Unreadable);
  });
});

describe("a JSON body", () => {
  test("is an object", () => {
    expect(jsonObject(answerOf('{"a":1}'))).toEqual({ a: 1 });
  });

  test.each([
    ["not JSON", ["", "{", "<html></html>", '{"a":1} {}', "{'a':1}"]],
    ["not a JSON object", ["null", "[]", '"text"', "5"]],
  ])("is refused as %s: %j", (why, bodies) => {
    for (const body of bodies)
      expect(() => jsonObject(answerOf(body))).toThrow(new Unreadable(why));
  });

  test.each([[null], [undefined], [[]], [[{}]], ["text"], [5], [true], [() => ({})]])(
    "has no object in %j",
    (value) => {
      expect(() => requireObject(value)).toThrow(Unreadable);
    },
  );
});

describe("a field", () => {
  const blank = [
    {},
    { a: null },
    { a: undefined },
    ...["", " ", "-", "---", "NULL", "n/a"].map((a) => ({ a })),
  ];

  test("is its own text on one line", () => {
    expect(optionalText({ a: " Selam \u00a0\n Coffee " }, "a")).toBe("Selam Coffee");
    expect(requireText({ a: "-5" }, "a")).toBe("-5");
    expect(requireText({ a: "nullable" }, "a")).toBe("nullable");
  });

  test.each(blank)("that is missing or blank has no text: %j", (object) => {
    expect(optionalText(object, "a")).toBeNull();
    expect(optionalScalar(object, "a")).toBeNull();
    expect(() => requireText(object, "a")).toThrow(Unreadable);
  });

  test("that every object inherits is missing", () => {
    expect(optionalText({}, "constructor")).toBeNull();
    expect(optionalScalar({}, "toString")).toBeNull();
  });

  test.each([5, true, {}, ["a"]])("that is no text is refused: %j", (a) => {
    expect(() => optionalText({ a }, "a")).toThrow(Unreadable);
    expect(() => requireText({ a }, "a")).toThrow(Unreadable);
    if (typeof a !== "number") expect(() => optionalScalar({ a }, "a")).toThrow(Unreadable);
  });

  test.each([
    [5, "5"],
    [1_500.25, "1500.25"],
    [" 5 ", "5"],
  ])("may be a plain number: %j", (a, text) => {
    expect(optionalScalar({ a }, "a")).toBe(text);
  });

  test.each([-5, 1e21, 5e-7, -0.5, Number.NaN, Number.POSITIVE_INFINITY])(
    "is refused with a sign or an exponent: %d",
    (a) => {
      expect(() => optionalScalar({ a }, "a")).toThrow(Unreadable);
    },
  );
});

test("a status is every text of a field named so, and the name of every flag that is set", () => {
  const object = {
    ...{ status: "Done", txnState: "Void", statement: "x", statusCode: 5, Status: 6 },
    ...{ isReversed: true, is_failed: true, "this is_odd": true, is_open: false, note: "x" },
    ...{ isVoid: " Yes ", is_pending: 1, isHeld: "NO", is_late: 0 },
  };
  const flags = ["Reversed", "failed", "this is_odd", "Void", "pending"];
  expect(statusesIn(object)).toEqual(["Done", "Void", ...flags]);
});

describe("a JSON pointer", () => {
  const document = { a: { b: [5, 6] }, "x/y": 1, "m~n": 2, "~1": 3, none: null, text: "abc" };

  test.each([
    ["", document],
    ["/a/b/1", 6],
    ["/x~1y", 1],
    ["/m~0n", 2],
    ["/~01", 3],
    ["/none", null],
  ])("%j finds its value", (pointer, value) => {
    expect(atPointer(document, pointer)).toBe(value);
  });

  test.each([
    "/b",
    "/a/c",
    "/a/b/2",
    "/none/a",
    "/text/length",
    "/b/c",
    "/toString",
    "/a/__proto__",
  ])("%j finds nothing", (pointer) => {
    expect(atPointer(document, pointer)).toBeUndefined();
  });

  test("finds nothing in nothing", () => {
    expect(atPointer(null, "/a")).toBeUndefined();
    expect(atPointer(undefined, "/a")).toBeUndefined();
  });
});
