import { expect, test } from "vitest";
import { modeOf } from "../../lib/domain/checkout.ts";
import { invalidField, notFound, ServiceError, unreachable } from "../../lib/domain/errors.ts";

test("an error says its code, its words, and the field", () => {
  expect(new ServiceError("conflict", "Read it again.")).toMatchObject({
    ...{ name: "ServiceError", code: "conflict", message: "Read it again.", extras: {} },
  });
  expect(notFound("checkout")).toMatchObject({
    ...{ code: "not_found", message: "There is no such checkout." },
  });
  expect(invalidField("amount", "is too small")).toMatchObject({
    ...{ code: "invalid_request", message: "amount: is too small" },
    extras: { errors: [{ path: "amount", message: "is too small" }] },
  });
});

test("a case that nobody handles is named", () => {
  expect(() => unreachable({ kind: "new" } as never)).toThrow('unhandled case: {"kind":"new"}');
});

test("each object is live or test", () => {
  expect([modeOf(true), modeOf(false)]).toEqual(["live", "test"]);
});
