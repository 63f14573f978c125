import { expect, it, vi } from "vitest";

vi.mock("../../web/dashboard/src/texts/t.ts", () => ({
  t: (key: string) => key,
  language: () => "en",
}));
// The page's modules have types of their own.
const FORMAT: string = "../../web/dashboard/src/format.ts";
const { formatRelative } = await import(FORMAT);

it.each([
  [-90, "1 minute ago"],
  [-12, "12 seconds ago"],
  [-4, "common.justNow"],
  [12, "common.justNow"],
  [40, "in 40 seconds"],
  [7200, "in 2 hours"],
])("says of what is %i s from the page's time, which is up to 15 s behind: %s", (seconds, said) => {
  const now = Date.UTC(2026, 10, 20);
  expect(formatRelative(new Date(now + seconds * 1000).toISOString(), now)).toBe(said);
});
