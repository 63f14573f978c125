import { encode } from "uqr";
import { describe, expect, it } from "vitest";
import { qrCode } from "../../../lib/pages/pay-page/qr.ts";

describe("qrCode", () => {
  it("draws exactly the dark modules of the code and the quiet zone", () => {
    const text = "https://pay.example/api/public/gateway/verify/7K3M-9QWX-0ABC-D5EF/";
    const { data, size } = encode(text, { ecc: "L", border: 4 });
    const { markup } = qrCode(text, "a <label>");
    const drawn = data.map((row) => row.map(() => false));
    for (const [, x, y, width] of markup.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
      for (let at = Number(x); at < Number(x) + Number(width); at++) {
        const row = drawn[Number(y)];
        if (row) row[at] = true;
      }
    }
    expect(drawn).toEqual(data);
    expect(markup).toContain(`viewBox="0 0 ${size} ${size}"`);
    expect(data.slice(0, 4).flat()).not.toContain(true);
    expect(markup).toContain('aria-label="a &lt;label&gt;"');
  });
});
