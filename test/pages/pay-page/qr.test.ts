import { encode } from "uqr";
import { describe, expect, it } from "vitest";
import { qrCode } from "../../../lib/pages/pay-page/qr.ts";

describe("qrCode", () => {
  it("draws exactly the dark modules of the code and the quiet zone", () => {
    const text = "https://pay.example/api/public/gateway/verify/7K3M-9QWX-0ABC-D5EF/";
    const { data, size } = encode(text, { ecc: "L", border: 4 });
    const { markup } = qrCode(text, "a <label>");
    const drawn = data.map((row) => row.map(() => false));
    let [x, y] = [0, 0];
    const strokes = /<path stroke="#000" d="([^"]*)"/.exec(markup)?.[1] ?? "";
    for (const [, command, length, line] of strokes.matchAll(/([Mmh])(\d+)(?: ([\d.]+))?/g)) {
      if (command === "M") [x, y] = [Number(length), Number(line) - 0.5];
      if (command === "m") x += Number(length);
      if (command !== "h") continue;
      drawn[y]?.fill(true, x, x + Number(length));
      x += Number(length);
    }
    expect(drawn).toEqual(data);
    expect(markup).toContain(`viewBox="0 0 ${size} ${size}"`);
    expect(data.slice(0, 4).flat()).not.toContain(true);
    expect(markup).toContain('aria-label="a &lt;label&gt;"');
  });
});
