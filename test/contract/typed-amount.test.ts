import { expect, it } from "vitest";
import { typedAmount, typedExample } from "../../lib/contract/typed-amount.ts";

it.each([
  ["1500", 150_000],
  ["1,500", 150_000],
  [" 1 500.5 ", 150_050],
  ["0.01", 1],
  ["1,234,567.89", 123_456_789],
  ["1500.", 150_000],
  ["1500 birr", 150_000],
  ["1,500.50 Br", 150_050],
  ["ETB 1500", 150_000],
  ["1500 ብር", 150_000],
  ["١,٥٠٠.٥٠", 150_050],
  ["۲۰", 2_000],
])("reads %s as %i minor units", (text, minor) => {
  expect(typedAmount(text, "ETB")).toBe(minor);
});

it.each([
  "",
  "0",
  "-1",
  "12,5",
  "1,50",
  "1.500",
  "1.5.0",
  "1e3",
  "abc",
  "10000000000.01",
  ".5",
  "birr",
  "ETB 1500 birr",
  "1500 USD",
  "፲፭",
  "br",
  ".",
])("rejects %s", (text) => {
  expect(typedAmount(text, "ETB")).toBeNull();
});

it("handles currencies without decimals", () => {
  expect(typedAmount("1500", "JPY")).toBe(1500);
  expect(typedAmount("1500.5", "JPY")).toBeNull();
  expect(typedAmount("1500 birr", "JPY")).toBeNull();
});

it.each([
  ["ETB", "1,500.00", 150_000],
  ["JPY", "1,500", 1500],
  ["KWD", "1,500.000", 1_500_000],
])("an example in %s is accepted: %s", (currency, example, minor) => {
  expect(typedExample(currency)).toBe(example);
  expect(typedAmount(example, currency)).toBe(minor);
});
