import { expect, test } from "vitest";
import { instant, instantOrNull, parseInstant } from "../../lib/domain/instant.ts";

test("an instant is written in UTC with milliseconds, and read back", () => {
  expect(instant(1_795_164_180_007)).toBe("2026-11-20T08:43:00.007Z");
  expect(instantOrNull(0)).toBe("1970-01-01T00:00:00.000Z");
  expect(instantOrNull(null)).toBeNull();
  expect(parseInstant("2026-11-20T11:43:00.007+03:00")).toBe(1_795_164_180_007);
});

test("an instant before 1970 is the first one, one after 9999 the last, and none is none", () => {
  expect(instant(parseInstant("9999-12-31T23:59:59-00:01") ?? 0)).toBe("9999-12-31T23:59:59.999Z");
  expect(parseInstant("1969-12-31T23:59:59Z")).toBe(0);
  expect(parseInstant(undefined)).toBeUndefined();
});
