import { expect, test } from "vitest";
import { verifyBody } from "../../lib/contract/schemas/verification.ts";
import { recognizeInput } from "../../lib/providers/registry.ts";

/** An SMS of this many characters. */
const sms = (length: number) =>
  "telebirr: your transaction number is DEK1AB2CD3.".padEnd(length, " thanks");

test("an input as long as published is understood, and a longer one is refused by the contract", () => {
  const input = verifyBody.shape.input.toJSONSchema({ io: "input" });
  const longest = Number(input.maxLength);
  expect(verifyBody.safeParse({ input: sms(longest) }).success).toBe(true);
  expect(recognizeInput(sms(longest), ["telebirr"]).kind).toBe("lookup");
  expect(verifyBody.safeParse({ input: sms(longest + 1) }).success).toBe(false);
});
