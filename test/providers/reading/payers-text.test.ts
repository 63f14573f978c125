import { expect, it } from "vitest";
import { LabelValues } from "../../../lib/providers/reading/labels.ts";
import { withoutPayersText, writtenReason } from "../../../lib/providers/reading/payers-text.ts";

it("leaves out each text of the payer once, with or without the colon before it", () => {
  const page = new LabelValues();
  page.add("reason", "Void");
  page.add("narrative", "Pending: rent");
  page.add("narrative", "Failed: tax");
  page.add("status", "Reversed");
  const texts = ["Void", "Reason", "Void", ":  Pending: rent", "Failed: tax", "Reversed"];
  expect(withoutPayersText(texts, page)).toEqual(["Reason", "Void", "Reversed"]);
});

it("leaves out nothing where the payer's text is in no place of its own", () => {
  const page = new LabelValues();
  page.add("payment reason", "Void");
  expect(withoutPayersText(["Payment reason: Void", "x"], page)).toEqual([
    "Payment reason: Void",
    "x",
  ]);
});

it("leaves out the texts of a hostile page that repeats the label a hundred thousand times", () => {
  const page = new LabelValues();
  const texts = Array.from({ length: 100_000 }, (_, index) => `Reason ${index}`);
  for (const text of texts) page.add("reason", text);
  expect(withoutPayersText([...texts.toReversed(), "Void"], page)).toEqual(["Void"]);
});

it("is no reason where it stands on the page more than once, so that nothing can pose as it", () => {
  const page = new LabelValues();
  expect(writtenReason(page, "reason")).toBeNull();
  page.add("reason", "Order ABC123");
  expect(writtenReason(page, "reason")).toBe("Order ABC123");
  page.add("reason", "Order XYZ789");
  expect(writtenReason(page, "reason")).toBeNull();
});
