import { describe, expect, it } from "vitest";
import { brandColors, contrast } from "../../../lib/pages/pay-page/brand.ts";

/** The three colors of each scheme, light first. */
function schemes(color: string): string[][] {
  const names = ["--accent", "--accent-deep", "--on-accent"];
  return brandColors(color)
    .split("@media")
    .map((rules) => names.map((name) => new RegExp(`${name}:(#\\w{6})`).exec(rules)?.[1] ?? ""));
}

/** Every fourth step of each channel. */
const COLORS = [0, 85, 170, 255].flatMap((red) =>
  [0, 85, 170, 255].flatMap((green) =>
    [0, 85, 170, 255].map(
      (blue) => `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`,
    ),
  ),
);

describe("a shop's color", () => {
  it.each([...COLORS, "#ffe400", "#777777"])("%s stays readable in both schemes", (color) => {
    const surfaces = ["#ffffff", "#17201d"];
    for (const [index, [accent = "", deep = "", ink = ""]] of schemes(color).entries()) {
      expect(contrast(accent, surfaces[index] ?? "")).toBeGreaterThanOrEqual(4.5);
      expect(contrast(accent, ink)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(deep, ink)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it("is unchanged when it is readable already", () => {
    expect(schemes("#0b5d48")[0]?.[0]).toBe("#0b5d48");
    expect(schemes("#ffe400")[1]?.[0]).toBe("#ffe400");
  });
});

describe("contrast", () => {
  it("follows the WCAG formula", () => {
    expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
    expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  });
});
