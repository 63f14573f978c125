import { expect, test } from "vitest";
import { notificationText } from "../../../lib/use-cases/notifications/texts.ts";

const silent = (name: string) =>
  notificationText(
    { type: "notice_source.silent", app_id: 1001, path: "/apps/1001/phones", name },
    "en",
    "https://pay.example",
  );

test("the name of a phone is cut between characters: Telegram refuses half of one", () => {
  const text = silent(`Phone at the second counter: ${"📱".repeat(4)}`);
  expect(text.isWellFormed()).toBe(true);
  expect(text).toContain("Phone at the second counter: 📱");
  expect(text).not.toContain("📱📱");
});
